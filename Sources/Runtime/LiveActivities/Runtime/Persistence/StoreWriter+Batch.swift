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
        let additional: ((ActivityID) -> JSONValue?)? =
            pushes == nil && unknown.isEmpty ? nil : { StoredPushes.additional(pushes?($0), unknown[$0]) }
        batch.activities.reserveCapacity(shards.reduce(0) { $0 + ($1.state?.activityCount ?? 0) })
        let encoder = WireEncoder()
        for shard in shards { try batch.add(shard, with: encoder, additional: additional) }
        return batch
    }
}

extension Shard {
    /// Takes what the store does not have yet. It counts as written, unless it is put back.
    ///
    /// - Parameter number: The batch's (``StoreWriter/batchNumber``).
    func takePending(for number: UInt64) -> PendingShard? {
        state.withLock { state in
            // Where a command has come since the number was counted up, what was done before it was taken then.
            if state.batchNumber == number, number > 0 { return state.takenForBatch.take() }
            state.batchNumber = number
            return state.takePending(of: index)
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
            if pending.state != nil {
                let awaited = state.engine.awaitsPersistence
                state.engine.wasPersisted()
                if awaited, !state.isClosed { state.setAlarm(self) }
            }
            if state.outbox != nil {
                state.outbox?.wasPersisted(upTo: pending.sequence)
                state.outboxReaders.tell(OutboxMark(shard: pending.index, written: pending.sequence), &wakeUps)
            }
            return wakeUps
        }
        wakeUps.callIfAny()
    }
}

extension ShardState {
    /// Takes what belongs to the batch with this number, before a command that does not.
    @usableFromInline mutating func takePending(of shard: Int, forBatch number: UInt64) {
        batchNumber = number
        takenForBatch = takePending(of: shard)
    }

    fileprivate mutating func takePending(of shard: Int) -> PendingShard? {
        guard isDirty || engine.hasCounted || journal?.isEmpty == false else { return nil }
        var taken = PendingShard(index: shard, state: engine.takePending(), sequence: engine.sequence)
        outbox?.take(into: &taken)
        journal?.take(into: &taken)
        return taken
    }
}
