#if Push
public import LiveActivityCore

/// Makes the provider token of one key. All requests share a token until it is renewed.
///
/// APNs refuses a token that is older than an hour, and a connection on which tokens are renewed more often than every twenty
/// minutes. So a token is renewed at an age of 40 to 50 minutes, and never twice within twenty. The age is computed from the
/// key's id, so that the keys of a process are not renewed at the same time. Source: Documentation/Reference.md, JWT-04 and
/// JWT-05.
public struct ProviderTokens: Sendable {
    /// The minimum time between two tokens, in seconds.
    public static let spacing: TimeInterval = 20 * 60

    public let key: ProviderKey
    /// The age at which a token is renewed, in seconds.
    public let renewalAge: TimeInterval
    private var current: (token: String, issuedAt: Date)?

    public init(key: ProviderKey) {
        self.key = key
        // A sum, because Swift's hashes differ in every process.
        renewalAge = 40 * 60 + TimeInterval(key.keyID.utf8.reduce(0) { $0 &+ Int($1) } % 600)
    }

    /// When the current token was made; `nil` before the first request.
    public var issuedAt: Date? { current?.issuedAt }

    /// The token for a request.
    ///
    /// - Throws: ``PushError/badKey(keyID:reason:)`` if the key cannot sign.
    public mutating func token(at now: Date) throws(PushError) -> String {
        if let current {
            let age = now.timeIntervalSince(current.issuedAt)
            // If the clock was set back by more than the minimum spacing, APNs would refuse the current token, whose date is in
            // the future.
            if age < renewalAge, age > -Self.spacing { return current.token }
        }
        return try renewed(at: now)
    }

    /// Makes another token after APNs has refused the current one as expired, unless the current one is too new.
    ///
    /// - Returns: `true` if there is a new token. Otherwise the computer's clock or the key is wrong.
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
