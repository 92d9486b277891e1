import LiveActivityHost

/// The threads and tasks that wait for the next batch. Accessed only under the lock of its ``StoreWriter``.
///
/// A request that arrives while one batch is written may be too late for it, so it waits for the next.
struct WriteQueue {
    /// The threads, tasks and callbacks that wait for one batch.
    struct Waiters {
        var tasks: [UnsafeContinuation<StoreError?, Never>] = []
        var callbacks: [@Sendable (RuntimeError?) -> Void] = []
        /// All groups but the last are full.
        private var threads: [SleepingThreads] = []
        private var threadCount = 0

        var count: Int { tasks.count + callbacks.count + threadCount }

        /// Adds a thread.
        ///
        /// - Returns: The group with which it must block.
        mutating func addThread() -> SleepingThreads {
            if threadCount.isMultiple(of: SleepingThreads.countMax) { threads.append(SleepingThreads()) }
            threadCount += 1
            return threads[threads.count - 1]
        }

        /// - Parameter failure: The error if the batch could not be written; `nil` if it was.
        func resume(returning failure: StoreError?) {
            // The callbacks first: who waits for a batch finds that they were called.
            let notStored = failure.map { RuntimeError(notWritten: $0) }
            for callback in callbacks { callback(notStored) }
            for group in threads { group.wake(returning: failure) }
            for task in tasks { task.resume(returning: failure) }
        }
    }

    /// A batch that has begun.
    struct Begun {
        var head: HeadChanges
        /// The threads and tasks that wait for this batch.
        var waiters: Waiters
    }

    var commit: StoreCommit
    private(set) var delay: BatchDelay
    /// The threads and tasks that wait for the next batch.
    var waiters = Waiters()
    /// Whether there is a dedicated writer thread.
    var hasThread = false
    var isStoreClosed = false

    /// - Parameter batchDelayMax: That of the store.
    init(_ commit: StoreCommit, batchDelayMax: Duration) {
        (self.commit, delay) = (commit, BatchDelay(scatteredDelayMax: batchDelayMax))
    }

    /// Begins the next batch.
    mutating func begin() -> Begun {
        delay.begin(callers: waiters.count, at: .now)
        defer { waiters = Waiters() }
        return Begun(head: commit.begin(), waiters: waiters)
    }

    /// Ends the batch that was begun, which is stored or could not be written.
    ///
    /// - Returns: The waiters for the next batch, if there will be none.
    mutating func finish(_ failure: StoreError?, _ head: HeadChanges) -> Waiters {
        commit.finish(failure, head)
        delay.end(late: waiters.count, at: .now)
        return commit.end.map { finish(for: $0) } ?? Waiters()
    }

    /// The remaining delay of the next batch, in nanoseconds; `nil` if it is not delayed.
    var gathering: Int64? {
        delay.remaining(callers: waiters.count, at: .now).map { Int64($0 / .nanoseconds(1)) }
    }

    /// Whether enough callers have returned to begin the next batch.
    var isGathered: Bool { delay.isOver(callers: waiters.count) }

    /// Ends the writing.
    ///
    /// - Returns: The remaining waiters.
    mutating func finish(for reason: StoreError) -> Waiters {
        commit.end(for: reason)
        hasThread = false
        defer { waiters = Waiters() }
        return waiters
    }
}
