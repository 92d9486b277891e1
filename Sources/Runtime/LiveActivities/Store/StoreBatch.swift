public import LiveActivityCore

/// What became different since the last batch: kept as a whole or not at all.
///
/// Each list names a thing at most once. What is *forgotten* was there before, or may never have been kept: it began and was over between
/// two batches. A store takes what is forgotten away first.
public struct StoreBatch: Hashable, Sendable {
    /// How often the store was opened (``StoreHead/run``), where that is new.
    public var run: UInt64?
    /// How many shards the runtime has, with the first batch of each run.
    public var shards: Int?
    /// From which ids are made (``LiveActivityCore/EngineConfiguration/seed``), with the first batch of each run.
    public var seed: UInt64?
    /// Of each shard where anything happened; the newest takes the place of the one before.
    public var engines: [EngineRecord] = []
    /// By ``KindRecord/ordinal``; a kind is never forgotten.
    public var kinds: [KindRecord] = []

    /// By ``LiveActivityCore/ActivityRecord/id``.
    public var activities: [StoredActivity] = []
    /// Activities that were dismissed.
    public var forgottenActivities: [ActivityID] = []
    /// By ``FreedSlotRecord/slot``; never forgotten. Stays in the store when the place is taken again.
    public var freedSlots: [FreedSlotRecord] = []

    /// By ``LiveActivityCore/Snapshot/Owner/name``.
    public var permissions: [Snapshot.Owner] = []
    /// Owners who allow everything again, as they did before they said anything.
    public var forgottenPermissions: [OwnerID] = []

    /// By shard and name.
    public var topics: [TopicRecord] = []
    public var forgottenTopics: [TopicRecord.Key] = []

    /// By owner, kind and key.
    public var dismissals: [Snapshot.Dismissal] = []
    public var forgottenDismissals: [DismissalKey] = []

    /// By owner and kind.
    public var startTokens: [StartTokenRecord] = []
    public var forgottenStartTokens: [StartTokenRecord.Key] = []

    /// By ``ConsumerRecord/name``.
    public var consumers: [ConsumerRecord] = []
    public var forgottenConsumers: [ConsumerName] = []

    /// Changes that wait for named consumers, by ``ChangePosition``: the activity's shard, and ``LiveActivityCore/Change/sequence``.
    public var consumerChanges: [Change] = []
    public var forgottenConsumerChanges: [ChangePosition] = []

    /// By shard and number.
    public var journalBases: [JournalBase] = []
    public var journal: [JournalEntry] = []
    /// Of each of these shards, the bases and entries with a lesser number are forgotten.
    public var journalBeginnings: [JournalBeginning] = []

    public init() {}

    /// Whether it says nothing.
    public var isEmpty: Bool { self == StoreBatch() }
}

/// What a store keeps besides activities: little, and needed first.
public struct StoreHead: Hashable, Sendable {
    /// How often the store was opened to be written; 0 while it is empty.
    public var run: UInt64 = 0
    /// Of the runtime that wrote it; 0 while it is empty. Ids name their shard, so it never changes.
    public var shards = 0
    /// Of the first run. Every run goes on with it, so that no id is ever given twice.
    public var seed: UInt64 = 0
    public var engines: [EngineRecord] = []
    public var kinds: [KindRecord] = []
    public var permissions: [Snapshot.Owner] = []
    public var topics: [TopicRecord] = []
    /// The oldest first.
    public var dismissals: [Snapshot.Dismissal] = []
    public var startTokens: [StartTokenRecord] = []
    public var consumers: [ConsumerRecord] = []

    public init() {}
}
