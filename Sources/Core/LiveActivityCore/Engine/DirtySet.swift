/// The parts of an engine that have changed since the last batch for a store: only these have to be written.
struct DirtySet {
    /// Each once, dismissed ones too (``ActivityHead/isDirty``).
    var activities: [ActivityID] = []
    /// Owners whose permissions have changed.
    var permissions: Set<OwnerID> = []
    /// Users' dismissals that were added or removed.
    var dismissals: Set<DismissalTable.Entry> = []
    /// How many kinds, with their position in an id, the store has.
    var kindsPersisted = 0
    /// The counters that the store has; `nil` if that is not known.
    var counters: Counters?
    /// Whether a slot was used so often that the store should write soon (`ActivityIDAllocator.lostUsesMax`).
    var mustPersist = false

    /// The engine's counters and its time.
    struct Counters: Equatable {
        var clock: Double
        var sequence: UInt64
        var starts: UInt64
    }

    mutating func note(_ dismissal: DismissalTable.Entry, _ forgotten: [DismissalTable.Entry]) {
        dismissals.insert(dismissal)
        dismissals.formUnion(forgotten)
    }
}
