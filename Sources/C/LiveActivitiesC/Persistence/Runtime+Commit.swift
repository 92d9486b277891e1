import CLiveActivities
import LiveActivityCore
import LiveActivityHost

// Runs the commit protocol of ``LiveActivityHost/StoreCommit`` with locks, threads and a clock. A single caller writes on its
// own thread; of several concurrent callers, one writes for all (group commit).
extension Runtime {
    /// Refuses a command before it takes effect, while the store fails.
    func admit() throws(Failure) {
        guard let persistence else { return }
        persistence.isCommand = true
        if let end = persistence.commit.end { throw Failure(end) }
        guard persistence.commit.failure != nil else { return }
        // Retried at most once a second, so that a full disk does not slow down every command.
        if mayRetry(persistence) { try? write() }
        if let failure = persistence.commit.refusal { throw Failure(failure) }
    }

    private func mayRetry(_ persistence: Persistence) -> Bool {
        !persistence.commit.isWriting && Persistence.monotonic - persistence.failedAt >= 1_000
    }

    /// Prepares a command: begins a new part of the journal if one is due, and runs the deadlines that are due. If the engine
    /// requires that a batch is stored between deadlines (`Engine.catchUp(to:)`), it is written in every commit mode; the lock
    /// is released meanwhile.
    func catchUp(to now: Date) throws(Failure) {
        guard let persistence else { return }
        // A part of the journal begins with a snapshot, which cannot contain waiting changes.
        if host.keepsChanges || host.isJournaling { passChanges() }
        while !host.begin(at: now) {
            let isCommand = persistence.isCommand
            if readsChanges { passChanges() }
            try commit()
            persistence.isCommand = isCommand
        }
    }

    /// Completes every call: passes changes to readers and the changed state to the store.
    func settle() throws(Failure) {
        if readsChanges { passChanges() }
        guard let persistence else { return }
        let wasCommand = persistence.isCommand
        persistence.isCommand = false
        let isDirty = isDirty
        if persistence.commit.failure != nil, !wasCommand {
            // A query succeeds even if an earlier command could not be stored, but it retries the write.
            if isDirty, mayRetry(persistence) { try? write() }
            return
        }
        if host.engine.mustPersist { return try commit() }
        switch persistence.mode {
        case .strict where persistence.openBatches == 0:
            if isDirty { return try commit() }
            // The command may depend on state that is in the batch which another thread is writing.
            if wasCommand, persistence.commit.isWriting { try wait(for: persistence.commit.begun) }
        case .relaxed where isDirty && !persistence.isScheduled:
            persistence.isScheduled = true
            wakeThread()
        default: break
        }
    }

    /// Whether there is unwritten data for which a caller may have to wait.
    var isDirty: Bool {
        guard let persistence else { return false }
        return host.isDirty || !persistence.commit.head.consumers.isEmpty
    }

    private func commit() throws(Failure) {
        do throws(StoreError) { try write() } catch { throw Failure(notWritten: error) }
    }

    /// Waits until all earlier changes are stored. The caller holds the lock, which is released while the store is called.
    func write() throws(StoreError) {
        guard let persistence else { return }
        try result(of: persistence.commit.request(), persistence)
    }

    private func wait(for batch: StoreCommit.BatchNumber) throws(Failure) {
        guard let persistence else { return }
        do throws(StoreError) { try result(of: batch, persistence) } catch { throw Failure(notWritten: error) }
    }

    private func result(of batch: StoreCommit.BatchNumber, _ persistence: Persistence) throws(StoreError) {
        while true {
            if let result = persistence.commit.result(of: batch) { return try result.get() }
            if persistence.commit.isWriting {
                pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock)
            } else {
                writeBatch(persistence)
            }
        }
    }

    /// Writes one batch of everything dirty.
    private func writeBatch(_ persistence: Persistence) {
        persistence.writingThread = pthread_self()
        let taken = take(persistence)
        let (store, run) = (persistence.store, persistence.commit.run)
        pthread_mutex_unlock(&slot.pointee.lock)
        var failure: StoreError?
        do throws(StoreError) {
            let batch = try taken.batch(of: run)
            if !batch.isEmpty { try store.append(batch) }
        } catch {
            failure = error
        }
        pthread_mutex_lock(&slot.pointee.lock)
        finish(taken, failure, persistence)
        // Wakes the threads that wait for this batch.
        wakeThread()
    }

    func take(_ persistence: Persistence) -> TakenBatch {
        TakenBatch(head: persistence.commit.begin(), shards: host.takePending().map { [$0] } ?? [])
    }

    func finish(_ taken: TakenBatch, _ failure: StoreError?, _ persistence: Persistence) {
        persistence.commit.finish(failure, taken.head)
        if failure != nil { persistence.failedAt = Persistence.monotonic }
        for shard in taken.shards {
            if failure == nil {
                if host.wasPersisted(shard).hasConsumerChanges { persistence.hasNews = true }
            } else {
                host.putBack(shard)
            }
        }
    }

    /// Waits until no thread is writing. The caller holds the lock, which is released while waiting.
    func waitForWriter() {
        while persistence?.commit.isWriting == true { pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock) }
    }

    /// Writes the last batch and ends the commits. The caller holds the lock, and no other call can reach the runtime.
    ///
    /// - Returns: The failure if the batch could not be written, also because the runtime was fenced before.
    func closeStore() -> Failure? {
        guard let persistence else { return nil }
        defer { persistence.commit.end(for: .closed) }
        persistence.commit.closeRun()
        do throws(StoreError) { try write() } catch { return Failure(notWritten: error) }
        return nil
    }
}
