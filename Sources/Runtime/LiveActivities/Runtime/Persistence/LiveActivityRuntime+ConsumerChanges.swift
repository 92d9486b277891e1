public import LiveActivityCore
import Synchronization

// Changes for those who must not miss any: a push adapter, a host in another process.
extension LiveActivityRuntime {
    /// The changes that a consumer has not acknowledged, then those that come, at least once each and in order for each activity.
    ///
    /// ```swift
    /// let consumerChanges = try runtime.changes(for: "push")
    /// for await change in consumerChanges {
    ///     try await push(change)
    ///     consumerChanges.acknowledge(change)
    /// }
    /// ```
    ///
    /// - A change is handed over when it is in the store: what a crash could take back, nobody has seen. So with
    ///   ``Durability/relaxed(interval:)`` it comes an interval later.
    /// - What is not acknowledged comes again: after a crash, and in the next sequence for the same name. Acknowledgements are written
    ///   within a tenth of a second (or the interval); one that a crash takes back makes a few changes come twice, which their
    ///   ``/LiveActivityCore/Change/sequence`` shows.
    /// - A consumer may lag behind as far as it likes. Of each activity the newest change of each sort waits: the start, the newest
    ///   update, the newest alert, whether it is stale, the end; of one that was dismissed, the dismissal. At most a million changes
    ///   wait in each shard; then the oldest are dropped, and ``ConsumerChangeSequence/missed`` counts them.
    /// - Refusals and other reports (``/LiveActivityCore/Change/What/isReport``) are not among them.
    ///
    /// A name that is new begins with what happens from now on, and from then on changes are kept for it, whether it asks for them or
    /// not: ``forgetConsumer(_:)`` ends that. One sequence at a time for each name.
    ///
    /// - Throws: ``RuntimeError/storeUnavailable(reason:)`` where the runtime has no store, or the store cannot write;
    ///   ``RuntimeError/closed``.
    public func changes(for consumer: ConsumerName) throws(RuntimeError) -> ConsumerChangeSequence {
        guard let storeWriter else { throw .storeUnavailable(reason: "this runtime has no store, so nothing outlives it") }
        let feed = Feed(NewestBuffer<UInt64>(capacity: 1))
        let reader = nextListener()
        // A new name begins at one moment of each shard.
        let known = shards.map { $0.enter(consumer) }
        guard known.allSatisfy({ $0 != nil }) else { throw .closed }
        if known.contains(where: { $0?.isNew == true }) {
            let record = ConsumerRecord(name: consumer, acknowledged: known.map { $0?.position ?? 0 })
            storeWriter.changeHead { $0.consumers[consumer] = .some(record) }
            do throws(StoreError) { try storeWriter.write() } catch {
                for shard in shards { shard.forget(consumer) }
                storeWriter.changeHead { $0.consumers[consumer] = .some(nil) }
                throw .storeUnavailable(reason: error.description)
            }
        }
        for shard in shards { shard.add(reader, feed) }
        return ConsumerChangeSequence(
            reading: Reading(consumer, reader, feed, shards, storeWriter, from: known.map { $0?.position ?? 0 }))
    }

    /// Keeps nothing for a consumer any more, and forgets how far it was.
    ///
    /// - Throws: ``RuntimeError/notDurable(reason:)`` when that cannot be written now; it is forgotten with the next write.
    public func forgetConsumer(_ consumer: ConsumerName) throws(RuntimeError) {
        guard let storeWriter else { return }
        for shard in shards { shard.forget(consumer) }
        storeWriter.changeHead { $0.consumers[consumer] = .some(nil) }
        do throws(StoreError) { try storeWriter.write() } catch { throw .notDurable(reason: error.description) }
    }
}

/// The changes for one named consumer (``LiveActivityRuntime/changes(for:)``). It finishes when the runtime is closed.
public struct ConsumerChangeSequence: AsyncSequence, Sendable {
    let reading: Reading

    /// How many changes were dropped because nobody acknowledged them for too long. It never falls.
    public var missed: Int { reading.missed }

    /// The next change if there is one already, for a host without tasks; `nil` if there is none yet, or none any more.
    public func nextIfAny() -> Change? { reading.take() }

    /// Says that the consumer is done with this change and with all of the same shard that it was handed before: it is not handed them
    /// again. A change that was never handed over says nothing.
    public func acknowledge(_ change: Change) { reading.acknowledge(change) }

    public func makeAsyncIterator() -> Iterator { Iterator(reading: reading) }

    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let reading: Reading

        public func next() async -> Change? { await reading.next(isolation: nil) }
        public func next(isolation actor: isolated (any Actor)?) async -> Change? { await reading.next(isolation: actor) }
    }
}

/// Where a named consumer is in each shard.
final class Reading: Sendable {
    private let consumer: ConsumerName
    private let reader: Listener.ID
    private let feed: Feed<NewestBuffer<UInt64>>
    /// Weak: a consumer that waits for the end of a runtime must not prevent it.
    private let shards: [WeakShard]
    private let storeWriter: StoreWriter
    /// By shard: the sequence of the last change that was handed over.
    private let positions: Mutex<[UInt64]>

    init(
        _ consumer: ConsumerName, _ reader: Listener.ID, _ feed: Feed<NewestBuffer<UInt64>>, _ shards: [Shard],
        _ storeWriter: StoreWriter,
        from positions: [UInt64]
    ) {
        self.consumer = consumer
        self.reader = reader
        self.feed = feed
        self.shards = shards.map { WeakShard($0) }
        self.storeWriter = storeWriter
        self.positions = Mutex(positions)
    }

    deinit { for shard in shards { shard.shard?.removeReader(reader) } }

    var missed: Int { shards.reduce(0) { $0 + ($1.shard?.missedConsumerChanges ?? 0) } }

    func next(isolation: isolated (any Actor)?) async -> Change? {
        while !Task.isCancelled {
            if let change = take() { return change }
            // What the feed brings is only that there is something new.
            guard await feed.next(isolation: isolation) != nil else { return Task.isCancelled ? nil : take() }
        }
        return nil
    }

    func take() -> Change? {
        let shards = shards
        return positions.withLock { positions in
            for (index, shard) in shards.enumerated() {
                guard let change = shard.shard?.delivery(after: positions[index]) else { continue }
                positions[index] = change.sequence
                return change
            }
            return nil
        }
    }

    func acknowledge(_ change: Change) {
        let index = change.activity.shard
        guard index < shards.count, positions.withLock({ $0[index] }) >= change.sequence,
            shards[index].shard?.acknowledge(consumer, upTo: change.sequence) == true
        else { return }
        let acknowledged = shards.map { $0.shard?.position(of: consumer) ?? 0 }
        let record = ConsumerRecord(name: consumer, acknowledged: acknowledged)
        storeWriter.changeHead { $0.consumers[record.name] = .some(record) }
        storeWriter.schedule()
    }
}

extension Shard {
    /// Makes a consumer's name known here.
    ///
    /// - Returns: Up to where it has acknowledged; `nil` when the shard is closed.
    func enter(_ consumer: ConsumerName) -> (position: UInt64, isNew: Bool)? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            if let position = state.outbox?.position(of: consumer) { return (position, false) }
            let sequence = state.engine.sequence
            if state.outbox == nil { state.outbox = Outbox(written: sequence) }
            state.outbox?.add(consumer, acknowledged: sequence)
            return (sequence, true)
        }
    }

    func forget(_ consumer: ConsumerName) { state.withLock { $0.outbox?.remove(consumer) } }

    func position(of consumer: ConsumerName) -> UInt64? { state.withLock { $0.outbox?.position(of: consumer) } }

    func add(_ reader: Listener.ID, _ feed: Feed<NewestBuffer<UInt64>>) {
        let wakeUps = state.withLock { state -> WakeUps in
            var wakeUps = WakeUps()
            if state.isClosed { feed.finish(&wakeUps) } else { state.outbox?.add(reader, feed, &wakeUps) }
            return wakeUps
        }
        wakeUps.callIfAny()
    }

    func removeReader(_ reader: Listener.ID) { state.withLock { $0.outbox?.remove(reader) } }

    func delivery(after position: UInt64) -> Change? { state.withLock { $0.outbox?.next(after: position) } }

    func acknowledge(_ consumer: ConsumerName, upTo sequence: UInt64) -> Bool {
        state.withLock { $0.outbox?.acknowledge(consumer, upTo: sequence) ?? false }
    }

    var missedConsumerChanges: Int { state.withLock { $0.outbox?.missed ?? 0 } }
}
