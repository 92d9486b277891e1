#if Push
public import LiveActivityCore

/// One app on one device, by the host's name for it: usually a UUID that the app makes when it is installed.
public struct InstallationID: Name {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The beginning of the names under which the ledger has rows of broadcast channels. No device may have such a name: its
    /// owner's content would be sent to the channel.
    private static let channelPrefix = "channel:"

    init(channel: ChannelID) { rawValue = Self.channelPrefix + channel.rawValue }

    /// - Throws: ``PushError/reservedInstallation(_:)`` for the name of a channel's row.
    package func checkIsOfDevice() throws(PushError) { if isOfChannel { throw .reservedInstallation(rawValue) } }

    /// `true` for the name of a channel's row.
    var isOfChannel: Bool { rawValue.hasPrefix(Self.channelPrefix) }

    /// The channel whose row has this name; `nil` for a device.
    var channel: ChannelID? {
        isOfChannel ? try? ChannelID(String(rawValue.dropFirst(Self.channelPrefix.count))) : nil
    }
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
