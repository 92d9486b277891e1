public import LiveActivityCore
public import LiveActivityHost
import Synchronization

// A runtime whose state outlives its process.
extension LiveActivityRuntime {
    /// Opens a store, restores its activities, and continues from there.
    ///
    /// ```swift
    /// let runtime = try LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())], store: store)
    /// ```
    ///
    /// Deadlines that passed while no process ran are run now, in each shard in the order of their dates and each with its own
    /// date: an activity that should have ended an hour ago ended an hour ago. To receive these changes, subscribe in
    /// `subscribe`, or use a named consumer (`changes(for:)`).
    ///
    /// Time never goes back. If the clock is before the latest time in the store, that time is used until the clock has reached
    /// it (``/LiveActivityHost/StoreOpening/clockBehind``).
    ///
    /// Activities of kinds without a registered provider, and those that their provider cannot read, are skipped: they stay
    /// unchanged in the store (``skippedActivities``).
    ///
    /// - Parameters:
    ///   - configuration: The configuration of every shard's engine. Its seed is used only for an empty store; later runs keep
    ///     the store's. Keep ``/LiveActivityCore/EngineLimits/payloadBytes`` set: content that cannot be encoded as JSON could
    ///     not be persisted.
    ///   - shards: The store's number, unless the store is empty; `nil` for the store's number, or ``shardsDefault`` for an
    ///     empty store.
    ///   - clock: ``SystemClock``, or a test's clock.
    ///   - providers: The initial kinds.
    ///   - store: Used exclusively by this runtime, until the runtime closes it.
    ///   - durability: When a command returns.
    ///   - journal: The limits of recorded commands; `nil` for no journal.
    ///   - subscribe: Called with the runtime before any deadline runs, and before this initializer returns. It must not retain
    ///     the runtime.
    /// - Throws: ``/LiveActivityHost/StoreError`` if the store cannot be read or written. As
    ///   ``/LiveActivityHost/RuntimeError/engine(_:)``: ``/LiveActivityCore/EngineError/cannotRestore(reason:)`` if it has
    ///   another number of shards, and ``/LiveActivityCore/EngineError/cannotRegister(_:reason:)``. The errors of `subscribe`.
    ///   The store is then unchanged, and closed.
    public convenience init(
        configuration: EngineConfiguration = EngineConfiguration(seed: .random(in: .min ... .max)), shards: Int? = nil,
        clock: some RuntimeClock = SystemClock(), providers: [AnyProvider] = [], store: any ActivityStore,
        durability: Durability = .strict, journal: JournalLimits? = nil,
        subscribe: (LiveActivityRuntime) throws -> Void = { _ in }
    ) throws {
        try self.init(
            opening: store, shards.map { ShardLayout.shards($0) }, configuration, clock: clock, providers: providers,
            durability, journal, subscribe: subscribe)
    }

    /// Opens the store of one numbered partition, for a cluster in which each partition has its own runtime and store.
    ///
    /// An owner belongs to one partition by a hash of its name (``partition(of:among:)``), and an activity's id contains its
    /// partition. A command for an owner or an activity of another partition is refused with
    /// ``/LiveActivityHost/RuntimeError/otherPartition(_:)``; a query finds nothing. A published event reaches the followers in
    /// this partition.
    ///
    /// - Parameters:
    ///   - partition: From 0 to below `count`. It must be the store's, unless the store is empty.
    ///   - count: The number of partitions, up to ``shardsMax``. It never changes, as ids contain the partition.
    ///   - configuration: Like for a runtime of all owners; `activities` applies to this partition.
    ///   - clock: ``SystemClock``, or a test's clock.
    ///   - providers: The initial kinds.
    ///   - store: Used exclusively by this runtime, until the runtime closes it.
    ///   - durability: When a command returns.
    ///   - journal: The limits of recorded commands; `nil` for no journal.
    ///   - subscribe: Called with the runtime before any deadline runs, and before this initializer returns. It must not retain
    ///     the runtime.
    /// - Throws: The errors of ``init(configuration:shards:clock:providers:store:durability:journal:subscribe:)``.
    public convenience init(
        partition: Int, of count: Int,
        configuration: EngineConfiguration = EngineConfiguration(seed: .random(in: .min ... .max)),
        clock: some RuntimeClock = SystemClock(), providers: [AnyProvider] = [], store: any ActivityStore,
        durability: Durability = .strict, journal: JournalLimits? = nil,
        subscribe: (LiveActivityRuntime) throws -> Void = { _ in }
    ) throws {
        try self.init(
            opening: store, .partition(partition, of: count), configuration, clock: clock, providers: providers, durability,
            journal, subscribe: subscribe)
    }

    private convenience init(
        opening store: any ActivityStore, _ wanted: ShardLayout?, _ configuration: EngineConfiguration,
        clock: any RuntimeClock, providers: [AnyProvider], _ durability: Durability, _ journal: JournalLimits?,
        subscribe: (LiveActivityRuntime) throws -> Void
    ) throws {
        do {
            if case .relaxed(let interval) = durability {
                precondition(interval > 0 && interval.isFinite, "an interval of \(interval) seconds is not positive and finite")
            }
            wanted?.check()
            var head = try store.head()
            try head.sortKinds()
            let layout = try head.layout(wanted)
            var configuration = configuration
            if head.run > 0 { configuration.seed = head.seed }
            let commit = StoreCommit(
                claiming: head, shards: layout.partitions ?? layout.numbers.count,
                partition: layout.partitions == nil ? nil : layout.numbers.lowerBound, seed: configuration.seed)
            let storeWriter = StoreWriter(store, durability, commit, clock: clock)
            try self.init(
                configuration: configuration, layout: layout, clock: clock, providers: providers, storeWriter: storeWriter)
            try reopen(store, head, storeWriter, lostRuns: commit.lostRuns)
            storeWriter.attach(
                StoreWriter.RuntimeParts(
                    shards: self.shards.map { WeakShard($0) }, publishing: publishing, pushes: pushes))
            // Claims the store. A store that cannot be written is refused now rather than at the first command.
            try storeWriter.write()
            try subscribe(self)
            let now = clock.now
            for shard in self.shards {
                if let refusal = shard.catchUp(to: now) { throw refusal }
                try shard.command(at: now) { (engine, now) throws(EngineError) in engine.advance(to: now) }.result.get()
            }
            // After the deadlines, so that the first command creates the journal's first snapshot.
            if let journal { try openJournal(store, journal, configuration, storeWriter) }
            try storeWriter.commit()
        } catch {
            store.close()
            throw error
        }
    }

    /// Writes all unwritten changes, and returns when they are stored. Returns at once without a store.
    ///
    /// While the store fails, this retries it. It blocks the thread; in an asynchronous function, Swift selects the form that
    /// suspends the task.
    /// - Throws: ``/LiveActivityHost/StoreError``. Nothing is lost as long as the process runs.
    public func flush() throws(StoreError) { try storeWriter?.write() }

    /// The store's failure, because of which the runtime accepts no commands; `nil` while the store works, and without a store.
    public var storeFailure: StoreError? { storeWriter?.failure }

    /// The findings of the store's opening; `nil` without a store.
    public var opening: StoreOpening? { storeWriter?.opening.withLock { $0 } }

    /// Activities in the store, or in the restored snapshot, that were not restored: of kinds without a registered provider,
    /// written in a form that their provider cannot read, or damaged. They stay there unchanged, for a later run with a
    /// suitable provider.
    public var skippedActivities: [SkippedActivity] {
        shards.flatMap { shard in shard.query { $0.allSkipped } }
    }
}

/// An activity that is in the store or a snapshot and was not restored (``LiveActivityRuntime/skippedActivities``).
public struct SkippedActivity: Hashable, Sendable {
    /// The activity's id.
    public var activity: ActivityID
    /// The activity's kind.
    public var kind: ActivityKind
    /// The part that its provider cannot read, or the damage; `nil` if there is no provider.
    public var reason: String?

    /// Creates a value from its fields.
    public init(activity: ActivityID, kind: ActivityKind, reason: String?) {
        self.activity = activity
        self.kind = kind
        self.reason = reason
    }
}

extension StoreHead {
    /// The shards of the runtime that opens this store.
    ///
    /// - Parameter wanted: The requested layout; `nil` for the stored one.
    fileprivate func layout(_ wanted: ShardLayout?) throws(RuntimeError) -> ShardLayout {
        guard shards > 0 else { return wanted ?? .shards(LiveActivityRuntime.shardsDefault) }
        let stored = partition.map { ShardLayout.partition($0, of: shards) } ?? .shards(shards)
        // A partition must be opened explicitly: another runtime may have the other partitions.
        if wanted == nil, partition == nil { return stored }
        guard let wanted, wanted == stored else {
            throw .engine(
                .cannotRestore(
                    reason: "the store has \(stored), this runtime has \(wanted ?? .shards(shards))"))
        }
        return stored
    }
}

extension Engine {
    fileprivate var allSkipped: [SkippedActivity] {
        waiting.map { SkippedActivity(activity: $0.id, kind: $0.kind, reason: nil) }
            + skipped.map {
                SkippedActivity(activity: $0.id, kind: kindName(of: $0.id) ?? "", reason: $0.reason)
            }
    }
}
