/// The parts of an engine that have changed since the last batch for a store. Only these have to be written.
struct DirtySet {
    /// The changed activities, each once, including dismissed ones (``ActivityHead/isDirty``).
    var activities: [ActivityID] = []
    /// The new states of some of them.
    var contents = EncodedContents()
    /// Activities that were ended without having been restored.
    var unrestored: Set<ActivityID> = []
    /// Owners whose permissions have changed.
    var permissions: Set<OwnerID> = []
    /// Users' dismissals that were added or removed.
    var dismissals: Set<DismissalTable.Entry> = []
    /// The number of kinds, with their position in an id, that the store has.
    var kindsPersisted = 0
    /// The counters in the store; `nil` if unknown.
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
