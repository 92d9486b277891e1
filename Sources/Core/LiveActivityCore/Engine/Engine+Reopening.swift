// How an engine comes back from what was kept of it, one activity at a time: a million need not be in memory twice.
//
// Unlike ``Engine/restore(_:)`` this takes what it gets. An activity that its provider does not understand is left where it is kept, and
// only its place is remembered.
extension Engine {
    /// Begins: the engine is as new, but counts on from there, and names kinds as before. Providers that were registered stay.
    ///
    /// - Parameter kinds: In the order in which ids name them.
    package mutating func beginReopening(
        now: Date?, sequence: UInt64, starts: UInt64, kinds: [ActivityKind], owners: [Snapshot.Owner],
        topics: [Snapshot.TopicMemory], dismissals: [Snapshot.Dismissal]
    ) throws(EngineError) {
        defer { trackChanges(kindsPersisted: kinds.count) }
        let snapshot = Snapshot(
            shard: configuration.shard, now: now, sequence: sequence, starts: starts,
            kinds: kinds.map { Snapshot.Kind(kind: $0, ids: .init()) }, owners: owners, topics: topics,
            dismissals: dismissals)
        try restore(snapshot)
    }

    /// Brings one activity back, but for its place among others, which ``endReopening(_:)`` gives it.
    ///
    /// - Returns: Whether it lives again. Not so where nobody has registered its kind: it waits for its provider. Nor where its
    ///   provider does not understand it (``skipped``): its place stays taken, and it is as if it were not there.
    package mutating func reopen(_ activity: ActivityRecord) -> Bool {
        do throws(EngineError) {
            return try reopenThrowing(activity)
        } catch {
            skipped.append((activity.id, error.description))
            return false
        }
    }

    private mutating func reopenThrowing(_ activity: ActivityRecord) throws(EngineError) -> Bool {
        let id = activity.id
        guard id.kind < slabs.count, id.shard == configuration.shard else {
            throw .cannotRestore(reason: "activity \(id) is of no kind that is known here")
        }
        if inert[id.kind] != nil {
            inert[id.kind]?.activities.append(activity)
            return false
        }
        let slab = slabs[id.kind]
        try makeRoom(in: slab, for: id.index)
        guard activity.isPlausible else {
            throw .cannotRestore(reason: "activity \(id) has a number that no activity has")
        }
        guard slab.head(id.index).pointee.phase == .free else {
            throw .cannotRestore(reason: "activity \(id) has the place of another one")
        }
        slab.renumber(id.index, generation: id.generation, usesLeft: activity.usesLeft)
        let isMigrated = try restoreRow(of: slab, activity)
        let head = slab.head(id.index)
        restore(head, activity)
        head.pointee.isPersisted = !isMigrated
        if isMigrated { markDirty(id, head) }
        return true
    }

    /// Activities that wait for their kind's provider.
    package var waiting: [(id: ActivityID, kind: ActivityKind)] {
        inert.keys.sorted().flatMap { ordinal in
            inert[ordinal].map { kind in kind.activities.map { ($0.id, kind.kind) } } ?? []
        }
    }

    /// The kind that an id names, whether or not there is such an activity.
    package func kindName(of id: ActivityID) -> ActivityKind? { id.kind < slabs.count ? slabs[id.kind].provider.kind : nil }

    /// Notes a place from which an activity was dismissed.
    ///
    /// - Parameter lost: How many activities may have lived there since and are not remembered.
    package mutating func reopenFreedSlot(kind: Int, _ freed: ActivityIDAllocator.FreedSlot, order: UInt64, lost: UInt32) throws(EngineError)
    {
        guard kind < slabs.count, freed.generation < ActivityID.generationsMax, freed.usesLeft <= ActivityID.generationsMax
        else {
            throw .cannotRestore(reason: "there is no place \(freed.index) of kind \(kind)")
        }
        let lost = min(lost, freed.usesLeft)
        let generation = (freed.generation + lost) % ActivityID.generationsMax
        if inert[kind] != nil {
            inert[kind]?.ids.freed.append(
                ActivityIDAllocator.FreedSlot(index: freed.index, generation: generation, usesLeft: freed.usesLeft - lost))
            return
        }
        let slab = slabs[kind]
        try makeRoom(in: slab, for: freed.index)
        // Somebody lives there again.
        guard slab.head(freed.index).pointee.phase == .free else { return }
        slab.renumber(freed.index, generation: generation, usesLeft: freed.usesLeft - lost, order: order)
    }

    private func makeRoom(in slab: ActivitySlab, for index: Int) throws(EngineError) {
        // As many as there ever were at once; more can only be damage, and would be so many gigabytes.
        guard index < 4 * max(configuration.limits.activities, 1 << 20) else {
            throw .cannotRestore(reason: "place \(index) of '\(slab.provider.kind)' is farther than any activity can be")
        }
        while slab.used <= index { slab.appendUnknownRow() }
    }

    /// Ends: everything has its place among owners, keys, topics and deadlines. What fell due meanwhile happens with the next
    /// ``advance(to:)``, at its own date.
    ///
    /// - Parameters:
    ///   - living: What ``reopen(_:)`` has brought to life.
    ///   - vacant: The places to use again, the one left last at the end.
    package mutating func endReopening(_ living: [ActivityID], vacant: [(kind: Int, index: Int)]) {
        var free: [[UInt32]] = Array(repeating: [], count: slabs.count)
        for place in vacant { free[place.kind].append(UInt32(place.index)) }
        for slab in slabs {
            let free = free[slab.ordinal]
            if var waiting = inert[slab.ordinal] {
                let taken = Set(waiting.activities.map(\.id.index))
                waiting.ids.freed.removeAll { taken.contains($0.index) }
                let used = Set(waiting.ids.freed.filter { $0.usesLeft == 0 }.map { UInt32($0.index) })
                waiting.ids.freeList = free.filter { !taken.contains(Int($0)) && !used.contains($0) }
                inert[slab.ordinal] = waiting
            } else {
                setFree(free, in: slab)
            }
        }
        link(living)
        rememberWaitingTopics()
    }

    /// A kind that was kept has its provider now.
    mutating func reopen(_ waiting: Snapshot.Kind, in slab: ActivitySlab) {
        inert[slab.ordinal] = nil
        slabs[slab.ordinal] = slab
        var living: [ActivityID] = []
        for activity in waiting.activities where reopen(activity) { living.append(activity.id) }
        for freed in waiting.ids.freed {
            // Was read already, so nothing is wrong with it.
            try? reopenFreedSlot(kind: slab.ordinal, freed, order: 0, lost: 0)
        }
        setFree(waiting.ids.freeList, in: slab)
        link(living)
        rememberWaitingTopics()
    }

    private func setFree(_ free: [UInt32], in slab: ActivitySlab) {
        let notTheirs = Set(skipped.lazy.filter { $0.id.kind == slab.ordinal }.map { UInt32($0.id.index) })
        slab.setFree(
            free.filter {
                let head = slab.head(Int($0))
                return head.pointee.phase == .free && head.pointee.usesLeft > 0 && !notTheirs.contains($0)
            })
    }

    /// Reads an activity's attributes and state into its row, in this version of its provider.
    ///
    /// - Returns: Whether they were of an older version.
    @discardableResult
    func restoreRow(of slab: ActivitySlab, _ activity: ActivityRecord) throws(EngineError) -> Bool {
        let (operations, version) = (slab.provider.operations, activity.schemaVersion ?? 1)
        guard let attributes = activity.attributes else {
            throw .cannotRestore(reason: "activity \(activity.id) has no attributes")
        }
        guard version <= slab.provider.schemaVersion else {
            throw .cannotRestore(
                reason: "activity \(activity.id) is of version \(version), later than \(slab.provider.schemaVersion)")
        }
        do {
            var (attributes, state) = (attributes, activity.content.state)
            let isOlder = version < slab.provider.schemaVersion
            if isOlder { (attributes, state) = try operations.json.migrate(attributes, state, version) }
            try operations.json.restoreRow(decoder, attributes, state, slab.row(activity.id.index))
            return isOlder
        } catch {
            throw EngineError(error, reading: "activity \(activity.id)")
        }
    }
}
