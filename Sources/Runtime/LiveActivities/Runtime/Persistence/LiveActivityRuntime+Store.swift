public import LiveActivityCore
import Synchronization

// A runtime that outlives its process.
extension LiveActivityRuntime {
    /// Opens a store, brings back everything that lives in it, and goes on from there.
    ///
    /// ```swift
    /// let runtime = try LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())], store: store)
    /// ```
    ///
    /// What fell due while no process was there happens now, in the order of its dates and each thing at its own date: an activity that
    /// was to end an hour ago ended an hour ago. Who is to be told of it subscribes in `subscribe`, or has a name
    /// (``changes(for:)``).
    ///
    /// Time never runs backwards. If the clock stands before the latest time that the store knows, that time holds until the clock has
    /// reached it (``StoreOpening/clockBehind``).
    ///
    /// Activities of kinds that nobody has registered, and those that their provider does not understand, stay in the store as they
    /// are (``skippedActivities``).
    ///
    /// - Parameters:
    ///   - configuration: As ever, but for its seed: a store goes on with the one it began with. Keep
    ///     ``/LiveActivityCore/EngineLimits/payloadBytes`` set: a content that cannot be written as JSON could not be kept.
    ///   - shards: As many as the store has, unless it is empty; `nil` for as many as it has, or one.
    ///   - store: Used by this runtime alone until it is closed.
    ///   - durability: When a command returns.
    ///   - journal: How much of the commands is written down; nothing unless said.
    ///   - subscribe: Called before anything falls due, and before this returns. Not to keep the runtime.
    /// - Throws: ``StoreError`` where the store cannot be read or written;
    ///   ``/LiveActivityCore/EngineError/cannotRestore(reason:)`` where it has another number of shards;
    ///   ``/LiveActivityCore/EngineError/cannotRegister(_:reason:)``; what `subscribe` throws. The store is then as it was, and closed.
    public convenience init(
        configuration: EngineConfiguration = EngineConfiguration(seed: .random(in: .min ... .max)), shards: Int? = nil,
        clock: some RuntimeClock = SystemClock(), providers: [AnyProvider] = [], store: any ActivityStore,
        durability: Durability = .strict, journal: JournalLimits? = nil,
        subscribe: (LiveActivityRuntime) throws -> Void = { _ in }
    ) throws {
        do {
            if case .relaxed(let interval) = durability {
                precondition(interval > 0 && interval.isFinite, "an interval of \(interval) seconds is none")
            }
            let head = try store.head()
            let count = shards ?? max(head.shards, 1)
            guard head.shards == 0 || head.shards == count else {
                throw RuntimeError.engine(
                    .cannotRestore(reason: "the store has \(head.shards) shards, this runtime has \(count)"))
            }
            var configuration = configuration
            if head.run > 0 { configuration.seed = head.seed }
            let storeWriter = StoreWriter(store, durability, run: head.run + 1, clock: clock)
            try self.init(
                configuration: configuration, shards: count, clock: clock, providers: providers, storeWriter: storeWriter)
            try reopen(store, head, storeWriter)
            if let journal { try openJournal(store, journal, configuration, storeWriter) }
            storeWriter.changeHead { [seed = configuration.seed] in
                $0.run = head.run + 1
                $0.shards = count
                $0.seed = seed
            }
            storeWriter.keep(
                StoreWriter.RuntimeParts(
                    shards: self.shards.map { WeakShard($0) }, publishing: publishing, pushes: pushes))
            // Where it cannot be written it is not opened: better now than with the first command.
            try storeWriter.write()
            try subscribe(self)
            let now = clock.now
            for shard in self.shards {
                try shard.command(at: now, commits: false) { (engine, now) throws(EngineError) in engine.advance(to: now) }
            }
            try storeWriter.commit()
        } catch {
            store.close()
            throw error
        }
    }

    /// Writes everything that is not in the store yet. Returns at once without a store.
    ///
    /// While the store fails, this tries it once more.
    /// - Throws: ``StoreError``; nothing is lost as long as the process lives.
    public func flush() throws(StoreError) { try storeWriter?.write() }

    /// Why the runtime takes no commands; `nil` while its store writes, and without a store.
    public var storeFailure: StoreError? { storeWriter?.failure }

    /// What was found when the store was opened; `nil` without one.
    public var opening: StoreOpening? { storeWriter?.opening.withLock { $0 } }

    /// Activities that are in the store and were not brought to life: of kinds that nobody has registered, or written in a way that their
    /// provider does not understand. They stay as they are, for a later run with a provider that does.
    public var skippedActivities: [SkippedActivity] {
        shards.flatMap { shard in shard.query { $0.allSkipped } }
    }
}

/// What was found when a runtime opened its store.
public struct StoreOpening: Hashable, Sendable {
    /// How often the store was opened, this time included.
    public var run: UInt64
    /// How many activities were brought to life.
    public var activities = 0
    /// By how many seconds the clock stands before the latest time that the store knows; 0 if it does not.
    public var clockBehind: TimeInterval = 0

    public init(run: UInt64, activities: Int = 0, clockBehind: TimeInterval = 0) {
        self.run = run
        self.activities = activities
        self.clockBehind = clockBehind
    }
}

/// An activity that is in the store but does not live (``LiveActivityRuntime/skippedActivities``).
public struct SkippedActivity: Hashable, Sendable {
    public var activity: ActivityID
    public var kind: ActivityKind
    /// What its provider does not understand; `nil` where there is no provider.
    public var reason: String?

    public init(activity: ActivityID, kind: ActivityKind, reason: String?) {
        self.activity = activity
        self.kind = kind
        self.reason = reason
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
