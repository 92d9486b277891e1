import LiveActivityCore

/// How an activity is updated by push, in addition to its host's own updates: by its own token, or by a channel.
public struct PushType: Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        case token
        case channel(String)
    }

    let mode: Mode

    /// The activity receives pushes with its own token, which a push adapter sets (`LiveActivityRuntime.setPushToken(_:for:)`).
    public static let token = Self(mode: .token)

    /// By a broadcast channel that many activities share.
    ///
    /// - Parameter channelID: The id from APNs, in Base64. A start with an id that is not Base64, or longer than 512 bytes,
    ///   fails.
    public static func channel(_ channelID: String) -> Self { Self(mode: .channel(channelID)) }

    /// The channel's id; `nil` for ``token``.
    public var channelID: String? {
        if case .channel(let id) = mode { id } else { nil }
    }

    /// Whether a start may request this type. The push adapter checks whether the channel exists at APNs.
    package var isWellFormed: Bool {
        guard let channelID else { return true }
        return !channelID.isEmpty && channelID.utf8.count <= EngineLimits().nameBytes && Data(base64Encoded: channelID) != nil
    }
}
