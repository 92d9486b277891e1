import LiveActivityHost

/// The threads and tasks that wait for the next batch. Accessed only under the lock of its ``StoreWriter``.
///
/// A request that arrives while one batch is written may be too late for it, so it waits for the next.
struct WriteQueue {
    /// The threads, tasks and callbacks that wait for one batch.
    struct Waiters {
        var tasks: [UnsafeContinuation<StoreError?, Never>] = []
        var callbacks: [@Sendable (StoreError?) -> Void] = []
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
            for callback in callbacks { callback(failure) }
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
    /// The number of callers that commit repeatedly, and the time until which the next batch is delayed to include most of
    /// them.
    private var returning = 0
    private var gatherEnd = ContinuousClock.now
    private var begun = ContinuousClock.now
    private var begunWith = 0
    /// The threads and tasks that wait for the next batch.
    var waiters = Waiters()
    /// Whether there is a dedicated writer thread.
    var hasThread = false
    var isStoreClosed = false

    init(_ commit: StoreCommit) { self.commit = commit }

    /// Begins the next batch.
    mutating func begin() -> Begun {
        (begun, begunWith) = (ContinuousClock.now, waiters.count)
        defer { waiters = Waiters() }
        return Begun(head: commit.begin(), waiters: waiters)
    }

    /// Ends the batch that was begun, which is stored or could not be written.
    ///
    /// - Returns: The waiters for the next batch, if there will be none.
    mutating func finish(_ failure: StoreError?, _ head: HeadChanges) -> Waiters {
        commit.finish(failure, head)
        returning = begunWith + waiters.count
        let now = ContinuousClock.now
        gatherEnd = now + min((now - begun) / 4, .milliseconds(1))
        return commit.end.map { finish(for: $0) } ?? Waiters()
    }

    /// The remaining delay of the next batch, in nanoseconds; `nil` if it is not delayed.
    ///
    /// The callers of the last batch usually return at once with their next command. A batch that began with the first of them
    /// would leave the others to the following batch, and each batch takes as long on disk as a full one. So the writer waits
    /// until three quarters have returned, for at most a quarter of the last batch's duration. It does not wait for few
    /// callers.
    var gathering: Int64? {
        guard returning >= Self.returningMin, !isGathered else { return nil }
        let (seconds, attoseconds) = (gatherEnd - ContinuousClock.now).components
        let left = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        return left > 0 ? left : nil
    }

    /// Whether enough callers have returned to begin the next batch.
    var isGathered: Bool { waiters.count * 4 >= returning * 3 }

    private static let returningMin = 8

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
