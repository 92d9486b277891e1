import LiveActivityCore
import LiveActivityHost
import Synchronization

// Restoring a runtime from its store.
extension LiveActivityRuntime {
    func reopen(_ store: any ActivityStore, _ head: StoreHead, _ storeWriter: StoreWriter, lostRuns: UInt64) throws {
        for shard in shards { try shard.beginReopening(head, lostRuns: lostRuns) { self.shard(of: $0) === shard } }
        try store.forEachActivity { stored in
            let (record, additional) = stored.parts
            guard let index = index(ofShard: record.id.shard) else {
                throw StoreError.damaged(
                    reason: "activity \(record.id) is of shard \(record.id.shard), there are \(shards.count)")
            }
            if let additional, let pushes = StoredPushes(additional) {
                storeWriter.waitingPushes.withLock { $0[record.id] = pushes }
            }
            let unknown = additional.flatMap { StoredPushes.others(in: $0) }
            shards[index].state.withLock { $0.host.reopen(record, unknown: unknown) }
        }
        for damage in store.damage {
            guard let id = damage.activity, let index = index(ofShard: id.shard) else { continue }
            shards[index].query { $0.reopenSkipped(id, reason: damage.reason) }
        }
        try store.forEachFreedSlot { record in
            let number = ActivityID.parts(ofSlot: record.slot).shard
            guard let index = index(ofShard: number) else {
                throw StoreError.damaged(reason: "slot \(record.slot) is of shard \(number), there are \(shards.count)")
            }
            try shards[index].state.withLock { try $0.host.reopen(record) }
        }
        let activities = endReopening()
        restorePushes()
        pushes.state.withLock { state in for token in head.startTokens { state.startTokens[token.key] = token.token } }
        try reopenConsumerChanges(store, head)
        let latest = head.engines.compactMap(\.now).max()
        let opening = StoreOpening(
            run: storeWriter.run, activities: activities,
            clockBehind: max(0, latest.map { $0.timeIntervalSince(clock.now) } ?? 0),
            damage: store.damage, damagedPermissions: head.damagedPermissions)
        storeWriter.opening.withLock { $0 = opening }
    }

    /// Links the activities of each shard, on two threads if there are many: the shards are independent.
    ///
    /// - Returns: The number of activities.
    private func endReopening() -> Int {
        let (shards, other) = (shards, SleepingThreads())
        let activities = shards.reduce(0) { $0 + $1.state.withLock { $0.host.activitiesReopened } }
        let middle = activities < 10_000 ? 0 : shards.count / 2
        let isHelped =
            middle > 0
            && startThread {
                for shard in shards[..<middle] { shard.endReopening() }
                other.wake(returning: nil)
            }
        for shard in shards[(isHelped ? middle : 0)...] { shard.endReopening() }
        if isHelped { _ = other.sleep() }
        return activities
    }

    /// Restores the stored push types and tokens of activities.
    func restorePushes() {
        guard let waiting = storeWriter?.waitingPushes.withLock({ $0 }), !waiting.isEmpty else { return }
        for (id, pushes) in waiting where state(of: id) != nil {
            storeWriter?.waitingPushes.withLock { $0[id] = nil }
            setPushes(pushes, of: id)
        }
    }

    /// Continues the journal in the store, with a new part.
    func openJournal(
        _ store: any ActivityStore, _ limits: JournalLimits, _ configuration: EngineConfiguration, _ storeWriter: StoreWriter
    ) throws {
        let stored = try Journal.stored(in: store)
        let run = storeWriter.run
        for shard in shards {
            let journal = stored[shard.index]
            shard.state.withLock { $0.host.openJournal(limits, run: run, configuration, journal) }
        }
    }

    private func reopenConsumerChanges(_ store: any ActivityStore, _ head: StoreHead) throws {
        guard !head.consumers.isEmpty else { return }
        for (index, shard) in shards.enumerated() {
            shard.state.withLock { $0.host.restoreConsumers(head, index: index) }
        }
        try store.forEachConsumerChange { change in
            shardIfAny(of: change.activity)?.state.withLock { $0.host.restore(change) }
        }
    }
}

extension Shard {
    fileprivate func beginReopening(_ head: StoreHead, lostRuns: UInt64, isOfShard: (OwnerID) -> Bool) throws(RuntimeError) {
        try state.withLock { (state) throws(RuntimeError) in
            do throws(EngineError) {
                try state.host.beginReopening(head, lostRuns: lostRuns, isOfShard: isOfShard)
            } catch {
                throw .engine(error)
            }
            if let common { state.host.engine.takeSlot = { common.capacity.take() } }
        }
    }

    fileprivate func endReopening() {
        let common = common
        state.withLock { state in
            state.host.endReopening()
            guard let common else { return }
            let count = state.host.engine.activityCount
            state.host.engine.slotsTaken = count
            common.capacity.add(count)
            state.host.engine.shareTopics(common.topics)
        }
        reportPermissions()
    }
}
