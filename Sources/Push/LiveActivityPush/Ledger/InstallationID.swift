#if Push
public import LiveActivityCore

/// One app on one device, under the name that the host uses for it: usually a UUID that the app makes when it is installed.
public struct InstallationID: Name {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The target of a token.
public enum TokenTarget: Hashable, Sendable {
    /// One activity: its updates and its end.
    case activity(ActivityID)
    /// The start of activities of a kind.
    case pushToStart(ActivityKind)
    /// All widgets of the app on the device.
    case widgets
    /// One control of Control Center. Kept in the ledger; nothing here sends to it.
    case control(String)
    /// The app's registration token with Firebase Cloud Messaging (``DeviceToken/init(registration:)``).
    case messages
}
#endif
