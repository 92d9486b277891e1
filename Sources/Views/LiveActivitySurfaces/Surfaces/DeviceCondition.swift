/// The state of a device that affects a presentation but is not visible to its views.
public struct DeviceCondition: Hashable, Sendable, Codable {
    /// The device is locked: controls do nothing until the user has authenticated.
    public var isLocked: Bool
    /// The user has chosen to hide private content while the device is locked.
    public var hidesPrivateContent: Bool
    /// StandBy in a dark room, which shows everything in red.
    public var isNightMode: Bool

    /// A state, by default unlocked and by day.
    public init(isLocked: Bool = false, hidesPrivateContent: Bool = true, isNightMode: Bool = false) {
        (self.isLocked, self.hidesPrivateContent, self.isNightMode) = (isLocked, hidesPrivateContent, isNightMode)
    }
}
