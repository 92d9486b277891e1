/// The threads and tasks that wait for the next batch. Touched under the lock of its ``StoreWriter`` only.
///
/// A request that comes while one batch is written may have come too late for it, so it waits for the next.
struct WriteQueue {
    /// Those who wait for the same batch.
    struct Waiters {
        var tasks: [UnsafeContinuation<StoreError?, Never>] = []
        var threads: [SleepingThread] = []

        /// - Parameter failure: Why the batch could not be written; `nil` if it was.
        func resume(returning failure: StoreError?) {
            SleepingThread.wake(threads, returning: failure)
            for task in tasks { task.resume(returning: failure) }
        }
    }

    /// Why the last batch could not be written; `nil` if it was.
    private(set) var failure: StoreError?
    private(set) var isWriting = false
    /// Whether the next batch is to be written as soon as the current one is.
    var isWanted = false
    /// Those who wait for the next batch.
    var waiters = Waiters()
    /// Whether there is a thread that writes for others.
    var hasThread = false
    /// Why nothing is written any more: the store was closed, or belongs to another run.
    private(set) var end: StoreError?
    var isStoreClosed = false

    /// Begins the next batch.
    ///
    /// - Returns: Those who wait for it.
    mutating func begin() -> Waiters {
        isWriting = true
        isWanted = false
        defer { waiters = Waiters() }
        return waiters
    }

    /// The batch that was begun is in the store, or could not be written.
    mutating func finish(_ failure: StoreError?) {
        isWriting = false
        self.failure = failure
    }

    /// Says that nothing is written any more.
    ///
    /// - Returns: Those who still wait.
    mutating func finish(for reason: StoreError) -> Waiters {
        end = end ?? reason
        hasThread = false
        defer { waiters = Waiters() }
        return waiters
    }
}
