/// The threads and tasks that wait, and the batch that each waits for. Touched under the lock of its ``StoreWriter`` only.
///
/// Batches are numbered from 1. A request that comes while one batch is written may have come too late for it, so it waits for the next.
struct WriteQueue {
    typealias Waiter = UnsafeContinuation<StoreError?, Never>

    /// A batch that someone is to write now.
    struct Batch {
        var number: UInt64
        /// The tasks that wait for it. The threads that do find its number.
        var tasks: [Waiter]
    }

    /// The number of the batch that was begun last.
    private(set) var begun: UInt64 = 0
    /// The number of the last batch that is in the store.
    private var written: UInt64 = 0
    /// The number of the last batch that could not be written; `failure` says why.
    private var failed: UInt64 = 0
    private(set) var failure: StoreError?
    private(set) var isWriting = false
    /// Whether the next batch is to be written as soon as the current one is.
    var isWanted = false
    /// The tasks that wait for the next batch.
    var tasks: [Waiter] = []
    /// Whether there is a thread that writes for others.
    var hasThread = false
    /// Why nothing is written any more: the store was closed, or belongs to another run.
    private(set) var end: StoreError?
    var isStoreClosed = false

    /// What became of a batch; `nil` while that is not known.
    func outcome(of batch: UInt64) -> Result<Void, StoreError>? {
        if written >= batch { return .success(()) }
        if let end { return .failure(end) }
        return failed >= batch ? .failure(failure ?? .closed) : nil
    }

    mutating func begin() -> Batch {
        isWriting = true
        isWanted = false
        begun += 1
        defer { tasks = [] }
        return Batch(number: begun, tasks: tasks)
    }

    mutating func finish(_ batch: Batch, _ failure: StoreError?) {
        isWriting = false
        self.failure = failure
        if failure == nil { written = batch.number } else { failed = batch.number }
    }

    /// Says that nothing is written any more.
    ///
    /// - Returns: The tasks that still wait.
    mutating func finish(for reason: StoreError) -> [Waiter] {
        end = end ?? reason
        hasThread = false
        defer { tasks = [] }
        return tasks
    }
}
