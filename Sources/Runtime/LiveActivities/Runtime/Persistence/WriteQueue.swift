import LiveActivityHost

/// The threads and tasks that wait for the next batch. Touched under the lock of its ``StoreWriter`` only.
///
/// A request that comes while one batch is written may have come too late for it, so it waits for the next.
struct WriteQueue {
    /// The threads and tasks that wait for one batch.
    struct Waiters {
        var tasks: [UnsafeContinuation<StoreError?, Never>] = []
        /// All groups but the last are full.
        private var threads: [SleepingThreads] = []
        private var threadCount = 0

        var count: Int { tasks.count + threadCount }

        /// Counts one more thread.
        ///
        /// - Returns: The group with which it is to sleep.
        mutating func addThread() -> SleepingThreads {
            if threadCount.isMultiple(of: SleepingThreads.countMax) { threads.append(SleepingThreads()) }
            threadCount += 1
            return threads[threads.count - 1]
        }

        /// - Parameter failure: Why the batch could not be written; `nil` if it was.
        func resume(returning failure: StoreError?) {
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
    /// How many callers there are that wait for one batch after the other, and until when the next batch is put off so that
    /// most of them are in it.
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

    /// The batch that was begun is in the store, or could not be written.
    ///
    /// - Returns: Those who wait for the next batch, if there will be none.
    mutating func finish(_ failure: StoreError?, _ head: HeadChanges) -> Waiters {
        commit.finish(failure, head)
        returning = begunWith + waiters.count
        let now = ContinuousClock.now
        gatherEnd = now + min((now - begun) / 4, .milliseconds(1))
        return commit.end.map { finish(for: $0) } ?? Waiters()
    }

    /// How long the next batch is still put off, in nanoseconds; `nil` if it is not.
    ///
    /// The callers of the last batch usually return at once with their next command. A batch that began with the first of them
    /// would leave the others to the following batch, and each batch takes as long on disk as a full one. So the writer waits
    /// until three quarters have returned, at most a quarter of the last batch's duration. It does not wait for few callers.
    var gathering: Int64? {
        guard returning >= Self.returningMin, !isGathered else { return nil }
        let (seconds, attoseconds) = (gatherEnd - ContinuousClock.now).components
        let left = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        return left > 0 ? left : nil
    }

    /// Whether enough callers have returned to begin the next batch.
    var isGathered: Bool { waiters.count * 4 >= returning * 3 }

    private static let returningMin = 8

    /// Says that nothing is written any more.
    ///
    /// - Returns: Those who still wait.
    mutating func finish(for reason: StoreError) -> Waiters {
        commit.end(for: reason)
        hasThread = false
        defer { waiters = Waiters() }
        return waiters
    }
}
