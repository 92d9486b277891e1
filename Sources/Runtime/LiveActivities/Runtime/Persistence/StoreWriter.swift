import LiveActivityCore
import LiveActivityHost
import Synchronization

/// Writes changes of a runtime's shards to its store.
///
/// **Group commit.** A command marks its changes as dirty under its shard's lock, then calls this object without a lock. A
/// thread without concurrent callers writes a batch itself. Every other thread or task waits for the one thread that writes for
/// all: a batch contains everything that was applied before it began, and later commands are part of the next batch. So a lone
/// command costs one write on its own thread, concurrent ones share a write, and a task never blocks a thread of the
/// cooperative pool.
///
/// **Consistency.** A batch is a consistent cut over the shards: if a command began after another one had returned, the batch
/// never contains only the later one. Holding all shards' locks at once would achieve this too, but would stop every command
/// while the dirty parts are copied. Instead each batch has a number. The writer increments it, then visits the shards in turn;
/// the first command that reaches a shard meanwhile detects the new number and sets the shard's earlier changes aside for the
/// writer. The number changes under the publishing lock, so that a published event is in a batch for all its followers or for
/// none. The cost is one atomic load per command.
///
/// **When the store fails**, the changes are put back, to be written with the next batch. The commands in the failed batch
/// throw ``/LiveActivityHost/RuntimeError/notDurable(reason:)``: they are applied in memory. From then on commands are refused
/// before they have any effect (``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)``). The store is retried every
/// second, or every interval if that is longer, and by `LiveActivityRuntime.flush()`; when it writes, commands are accepted
/// again. Nothing is undone: other commands, topics and deadlines may have used the new state. After a crash a reader finds the
/// last batch that was written.
///
/// **When the store belongs to another run** (``/LiveActivityHost/StoreError/fenced(reason:)``), nothing is written any more.
/// Waiting commands throw ``/LiveActivityHost/RuntimeError/fenced(reason:)``, later ones are refused with it, and the shards
/// are closed.
@usableFromInline final class StoreWriter: Sendable {
    let store: any ActivityStore
    let durability: Durability
    let run: UInt64
    private let clock: any RuntimeClock
    let queue: ConditionLock<WriteQueue>
    /// Whether a batch is being written. Read without the lock, by commands that have changed nothing.
    let isWriting = Atomic(false)
    let isFailing = Atomic(false)
    private let isScheduled = Atomic(false)
    /// The number of the batch that is being collected from several shards.
    private let cut = Atomic<UInt64>(0)
    /// Whether the next commit writes at once.
    private let isUrgent = Atomic(false)
    /// Set once, before the runtime's initializer returns; `nil` before, as the runtime is created after the writer.
    private let runtime = Mutex<RuntimeParts?>(nil)
    /// The findings of the store's opening.
    let opening = Mutex<StoreOpening?>(nil)
    /// The push types of activities whose kind has no provider yet.
    let waitingPushes = Mutex<[ActivityID: StoredPushes]>([:])
    /// Called after each stored batch; `nil` without a receiver.
    let didStore = Mutex<Callback<Void>?>(nil)
    /// The observer and the subscribers of notices about batches and failures.
    let instruments = Instruments()

    /// The parts of the runtime that a batch reads. The shards are weak, as they refer to this writer.
    struct RuntimeParts: Sendable {
        var shards: [WeakShard]
        var publishing: LiveActivityRuntime.PublishingLock
        var pushes: PushTokens
    }

    init(_ store: any ActivityStore, _ durability: Durability, _ commit: StoreCommit, clock: any RuntimeClock) {
        self.store = store
        self.durability = durability
        run = commit.run
        queue = ConditionLock(WriteQueue(commit, batchDelayMax: store.batchDelayMax))
        self.clock = clock
    }

    /// Sets the parts of the runtime whose changes are written from now on.
    func attach(_ parts: RuntimeParts) { runtime.withLock { $0 = parts } }

    /// The number of the current batch, to which later changes no longer belong.
    @usableFromInline var batchNumber: UInt64 { cut.load(ordering: .acquiring) }

    func changeHead(_ change: (inout HeadChanges) -> Void) { queue.withLock { change(&$0.commit.head) } }

    // MARK: - Around a command

    /// Refuses a command before it has any effect, while the store fails.
    ///
    /// - Returns: The error with which to refuse it; `nil` if it may continue.
    @usableFromInline func refusal() -> RuntimeError? {
        guard isFailing.load(ordering: .acquiring), let failure else { return nil }
        if case .fenced(let reason) = failure { return .fenced(reason: reason) }
        return .storeUnavailable(reason: failure.description)
    }

    /// The store's last failure; `nil` while it works.
    var failure: StoreError? { isFailing.load(ordering: .acquiring) ? queue.withLock { $0.commit.refusal } : nil }

    /// Persists earlier changes as the durability requires: blocks this thread if it is strict.
    ///
    /// - Parameter isDirty: Whether a shard has changes that are in no batch yet.
    @usableFromInline func commit(_ isDirty: Bool = true) throws(RuntimeError) {
        guard mustWait(isDirty) else { return }
        do throws(StoreError) { try write() } catch { throw RuntimeError(notWritten: error) }
    }

    /// Waits as the durability requires, and suspends the task meanwhile.
    @usableFromInline nonisolated(nonsending) func commit(_ isDirty: Bool = true) async throws(RuntimeError) {
        guard mustWait(isDirty) else { return }
        if let failure = await written() { throw RuntimeError(notWritten: failure) }
    }

    /// Waits as the durability requires, without blocking or suspending.
    ///
    /// - Parameter stored: Called once, with the error if it could not be written: by this function if nothing has to be
    ///   written, otherwise by the thread that writes.
    func commit(_ isDirty: Bool, then stored: @escaping @Sendable (RuntimeError?) -> Void) {
        guard mustWait(isDirty) else { return stored(nil) }
        if let end = wait({ $0.callbacks.append(stored) }) { stored(RuntimeError(notWritten: end)) }
    }

    /// Makes the next commit write at once, also with relaxed durability (``/LiveActivityCore/Engine/mustPersist``).
    @usableFromInline func hurry() { isUrgent.store(true, ordering: .releasing) }

    /// Persists the changes caused by the clock's alarm, whose thread must not be blocked.
    func commitWithoutCaller(_ isDirty: Bool) {
        guard isDirty else { return }
        if case .relaxed = durability, !isUrgent.exchange(false, ordering: .acquiringAndReleasing) { return schedule() }
        writeSoon()
    }

    /// Writes a batch for which no caller waits.
    private func writeSoon() { if clock.waitsForAlarms { try? write() } else { requestBatch() } }

    private func mustWait(_ isDirty: Bool) -> Bool {
        switch durability {
        case .strict:
            // The batch that another thread is writing may contain what this command has read.
            return isDirty || isWriting.load(ordering: .acquiring)
        case .relaxed:
            if isUrgent.exchange(false, ordering: .acquiringAndReleasing) { return true }
            if isDirty { schedule() }
            return false
        }
    }

    /// Requests a batch after the interval of ``Durability/relaxed(interval:)``.
    func schedule() { schedule(after: durability.interval) }

    private func schedule(after seconds: Double) {
        guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // Not at a date: after the clock has been set back, that would be late by as much, and so would all later batches.
        _ = clock.setAlarm(after: seconds) { [weak self] in
            guard let self else { return }
            isScheduled.store(false, ordering: .releasing)
            // If it fails, the next command is refused, and it is retried.
            writeSoon()
        }
    }

    // MARK: - Writing

    /// Handles a batch that could not be written: retries later, or never if the store belongs to another run.
    func noteFailure(_ failure: StoreError) {
        guard case .fenced = failure else { return schedule(after: max(durability.interval, 1)) }
        (runtime.withLock { $0?.shards } ?? []).compactMap(\.shard).close()
    }

    /// Writes one batch with all dirty state. Called by one thread at a time.
    ///
    /// - Parameter head: The changes that belong to no shard.
    /// - Returns: The store's error; `nil` if the batch was written.
    func writeBatch(_ head: HeadChanges) -> StoreError? {
        guard let parts = runtime.withLock({ $0 }) else { return .unavailable(reason: "it is still being read") }
        var head = head
        let shards = parts.shards.compactMap(\.shard)
        // Before the shards' parts are taken, as changes deleted there were acknowledged here.
        head.noteAcknowledgements { name in shards.map { $0.position(of: name) } }
        // The state of a single shard at one moment is already a consistent cut.
        if shards.count > 1 { parts.publishing.holding { cut.add(1, ordering: .acquiringAndReleasing) } }
        let number = batchNumber
        let taken: [(shard: Shard, pending: PendingShard)] = shards.compactMap { shard in
            shard.takePending(for: number).map { (shard, $0) }
        }

        let began = ContinuousClock.now
        var (activities, consumerChanges) = (0, 0)
        do throws(StoreError) {
            let batch = try TakenBatch(head: head, shards: taken.map(\.pending))
                .batch(of: run, additional: parts.pushes.additional(waiting: waitingPushes.withLock { $0 }))
            (activities, consumerChanges) = (batch.activities.count, batch.consumerChanges.count)
            if !batch.isEmpty {
                try store.append(batch)
                instruments.batchEnded(activities: activities, consumerChanges: consumerChanges, began: began, nil)
            }
        } catch {
            instruments.batchEnded(activities: activities, consumerChanges: consumerChanges, began: began, error)
            for (shard, pending) in taken { shard.putBack(pending) }
            return error
        }
        for (shard, pending) in taken { shard.wasPersisted(pending) }
        if !taken.isEmpty { didStore.withLock { $0 }?.call(()) }
        return nil
    }

    // MARK: - Closing

    /// Writes the dirty state, if possible, and closes the store.
    ///
    /// - Returns: The error if some changes could not be written; `nil` if everything is stored, and if it was already closed.
    @discardableResult
    func close() -> StoreError? {
        guard !queue.withLock({ $0.isStoreClosed }) else { return nil }
        // No further command follows, so nothing is lost once this batch is stored.
        queue.withLock { $0.commit.closeRun() }
        var failure: StoreError?
        do throws(StoreError) { try write() } catch { failure = error }
        guard endWriting() else { return nil }
        // The receiver usually refers to the runtime, and so to this writer.
        didStore.withLock { $0 = nil }
        store.close()
        return failure
    }

    /// Writes the last batch and closes the store, without blocking the task's thread.
    @discardableResult
    nonisolated(nonsending) func close() async -> StoreError? {
        await withUnsafeContinuation { waiter in
            // Closing a file may wait for the disk too.
            let hasThread = startThread { [self] in waiter.resume(returning: close()) }
            if !hasThread { waiter.resume(returning: close()) }
        }
    }
}

extension Durability {
    /// The maximum time for which dirty state may stay unwritten if no caller waits for it, in seconds.
    fileprivate var interval: Double {
        switch self {
        case .strict: 0.1
        case .relaxed(let interval): interval
        }
    }
}
