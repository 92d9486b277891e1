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
/// synchronous one blocks its thread when a strict store makes the caller wait; the asynchronous one (``ActivityCommands``),
/// which Swift selects in an asynchronous function, suspends its task. Every method that can fail throws a
/// ``/LiveActivityHost/RuntimeError``. A command is applied as a whole or not at all, also when the calling task is cancelled.
/// When it throws, no activity has changed, with two exceptions: ``/LiveActivityHost/RuntimeError/notDurable(reason:)`` means
/// that it is applied and not persisted yet, ``/LiveActivityHost/RuntimeError/fenced(reason:)`` that it is applied and will
/// never be persisted.
///
/// **Time** comes from the runtime's ``RuntimeClock``. Deadlines run automatically, each at its own date.
///
/// **Changes** are delivered through ``changes(of:conflation:bufferLimit:label:)`` and ``observe(_:_:)``. Without a subscriber
/// they cost next to nothing. The changes of one activity, and of one owner, are in the order in which they happened.
///
/// **Shards.** A runtime distributes its owners over several engines (``shardsDefault``), so that commands on several cores do
/// not wait for each other. An owner belongs to one shard, by a hash of its name that is the same in every process; an
/// ``/LiveActivityCore/ActivityID`` contains its shard. The behaviour of an activity is independent of the number of shards,
/// with three exceptions: ``/LiveActivityCore/Change/sequence`` counts per shard, and changes of different shards have no
/// order; deadlines with exactly the same date run in the order of ids, which contain the shard; and each shard remembers up to
/// ``/LiveActivityCore/EngineLimits/rememberedDismissals`` dismissals.
///
/// **The end.** A runtime that is released stops as if it had been closed (`close()`). Its tasks and sequences do not retain
/// it.
public final class LiveActivityRuntime: Sendable {
    @usableFromInline let shards: [Shard]
    /// The shards for commands, without retaining them: two threads would contend for the cache line with the reference count,
    /// and weak references make counting slower. `shards` retains them as long as there is a runtime that can receive a
    /// command.
    ///
    /// `nonisolated(unsafe)` because it is filled once, in the initializer.
    @usableFromInline nonisolated(unsafe) let unretainedShards: UnsafeMutablePointer<Unmanaged<Shard>>
    /// The number of the first shard: 0, unless the runtime is for a single partition.
    @usableFromInline let firstShard: Int
    /// The number of partitions; `nil` unless the runtime is for a single one.
    @usableFromInline let partitions: Int?
    let clock: any RuntimeClock
    /// Held while an event is published to several shards, so that all shards apply such events in the same order, and a
    /// snapshot includes an event for all its followers or for none.
    let publishing = PublishingLock()
    /// Writes changes to the store; `nil` without a store.
    @usableFromInline let storeWriter: StoreWriter?
    private let listenersEver = Atomic<UInt64>(0)
    /// The current subscribers.
    let registry = SubscriberRegistry()
    /// The push types of activities, and their tokens.
    let pushes = PushTokens()
    /// The state of higher modules.
    let extensions = RuntimeExtensions()
    /// The observer and the subscribers of notices of this runtime.
    let instruments: Instruments
    /// Ends the runtime's observation of its clock's jumps.
    private let jumps: ClockAlarm
    /// Decodes events for callers, without the lock of a shard.
    let eventDecoding = EventDecoding()

    /// The maximum number of shards: an id has six bits for the shard.
    public static let shardsMax = 64

    /// The default number of shards: 1 on a machine with one core, 16 with up to four, and otherwise 64.
    ///
    /// There are so many that threads rarely contend for one of them, and only three different numbers, because a snapshot and
    /// a store need the same number again. With more than one, changes of different owners have no order among each other. Use
    /// 1 if they must have one.
    public static let shardsDefault =
        switch ProcessInfo.processInfo.activeProcessorCount {
        case ...1: 1
        case 2...4: 16
        default: shardsMax
        }

    /// Creates a runtime without a store.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of every shard's engine; the runtime sets
    ///     ``/LiveActivityCore/EngineConfiguration/shard``. ``/LiveActivityCore/EngineLimits/activities`` applies to all shards
    ///     together. By default the seed is random, so that an id of one run is invalid in another.
    ///   - shards: 1 up to ``shardsMax``; by default ``shardsDefault``. To restore a snapshot, use its number.
    ///   - clock: ``SystemClock``, or a test's clock.
    ///   - providers: The initial kinds; `register(_:)` adds more.
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
        // In separate cache lines, as every command reads it: a write to a neighbouring value would invalidate the line.
        let bytes = (shards.count * MemoryLayout<Unmanaged<Shard>>.stride + 127) / 128 * 128
        unretainedShards = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 128)
            .bindMemory(to: Unmanaged<Shard>.self, capacity: shards.count)
        for (index, shard) in shards.enumerated() { (unretainedShards + index).initialize(to: .passUnretained(shard)) }
        jumps = clock.observeJumps { [instruments, shards = shards.map { WeakShard($0) }] jump in
            instruments.note(jump)
            guard case .confirmed(let seconds) = jump else { return }
            Task.detached { for shard in shards { shard.shard?.clockJumped(by: seconds) } }
        }
        // Without a commit, as the store's contents are restored first.
        for provider in providers { try applyRegistration(of: provider) }
    }

    deinit {
        jumps.cancel()
        close()
        unretainedShards.deallocate()
    }

    /// Registers a provider, so that activities of its kind can be started. Activities of the kind from a snapshot or a store
    /// are restored.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/cannotRegister(_:reason:)``, as ``/LiveActivityHost/RuntimeError/engine(_:)``.
    ///   If the reason is a snapshot's activities, other shards may have restored theirs; a provider that can read all of them
    ///   can be registered for the rest.
    public func register(_ provider: AnyProvider) throws(RuntimeError) {
        try applyRegistration(of: provider)
        try storeWriter?.commit()
    }

    func applyRegistration(of provider: AnyProvider) throws(RuntimeError) {
        let now = clock.now
        // Done before the publishing lock is taken, which a batch needs.
        for shard in shards { if let refusal = shard.catchUp(to: now) { throw refusal } }
        // One provider at a time, and in the same order in all shards, as a kind's number is part of every id.
        try publishing.withLock { (_) throws(RuntimeError) in
            let lacking = shards.filter { shard in shard.query { !$0.providers.contains { $0.kind == provider.kind } } }
            for shard in lacking.isEmpty ? shards : lacking {
                try shard.command(at: now) { (engine, now) throws(EngineError) in try engine.register(provider) }.result.get()
                // Restoring activities is not a command, so a replay cannot repeat it: the journal starts over.
                shard.breakJournalOff()
            }
        }
        restorePushes()
    }

    /// Stops the runtime, in this order:
    ///
    /// 1. Commands are refused with ``/LiveActivityHost/RuntimeError/closed`` from now on, and no deadline runs any more.
    /// 2. Subscribers receive the updates that their conflation holds back.
    /// 3. Sequences finish after their waiting changes. Observers are released.
    ///
    /// Activities are neither ended nor dismissed: queries still answer, and ``snapshot()`` still works. To end activities, end
    /// them first. Closing twice has no further effect.
    ///
    /// Finally the remaining changes are written to the store, as far as possible; to find out whether it is, call `flush()`
    /// first. That blocks the thread; the asynchronous form of this method suspends the task instead.
    public func close() {
        shards.close()
        storeWriter?.close()
        instruments.notices.finish()
    }

    /// Serialises operations on several shards. Taken before a shard's lock, never under one.
    final class PublishingLock: Sendable {
        private let mutex = Mutex<Void>(())

        func withLock<Result: Sendable>(_ body: (inout Void) throws(RuntimeError) -> Result) throws(RuntimeError) -> Result {
            try mutex.withLock { (nothing) throws(RuntimeError) in try body(&nothing) }
        }

        func holding(_ body: () -> Void) { mutex.withLock { _ in body() } }
    }

    func nextListener() -> Listener.ID { listenersEver.wrappingAdd(1, ordering: .relaxed).newValue }
}
