import CLiveActivities
import LiveActivityCore

// Group commit: a batch has everything that was applied when it began, and whoever comes meanwhile waits for the next. So a lone caller
// writes on its own thread, and of many at once one writes for all.
extension Runtime {
    /// Refuses a command before it does anything, while the store fails.
    func admit() throws(Failure) {
        guard let persistence else { return }
        persistence.isCommand = true
        if let end = persistence.end { throw Failure(end) }
        guard persistence.failure != nil else { return }
        // At most once a second, so that a full disk does not make each command slow.
        if !persistence.isWriting, Persistence.monotonic - persistence.failedAt >= 1_000 { try? write() }
        if let failure = persistence.end ?? persistence.failure { throw Failure(failure) }
    }

    /// Runs the deadlines that are due at this time, and writes to the store, in every mode, where that must come in between
    /// (`Engine.catchUp(to:)`): the lock is then free for a while.
    func catchUp(to now: Date) throws(Failure) {
        guard let persistence else { return }
        while !engine.catchUp(to: now) {
            let isCommand = persistence.isCommand
            if readsChanges { passChanges() }
            try commit()
            persistence.isCommand = isCommand
        }
    }

    /// What follows every call: the changes go to those who read them, and what has changed to the store.
    func settle() throws(Failure) {
        if readsChanges { passChanges() }
        guard let persistence else { return }
        let wasCommand = persistence.isCommand
        persistence.isCommand = false
        let isDirty = isDirty
        if persistence.failure != nil, !wasCommand {
            // A query is not refused because of what an earlier command could not store; but time is used to try again.
            if isDirty, !persistence.isWriting, Persistence.monotonic - persistence.failedAt >= 1_000 { try? write() }
            return
        }
        if engine.mustPersist { return try commit() }
        switch persistence.mode {
        case .strict where persistence.openBatches == 0:
            if isDirty { return try commit() }
            // What the command has read may be in the batch that another thread is writing.
            if wasCommand, persistence.isWriting { try wait(for: persistence.begun) }
        case .relaxed where isDirty && !persistence.isScheduled:
            persistence.isScheduled = true
            wakeThread()
        default: break
        }
    }

    /// Whether anything is to be written that a caller may have to wait for.
    var isDirty: Bool {
        guard let persistence else { return false }
        return engine.isDirty || !persistence.head.consumers.isEmpty || persistence.outbox?.isUnwritten == true
            || persistence.journal?.isFull == true
    }

    private func commit() throws(Failure) {
        do throws(StoreError) { try write() } catch { throw Failure(notWritten: error) }
    }

    /// Waits until everything that was done before is in the store. The caller holds the lock, which is free while the store is called.
    func write() throws(StoreError) {
        guard let persistence else { return }
        persistence.requested += 1
        let number = persistence.requested
        do throws(Failure) { try wait(for: number) } catch {
            throw persistence.end ?? persistence.failure ?? .unavailable(reason: error.reason)
        }
    }

    private func wait(for number: UInt64) throws(Failure) {
        guard let persistence else { return }
        while persistence.durable < number {
            if let end = persistence.end { throw Failure(notWritten: end) }
            if persistence.failed >= number, let failure = persistence.failure { throw Failure(notWritten: failure) }
            if persistence.isWriting {
                pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock)
            } else {
                writeBatch(persistence)
            }
        }
    }

    /// Writes one batch of everything dirty.
    private func writeBatch(_ persistence: Persistence) {
        persistence.isWriting = true
        persistence.writingThread = pthread_self()
        persistence.begun = persistence.requested
        let taken = take(persistence)
        let (store, run) = (persistence.store, persistence.run)
        pthread_mutex_unlock(&slot.pointee.lock)
        var failure: StoreError?
        do throws(StoreError) {
            let batch = try taken.batch(claimedBy: run)
            if !batch.isEmpty { try store.append(batch) }
        } catch {
            failure = error
        }
        pthread_mutex_lock(&slot.pointee.lock)
        persistence.isWriting = false
        finish(taken, failure, persistence)
        // The threads that wait for this batch, and one that destroys the runtime.
        wakeThread()
    }

    func take(_ persistence: Persistence) -> TakenBatch {
        var shard = PendingShard(index: 0, state: engine.takePending(), sequence: engine.sequence)
        persistence.outbox?.take(into: &shard)
        persistence.journal?.take(into: &shard)
        defer { persistence.head = Persistence.HeadChanges() }
        return TakenBatch(head: persistence.head, shard: shard, unknownExtras: persistence.unknownExtras)
    }

    func finish(_ taken: TakenBatch, _ failure: StoreError?, _ persistence: Persistence) {
        persistence.failure = failure
        guard let failure else {
            persistence.durable = max(persistence.durable, persistence.begun)
            if taken.shard.state != nil { engine.wasPersisted() }
            if persistence.outbox != nil {
                persistence.outbox?.wasPersisted(upTo: taken.shard.sequence)
                if !taken.shard.consumerChanges.isEmpty { persistence.hasNews = true }
            }
            return
        }
        persistence.failed = max(persistence.failed, persistence.begun)
        persistence.failedAt = Persistence.monotonic
        if case .fenced = failure { persistence.end = failure }
        if let state = taken.shard.state { engine.putBack(state) }
        persistence.outbox?.putBack(taken.shard)
        persistence.journal?.putBack(taken.shard)
        persistence.head.putBack(taken.head)
    }

    /// Waits until no thread writes. The caller holds the lock, which is free while it waits.
    func waitForWriter() {
        while persistence?.isWriting == true { pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock) }
    }

    /// Writes the last batch and gives the store up. The caller holds the lock, and no other call can reach the runtime any more.
    func closeStore() {
        guard let persistence, persistence.end != .closed else { return }
        waitForWriter()
        if persistence.end == nil {
            // No command comes any more, so that nothing is lost once this batch is in the store.
            persistence.head.closedRun = persistence.run
            try? write()
        }
        persistence.end = .closed
    }
}
