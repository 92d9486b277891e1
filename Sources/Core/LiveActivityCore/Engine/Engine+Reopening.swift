// Restores an engine from a store, one activity at a time, so that a million need not be in memory twice.
//
// Unlike ``Engine/restore(_:)`` this does not fail as a whole. An activity that its provider cannot read is skipped: it stays
// in the store, and the engine remembers only that its slot is taken.
extension Engine {
    /// Begins the restoring: the engine has no activities, but continues the counters and the numbers of kinds. Registered
    /// providers are kept.
    ///
    /// - Parameter kinds: The kinds in the order of their numbers in ids.
    package mutating func beginReopening(
        now: Date?, sequence: UInt64, starts: UInt64, kinds: [ActivityKind], owners: [Snapshot.Owner],
        damagedPermissions: [Snapshot.DamagedPermission] = [], topics: [Snapshot.TopicMemory], dismissals: [Snapshot.Dismissal]
    ) throws(EngineError) {
        defer { trackChanges(kindsPersisted: kinds.count) }
        func isOwn(_ memory: Snapshot.TopicMemory) -> Bool {
            memory.name.rawValue.hasPrefix(RecentEvents.namePrefix) || memory.name.rawValue.hasPrefix(RequestMemory.namePrefix)
        }
        let snapshot = Snapshot(
            shard: configuration.shard, now: now, sequence: sequence, starts: starts,
            kinds: kinds.map { Snapshot.Kind(kind: $0, ids: .init()) }, owners: owners, topics: topics.filter { !isOwn($0) },
            dismissals: dismissals, damagedPermissions: damagedPermissions.isEmpty ? nil : damagedPermissions)
        try restore(snapshot)
        recentEvents.reopen(topics, at: clock)
        requests.reopen(topics)
    }

    /// Restores one activity, without the links to owner, key, topics and deadlines, which ``endReopening(_:vacant:)`` creates.
    ///
    /// - Returns: Whether it was restored. If its kind has no provider, it becomes inert. If its provider cannot read it, it is
    ///   skipped (``skipped``): its slot stays reserved, but otherwise it does not exist.
    package mutating func reopen(_ activity: ActivityRecord) -> Bool {
        do throws(EngineError) {
            return try reopenThrowing(activity)
        } catch {
            skipped.append((activity.id, error.description))
            return false
        }
    }

    /// Skips an activity that the store itself cannot read: its slot stays reserved, but otherwise it does not exist.
    package mutating func reopenSkipped(_ id: ActivityID, reason: String) { skipped.append((id, reason)) }

    private mutating func reopenThrowing(_ activity: ActivityRecord) throws(EngineError) -> Bool {
        let id = activity.id
        guard id.kind < slabs.count, id.shard == configuration.shard else {
            throw .cannotRestore(reason: "activity \(id) is of an unknown kind")
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
            throw .cannotRestore(reason: "activity \(id) has the slot of another activity")
        }
        slab.renumber(id.index, generation: id.generation, usesLeft: activity.usesLeft)
        let isMigrated: Bool
        do throws(EngineError) { isMigrated = try restoreRow(of: slab, activity) } catch {
            refused.append(activity)
            throw error
        }
        let head = slab.head(id.index)
        restore(head, activity)
        head.pointee.isPersisted = !isMigrated
        if isMigrated { markDirty(id, head) }
        return true
    }

    /// The activities that wait for their kind's provider.
    package var waiting: [(id: ActivityID, kind: ActivityKind)] {
        inert.keys.sorted().flatMap { ordinal in
            inert[ordinal].map { kind in kind.activities.map { ($0.id, kind.kind) } } ?? []
        }
    }

    /// The kind that an id contains, even if no such activity exists.
    package func kindName(of id: ActivityID) -> ActivityKind? { id.kind < slabs.count ? slabs[id.kind].provider.kind : nil }

    /// Restores a slot from which an activity was dismissed.
    ///
    /// - Parameter lostRuns: How many runs were lost when it was freed (``lostRuns``). The generations that activities may have
    ///   had in runs that were lost since are skipped.
    package mutating func reopenFreedSlot(
        kind: Int, _ freed: ActivityIDAllocator.FreedSlot, order: UInt64, lostRuns before: UInt64
    )
        throws(EngineError)
    {
        guard kind < slabs.count, freed.generation < ActivityID.generationsMax, freed.usesLeft <= ActivityID.generationsMax
        else {
            throw .cannotRestore(reason: "there is no slot \(freed.index) of kind \(kind)")
        }
        let runs = UInt64(lostRuns) - min(before, UInt64(lostRuns))
        let lost = UInt32(clamping: min(runs * UInt64(ActivityIDAllocator.lostUsesMax), UInt64(freed.usesLeft)))
        let generation = (freed.generation + lost) % ActivityID.generationsMax
        if inert[kind] != nil {
            inert[kind]?.ids.freed.append(
                ActivityIDAllocator.FreedSlot(index: freed.index, generation: generation, usesLeft: freed.usesLeft - lost))
            return
        }
        let slab = slabs[kind]
        try makeRoom(in: slab, for: freed.index)
        // The slot was reused.
        guard slab.head(freed.index).pointee.phase == .free else { return }
        slab.renumber(freed.index, generation: generation, usesLeft: freed.usesLeft - lost, order: order)
    }

    private func makeRoom(in slab: ActivitySlab, for index: Int) throws(EngineError) {
        // More slots than there can ever have been activities at once are a sign of damage, and would take gigabytes.
        let rows = 4 * min(max(configuration.limits.activities, 1 << 20), ActivityID.indicesMax)
        guard 0..<rows ~= index else {
            throw .cannotRestore(reason: "slot \(index) of '\(slab.provider.kind)' is farther than any activity can be")
        }
        while slab.used <= index { slab.appendUnknownRow() }
    }

    /// Ends the restoring: links the restored activities to owners, keys, topics and deadlines. Deadlines that have passed run
    /// with the next ``advance(to:)``, each with its own date.
    ///
    /// - Parameters:
    ///   - living: The activities that ``reopen(_:)`` has restored.
    ///   - vacant: The free slots, the most recently freed one last.
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

    /// Restores the activities of a kind that waited for its provider.
    mutating func reopen(_ waiting: Snapshot.Kind, in slab: ActivitySlab) {
        inert[slab.ordinal] = nil
        slabs[slab.ordinal] = slab
        var living: [ActivityID] = []
        for activity in waiting.activities where reopen(activity) { living.append(activity.id) }
        for freed in waiting.ids.freed {
            // Valid, as it was checked when it was read from the store.
            try? reopenFreedSlot(kind: slab.ordinal, freed, order: 0, lostRuns: UInt64(lostRuns))
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
                return head.pointee.phase == .free && head.rest.pointee.usesLeft > 0 && !notTheirs.contains($0)
            })
    }

    /// Decodes an activity's attributes and state into its row, with this version of its provider.
    ///
    /// - Returns: Whether they were written by an older schema version.
    @discardableResult
    func restoreRow(of slab: ActivitySlab, _ activity: ActivityRecord) throws(EngineError) -> Bool {
        let version = activity.schemaVersion ?? 1
        // Attributes that are `null`, which a kind without types may have, are decoded as missing.
        let attributes = activity.attributes ?? JSONText(.null)
        guard version <= slab.provider.schemaVersion else {
            throw .cannotRestore(
                reason: "activity \(activity.id) is of version \(version), later than \(slab.provider.schemaVersion)")
        }
        do {
            var (attributes, state) = (attributes, activity.content.state)
            let isOlder = version < slab.provider.schemaVersion
            // The operations are not copied: a copy counts a reference for each closure, and threads share the counters.
            if isOlder { (attributes, state) = try slab.provider.operations.json.migrate(attributes, state, version) }
            try slab.provider.operations.json.restoreRow(restoringDecoder, attributes, state, slab.row(activity.id.index))
            return isOlder
        } catch let error as EngineError {
            throw error
        } catch {
            throw EngineError(error, reading: "activity \(activity.id)")
        }
    }
}
