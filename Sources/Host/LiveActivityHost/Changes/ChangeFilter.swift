public import LiveActivityCore

/// Selects the changes that a subscriber receives: those of one activity, one owner, one kind, or any combination.
///
/// A runtime finds subscribers by activity or owner, without looking at the others: a million subscribers of one activity each
/// cost nothing for a change of another activity.
public struct ChangeFilter: Hashable, Sendable {
    /// The activity whose changes are selected; `nil` for any.
    public var activity: ActivityID?
    /// The owner whose activities' changes are selected; `nil` for any.
    public var owner: OwnerID?
    /// The kind of activity whose changes are selected; `nil` for any.
    public var kind: ActivityKind?

    /// Creates a filter; without arguments it selects every change.
    public init(activity: ActivityID? = nil, owner: OwnerID? = nil, kind: ActivityKind? = nil) {
        self.activity = activity
        self.owner = owner
        self.kind = kind
    }

    /// Selects every change.
    public static let all = ChangeFilter()
    /// The changes of one activity.
    public static func activity(_ activity: ActivityID) -> Self { Self(activity: activity) }
    /// The changes of one owner's activities.
    public static func owner(_ owner: OwnerID) -> Self { Self(owner: owner) }
    /// The changes of activities of one kind.
    public static func kind(_ kind: ActivityKind) -> Self { Self(kind: kind) }

    package func matches(_ change: borrowing PendingChange) -> Bool {
        if let activity, activity != change.activity { return false }
        if let kind, kind != change.kind { return false }
        if let owner, owner != change.owner { return false }
        return true
    }
}

/// A conflation of updates: at most one `updated` per activity and interval, the newest (``/LiveActivityCore/Conflator``).
public struct Conflation: Hashable, Sendable {
    /// The shortest time between two updates of an activity, in seconds; greater than 0.
    public var interval: TimeInterval

    /// Creates a conflation.
    ///
    /// - Parameter interval: In seconds, greater than 0; by default one second.
    public init(interval: TimeInterval = 1) {
        precondition(interval > 0 && interval.isFinite, "an interval of \(interval) seconds holds nothing back, or everything")
        self.interval = interval
    }
}
