#if Push
public import LiveActivityCore

/// The service's state of a token.
public struct RegisteredToken: Hashable, Sendable {
    /// The target of a token.
    public enum Kind: String, Hashable, Sendable {
        /// One running activity.
        case activity
        /// A push-to-start token, for activities with one type of attributes.
        case pushToStart
        /// All widgets of an app.
        case widgets
    }

    /// The app, by its bundle id.
    public var bundle: String
    /// The token's target.
    public var kind: Kind
    /// The environment in which the token is valid.
    public var environment: APNSEnvironment
    /// When and why the token became invalid; `nil` while it is valid.
    public var invalid: Invalidity?
    /// `true` if pushes to the token are accepted but not delivered.
    public var isLost = false
    /// The number of its requests so far.
    public internal(set) var requestCount: UInt32 = 0
    /// The second of its last request, and the number of requests in that minute, for `TooManyRequests`.
    var minute: Int64 = .min
    var requestsInMinute: UInt32 = 0

    /// When and why a token became invalid.
    public struct Invalidity: Hashable, Sendable {
        public var since: Date
        /// ``APNSReason/unregistered`` or ``APNSReason/expiredToken``.
        public var reason: APNSReason

        /// Creates a date and reason.
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
    /// Registers a token, or makes it valid again. `token` is lowercase hex.
    public mutating func register(_ token: String, _ registered: RegisteredToken) { tokens[token] = registered }

    /// Makes a token invalid: later answers are 410 with this date.
    public mutating func invalidate(_ token: String, since date: Date, reason: APNSReason = .unregistered) {
        tokens[token]?.invalid = RegisteredToken.Invalidity(since: date, reason: reason)
    }

    /// The state of a token; `nil` if it is not registered.
    public func token(_ token: String) -> RegisteredToken? { tokens[token] }
}
#endif
