#if Push
public import LiveActivityCore

/// The service's state of a token.
public struct RegisteredToken: Hashable, Sendable {
    /// The target of a token.
    public enum Kind: String, Hashable, Sendable {
        /// One running activity.
        case activity
        /// All activities of one type of attributes that may be started.
        case pushToStart
        /// All widgets of an app.
        case widgets
    }

    /// The app, by its bundle id.
    public var bundle: String
    /// The token's target.
    public var kind: Kind
    /// The environment that it is valid in.
    public var environment: APNSEnvironment
    /// Since when it is not valid, and whether it has expired or the app was removed; `nil` while it is valid.
    public var invalid: Invalidity?
    /// Whether pushes to it are accepted and not delivered.
    public var isLost = false
    /// How many requests it has had.
    public internal(set) var requestCount: UInt32 = 0
    /// The second in which it had its last request, and how many in that minute: for `TooManyRequests`.
    var minute: Int64 = .min
    var requestsInMinute: UInt32 = 0

    /// When and why a token became invalid.
    public struct Invalidity: Hashable, Sendable {
        public var since: Date
        /// ``APNSReason/unregistered`` or ``APNSReason/expiredToken``.
        public var reason: APNSReason

        /// Creates one.
        public init(since: Date, reason: APNSReason = .unregistered) {
            self.since = since
            self.reason = reason
        }
    }

    /// Creates a valid token.
    public init(bundle: String, kind: Kind = .activity, environment: APNSEnvironment = .production) {
        (self.bundle, self.kind, self.environment) = (bundle, kind, environment)
    }
}

extension APNSModel {
    /// Makes a token known, or valid again. `token` is lowercase hex.
    public mutating func register(_ token: String, _ registered: RegisteredToken) { tokens[token] = registered }

    /// Makes a token invalid: from now on the answer is 410 with this date.
    public mutating func invalidate(_ token: String, since date: Date, reason: APNSReason = .unregistered) {
        tokens[token]?.invalid = RegisteredToken.Invalidity(since: date, reason: reason)
    }

    /// The state of a token; `nil` for an unknown one.
    public func token(_ token: String) -> RegisteredToken? { tokens[token] }
}
#endif
