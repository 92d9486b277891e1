#if Push
public import LiveActivityCore

/// One app on one device, by the host's name for it: usually a UUID that the app makes when it is installed.
public struct InstallationID: Name {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// - Throws: ``PushError/reservedInstallation(_:)`` for the name of a channel's row.
    package func checkIsOfDevice() throws(PushError) { _ = try RowName(self) }
}

/// The name of a row in the ledger. A device's row has the name of its installation, which callers choose; a broadcast
/// channel's row has a name that no caller can make into a `RowName`.
///
/// A device of that name would receive the channel's content, its owner's content would be sent to the channel, and removing
/// the device would remove the channel's row.
struct RowName: Hashable {
    private static let channelPrefix = "channel:"

    let text: String

    /// - Throws: ``PushError/reservedInstallation(_:)`` for the name of a channel's row.
    init(_ installation: InstallationID) throws(PushError) {
        text = installation.rawValue
        if isOfChannel { throw .reservedInstallation(text) }
    }

    init(_ channel: ChannelID) { text = Self.channelPrefix + channel.rawValue }

    /// The name in a stored record.
    init(stored text: String) { self.text = text }

    var isOfChannel: Bool { text.hasPrefix(Self.channelPrefix) }

    /// The channel whose row has this name; `nil` for a device.
    var channel: ChannelID? { isOfChannel ? try? ChannelID(String(text.dropFirst(Self.channelPrefix.count))) : nil }
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
