import LiveActivityCore
import Synchronization

/// Sees to it that what happens in a runtime's shards comes to be in its store.
///
/// **Group commit.** A command notes what it changed under its shard's lock, then comes here without a lock. The first to come writes,
/// for itself and for all whose commands were done when it began; who comes meanwhile waits, and one of these writes next. So a
/// command that is alone costs one write on its own thread, and many at once share one.
///
/// **One moment.** A batch has all that was different in a shard at one moment, and a published event for all its followers or for
/// none: the publishing lock is held while several shards are asked in turn.
///
/// **When the store fails.** What could not be written is put back, to be written with what comes. The commands that wait for it throw
/// ``RuntimeError/notDurable(reason:)``: what they did is done in memory, and nobody was told that it is kept. From then on commands are
/// refused before they do anything; the store is tried again every second, or every interval if that is longer, and with
/// ``LiveActivityRuntime/flush()``, and once it writes commands are taken again. Nothing is rolled back: an activity that other commands,
/// topics and deadlines have met meanwhile has no state to go back to, and who reads the store after a crash finds the last one that
/// was written.
@usableFromInline final class StoreWriter: Sendable {
    private struct Progress {
        /// How many have asked for what they did to be written.
        var asked: UInt64 = 0
        /// Up to which of them it is.
        var written: UInt64 = 0
        /// Up to which of them it could not be, and why.
        var failed: UInt64 = 0
        var failure: StoreError?
        var isWriting = false
        /// How many batches were begun. Who waits for one waits in its room.
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
    private let clock: any RuntimeClock
    private let progress = ConditionLock(Progress())
    /// Whether somebody writes; read without the lock by who has nothing to write and need not wait for anybody.
    private let isWriting = Atomic(false)
    private let isFailing = Atomic(false)
    private let isScheduled = Atomic(false)
    /// Set once, before the runtime is handed to anyone; not for good, so that it can be dropped.
    private let runtime = Mutex<RuntimeParts?>(nil)
    /// What is to be written once and for all shards.
    private let head = Mutex(HeadChanges())
    /// What was found in the store.
    let opening = Mutex<StoreOpening?>(nil)
    /// How activities take pushes that wait for their kind's provider.
    let waitingPushes = Mutex<[ActivityID: StoredPushes]>([:])
    /// Fields of activities that this version does not know (``ActivityRecord/extras``).
    let unknownExtras = Mutex<[ActivityID: JSONValue]>([:])

    /// What a storeWriter has to know of its runtime.
    struct RuntimeParts: Sendable {
        var shards: [WeakShard]
        var publishing: LiveActivityRuntime.PublishingLock
        var pushes: PushTokens
    }

    /// What has changed that belongs to no shard.
    struct HeadChanges: Sendable {
        var run: UInt64?
        var shards: Int?
        var seed: UInt64?
        var consumers: [ConsumerName: ConsumerRecord?] = [:]
        var startTokens: [StartTokenRecord.Key: Data?] = [:]

        var isEmpty: Bool { run == nil && consumers.isEmpty && startTokens.isEmpty }
    }

    init(_ store: any ActivityStore, _ durability: Durability, run: UInt64, clock: any RuntimeClock) {
        self.store = store
        self.durability = durability
        self.run = run
        self.clock = clock
    }

    /// From now on writes what happens there.
    func keep(_ parts: RuntimeParts) { runtime.withLock { $0 = parts } }

    func changeHead(_ change: @Sendable (inout HeadChanges) -> Void) { head.withLock { change(&$0) } }

    // MARK: - What a command asks

    /// Refuses a command before it does anything, while the store cannot write.
    @usableFromInline func admit() throws(RuntimeError) {
        guard isFailing.load(ordering: .acquiring) else { return }
        if let failure = failure { throw .storeUnavailable(reason: failure.description) }
    }

    /// What the store last failed with, while it does.
    var failure: StoreError? { isFailing.load(ordering: .acquiring) ? progress.withLock { $0.failure } : nil }

    /// Sees to it that what was done before this call is kept, as the durability says.
    ///
    /// - Parameter isDirty: Whether there was anything that nobody had begun to write.
    @usableFromInline func commit(_ isDirty: Bool = true) throws(RuntimeError) {
        switch durability {
        case .strict:
            // What another thread is writing just now may be what this command has seen.
            guard isDirty || isWriting.load(ordering: .acquiring) else { return }
            do throws(StoreError) { try write() } catch { throw .notDurable(reason: error.description) }
        case .relaxed:
            if isDirty { schedule() }
        }
    }

    /// Sees to it that something is written soon; nobody waits for it.
    func schedule() { schedule(after: durability.interval) }

    private func schedule(after seconds: Double) {
        guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        _ = clock.setAlarm(at: clock.now + seconds) { [weak self] in
            guard let self else { return }
            isScheduled.store(false, ordering: .releasing)
            // If it fails, the next command is told, and it is tried again.
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
                // The one that is written now may have begun before this call.
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
            let failure = writeWhatThereIs()
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

    /// One after the other: whose turn it is.
    private func writeWhatThereIs() -> StoreError? {
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

    /// Writes what there is, if that is possible, and lets go of the store.
    func close() {
        guard !progress.withLock({ $0.isClosed }) else { return }
        try? write()
        let isLast = progress.wait(in: { .init(batch: $0.batch) }) { progress -> Bool? in
            if progress.isClosed { return false }
            guard !progress.isWriting else { return nil }
            progress.isClosed = true
            return true
        }
        // To those who came after that, too.
        progress.signalAll { _ in }
        if isLast { store.close() }
    }
}

extension StoreWriter.HeadChanges {
    /// What could not be written, but for what has changed once more since.
    fileprivate mutating func putBack(_ older: Self) {
        run = run ?? older.run
        shards = shards ?? older.shards
        seed = seed ?? older.seed
        consumers.merge(older.consumers) { newer, _ in newer }
        startTokens.merge(older.startTokens) { newer, _ in newer }
    }
}

extension Durability {
    /// How long something may wait to be written where nobody waits for that, in seconds.
    fileprivate var interval: Double {
        switch self {
        case .strict: 0.1
        case .relaxed(let interval): interval
        }
    }
}
