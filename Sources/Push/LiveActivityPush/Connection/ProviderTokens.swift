#if Push
public import LiveActivityCore

/// The provider token of one key: made once, shared by all requests, renewed in time.
///
/// APNs refuses a token that is older than an hour, and refuses a connection whose tokens are newer than twenty minutes each
/// time. So it is renewed at an age of 40 to 50 minutes (which of these follows from the key's id, so that the keys of a
/// process are not renewed together), and never twice within twenty. Source: Documentation/Reference.md, JWT-04 and JWT-05.
public struct ProviderTokens: Sendable {
    /// The least time between two tokens, in seconds.
    public static let spacing: TimeInterval = 20 * 60

    public let key: ProviderKey
    /// The age at which a token is renewed, in seconds.
    public let renewalAge: TimeInterval
    private var current: (token: String, issuedAt: Date)?

    public init(key: ProviderKey) {
        self.key = key
        // A sum and not a hash, which differs in every process.
        renewalAge = 40 * 60 + TimeInterval(key.keyID.utf8.reduce(0) { $0 &+ Int($1) } % 600)
    }

    /// When the token in use was made; `nil` before the first request.
    public var issuedAt: Date? { current?.issuedAt }

    /// The token for a request at a time.
    ///
    /// - Throws: ``PushError/badKey(keyID:reason:)`` where the key cannot sign.
    public mutating func token(at now: Date) throws(PushError) -> String {
        if let current {
            let age = now.timeIntervalSince(current.issuedAt)
            // A clock that was set back by more than the spacing made a token that APNs takes for one of the future.
            if age < renewalAge, age > -Self.spacing { return current.token }
        }
        return try renewed(at: now)
    }

    /// APNs has refused the token as expired: makes another one, unless the last one is too young for that.
    ///
    /// - Returns: Whether there is a new token. If not, the computer's clock or the key is wrong.
    public mutating func refuse(at now: Date) -> Bool {
        if let current, abs(now.timeIntervalSince(current.issuedAt)) < Self.spacing { return false }
        return (try? renewed(at: now)) != nil
    }

    private mutating func renewed(at now: Date) throws(PushError) -> String {
        let token = try key.token(issuedAt: now)
        current = (token, now)
        return token
    }
}
#endif
