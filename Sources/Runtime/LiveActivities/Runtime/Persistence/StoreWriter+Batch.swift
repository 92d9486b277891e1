import LiveActivityCore
import LiveActivityHost

extension PushTokens {
    /// A function that adds the push type and tokens to an activity's extras; `nil` if no activity has pushes, so that a large
    /// batch makes no calls.
    ///
    /// - Parameter waiting: The push types of activities that were not restored (``StoreWriter/waitingPushes``).
    func additional(waiting: [ActivityID: StoredPushes]) -> ((ActivityID, JSONValue?) -> JSONValue?)? {
        // A look-up for each activity of the batch: there may be a million activities, few of which are in a batch.
        isEmpty && waiting.isEmpty ? nil : { StoredPushes.additional(self.stored(of: $0) ?? waiting[$0], $1) }
    }
}

extension Shard {
    /// Takes the unwritten state. It counts as written, unless it is put back.
    ///
    /// - Parameter number: The batch's number (``StoreWriter/batchNumber``).
    func takePending(for number: UInt64) -> PendingShard? { state.withLock { $0.host.takePending(for: number) } }

    /// Restarts the journal with the next command, as a replay could not repeat the current operation.
    func breakJournalOff() { state.withLock { $0.host.journal?.breakOff() } }

    func putBack(_ pending: PendingShard) { state.withLock { $0.host.putBack(pending) } }

    /// Records that the taken state is stored, so that named consumers may read it.
    func wasPersisted(_ pending: PendingShard) {
        let wakeUps = state.withLock { state -> WakeUps in
            var wakeUps = WakeUps()
            let persisted = state.host.wasPersisted(pending)
            if persisted.resumesDeadlines, !state.isClosed { state.setAlarm(self) }
            if let sequence = persisted.readableUpTo {
                state.outboxReaders.publish(OutboxMark(shard: pending.index, written: sequence), &wakeUps)
            }
            return wakeUps
        }
        wakeUps.callIfAny()
    }
}
