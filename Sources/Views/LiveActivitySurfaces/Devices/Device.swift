public import LiveActivityCore

/// The identifier of a device. The host chooses it; it is not interpreted.
public struct DeviceID: Name {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A device that shows its user's activities.
public struct Device: Codable, Hashable, Sendable {
    public var id: DeviceID
    /// The surfaces of the device, for example `.iPhone393`.
    public var surfaces: [SizedSurface]

    /// Creates a device with the given surfaces.
    public init(_ id: DeviceID, surfaces: [SizedSurface]) {
        self.id = id
        self.surfaces = surfaces
    }
}

/// A message that brings a device up to date.
///
/// It may arrive late, twice, out of order or not at all: the ``DeviceScreen`` that receives it handles each of these.
public struct DeviceUpdate: Codable, Hashable, Sendable {
    /// The device that the message is for.
    public var device: DeviceID
    /// The sequence number (``/LiveActivityCore/Change/sequence``) of the change that the message reports. For a message with
    /// everything, the number of the newest change that it includes.
    public var sequence: UInt64
    /// The reported event.
    public var what: What

    /// The content of the message.
    public enum What: Codable, Hashable, Sendable {
        /// The complete state of one activity. If there is an alert, the device alerts its user.
        case activity(ShownActivity, alert: AlertConfiguration? = nil)
        /// The complete list of activities. The device removes every other activity that it shows.
        case everything([ShownActivity])
    }

    /// A message for a device.
    public init(to device: DeviceID, sequence: UInt64, _ what: What) {
        (self.device, self.sequence, self.what) = (device, sequence, what)
    }
}
