/// Options of a start: key, dates, alert, lease, renewal, style.
///
/// For each option that is `nil`, the value of ``ActivityProvider/options(for:at:)`` is used, and if that is `nil` too, the
/// default given in the option's documentation.
public struct StartOptions: Codable, Hashable, Sendable {
    /// The subject of the activity, such as an order number. An owner has at most one running activity of a kind with the same
    /// key.
    ///
    /// An empty key means no key, even if the provider returns one.
    public var key: StartKey?

    /// The effect of a start while an activity with the same key is running; by default `join`.
    public var ifRunning: IfRunning?

    /// When to start; by default at once. Until then the activity is `pending`: it counts against the limits but is not
    /// visible. A start in the future needs an ``alert``. The provider creates the first content for this date.
    public var start: Date?

    /// The alert for the start; by default none.
    public var alert: AlertConfiguration?

    /// The date on which the activity ends without a command from its host; by default eight hours after its start.
    public var endDate: Date?

    /// How long it stays visible after ``endDate``, the eight hours or a ``lease`` have ended it; by default
    /// ``ActivityUIDismissalPolicy/default``.
    public var dismissalPolicy: ActivityUIDismissalPolicy?

    /// How long the host may be silent before the activity becomes stale and ends; by default without limit.
    public var lease: Lease?

    /// Whether a successor with the same content starts when the eight hours are over; by default it does not. ActivityKit
    /// limits activities to eight hours. Source: Documentation/Reference.md, LIFE-16.
    public var renews: Bool?

    /// Whether the activity stays after the user has looked at it; by default it does.
    public var style: ActivityStyle?

    /// Creates options; every value has a default.
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

    /// The effect of a start while an activity with the same owner, kind and key is running.
    public enum IfRunning: String, Codable, Hashable, Sendable, CaseIterable {
        /// The start returns the running activity, unchanged.
        case join
        /// The running activity is ended and dismissed, and the new one starts.
        case replace
        /// The start throws ``EngineError/alreadyRunning(_:)``.
        case reject
    }

    /// These options, with `nil` values replaced by `defaults`' values.
    @usableFromInline func over(_ defaults: StartOptions) -> StartOptions {
        StartOptions(
            key: key.map { $0.rawValue.isEmpty ? nil : $0 } ?? defaults.key, ifRunning: ifRunning ?? defaults.ifRunning,
            start: start ?? defaults.start,
            alert: alert ?? defaults.alert, endDate: endDate ?? defaults.endDate,
            dismissalPolicy: dismissalPolicy ?? defaults.dismissalPolicy, lease: lease ?? defaults.lease,
            renews: renews ?? defaults.renews, style: style ?? defaults.style)
    }
}

/// How long a host may send no command about an activity before it becomes stale, and before it ends.
///
/// Every accepted command about the activity renews the lease. ``Command/renewLease(_:)`` has no other effect.
public struct Lease: Codable, Hashable, Sendable {
    /// Seconds of silence after which the activity turns stale.
    public var staleAfter: TimeInterval
    /// Seconds of silence after which it ends; at least ``staleAfter``.
    public var endAfter: TimeInterval

    /// Whether the lease is valid: 0 < ``staleAfter`` <= ``endAfter``, both finite.
    var isValid: Bool { staleAfter > 0 && staleAfter <= endAfter && endAfter.isFinite }

    /// Creates a lease with these durations, both in seconds.
    public init(staleAfter: TimeInterval, endAfter: TimeInterval) {
        self.staleAfter = staleAfter
        self.endAfter = endAfter
    }
}

/// Whether an activity stays after the user has looked at it; ActivityKit's type.
public enum ActivityStyle: String, Codable, Hashable, Sendable, CaseIterable {
    /// The activity stays until it ends and is dismissed.
    case standard
    /// The activity is shown expanded, and its host dismisses it when the user looks away.
    case transient
}
