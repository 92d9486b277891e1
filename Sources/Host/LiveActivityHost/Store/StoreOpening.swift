public import LiveActivityCore

/// The findings of a runtime that opened its store.
public struct StoreOpening: Hashable, Sendable {
    /// The number of times that the store was opened, including this one.
    public var run: UInt64
    /// The number of restored activities.
    public var activities = 0
    /// Seconds by which the clock is behind the latest time in the store; 0 if it is not.
    public var clockBehind: TimeInterval = 0
    /// The damaged records in the store. They were skipped, and stay in the store: activities, which are among
    /// `LiveActivityRuntime.skippedActivities`, and also permissions, waiting changes and other records.
    public var damage: [StoreDamage] = []
    /// The readable parts of the damaged permissions, which are among ``damage``. Activities that these may have forbidden are
    /// not started: if the owner is unknown, for any owner (``/LiveActivityCore/EngineError/permissionsDamaged(_:)``).
    public var damagedPermissions: [Snapshot.DamagedPermission] = []

    /// Creates a value from its fields.
    public init(
        run: UInt64, activities: Int = 0, clockBehind: TimeInterval = 0, damage: [StoreDamage] = [],
        damagedPermissions: [Snapshot.DamagedPermission] = []
    ) {
        self.run = run
        self.activities = activities
        self.clockBehind = clockBehind
        self.damage = damage
        self.damagedPermissions = damagedPermissions
    }

    /// The kinds that are not started for any owner, because a damaged permission with an unknown owner may forbid them.
    public var kindsForNobody: KindsForNobody {
        let ownerless = damagedPermissions.filter { $0.owner == nil }
        if ownerless.contains(where: { $0.kinds == nil }) { return .all }
        return .some(Set(ownerless.flatMap { $0.kinds ?? [] }).sorted())
    }

    /// Kinds that are not started for any owner.
    public enum KindsForNobody: Hashable, Sendable {
        /// No kind is started.
        case all
        /// Activities of these kinds are not started.
        case some([ActivityKind])

        /// Whether every kind may be started.
        public var isEmpty: Bool { self == .some([]) }
    }
}
