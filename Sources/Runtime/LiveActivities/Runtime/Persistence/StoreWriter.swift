import LiveActivityCore
import Synchronization

/// Writes what changes in a runtime's shards to its store.
///
/// **Group commit.** A command marks what it changed as dirty under its shard's lock, then comes here without a lock. The first thread
/// that comes writes a batch for itself and for all commands that were applied when the batch began. Threads that come meanwhile wait, and
/// one of them writes the next batch. So a lone command costs one write on its own thread, and many at once share one.
///
/// **Consistency.** A batch has all dirty state of a shard at one moment, and a published event for all its followers or for none: with
/// several shards the publishing lock is held while they are asked in turn.
///
/// **When the store fails**, what could not be written is put back, to be written with the next batch. The commands in the failed batch
/// throw ``RuntimeError/notDurable(reason:)``: they are applied in memory. From then on commands are refused before they do anything
/// (``RuntimeError/storeUnavailable(reason:)``). The store is tried again every second, or every interval if that is longer, and by
/// ``LiveActivityRuntime/flush()``; when it writes, commands are accepted again. Nothing is undone: other commands, topics and deadlines
/// may have used the new state. After a crash a reader finds the last batch that was written.
@usableFromInline final class StoreWriter: Sendable {
    private struct Progress {
        /// How many commands have asked to be written; each has its number.
        var asked: UInt64 = 0
        /// Up to which number they are written.
        var written: UInt64 = 0
        /// Up to which number they could not be written; `failure` says why.
        var failed: UInt64 = 0
        var failure: StoreError?
        var isWriting = false
        /// How many batches were begun.
        var batch: UInt64 = 0
        var isClosed = false
    }

    private enum Turn {
        case done
        case failed(StoreError)
        case write(batch: UInt64, upTo: UInt64)
    }

    let store: any ActivityStore
    let durability: Durability
    let run: UInt64
    /// How many runs were lost before this one.
    let lostRuns: UInt64
    private let clock: any RuntimeClock
    private let progress = ConditionLock(Progress())
    /// Whether a batch is being written. Read without the lock, by commands that have changed nothing.
    private let isWriting = Atomic(false)
    private let isFailing = Atomic(false)
    private let isScheduled = Atomic(false)
    /// Set once, before the runtime's initializer returns. `nil` before, as the runtime is made after the writer.
    private let runtime = Mutex<RuntimeParts?>(nil)
    /// Dirty state that belongs to no shard.
    private let head = Mutex(HeadChanges())
    /// What was found in the store.
    let opening = Mutex<StoreOpening?>(nil)
    /// How activities take pushes that wait for the provider of their kind.
    let waitingPushes = Mutex<[ActivityID: StoredPushes]>([:])
    /// Members of activities' extras that this version does not know. They are written back with each change.
    let unknownExtras = Mutex<[ActivityID: JSONValue]>([:])

    /// The parts of the runtime that are read for a batch. The shards are weak, as they refer to this writer.
    struct RuntimeParts: Sendable {
        var shards: [WeakShard]
        var publishing: LiveActivityRuntime.PublishingLock
        var pushes: PushTokens
    }

    /// What has changed that belongs to no shard. `.some(nil)` is to be deleted.
    struct HeadChanges: Sendable {
        var run: UInt64?
        var closedRun: UInt64?
        var lostRuns: UInt64?
        var shards: Int?
        var seed: UInt64?
        var consumers: [ConsumerName: ConsumerRecord?] = [:]
        var startTokens: [StartTokenRecord.Key: Data?] = [:]

        var isEmpty: Bool { run == nil && consumers.isEmpty && startTokens.isEmpty }
    }

    init(_ store: any ActivityStore, _ durability: Durability, run: UInt64, lostRuns: UInt64, clock: any RuntimeClock) {
        self.store = store
        self.durability = durability
        self.run = run
        self.lostRuns = lostRuns
        self.clock = clock
    }

    /// Begins to write what changes there.
    func attach(_ parts: RuntimeParts) { runtime.withLock { $0 = parts } }

    func changeHead(_ change: @Sendable (inout HeadChanges) -> Void) { head.withLock { change(&$0) } }

    // MARK: - Around a command

    /// Refuses a command before it does anything, while the store fails.
    @usableFromInline func admit() throws(RuntimeError) {
        guard isFailing.load(ordering: .acquiring) else { return }
        if let failure = failure { throw .storeUnavailable(reason: failure.description) }
    }

    /// The store's last failure; `nil` while it works.
    var failure: StoreError? { isFailing.load(ordering: .acquiring) ? progress.withLock { $0.failure } : nil }

    /// Persists what was done before this call, as the durability says.
    ///
    /// - Parameters:
    ///   - isDirty: Whether the shard has anything that is in no batch yet.
    ///   - mustPersist: Whether it is written now, whatever the durability (``/LiveActivityCore/Engine/mustPersist``).
    @usableFromInline func commit(_ isDirty: Bool = true, mustPersist: Bool = false) throws(RuntimeError) {
        switch durability {
        case .strict:
            // The batch that another thread is writing may contain what this command has read.
            guard isDirty || isWriting.load(ordering: .acquiring) else { return }
            do throws(StoreError) { try write() } catch { throw .notDurable(reason: error.description) }
        case .relaxed:
            // If it fails, the next command is refused.
            if mustPersist { try? write() } else if isDirty { schedule() }
        }
    }

    /// Writes soon, on the clock's thread.
    func schedule() { schedule(after: durability.interval) }

    private func schedule(after seconds: Double) {
        guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        _ = clock.setAlarm(at: clock.now + seconds) { [weak self] in
            guard let self else { return }
            isScheduled.store(false, ordering: .releasing)
            // If it fails, the next command is refused, and it is tried again.
            try? write()
        }
    }

    // MARK: - Writing

    /// Returns when everything that was done before this call is in the store.
    func write() throws(StoreError) {
        var ticket: UInt64 = 0
        var batch: UInt64 = 0
        let turn = progress.wait(in: { _ in .init(batch: batch) }) { progress -> Turn? in
            if ticket == 0 {
                progress.asked += 1
                ticket = progress.asked
                // The current batch may have begun before this call.
                batch = progress.batch + 1
            }
            if progress.written >= ticket { return .done }
            if progress.isClosed { return .failed(.closed) }
            if progress.failed >= ticket { return .failed(progress.failure ?? .closed) }
            guard !progress.isWriting else { return nil }
            progress.isWriting = true
            progress.batch += 1
            return .write(batch: progress.batch, upTo: progress.asked)
        }
        switch turn {
        case .done: return
        case .failed(let failure): throw failure
        case .write(let batch, let last):
            isWriting.store(true, ordering: .sequentiallyConsistent)
            let failure = writeBatch()
            isFailing.store(failure != nil, ordering: .releasing)
            isWriting.store(false, ordering: .releasing)
            progress.signal(all: .init(batch: batch)) { progress in
                progress.isWriting = false
                progress.failure = failure
                if failure == nil { progress.written = last } else { progress.failed = last }
            }
            guard let failure else { return }
            schedule(after: max(durability.interval, 1))
            throw failure
        }
    }

    /// Writes one batch of everything dirty. Called by one thread at a time.
    ///
    /// - Returns: Why the store could not; `nil` if it has the batch.
    private func writeBatch() -> StoreError? {
        guard let parts = runtime.withLock({ $0 }) else { return nil }
        let head = head.withLock { head -> HeadChanges in
            defer { head = HeadChanges() }
            return head
        }
        let shards = parts.shards.compactMap(\.shard)
        var taken: [(shard: Shard, pending: PendingShard)] = []
        let take = { taken = shards.compactMap { shard in shard.takePending().map { (shard, $0) } } }
        if shards.count == 1 { take() } else { parts.publishing.holding(take) }

        do throws(StoreError) {
            let batch = try batch(head, taken.map(\.pending), parts.pushes)
            if !batch.isEmpty { try store.append(batch) }
        } catch {
            for (shard, pending) in taken { shard.putBack(pending) }
            self.head.withLock { $0.putBack(head) }
            return error
        }
        for (shard, pending) in taken { shard.wasPersisted(pending) }
        return nil
    }

    // MARK: - The end

    /// Writes what is dirty, if that is possible, and closes the store.
    func close() {
        guard !progress.withLock({ $0.isClosed }) else { return }
        // No command comes any more, so nothing is lost once this batch is in the store.
        changeHead { [run] in $0.closedRun = run }
        try? write()
        let isLast = progress.wait(in: { .init(batch: $0.batch) }) { progress -> Bool? in
            if progress.isClosed { return false }
            guard !progress.isWriting else { return nil }
            progress.isClosed = true
            return true
        }
        // Wakes the threads that have come since, which find it closed.
        progress.signalAll { _ in }
        if isLast { store.close() }
    }
}

extension StoreWriter.HeadChanges {
    /// Adds what could not be written, except where it has changed again since.
    fileprivate mutating func putBack(_ older: Self) {
        run = run ?? older.run
        closedRun = closedRun ?? older.closedRun
        lostRuns = lostRuns ?? older.lostRuns
        shards = shards ?? older.shards
        seed = seed ?? older.seed
        consumers.merge(older.consumers) { newer, _ in newer }
        startTokens.merge(older.startTokens) { newer, _ in newer }
    }
}

extension Durability {
    /// How long dirty state that no caller waits for may stay unwritten, in seconds.
    fileprivate var interval: Double {
        switch self {
        case .strict: 0.1
        case .relaxed(let interval): interval
        }
    }
}
