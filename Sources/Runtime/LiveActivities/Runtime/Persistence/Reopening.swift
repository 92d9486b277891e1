import LiveActivityCore
import Synchronization

// Restoring a runtime from its store.
extension LiveActivityRuntime {
    func reopen(_ store: any ActivityStore, _ head: StoreHead, _ storeWriter: StoreWriter) throws {
        try beginReopening(head, storeWriter)
        var living: [[ActivityID]] = Array(repeating: [], count: shards.count)
        try store.forEachActivity { stored in
            let id = stored.record.id
            guard let index = index(ofShard: id.shard) else {
                throw StoreError.damaged(reason: "activity \(id) is of shard \(id.shard), there are \(shards.count)")
            }
            // Few have any. The others are passed on as they are, as a copy would retain all that they have.
            if let additional = stored.record.extras?.additional {
                if let pushes = StoredPushes(additional) { storeWriter.waitingPushes.withLock { $0[id] = pushes } }
                if let unknown = StoredPushes.others(in: additional) { storeWriter.unknownExtras.withLock { $0[id] = unknown } }
                let activity = stored.record.withoutAdditional
                if shards[index].query({ $0.reopen(activity) }) { living[index].append(id) }
            } else if shards[index].query({ $0.reopen(stored.record) }) {
                living[index].append(id)
            }
        }
        for damage in store.damage {
            guard let id = damage.activity, let index = index(ofShard: id.shard) else { continue }
            shards[index].query { $0.reopenSkipped(id, reason: damage.reason) }
        }
        let vacant = try reopenFreedSlots(store)
        endReopening(living, vacant)
        restorePushes()
        pushes.state.withLock { state in for token in head.startTokens { state.startTokens[token.key] = token.token } }
        try reopenConsumerChanges(store, head)
        let latest = head.engines.compactMap(\.now).max()
        let opening = StoreOpening(
            run: storeWriter.run, activities: living.reduce(0) { $0 + $1.count },
            clockBehind: max(0, latest.map { $0.timeIntervalSince(clock.now) } ?? 0), damage: store.damage,
            damagedPermissions: head.damagedPermissions)
        storeWriter.opening.withLock { $0 = opening }
    }

    /// Links the activities of each shard, on two threads where there are many: no shard needs anything of another one.
    private func endReopening(_ living: [[ActivityID]], _ vacant: [[(kind: Int, index: Int)]]) {
        let (shards, other) = (shards, SleepingThreads())
        let middle = living.reduce(0) { $0 + $1.count } < 10_000 ? 0 : shards.count / 2
        let isHelped =
            middle > 0
            && startThread {
                for index in 0..<middle { shards[index].endReopening(living[index], vacant[index]) }
                other.wake(returning: nil)
            }
        for index in (isHelped ? middle : 0)..<shards.count { shards[index].endReopening(living[index], vacant[index]) }
        if isHelped { _ = other.sleep() }
    }

    /// Gives restored activities what the store has of how they take pushes.
    func restorePushes() {
        guard let waiting = storeWriter?.waitingPushes.withLock({ $0 }), !waiting.isEmpty else { return }
        for (id, pushes) in waiting where state(of: id) != nil {
            storeWriter?.waitingPushes.withLock { $0[id] = nil }
            setPushes(pushes, of: id)
        }
    }

    private func beginReopening(_ head: StoreHead, _ storeWriter: StoreWriter) throws {
        let kinds = head.kinds.sorted { $0.ordinal < $1.ordinal }
        guard kinds.map(\.ordinal) == Array(kinds.indices) else {
            throw StoreError.damaged(reason: "its kinds are numbered \(kinds.map(\.ordinal))")
        }
        for shard in shards {
            let counts = head.engines.first { $0.shard == shard.index }
            let (owners, dismissals) = (
                head.permissions.filter { self.shard(of: $0.name) === shard },
                head.dismissals.filter { self.shard(of: $0.owner) === shard }
            )
            // One whose owner is not known may be of any shard.
            let damaged = head.damagedPermissions.filter { $0.owner.map { self.shard(of: $0) === shard } ?? true }
            try shard.beginReopening(
                lostRuns: storeWriter.lostRuns, counts, kinds.map(\.kind), owners, damaged,
                head.topics.filter { $0.shard == shard.index }.map(\.memory), dismissals)
        }
    }

    /// - Returns: By shard, the slots to use again, the one left last at the end.
    private func reopenFreedSlots(_ store: any ActivityStore) throws -> [[(kind: Int, index: Int)]] {
        var slots: [[(order: UInt64, kind: Int, index: Int)]] = Array(repeating: [], count: shards.count)
        try store.forEachFreedSlot { record in
            let slot = ActivityID.parts(ofSlot: record.slot)
            guard let index = index(ofShard: slot.shard) else {
                throw StoreError.damaged(reason: "slot \(record.slot) is of shard \(slot.shard), there are \(shards.count)")
            }
            let freed = ActivityIDAllocator.FreedSlot(
                index: slot.index, generation: record.generation, usesLeft: record.usesLeft)
            try shards[index].queryThrowing { (engine) throws(EngineError) in
                try engine.reopenFreedSlot(kind: slot.kind, freed, order: record.order, lostRuns: record.lostRuns)
            }
            slots[index].append((record.order, slot.kind, slot.index))
        }
        return slots.map { $0.sorted { $0.order < $1.order }.map { ($0.kind, $0.index) } }
    }

    /// Continues the journal in the store, with a new part.
    func openJournal(
        _ store: any ActivityStore, _ limits: JournalLimits, _ configuration: EngineConfiguration, _ storeWriter: StoreWriter
    ) throws {
        let stored = try Journal.stored(in: store)
        for shard in shards {
            var configuration = configuration
            configuration.shard = shard.index
            let (index, run, its, journal) = (
                shard.index, storeWriter.run, configuration, stored[shard.index] ?? Journal.Stored()
            )
            shard.state.withLock {
                $0.journal = Journal(
                    limits, shard: index, run: run, configuration: its, next: journal.next, parts: journal.parts)
            }
        }
    }

    private func reopenConsumerChanges(_ store: any ActivityStore, _ head: StoreHead) throws {
        guard !head.consumers.isEmpty else { return }
        for (index, shard) in shards.enumerated() {
            let positions = head.consumers.map { ($0.name, index < $0.acknowledged.count ? $0.acknowledged[index] : 0) }
            shard.state.withLock { state in
                state.outbox = Outbox(written: state.engine.sequence)
                for (name, position) in positions { state.outbox?.add(name, acknowledged: position) }
            }
        }
        try store.forEachConsumerChange { change in
            shardIfAny(of: change.activity)?.state.withLock { $0.outbox?.restore(change) }
        }
    }
}

extension Shard {
    fileprivate func beginReopening(
        lostRuns: UInt64, _ counts: EngineRecord?, _ kinds: [ActivityKind], _ owners: [Snapshot.Owner],
        _ damagedPermissions: [Snapshot.DamagedPermission], _ topics: [Snapshot.TopicMemory], _ dismissals: [Snapshot.Dismissal]
    ) throws(RuntimeError) {
        let common = common
        try queryThrowing { (engine) throws(EngineError) in
            engine.lostRuns = UInt32(clamping: lostRuns)
            try engine.beginReopening(
                now: counts?.now, sequence: counts?.sequence ?? 0, starts: counts?.starts ?? 0, kinds: kinds,
                owners: owners, damagedPermissions: damagedPermissions, topics: topics, dismissals: dismissals)
            if let common { engine.takeSlot = { common.capacity.take() } }
        }
    }

    fileprivate func endReopening(_ living: [ActivityID], _ vacant: [(kind: Int, index: Int)]) {
        let common = common
        query { engine in
            engine.endReopening(living, vacant: vacant)
            guard let common else { return }
            engine.slotsTaken = engine.activityCount
            common.capacity.add(engine.activityCount)
            engine.shareTopics(common.topics)
        }
        reportPermissions()
    }
}

extension ActivityRecord {
    /// As an engine knows it, without what the runtime adds.
    fileprivate var withoutAdditional: ActivityRecord {
        guard extras?.additional != nil else { return self }
        var record = self
        record.extras?.additional = nil
        if record.extras == ActivityRecord.Extras() { record.extras = nil }
        return record
    }
}
