public import LiveActivityCore

/// What has changed since the last batch: a store persists it as a whole, or nothing of it.
///
/// Each list names a thing at most once. What is *forgotten* is to be deleted; the store may not have it, as it may have begun and ended
/// between two batches. A store deletes what is forgotten first, then writes the rest.
public struct StoreBatch: Hashable, Sendable {
    /// How often the store was opened (``StoreHead/run``); only in the first batch of a run.
    public var run: UInt64?
    /// How many shards the runtime has; only in the first batch of a run.
    public var shards: Int?
    /// The seed of ids (``/LiveActivityCore/EngineConfiguration/seed``); only in the first batch of a run.
    public var seed: UInt64?
    /// The counters of each shard where anything happened. They replace those that the store has.
    public var engines: [EngineRecord] = []
    /// New kinds, by ``KindRecord/ordinal``. A kind is never forgotten.
    public var kinds: [KindRecord] = []

    /// Activities that are new or have changed, by their id.
    public var activities: [StoredActivity] = []
    /// Activities that were dismissed.
    public var forgottenActivities: [ActivityID] = []
    /// Slots of dismissed activities, by ``FreedSlotRecord/slot``. They are never forgotten: one stays when its slot is used again.
    public var freedSlots: [FreedSlotRecord] = []

    /// What owners allow, by ``/LiveActivityCore/Snapshot/Owner/name``.
    public var permissions: [Snapshot.Owner] = []
    /// Owners that allow everything again.
    public var forgottenPermissions: [OwnerID] = []

    /// What is remembered of topics, by shard and name.
    public var topics: [TopicRecord] = []
    /// Topics of which nothing is remembered any more.
    public var forgottenTopics: [TopicRecord.Key] = []

    /// The users' dismissals, by owner, kind and key.
    public var dismissals: [Snapshot.Dismissal] = []
    /// Dismissals that are no longer remembered.
    public var forgottenDismissals: [DismissalKey] = []

    /// Push-to-start tokens, by owner and kind.
    public var startTokens: [StartTokenRecord] = []
    /// Push-to-start tokens that were removed.
    public var forgottenStartTokens: [StartTokenRecord.Key] = []

    /// Named consumers that are new or have acknowledged more, by ``ConsumerRecord/name``.
    public var consumers: [ConsumerRecord] = []
    /// Named consumers that were removed.
    public var forgottenConsumers: [ConsumerName] = []

    /// Changes that wait for named consumers, by ``ChangePosition``.
    public var consumerChanges: [Change] = []
    /// Changes that no consumer waits for any more.
    public var forgottenConsumerChanges: [ChangePosition] = []

    /// New points at which a replay can begin, by shard and number.
    public var journalBases: [JournalBase] = []
    /// New entries of the journal, by shard and number.
    public var journal: [JournalEntry] = []
    /// Per shard, the number below which bases and entries are to be deleted.
    public var journalBeginnings: [JournalBeginning] = []

    /// Creates a batch without anything in it.
    public init() {}

    /// Whether there is nothing to write.
    public var isEmpty: Bool { self == StoreBatch() }
}
