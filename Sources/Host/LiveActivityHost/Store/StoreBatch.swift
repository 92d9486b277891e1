public import LiveActivityCore

/// The changes since the last batch, which a store persists as a whole or not at all.
///
/// Each list has a key at most once. A *forgotten* key must be deleted; the store may not have it, if it was created and
/// removed between two batches. A store deletes the forgotten keys first, then writes the rest.
///
/// **The claim.** A runtime opens a store by incrementing ``run``, and includes that run in each batch (``claim``). A store
/// accepts a batch only from the run that it belongs to, so that of two runtimes that have opened it only the later one can
/// write.
public struct StoreBatch: Hashable, Sendable {
    /// The run that writes this batch; `nil` for no check.
    ///
    /// A store refuses the whole batch with ``StoreError/fenced(reason:)`` unless this is its ``StoreHead/run``. A batch with a
    /// ``run`` is that run's claim: it is refused unless the store's run is the previous one.
    public var claim: UInt64?
    /// The number of times that the store was opened (``StoreHead/run``); only in the first batch of a run.
    public var run: UInt64?
    /// ``StoreHead/closedRun``; only in the last batch of a run.
    public var closedRun: UInt64?
    /// ``StoreHead/lostRuns``; only in the first batch of a run.
    public var lostRuns: UInt64?
    /// The number of the runtime's shards; only in the first batch of a run.
    public var shards: Int?
    /// ``StoreHead/partition``; only in the first batch of a run, and only of a runtime for one partition.
    public var partition: Int?
    /// The seed of ids (``/LiveActivityCore/EngineConfiguration/seed``); only in the first batch of a run.
    public var seed: UInt64?
    /// The counters of each shard that has changed. They replace the stored ones.
    public var engines: [EngineRecord] = []
    /// New kinds, by ``KindRecord/ordinal``. A kind is never forgotten.
    public var kinds: [KindRecord] = []

    /// New and changed activities, by id.
    public var activities: [StoredActivity] = []
    /// Activities that were dismissed.
    public var forgottenActivities: [ActivityID] = []
    /// Slots of dismissed activities, by ``FreedSlotRecord/slot``. They are never forgotten: a record stays when its slot is
    /// used again.
    public var freedSlots: [FreedSlotRecord] = []

    /// The permissions of owners, by ``/LiveActivityCore/Snapshot/Owner/name``.
    public var permissions: [Snapshot.Owner] = []
    /// Owners that have default permissions again.
    public var forgottenPermissions: [OwnerID] = []

    /// The remembered event ids of topics, by shard and name.
    public var topics: [TopicRecord] = []
    /// Topics without remembered events.
    public var forgottenTopics: [TopicRecord.Key] = []

    /// The users' dismissals, by owner, kind and key.
    public var dismissals: [Snapshot.Dismissal] = []
    /// Dismissals that are no longer remembered.
    public var forgottenDismissals: [DismissalKey] = []

    /// Push-to-start tokens, by owner and kind.
    public var startTokens: [StartTokenRecord] = []
    /// Push-to-start tokens that were removed.
    public var forgottenStartTokens: [StartTokenRecord.Key] = []

    /// New named consumers, and those that have acknowledged more changes, by ``ConsumerRecord/name``.
    public var consumers: [ConsumerRecord] = []
    /// Named consumers that were removed.
    public var forgottenConsumers: [ConsumerName] = []

    /// Changes that wait for named consumers, by ``ChangePosition``.
    public var consumerChanges: [Change] = []
    /// Changes that no consumer waits for any longer.
    public var forgottenConsumerChanges: [ChangePosition] = []
    /// For each shard, the sequence up to which no consumer waits for changes: all changes up to it are deleted, before
    /// ``consumerChanges`` are written.
    public var consumerChangeBeginnings: [ChangePosition] = []

    /// New points at which a replay can begin, by shard and number.
    public var journalBases: [JournalBase] = []
    /// New entries of the journal, by shard and number.
    public var journal: [JournalEntry] = []
    /// For each shard, the number below which bases and entries are deleted.
    public var journalBeginnings: [JournalBeginning] = []

    /// Creates an empty batch.
    public init() {}

    /// Whether there is nothing to write.
    public var isEmpty: Bool { self == StoreBatch() }

    /// Checks the ``claim``. A store calls it before it writes anything of the batch, in the same transaction.
    ///
    /// - Parameter run: The store's ``StoreHead/run``.
    /// - Throws: ``StoreError/fenced(reason:)`` if another run has claimed the store.
    public func checkClaim(run stored: UInt64) throws(StoreError) {
        guard let claim else { return }
        // The first batch of a run increments the store's run.
        let expected = run == nil ? claim : claim &- 1
        guard stored != expected else { return }
        throw .fenced(reason: "this is run \(claim), and the store has been opened by run \(stored) since")
    }
}
