import LiveActivityCore
import Synchronization

// Makes a batch of what was taken from the shards: under no lock, on the thread that writes it.
extension StoreWriter {
    func batch(_ head: HeadChanges, _ shards: [PendingShard], _ tokens: PushTokens) throws(StoreError) -> StoreBatch {
        var batch = StoreBatch()
        batch.run = head.run
        batch.closedRun = head.closedRun
        batch.lostRuns = head.lostRuns
        batch.shards = head.shards
        batch.partition = head.partition
        batch.seed = head.seed
        for (name, record) in head.consumers {
            if let record { batch.consumers.append(record) } else { batch.forgottenConsumers.append(name) }
        }
        for (key, token) in head.startTokens {
            if let token {
                batch.startTokens.append(StartTokenRecord(owner: key.owner, kind: key.kind, token: token))
            } else {
                batch.forgottenStartTokens.append(key)
            }
        }
        // Looked up one by one: there may be a million, of which this batch has a few.
        let pushes: ((ActivityID) -> StoredPushes?)? = tokens.isEmpty ? nil : { tokens.stored(of: $0) }
        let unknown = unknownExtras.withLock { $0 }
        for shard in shards {
            if let state = shard.state { try add(state, shard.index, pushes, unknown, to: &batch) }
            batch.consumerChanges += shard.consumerChanges.lazy.map(\.value)
            batch.forgottenConsumerChanges += shard.forgottenConsumerChanges
            if let end = shard.consumerChangeBeginning {
                batch.consumerChangeBeginnings.append(ChangePosition(shard: shard.index, sequence: end))
            }
            batch.journalBases += shard.journalBases
            batch.journal += shard.journal
            if let number = shard.journalBeginning {
                batch.journalBeginnings.append(JournalBeginning(shard: shard.index, number: number))
            }
        }
        return batch
    }

    private func add(
        _ state: PendingPersistence, _ shard: Int, _ pushes: ((ActivityID) -> StoredPushes?)?,
        _ unknown: [ActivityID: JSONValue],
        to batch: inout StoreBatch
    ) throws(StoreError) {
        batch.engines.append(
            EngineRecord(shard: shard, now: state.now, sequence: state.sequence, starts: state.starts))
        // All shards have the same kinds under the same numbers.
        for kind in state.kinds where !batch.kinds.contains(where: { $0.ordinal == kind.ordinal }) {
            batch.kinds.append(KindRecord(ordinal: kind.ordinal, kind: kind.kind))
        }
        batch.activities.reserveCapacity(batch.activities.count + state.activityCount)
        do throws(EngineError) {
            try state.forEachActivity { record, kind, topics in
                var record = record
                if pushes != nil || !unknown.isEmpty,
                    let additional = StoredPushes.additional(pushes?(record.id), unknown[record.id])
                {
                    record.extras = record.extras ?? ActivityRecord.Extras()
                    record.extras?.additional = additional
                } else if let extras = record.extras, extras == ActivityRecord.Extras() {
                    record.extras = nil
                }
                batch.activities.append(StoredActivity(record, kind: kind, topics: topics))
            }
        } catch {
            throw .unavailable(reason: error.description)
        }
        for (id, freed) in state.gone {
            batch.forgottenActivities.append(id)
            guard let freed else { continue }
            batch.freedSlots.append(
                FreedSlotRecord(
                    slot: id.slot, generation: freed.slot.generation, usesLeft: freed.slot.usesLeft, order: freed.order,
                    lostRuns: state.lostRuns))
        }
        for (name, record) in state.ownerRecords {
            if let record { batch.permissions.append(record) } else { batch.forgottenPermissions.append(name) }
        }
        for (name, memory) in state.topics {
            if let memory {
                batch.topics.append(TopicRecord(shard: shard, memory: memory))
            } else {
                batch.forgottenTopics.append(TopicRecord.Key(shard: shard, name: name))
            }
        }
        for (owner, kind, key, at) in state.dismissalRecords {
            if let at {
                batch.dismissals.append(Snapshot.Dismissal(owner: owner, kind: kind, key: key, at: at))
            } else {
                batch.forgottenDismissals.append(DismissalKey(owner: owner, kind: kind, key: key))
            }
        }
    }
}

/// The dirty state of a shard at one moment.
struct PendingShard: Sendable {
    var index: Int
    var state: PendingPersistence?
    var consumerChanges: [SharedChange] = []
    var forgottenConsumerChanges: [ChangePosition] = []
    /// ``StoreBatch/consumerChangeBeginnings``, of this shard.
    var consumerChangeBeginning: UInt64?
    var journalBases: [JournalBase] = []
    var journal: [JournalEntry] = []
    var journalBeginning: UInt64?
    /// Of the shard's last change at that moment.
    var sequence: UInt64
}

extension Shard {
    /// Takes what the store does not have yet. It counts as written, unless it is put back.
    func takePending() -> PendingShard? {
        state.withLock { state in
            guard state.isDirty || state.engine.hasCounted || state.journal?.isEmpty == false else { return nil }
            var taken = PendingShard(index: index, state: state.engine.takePending(), sequence: state.engine.sequence)
            state.outbox?.take(into: &taken)
            state.journal?.take(into: &taken)
            return taken
        }
    }

    /// Begins the journal anew with the next command: something happens that a replay could not repeat.
    func breakJournalOff() { state.withLock { $0.journal?.breakOff() } }

    func putBack(_ pending: PendingShard) {
        state.withLock { state in
            if let taken = pending.state { state.engine.putBack(taken) }
            state.outbox?.putBack(pending)
            state.journal?.putBack(pending)
        }
    }

    /// Says that what was taken is in the store: named consumers may see it.
    func wasPersisted(_ pending: PendingShard) {
        let wakeUps = state.withLock { state -> WakeUps in
            var wakeUps = WakeUps()
            if pending.state != nil { state.engine.wasPersisted() }
            state.outbox?.wasPersisted(upTo: pending.sequence, &wakeUps)
            return wakeUps
        }
        wakeUps.callIfAny()
    }
}
