package import LiveActivityCore

// Restoring a host from a store: first the data that precedes the activities, then the activities in any order, then the links
// between them.
extension Host {
    /// Activities and slots that were read but not linked yet.
    struct Reopening {
        var living: [ActivityID] = []
        var vacant: [(order: UInt64, kind: Int, index: Int)] = []
    }

    /// - Parameters:
    ///   - head: The store's head, with its kinds in order (``StoreHead/sortKinds()``).
    ///   - lostRuns: The number of lost runs before this one.
    ///   - isOfShard: Whether an owner belongs to this host. A damaged permission with an unknown owner may belong to any
    ///     owner.
    package mutating func beginReopening(
        _ head: StoreHead, lostRuns: UInt64, isOfShard: (OwnerID) -> Bool
    ) throws(EngineError) {
        let counts = head.engines.first { $0.shard == shard }
        engine.lostRuns = UInt32(clamping: lostRuns)
        try engine.beginReopening(
            now: counts?.now, sequence: counts?.sequence ?? 0, starts: counts?.starts ?? 0, kinds: head.kinds.map(\.kind),
            owners: head.permissions.filter { isOfShard($0.name) },
            damagedPermissions: head.damagedPermissions.filter { $0.owner.map(isOfShard) ?? true },
            topics: head.topics.filter { $0.shard == shard }.map(\.memory),
            dismissals: head.dismissals.filter { isOfShard($0.owner) })
    }

    /// - Parameter unknown: The members of its extras that this version does not know. They are written back with each change.
    package mutating func reopen(_ activity: ActivityRecord, unknown: JSONValue? = nil) {
        if let unknown { unknownExtras[activity.id] = unknown }
        if engine.reopen(activity) { reopening.living.append(activity.id) }
    }

    package mutating func reopen(_ record: FreedSlotRecord) throws(EngineError) {
        let slot = ActivityID.parts(ofSlot: record.slot)
        let freed = ActivityIDAllocator.FreedSlot(
            index: slot.index, generation: record.generation, usesLeft: record.usesLeft)
        try engine.reopenFreedSlot(kind: slot.kind, freed, order: record.order, lostRuns: record.lostRuns)
        reopening.vacant.append((record.order, slot.kind, slot.index))
    }

    /// The number of activities that were read.
    package var activitiesReopened: Int { reopening.living.count }

    /// Ends the reopening: builds the free lists and the links between activities.
    package mutating func endReopening() {
        let vacant = reopening.vacant.sortedRarely { $0.order < $1.order }.map { ($0.kind, $0.index) }
        engine.endReopening(reopening.living, vacant: vacant)
        reopening = Reopening()
    }

    /// Begins to record commands, in a journal that continues the store's.
    package mutating func openJournal(
        _ limits: JournalLimits, run: UInt64, _ configuration: EngineConfiguration, _ stored: Journal.Stored?
    ) {
        var configuration = configuration
        configuration.shard = shard
        let stored = stored ?? Journal.Stored()
        journal = Journal(
            limits, shard: shard, run: run, configuration: configuration, next: stored.next, parts: stored.parts)
    }
}

extension StoreHead {
    /// Sorts the kinds by their ordinals, which become their indices.
    ///
    /// - Throws: ``StoreError/damaged(reason:)`` if one is missing.
    package mutating func sortKinds() throws(StoreError) {
        kinds = kinds.sortedRarely { $0.ordinal < $1.ordinal }
        guard kinds.map(\.ordinal) == Array(kinds.indices) else {
            throw .damaged(reason: "its kinds are numbered \(kinds.map(\.ordinal))")
        }
    }
}

extension StoredActivity {
    /// The activity's record for the engine, and the members of its extras that only the runtime uses.
    package var parts: (record: ActivityRecord, additional: JSONValue?) {
        // Few records have such members. The others are returned unchanged, because a copy would retain all their references.
        guard let additional = record.extras?.additional else { return (record, nil) }
        var record = record
        record.extras?.additional = nil
        if record.extras == ActivityRecord.Extras() { record.extras = nil }
        return (record, additional)
    }
}
