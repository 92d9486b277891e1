#if Push
public import LiveActivityCore

/// One app on one device, by the host's name for it: usually a UUID that the app makes when it is installed.
public struct InstallationID: Name {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The addressee of a token.
public enum TokenTarget: Hashable, Sendable {
    /// The updates and the end of one activity.
    case activity(ActivityID)
    /// The start of activities of a kind.
    case pushToStart(ActivityKind)
    /// All widgets of the app on the device.
    case widgets
    /// One control of Control Center. The ledger stores its token; this package sends no pushes to it.
    case control(String)
    /// The app's registration token with Firebase Cloud Messaging (``DeviceToken/init(registration:)``).
    case messages
}
#endif
