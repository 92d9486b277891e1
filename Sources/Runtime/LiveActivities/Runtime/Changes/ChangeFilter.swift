public import LiveActivityCore

/// Which changes a consumer wants: those of one activity, of one owner, of one kind, or any of these together.
///
/// A runtime finds a consumer by its activity or owner, without asking the others: a million consumers of one activity each
/// cost a change of another activity nothing.
public struct ChangeFilter: Hashable, Sendable {
    /// Only of this activity; of any if `nil`.
    public var activity: ActivityID?
    /// Only of this owner's activities; of anyone's if `nil`.
    public var owner: OwnerID?
    /// Only of activities of this kind; of any if `nil`.
    public var kind: ActivityKind?

    public init(activity: ActivityID? = nil, owner: OwnerID? = nil, kind: ActivityKind? = nil) {
        self.activity = activity
        self.owner = owner
        self.kind = kind
    }

    /// Every change.
    public static let all = ChangeFilter()
    public static func activity(_ activity: ActivityID) -> Self { Self(activity: activity) }
    public static func owner(_ owner: OwnerID) -> Self { Self(owner: owner) }
    public static func kind(_ kind: ActivityKind) -> Self { Self(kind: kind) }

    func matches(_ change: borrowing PendingChange) -> Bool {
        if let activity, activity != change.activity { return false }
        if let kind, kind != change.kind { return false }
        if let owner, owner != change.owner { return false }
        return true
    }
}

/// That a consumer wants no more than one `updated` per activity in so many seconds, and then the newest (``/LiveActivityCore/Conflator``).
public struct Conflation: Hashable, Sendable {
    /// In seconds, greater than 0.
    public var interval: TimeInterval

    /// - Parameter interval: One second unless said otherwise (SEED-11).
    public init(interval: TimeInterval = 1) {
        precondition(interval > 0 && interval.isFinite, "an interval of \(interval) seconds holds nothing back, or everything")
        self.interval = interval
    }
}
