public import LiveActivityCore

/// A device, by whatever name its host has for it.
public struct DeviceID: Name {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Something of a person's that shows their activities.
public struct Device: Codable, Hashable, Sendable {
    public var id: DeviceID
    /// The places it has, such as ``Swift/Array/iPhone393``.
    public var surfaces: [PresentationSurface]

    public init(_ id: DeviceID, surfaces: [PresentationSurface]) {
        self.id = id
        self.surfaces = surfaces
    }
}

/// What a device is handed. It may come late, twice, out of order or not at all: the ``DeviceScreen`` that receives it sorts that out.
public struct Delivery: Codable, Hashable, Sendable {
    public var device: DeviceID
    /// Of the change that it tells of (``Change/sequence``); the newest change it knows of where it tells everything.
    public var sequence: UInt64
    public var what: What

    public enum What: Codable, Hashable, Sendable {
        /// One activity, whole. The person is to notice it if there is an alert (LIFE-24).
        case activity(ShownActivity, alert: AlertConfiguration? = nil)
        /// All that there is: whatever else the device shows is gone.
        case everything([ShownActivity])
    }

    public init(to device: DeviceID, sequence: UInt64, _ what: What) {
        self.device = device
        self.sequence = sequence
        self.what = what
    }
}
