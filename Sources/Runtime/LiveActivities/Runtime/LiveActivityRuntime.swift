public import LiveActivityCore
public import LiveActivityHost
import Synchronization

/// Runs live activities in a program: one engine or several, with a clock, for any number of threads.
///
/// ```swift
/// let runtime = try LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())])
/// let order = try await runtime.start(DeliveryAttributes(…), owner: "anna")
/// try await runtime.send(DeliveryEvent.pickedUp(…), to: order)
/// for await change in runtime.changes(of: .owner("anna")) { print(change.what.name) }
/// ```
///
/// **Commands** may be called from any thread, task or actor: they cost a lock. Each has two forms of the same name. The
/// synchronous one blocks its thread where a strict store makes the caller wait; the asynchronous one (``ActivityCommands``),
/// which Swift chooses in an asynchronous function, suspends its task. Every method that can fail throws a
/// ``/LiveActivityHost/RuntimeError``. A command is applied as a whole or not at all, also when the calling task is cancelled.
/// When it throws, no activity has changed, with two exceptions: ``/LiveActivityHost/RuntimeError/notDurable(reason:)`` means
/// that it is applied and not persisted yet, ``/LiveActivityHost/RuntimeError/fenced(reason:)`` that it is applied and never
/// will be.
///
/// **Time** comes from the runtime's ``RuntimeClock``. Deadlines run by themselves, each at its own date.
///
/// **Changes** come out through ``changes(of:conflation:bufferLimit:label:)`` and ``observe(_:_:)``. Without a subscriber they
/// cost next to nothing. The changes of one activity, and of one owner, come in the order in which they happened.
///
/// **Shards.** A runtime spreads its owners over several engines (``shardsDefault``), so that commands on several cores do not
/// wait for each other. An owner belongs to one shard, by a hash of its name that is the same in every process; an
/// ``/LiveActivityCore/ActivityID`` contains its shard. What happens to an activity does not depend on the number of shards.
/// Three things do: ``/LiveActivityCore/Change/sequence`` counts per shard, and changes of different shards have no order;
/// deadlines of exactly the same date run in the order of ids, which contain the shard; and each shard remembers up to
/// ``/LiveActivityCore/EngineLimits/rememberedDismissals`` dismissals.
///
/// **The end.** A runtime that is released stops as if it had been closed (`close()`). Its tasks and sequences do not retain
/// it.
public final class LiveActivityRuntime: Sendable {
    @usableFromInline let shards: [Shard]
    /// The shards for commands, which need not retain their shard: two threads would pass the line with its reference count to
    /// and fro, and weak references make counting slower. `shards` retains them as long as there is a runtime that could be
    /// given a command.
    ///
    /// `nonisolated(unsafe)` because it is filled once, in the initializer.
    @usableFromInline nonisolated(unsafe) let unretainedShards: UnsafeMutablePointer<Unmanaged<Shard>>
    /// The number of the first shard: 0, unless this is the runtime of one partition.
    @usableFromInline let firstShard: Int
    /// How many partitions there are; `nil` unless this is the runtime of one.
    @usableFromInline let partitions: Int?
    let clock: any RuntimeClock
    /// Held while an event is published to several shards, so that all shards take such events in the same order, and a
    /// snapshot has an event for all its followers or for none.
    let publishing = PublishingLock()
    /// Writes what has changed to the store; `nil` without a store.
    @usableFromInline let storeWriter: StoreWriter?
    private let listenersEver = Atomic<UInt64>(0)
    /// The sequences of changes that are in use.
    let registry = SubscriberRegistry()
    /// The push types of activities, and their tokens.
    let pushes = PushTokens()
    /// The state of modules above this one.
    let extensions = RuntimeExtensions()
    /// The observer and the subscribers of notices of this runtime.
    let instruments: Instruments
    /// Ends the runtime's observation of its clock's jumps.
    private let jumps: ClockAlarm
    /// Decodes events for callers, without the lock of a shard.
    let eventDecoding = EventDecoding()

    /// The most shards that a runtime can have: an id has six bits for the shard.
    public static let shardsMax = 64

    /// The number of shards where none is given: 1 on a machine with one core, 16 with up to four, and otherwise 64.
    ///
    /// So many that threads rarely meet at one of them, and only three numbers, because a snapshot and a store need the same
    /// number again. With more than one, changes of different owners have no order among each other. Give 1 where they must
    /// have one.
    public static let shardsDefault =
        switch ProcessInfo.processInfo.activeProcessorCount {
        case ...1: 1
        case 2...4: 16
        default: shardsMax
        }

    /// Creates a runtime without a store.
    ///
    /// - Parameters:
    ///   - configuration: Of every shard's engine; the runtime sets ``/LiveActivityCore/EngineConfiguration/shard``.
    ///     ``/LiveActivityCore/EngineLimits/activities`` holds over all shards together. By default the seed is random, so that
    ///     an id of one run means nothing in another.
    ///   - shards: 1 up to ``shardsMax``; by default ``shardsDefault``. To restore a snapshot, as many as it has.
    ///   - clock: ``SystemClock``, unless a test has its own.
    ///   - providers: The kinds to begin with; `register(_:)` adds more.
    /// - Throws: ``/LiveActivityCore/EngineError/cannotRegister(_:reason:)``, as ``/LiveActivityHost/RuntimeError/engine(_:)``.
    public convenience init(
        configuration: EngineConfiguration = EngineConfiguration(seed: .random(in: .min ... .max)),
        shards: Int = LiveActivityRuntime.shardsDefault, clock: some RuntimeClock = SystemClock(),
        providers: [AnyProvider] = []
    ) throws(RuntimeError) {
        try self.init(
            configuration: configuration, layout: .shards(shards), clock: clock, providers: providers, storeWriter: nil)
    }

    init(
        configuration: EngineConfiguration, layout: ShardLayout, clock: any RuntimeClock, providers: [AnyProvider],
        storeWriter: StoreWriter?
    ) throws(RuntimeError) {
        layout.check()
        let common = layout.numbers.count > 1 ? ShardsInCommon(limits: configuration.limits) : nil
        self.clock = clock
        self.storeWriter = storeWriter
        let instruments = storeWriter?.instruments ?? Instruments()
        self.instruments = instruments
        firstShard = layout.numbers.lowerBound
        partitions = layout.partitions
        let shards = layout.numbers.map {
            Shard(
                index: $0, configuration: configuration, clock: clock, common: common, storeWriter: storeWriter,
                instruments: instruments)
        }
        self.shards = shards
        // In cache lines of its own, as every command reads it: a neighbour that is written to would take the line away.
        let bytes = (shards.count * MemoryLayout<Unmanaged<Shard>>.stride + 127) / 128 * 128
        unretainedShards = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 128)
            .bindMemory(to: Unmanaged<Shard>.self, capacity: shards.count)
        for (index, shard) in shards.enumerated() { (unretainedShards + index).initialize(to: .passUnretained(shard)) }
        jumps = clock.observeJumps { [instruments, shards = shards.map { WeakShard($0) }] jump in
            instruments.note(jump)
            // Deadlines that are due now would wait for an alarm that was set by the time before.
            guard case .confirmed = jump else { return }
            Task.detached { for shard in shards { shard.shard?.wake(0) } }
        }
        // Without a commit: what a store has comes first.
        for provider in providers { try applyRegistration(of: provider) }
    }

    deinit {
        jumps.cancel()
        close()
        unretainedShards.deallocate()
    }

    /// Makes a provider's kind known, so that activities of the kind can be started. Activities of the kind that a snapshot or
    /// a store has brought are restored.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/cannotRegister(_:reason:)``, as ``/LiveActivityHost/RuntimeError/engine(_:)``.
    ///   Where a snapshot's activities are the reason, other shards may have restored theirs; a provider that can read all of
    ///   them can be registered for the rest.
    public func register(_ provider: AnyProvider) throws(RuntimeError) {
        try applyRegistration(of: provider)
        try storeWriter?.commit()
    }

    func applyRegistration(of provider: AnyProvider) throws(RuntimeError) {
        // One provider at a time, and in the same order in all shards, as a kind's number is part of every id.
        try publishing.withLock { (_) throws(RuntimeError) in
            let lacking = shards.filter { shard in shard.query { !$0.providers.contains { $0.kind == provider.kind } } }
            for shard in lacking.isEmpty ? shards : lacking {
                try shard.command { (engine, now) throws(EngineError) in try engine.register(provider) }.result.get()
                // No command restores activities, so a replay cannot: the journal starts over.
                shard.breakJournalOff()
            }
        }
        restorePushes()
    }

    /// Stops the runtime, in this order:
    ///
    /// 1. Commands are refused with ``/LiveActivityHost/RuntimeError/closed`` from now on, and no deadline runs any more.
    /// 2. Subscribers receive what their conflation holds back.
    /// 3. Sequences finish: each still gives the changes that wait in it. Observers are released.
    ///
    /// Activities are neither ended nor dismissed: queries still answer, and ``snapshot()`` still works. To end activities, end
    /// them before. Closing twice does nothing more.
    ///
    /// Last, what is not in the store yet is written, as far as that is possible; call `flush()` before to learn whether it is.
    /// That blocks the thread; the asynchronous form of this method suspends the task instead.
    public func close() {
        shards.close()
        storeWriter?.close()
        instruments.notices.finish()
    }

    /// Serialises what concerns several shards. Taken before a shard's lock, never under one.
    final class PublishingLock: Sendable {
        private let mutex = Mutex<Void>(())

        func withLock<Result: Sendable>(_ body: (inout Void) throws(RuntimeError) -> Result) throws(RuntimeError) -> Result {
            try mutex.withLock { (nothing) throws(RuntimeError) in try body(&nothing) }
        }

        func holding(_ body: () -> Void) { mutex.withLock { _ in body() } }
    }

    func nextListener() -> Listener.ID { listenersEver.wrappingAdd(1, ordering: .relaxed).newValue }
}
