public import LiveActivityCore

/// The parts of a store besides activities: small, and read first.
public struct StoreHead: Hashable, Sendable {
    /// How often the store was opened to be written; 0 while it is empty.
    public var run: UInt64 = 0
    /// The last run that was closed with everything written. If it is ``run``, the next run continues exactly where that one
    /// ended.
    public var closedRun: UInt64 = 0
    /// How many runs ended without being closed. What was not in the store yet is lost, and with it ids that were given: so
    /// later runs skip the ids that a lost run may have given.
    public var lostRuns: UInt64 = 0
    /// The number of shards of the runtime that wrote it; 0 while it is empty. Ids name their shard, so it never changes.
    public var shards = 0
    /// The number of the one partition that is in it, of ``shards`` partitions; `nil` where all shards are.
    public var partition: Int?
    /// The seed of the first run. Every later run continues with it, so that no id is given twice.
    public var seed: UInt64 = 0
    /// The counters of each shard.
    public var engines: [EngineRecord] = []
    /// The kinds that were ever registered.
    public var kinds: [KindRecord] = []
    /// The owners that do not allow everything.
    public var permissions: [Snapshot.Owner] = []
    /// The readable parts of damaged permissions. Activities that these may have forbidden are not started. They stay in the
    /// store.
    public var damagedPermissions: [Snapshot.DamagedPermission] = []
    /// The remembered event ids of topics, by shard.
    public var topics: [TopicRecord] = []
    /// The users' dismissals that are remembered, the oldest first.
    public var dismissals: [Snapshot.Dismissal] = []
    /// The push-to-start tokens.
    public var startTokens: [StartTokenRecord] = []
    /// The named consumers.
    public var consumers: [ConsumerRecord] = []

    /// Creates the head of an empty store.
    public init() {}
}
