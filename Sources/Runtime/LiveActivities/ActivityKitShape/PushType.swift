/// How an activity takes pushes besides its app's own updates: one way or none (API-03).
public struct PushType: Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        case token
        case channel(String)
    }

    let mode: Mode

    /// By a token of its own (``Activity/pushTokenUpdates``).
    public static let token = Self(mode: .token)

    /// By a broadcast channel that many activities share.
    ///
    /// - Parameter channelID: As APNs gave it, in Base64. A start with one that is not Base64 fails (LIFE-08).
    public static func channel(_ channelID: String) -> Self { Self(mode: .channel(channelID)) }

    /// The channel's id; `nil` for ``token``.
    public var channelID: String? {
        if case .channel(let id) = mode { id } else { nil }
    }

    /// Whether a start can be asked for this; what APNs knows of the channel is the push adapter's to say.
    var isWellFormed: Bool {
        guard let channelID else { return true }
        return !channelID.isEmpty && Data(base64Encoded: channelID) != nil
    }
}
