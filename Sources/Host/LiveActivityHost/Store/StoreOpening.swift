public import LiveActivityCore

/// What was found when a runtime opened its store.
public struct StoreOpening: Hashable, Sendable {
    /// How often the store was opened, including this time.
    public var run: UInt64
    /// How many activities were restored.
    public var activities = 0
    /// By how many seconds the clock is before the latest time in the store; 0 if it is not.
    public var clockBehind: TimeInterval = 0
    /// What in the store is damaged. It was skipped, and stays in the store: activities, which are among
    /// `LiveActivityRuntime.skippedActivities`, and also permissions, waiting changes and what else a store has.
    public var damage: [StoreDamage] = []
    /// What is known of the damaged permissions, which are among ``damage``. What they may have forbidden is not started: where
    /// the owner is not known, for anybody (``/LiveActivityCore/EngineError/permissionsDamaged(_:)``).
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

    /// Which kinds are started for nobody, because a damaged permission may be anybody's.
    public var kindsForNobody: KindsForNobody {
        let ownerless = damagedPermissions.filter { $0.owner == nil }
        if ownerless.contains(where: { $0.kinds == nil }) { return .all }
        return .some(Set(ownerless.flatMap { $0.kinds ?? [] }).sorted())
    }

    /// Kinds of which nothing is started.
    public enum KindsForNobody: Hashable, Sendable {
        /// Nothing is started at all.
        case all
        /// Nothing of these is started; of all others something may be.
        case some([ActivityKind])

        /// Whether every kind may be started.
        public var isEmpty: Bool { self == .some([]) }
    }
}
