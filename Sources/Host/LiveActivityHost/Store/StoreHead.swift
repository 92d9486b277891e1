public import LiveActivityCore

/// The data of a store other than activities: small, and read first.
public struct StoreHead: Hashable, Sendable {
    /// The number of times that the store was opened for writing; 0 while it is empty.
    public var run: UInt64 = 0
    /// The last run that was closed with everything written. If it is ``run``, the next run continues exactly where that one
    /// ended.
    public var closedRun: UInt64 = 0
    /// The number of runs that ended without being closed. Their unwritten data is lost, including assigned ids: so later runs
    /// skip the ids that a lost run may have assigned.
    public var lostRuns: UInt64 = 0
    /// The number of shards of the runtime that wrote it; 0 while it is empty. Ids contain their shard, so it never changes.
    public var shards = 0
    /// The number of the single partition that it contains, of ``shards`` partitions; `nil` if it contains all shards.
    public var partition: Int?
    /// The seed of the first run. Every later run keeps it, so that no id is assigned twice.
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
    /// The remembered dismissals by users, oldest first.
    public var dismissals: [Snapshot.Dismissal] = []
    /// The push-to-start tokens.
    public var startTokens: [StartTokenRecord] = []
    /// The named consumers.
    public var consumers: [ConsumerRecord] = []

    /// Creates the head of an empty store.
    public init() {}
}
