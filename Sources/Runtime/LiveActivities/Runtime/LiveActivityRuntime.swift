public import LiveActivityCore
import Synchronization

/// Runs live activities in a program: an engine, or several, with a clock, for any number of threads and consumers.
///
/// ```swift
/// let runtime = try LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())])
/// let order = try runtime.start(DeliveryAttributes(…), owner: "anna")
/// try runtime.send(DeliveryEvent.pickedUp(…), to: order)
/// for await change in runtime.changes(of: .owner("anna")) { print(change.what.name) }
/// ```
///
/// **Commands** are synchronous and may be called from any thread, any task and any actor: they cost a lock. A command that throws an
/// ``/LiveActivityCore/EngineError`` has changed no activity. Whether the calling task is cancelled makes no difference: a
/// command happens as a whole or not at all.
///
/// **Time** comes from the runtime's ``RuntimeClock``. What falls due happens by itself, at its own date.
///
/// **Changes** come out through ``changes(of:conflation:bufferLimit:)`` and ``observe(_:_:)``; while nobody listens they cost next to
/// nothing. The changes of one activity, and of one owner, come in the order in which they happened.
///
/// **Shards.** A runtime may spread its owners over several engines, so that commands on several cores do not wait for each
/// other. An owner belongs to one shard, by a hash of its name that is the same in every process; an
/// ``/LiveActivityCore/ActivityID`` says its shard. What happens to an activity does not depend on the number of shards. What
/// does: ``/LiveActivityCore/Change/sequence`` counts for each shard, and changes of different shards have no order among each
/// other; what falls due at exactly the same date comes in the order of ids, which name the shard; and each shard remembers as
/// many dismissals as ``/LiveActivityCore/EngineLimits/rememberedDismissals`` says.
///
/// **The end.** A runtime that is dropped stops, as if it had been closed (``close()``). None of its tasks and sequences keeps it.
public final class LiveActivityRuntime: Sendable {
    @usableFromInline let shards: [Shard]
    let clock: any RuntimeClock
    /// Held while an event is published, where there are several shards: all of them take such events in the same order, and a
    /// snapshot has an event for all its followers or for none.
    let publishing = PublishingLock()
    /// Writes what happens to the store; `nil` without one.
    @usableFromInline let storeWriter: StoreWriter?
    private let listenersEver = Atomic<UInt64>(0)
    /// How activities take pushes, and the tokens for it.
    let pushes = PushTokens()
    /// What modules above this one add.
    let extensions = RuntimeExtensions()

    /// The most shards a runtime can have; ids have no room for more.
    public static let shardsMax = 64

    /// - Parameters:
    ///   - configuration: Of every shard's engine; ``/LiveActivityCore/EngineConfiguration/shard`` is the runtime's to set.
    ///     ``/LiveActivityCore/EngineLimits/activities`` holds over all shards together. Unless said otherwise the seed is
    ///     drawn, so that no id of another run is taken for one of this.
    ///   - shards: 1 up to ``shardsMax``. More than one is worth it where several cores are busy with commands.
    ///   - clock: ``SystemClock`` unless a test brings its own.
    /// - Throws: ``/LiveActivityCore/EngineError/cannotRegister(_:reason:)``.
    public convenience init(
        configuration: EngineConfiguration = EngineConfiguration(seed: .random(in: .min ... .max)), shards: Int = 1,
        clock: some RuntimeClock = SystemClock(), providers: [AnyProvider] = []
    ) throws(RuntimeError) {
        try self.init(configuration: configuration, shards: shards, clock: clock, providers: providers, storeWriter: nil)
    }

    init(
        configuration: EngineConfiguration, shards: Int, clock: any RuntimeClock, providers: [AnyProvider],
        storeWriter: StoreWriter?
    ) throws(RuntimeError) {
        precondition(1...Self.shardsMax ~= shards, "a runtime has 1 to \(Self.shardsMax) shards, not \(shards)")
        let common = shards > 1 ? ShardsInCommon(limits: configuration.limits) : nil
        self.clock = clock
        self.storeWriter = storeWriter
        self.shards = (0..<shards).map {
            Shard(index: $0, configuration: configuration, clock: clock, common: common, storeWriter: storeWriter)
        }
        for provider in providers { try register(provider) }
    }

    deinit { close() }

    /// Makes a provider's activities possible. Activities of its kind that a snapshot brought come to life.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/cannotRegister(_:reason:)``. Where a snapshot's activities are the reason,
    ///   those of other shards may have come to life; a provider that understands all of them can be registered for the rest.
    public func register(_ provider: AnyProvider) throws(RuntimeError) {
        // One provider at a time, and in the same order everywhere, for a kind's place is part of every id.
        try publishing.withLock { (_) throws(RuntimeError) in
            let lacking = shards.filter { shard in shard.query { !$0.providers.contains { $0.kind == provider.kind } } }
            for shard in lacking.isEmpty ? shards : lacking {
                try shard.command(commits: false) { (engine, now) throws(EngineError) in try engine.register(provider) }
                // What the provider brings to life is in no command.
                shard.breakJournalOff()
            }
        }
        restorePushes()
        try storeWriter?.commit()
    }

    /// Stops the runtime, in this order, shard by shard:
    ///
    /// 1. Commands are refused with ``RuntimeError/closed`` from now on, and nothing falls due any more.
    /// 2. Consumers are handed what their conflation holds back.
    /// 3. Sequences finish: each consumer still gets what waits for it, then the end. Observers are let go.
    ///
    /// Activities are neither ended nor dismissed: they can still be asked for, and ``snapshot()`` saves them for the next run. To end
    /// them, end them before. Closing twice does nothing more.
    ///
    /// What is not in the runtime's store by then is written, as far as that is possible (``flush()`` says whether it is).
    public func close() {
        for shard in shards { shard.close() }
        storeWriter?.close()
    }

    // MARK: - Where things are

    /// The shard of an owner.
    @inlinable func shard(of owner: OwnerID) -> Shard {
        shards.count == 1 ? shards[0] : shards[Self.shardIndex(of: owner, among: shards.count)]
    }

    /// FNV-1a over the name's bytes: the same in every process, unlike Swift's own hashes.
    @usableFromInline static func shardIndex(of owner: OwnerID, among count: Int) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in owner.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // The low bits of names that differ in their last letter alone are too much alike.
        hash ^= hash >> 32
        return Int(hash % UInt64(count))
    }

    @inlinable func shard(of id: ActivityID) throws(RuntimeError) -> Shard {
        guard id.shard < shards.count else { throw .engine(.unknownActivity(id)) }
        return shards[id.shard]
    }

    func shard(of reference: ActivityReference) throws(RuntimeError) -> Shard {
        switch reference {
        case .id(let id): try shard(of: id)
        case .key(let owner, _, _): shard(of: owner)
        }
    }

    /// The shards where changes that pass the filter happen.
    func shards(of filter: ChangeFilter) -> [Shard] {
        if let activity = filter.activity { return activity.shard < shards.count ? [shards[activity.shard]] : [] }
        if let owner = filter.owner { return [shard(of: owner)] }
        return shards
    }

    /// Held by one thread at a time, and not by a shard.
    final class PublishingLock: Sendable {
        private let mutex = Mutex<Void>(())

        func withLock<Result: Sendable>(_ body: (inout Void) throws(RuntimeError) -> Result) throws(RuntimeError) -> Result {
            try mutex.withLock { (nothing) throws(RuntimeError) in try body(&nothing) }
        }

        func holding(_ body: () -> Void) { mutex.withLock { _ in body() } }
    }

    func nextListener() -> Listener.ID { listenersEver.wrappingAdd(1, ordering: .relaxed).newValue }
}
