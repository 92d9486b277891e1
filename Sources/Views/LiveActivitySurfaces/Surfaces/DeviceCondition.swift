/// How a device is at the moment at which it shows an activity; what views cannot see themselves.
public struct DeviceCondition: Hashable, Sendable, Codable {
    /// Controls do nothing until the person has authenticated (WK-15).
    public var isLocked: Bool
    /// The person chose to hide private content while the device is locked (WK-26).
    public var hidesPrivateContent: Bool
    /// StandBy in a dark room: everything in red (HIG-05).
    public var isNightMode: Bool

    public init(isLocked: Bool = false, hidesPrivateContent: Bool = true, isNightMode: Bool = false) {
        self.isLocked = isLocked
        self.hidesPrivateContent = hidesPrivateContent
        self.isNightMode = isNightMode
    }
}
