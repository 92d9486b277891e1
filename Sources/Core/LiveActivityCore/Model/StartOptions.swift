/// How an activity starts and how it will end. Everything left `nil` is the provider's choice, see
/// ``ActivityProvider/options(for:at:)``, and after that the engine's.
public struct StartOptions: Codable, Hashable, Sendable {
    /// What the activity is about. One owner has at most one running activity of a kind with the same key (LIFE-11).
    ///
    /// An empty key is none, even where the provider has one.
    public var key: StartKey?

    /// What happens when one with the same key runs already; `join` unless said otherwise.
    public var ifRunning: IfRunning?

    /// When to start. Until then the activity is `pending`: it counts against the limits and is shown nowhere (LIFE-05, LIFE-06).
    /// A start in the future needs an ``alert``.
    public var start: Date?

    /// What the person hears and reads when the activity starts.
    public var alert: AlertConfiguration?

    /// When the activity ends by itself, whatever its host does (SEED-06).
    public var endDate: Date?

    /// How long it stays on show once ``endDate`` or its eight hours have ended it; `default` unless said otherwise.
    public var dismissalPolicy: ActivityUIDismissalPolicy?

    /// A promise of the host to be heard from; the activity does not outlive it by long.
    public var lease: Lease?

    /// Whether a successor with the same content follows when the eight hours are up (LIFE-16).
    public var renews: Bool?

    /// Whether the activity outlives the moment it is looked at (LIFE-07).
    public var style: ActivityStyle?

    public init(
        key: StartKey? = nil, ifRunning: IfRunning? = nil, start: Date? = nil, alert: AlertConfiguration? = nil,
        endDate: Date? = nil, dismissalPolicy: ActivityUIDismissalPolicy? = nil, lease: Lease? = nil, renews: Bool? = nil,
        style: ActivityStyle? = nil
    ) {
        self.key = key
        self.ifRunning = ifRunning
        self.start = start
        self.alert = alert
        self.endDate = endDate
        self.dismissalPolicy = dismissalPolicy
        self.lease = lease
        self.renews = renews
        self.style = style
    }

    /// What a start does when an activity with the same owner, kind and key is running.
    public enum IfRunning: String, Codable, Hashable, Sendable, CaseIterable {
        /// Gives the running one back, unchanged.
        case join
        /// Ends and dismisses the running one, then starts the new one.
        case replace
        /// Is refused with ``EngineError/alreadyRunning(_:)``.
        case reject
    }

    /// These options where they say something, `defaults` where they do not.
    @usableFromInline func over(_ defaults: StartOptions) -> StartOptions {
        StartOptions(
            key: key.map { $0.rawValue.isEmpty ? nil : $0 } ?? defaults.key, ifRunning: ifRunning ?? defaults.ifRunning,
            start: start ?? defaults.start,
            alert: alert ?? defaults.alert, endDate: endDate ?? defaults.endDate,
            dismissalPolicy: dismissalPolicy ?? defaults.dismissalPolicy, lease: lease ?? defaults.lease,
            renews: renews ?? defaults.renews, style: style ?? defaults.style)
    }
}

/// How long a host may be silent about an activity.
///
/// Every accepted command about the activity renews the lease, and so does ``Command/renewLease(_:)``, which does nothing else.
public struct Lease: Codable, Hashable, Sendable {
    /// Seconds of silence after which the activity turns stale.
    public var staleAfter: TimeInterval
    /// Seconds of silence after which it ends. Not less than ``staleAfter``.
    public var endAfter: TimeInterval

    public init(staleAfter: TimeInterval, endAfter: TimeInterval) {
        self.staleAfter = staleAfter
        self.endAfter = endAfter
    }
}

/// Whether an activity stays after it was looked at (LIFE-07).
public enum ActivityStyle: String, Codable, Hashable, Sendable, CaseIterable {
    /// It lives as section 2 of the reference describes.
    case standard
    /// It is shown expanded, and its host dismisses it when the person looks away.
    case transient
}
