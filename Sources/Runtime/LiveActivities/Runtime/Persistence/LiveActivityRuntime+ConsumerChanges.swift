public import LiveActivityCore
public import LiveActivityHost
import Synchronization

// Changes for named consumers, which must not miss any, such as a push adapter or a host in another process.
extension LiveActivityRuntime {
    /// The unacknowledged changes of a named consumer, then all following ones: each at least once, in order for each activity.
    ///
    /// ```swift
    /// let changes = try await runtime.changes(for: "push")
    /// for await change in changes {
    ///     try await push(change)
    ///     changes.acknowledge(change)
    /// }
    /// ```
    ///
    /// - A change is delivered only when it is stored, so a consumer never receives one that a crash could undo. With
    ///   ``Durability/relaxed(interval:)`` it arrives up to an interval later.
    /// - Unacknowledged changes are delivered again: after a crash, and by the next sequence for the same name.
    ///   Acknowledgements are written within a tenth of a second (or the interval). If a crash loses one, a few changes are
    ///   delivered twice; the consumer recognises them by ``/LiveActivityCore/Change/sequence``.
    /// - A consumer may lag behind without limit. Of each activity the newest change of each sort waits: the start, the newest
    ///   update, the newest alert and the update just before it, whether it is stale, the end; of a dismissed activity, only
    ///   the dismissal. At most a million changes wait in each shard; then the oldest are dropped, and
    ///   ``ConsumerChangeSequence/missed`` counts them.
    /// - A consumer named `ConsumerName.every(_:)` gets every change, of which up to 16,384 wait in each shard. Beyond them
    ///   newer changes replace older ones, and ``ConsumerChangeSequence/missed`` counts the replaced ones.
    /// - Refusals and other reports (``/LiveActivityCore/Change/What/isReport``) are left out.
    ///
    /// A new name begins with the next change. From then on changes are stored for it, also while it does not read them;
    /// `forgetConsumer(_:)` ends that. Use one sequence at a time for each name.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)`` if the runtime has no store, or the store cannot
    ///   write; ``/LiveActivityHost/RuntimeError/closed``; ``/LiveActivityCore/EngineError/tooLong(what:bytes:limit:)`` for a
    ///   name that is too long.
    public func changes(for consumer: ConsumerName) throws(RuntimeError) -> ConsumerChangeSequence {
        let writer = try writerForConsumers()
        let entry = try enter(consumer, writer)
        if entry.isNew {
            do throws(StoreError) { try writer.write() } catch { throw leave(consumer, entry, writer, error) }
        }
        return sequence(of: entry, for: consumer, writer)
    }

    /// Opens the sequence of a named consumer. Suspends the task while the name of a new consumer is written.
    ///
    /// - Throws: The errors of the synchronous form.
    public nonisolated(nonsending) func changes(
        for consumer: ConsumerName
    ) async throws(RuntimeError) -> ConsumerChangeSequence {
        let writer = try writerForConsumers()
        let entry = try enter(consumer, writer)
        if entry.isNew, let failure = await writer.written() { throw leave(consumer, entry, writer, failure) }
        return sequence(of: entry, for: consumer, writer)
    }

    /// Removes a named consumer: its changes are no longer stored, and its acknowledgements are deleted.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError/notDurable(reason:)`` if that cannot be written now. It is then part of the
    ///   next write.
    public func forgetConsumer(_ consumer: ConsumerName) throws(RuntimeError) {
        guard let storeWriter else { return }
        forget(consumer, storeWriter)
        do throws(StoreError) { try storeWriter.write() } catch { throw RuntimeError(notWritten: error) }
    }

    /// Removes a consumer and its position. Suspends the task until that is durable.
    ///
    /// - Throws: The errors of the synchronous form.
    public nonisolated(nonsending) func forgetConsumer(_ consumer: ConsumerName) async throws(RuntimeError) {
        guard let storeWriter else { return }
        forget(consumer, storeWriter)
        if let failure = await storeWriter.written() { throw RuntimeError(notWritten: failure) }
    }

    private func writerForConsumers() throws(RuntimeError) -> StoreWriter {
        guard let storeWriter else { throw .storeUnavailable(reason: "this runtime has no store, so nothing outlives it") }
        return storeWriter
    }

    /// A new name begins at a single moment in each shard.
    private func enter(
        _ consumer: ConsumerName, _ writer: StoreWriter
    ) throws(RuntimeError) -> Entry {
        try check { (limits) throws(EngineError) in try limits.check(consumer, "consumer's name") }
        let known = shards.map { $0.enter(consumer) }
        guard known.allSatisfy({ $0 != nil }) else { throw writer.refusal() ?? .closed }
        let positions = known.map { $0?.position ?? 0 }
        let entry = Entry(
            positions: positions, isNew: known.contains { $0?.isNew == true },
            replacesOther: known.contains { $0?.replacesOther == true })
        if entry.isNew {
            let record = ConsumerRecord(name: consumer, acknowledged: positions)
            writer.changeHead {
                $0.consumers[consumer] = .some(record)
                // It has replaced the other form of the name.
                $0.consumers[consumer.otherForm] = .some(nil)
            }
        }
        return entry
    }

    private struct Entry {
        var positions: [UInt64]
        var isNew: Bool
        /// Whether it has replaced the other form of its name.
        var replacesOther: Bool
    }

    /// Handles a new consumer that could not be written. If it has replaced the other form of its name, it stays, with
    /// the changes that wait for it, and is part of the next write.
    private func leave(
        _ consumer: ConsumerName, _ entry: Entry, _ writer: StoreWriter, _ failure: StoreError
    ) -> RuntimeError {
        if !entry.replacesOther { forget(consumer, writer) }
        if case .fenced(let reason) = failure { return .fenced(reason: reason) }
        return .storeUnavailable(reason: failure.description)
    }

    private func forget(_ consumer: ConsumerName, _ writer: StoreWriter) {
        for shard in shards { shard.forget(consumer) }
        writer.changeHead { $0.consumers[consumer] = .some(nil) }
    }

    private func sequence(
        of entry: Entry, for consumer: ConsumerName, _ writer: StoreWriter
    ) -> ConsumerChangeSequence {
        let feed = Feed(NewestBuffer<OutboxMark>(capacity: 1))
        let reader = nextListener()
        for shard in shards { shard.add(reader, feed) }
        return ConsumerChangeSequence(
            reading: Reading(consumer, reader, feed, shards, writer, firstShard: firstShard, from: entry.positions))
    }
}

/// The changes for one named consumer (`LiveActivityRuntime.changes(for:)`). It finishes when the runtime is closed, and after
/// ``finish()``.
public struct ConsumerChangeSequence: AsyncSequence, Sendable {
    let reading: Reading

    /// The number of changes that were dropped because they were not acknowledged for too long. It never decreases.
    public var missed: Int { reading.missed }

    /// The next change if one is ready, for a host without tasks; `nil` if none is ready, or the runtime is closed.
    public func nextIfAny() -> Change? { reading.take() }

    /// Acknowledges this change and all earlier ones of the same shard that the sequence has delivered: they are not delivered
    /// again.
    ///
    /// Does nothing for a change that the sequence has not delivered.
    public func acknowledge(_ change: Change) { reading.acknowledge(change) }

    /// Ends the sequence without closing the runtime: changes that wait in the store are still delivered, then it finishes.
    /// Later changes wait for the next sequence of the same name.
    ///
    /// For a reader that is stopped from outside, such as a service whose group shuts down. May be called from any thread and
    /// more than once.
    public func finish() { reading.finish() }

    public func makeAsyncIterator() -> Iterator { Iterator(reading: reading) }

    /// Returns the changes of the sequence; iterators of one sequence share them.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let reading: Reading

        public func next() async -> Change? { await reading.next(isolation: nil) }
        public func next(isolation actor: isolated (any Actor)?) async -> Change? { await reading.next(isolation: actor) }
    }
}

/// The position of a named consumer in each shard.
final class Reading: Sendable {
    private let consumer: ConsumerName
    private let reader: Listener.ID
    private let feed: Feed<NewestBuffer<OutboxMark>>
    /// Weak: a consumer that waits for the end of a runtime must not prevent it.
    private let shards: [WeakShard]
    private let storeWriter: StoreWriter
    private let firstShard: Int
    private let state: Mutex<State>

    private struct State {
        /// By shard: the sequence of the last delivered change.
        var given: [UInt64]
        /// The next changes, the first one last. Several are fetched at once, as each fetch takes the lock of a shard.
        var next: [Change] = []
        /// The index of the shard from which they were fetched.
        var shard = 0
    }

    /// The maximum number of changes fetched from a shard at once.
    private static let changesAtOnce = 64

    init(
        _ consumer: ConsumerName, _ reader: Listener.ID, _ feed: Feed<NewestBuffer<OutboxMark>>, _ shards: [Shard],
        _ storeWriter: StoreWriter, firstShard: Int, from positions: [UInt64]
    ) {
        self.firstShard = firstShard
        self.consumer = consumer
        self.reader = reader
        self.feed = feed
        self.shards = shards.map { WeakShard($0) }
        self.storeWriter = storeWriter
        state = Mutex(State(given: positions, shard: shards.count - 1))
    }

    deinit { for shard in shards { shard.shard?.removeReader(reader) } }

    var missed: Int { shards.reduce(0) { $0 + ($1.shard?.missedConsumerChanges ?? 0) } }

    func next(isolation: isolated (any Actor)?) async -> Change? {
        while !Task.isCancelled {
            if let change = take() { return change }
            // The feed signals only that there may be a new change.
            guard await feed.next(isolation: isolation) != nil else { return Task.isCancelled ? nil : take() }
        }
        return nil
    }

    /// The reader fetches the waiting changes, and waits for no more.
    func finish() { feed.finish() }

    func take() -> Change? {
        let (shards, firstShard) = (shards, firstShard)
        return state.withLock { state in
            if state.next.isEmpty {
                // In turn: a shard that always has changes would otherwise keep a slow reader from the later ones.
                for number in 1...shards.count {
                    let index = (state.shard + number) % shards.count
                    guard let changes = shards[index].shard?.consumerChanges(Self.changesAtOnce, after: state.given[index]),
                        !changes.isEmpty
                    else { continue }
                    (state.next, state.shard) = (changes.reversed(), index)
                    break
                }
            }
            guard let change = state.next.popLast() else { return nil }
            state.given[change.activity.shard - firstShard] = change.sequence
            return change
        }
    }

    func acknowledge(_ change: Change) {
        let index = change.activity.shard - firstShard
        guard shards.indices.contains(index), state.withLock({ $0.given[index] }) >= change.sequence,
            shards[index].shard?.acknowledge(consumer, upTo: change.sequence) == true
        else { return }
        // The positions are read when they are written, as there may be many acknowledgements until then.
        let consumer = consumer
        storeWriter.changeHead { $0.acknowledging.insert(consumer) }
        storeWriter.schedule()
    }
}

extension Shard {
    /// Adds a named consumer, if it is new.
    ///
    /// - Returns: The sequence up to which it has acknowledged; `nil` if the shard is closed.
    func enter(_ consumer: ConsumerName) -> (position: UInt64, isNew: Bool, replacesOther: Bool)? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let replacesOther = state.host.outbox?.position(of: consumer.otherForm) != nil
            let (position, isNew) = state.host.addConsumer(consumer)
            return (position, isNew, replacesOther)
        }
    }

    func forget(_ consumer: ConsumerName) { state.withLock { $0.host.removeConsumer(consumer) } }

    func position(of consumer: ConsumerName) -> UInt64? { state.withLock { $0.host.outbox?.position(of: consumer) } }

    func add(_ reader: Listener.ID, _ feed: Feed<NewestBuffer<OutboxMark>>) {
        let wakeUps = state.withLock { state -> WakeUps in
            var wakeUps = WakeUps()
            if state.isClosed {
                feed.finish(&wakeUps)
            } else if let written = state.host.outbox?.written {
                state.outboxReaders.add(reader, feed, OutboxMark(shard: index, written: written), &wakeUps)
            }
            return wakeUps
        }
        wakeUps.callIfAny()
    }

    func removeReader(_ reader: Listener.ID) { state.withLock { $0.outboxReaders.remove(reader) } }

    func consumerChanges(_ count: Int, after position: UInt64) -> [Change] {
        state.withLock { $0.host.outbox?.next(count, after: position) ?? [] }
    }

    func acknowledge(_ consumer: ConsumerName, upTo sequence: UInt64) -> Bool {
        state.withLock { $0.host.acknowledge(consumer, upTo: sequence) }
    }

    var missedConsumerChanges: Int { state.withLock { $0.host.outbox?.missed ?? 0 } }
}
