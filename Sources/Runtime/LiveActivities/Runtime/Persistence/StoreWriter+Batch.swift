import LiveActivityCore
import LiveActivityHost

extension PushTokens {
    /// The members of an activity's extras that hold its push type and tokens; `nil` where there are no pushes, so that a batch
    /// of many activities makes no call.
    var additional: ((ActivityID, JSONValue?) -> JSONValue?)? {
        // A look-up for each activity of the batch: there may be a million activities, of which a batch has a few.
        isEmpty ? nil : { StoredPushes.additional(self.stored(of: $0), $1) }
    }
}

extension Shard {
    /// Takes what the store does not have yet. It counts as written, unless it is put back.
    ///
    /// - Parameter number: The batch's (``StoreWriter/batchNumber``).
    func takePending(for number: UInt64) -> PendingShard? { state.withLock { $0.host.takePending(for: number) } }

    /// Restarts the journal with the next command: a replay could not repeat what happens now.
    func breakJournalOff() { state.withLock { $0.host.journal?.breakOff() } }

    func putBack(_ pending: PendingShard) { state.withLock { $0.host.putBack(pending) } }

    /// Says that what was taken is in the store: named consumers may see it.
    func wasPersisted(_ pending: PendingShard) {
        let wakeUps = state.withLock { state -> WakeUps in
            var wakeUps = WakeUps()
            let persisted = state.host.wasPersisted(pending)
            if persisted.resumesDeadlines, !state.isClosed { state.setAlarm(self) }
            if let sequence = persisted.readableUpTo {
                state.outboxReaders.tell(OutboxMark(shard: pending.index, written: sequence), &wakeUps)
            }
            return wakeUps
        }
        wakeUps.callIfAny()
    }
}
