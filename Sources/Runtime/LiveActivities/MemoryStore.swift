public import LiveActivityCore
public import LiveActivityHost
import Synchronization

/// A store in memory, which exists as long as it is referenced: for tests, and to pass a runtime's state to another one in the
/// same process.
public final class MemoryStore: ActivityStore {
    struct Contents {
        var head = StoreHead()
        var engines: [Int: EngineRecord] = [:]
        var kinds: [Int: KindRecord] = [:]
        var activities: [ActivityID: StoredActivity] = [:]
        var freedSlots: [UInt64: FreedSlotRecord] = [:]
        var permissions: [OwnerID: Snapshot.Owner] = [:]
        var topics: [TopicRecord.Key: TopicRecord] = [:]
        var dismissals: [DismissalKey: Snapshot.Dismissal] = [:]
        var startTokens: [StartTokenRecord.Key: StartTokenRecord] = [:]
        var consumers: [ConsumerName: ConsumerRecord] = [:]
        var consumerChanges: [ChangePosition: Change] = [:]
        var journalBases: [JournalPosition: JournalBase] = [:]
        var journal: [JournalPosition: JournalEntry] = [:]

        struct JournalPosition: Hashable {
            var shard: Int
            var number: UInt64
        }
    }

    private let contents = Mutex(Contents())

    /// Creates an empty store.
    public init() {}

    // MARK: - Reading

    public func head() -> StoreHead {
        contents.withLock { contents in
            var head = contents.head
            head.engines = contents.engines.values.sorted { $0.shard < $1.shard }
            head.kinds = contents.kinds.values.sorted { $0.ordinal < $1.ordinal }
            head.permissions = contents.permissions.values.sorted { $0.name < $1.name }
            head.topics = contents.topics.values.sorted {
                ($0.shard, $0.memory.name.rawValue) < ($1.shard, $1.memory.name.rawValue)
            }
            head.dismissals = contents.dismissals.values.sorted {
                ($0.at, $0.owner, $0.kind, $0.key) < ($1.at, $1.owner, $1.kind, $1.key)
            }
            head.startTokens = contents.startTokens.values.sorted { ($0.owner, $0.kind) < ($1.owner, $1.kind) }
            head.consumers = contents.consumers.values.sorted { $0.name < $1.name }
            return head
        }
    }

    // The lock is released while `body` runs, as that may take long.

    public func forEachActivity(_ body: (StoredActivity) throws -> Void) rethrows {
        try contents.withLock { $0.activities.values.sorted { $0.id < $1.id } }.forEach(body)
    }

    public func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) rethrows {
        try contents.withLock { $0.freedSlots.values.sorted { $0.slot < $1.slot } }.forEach(body)
    }

    public func forEachConsumerChange(_ body: (Change) throws -> Void) rethrows {
        for (_, change) in contents.withLock({ $0.consumerChanges.sorted { $0.key < $1.key } }) { try body(change) }
    }

    public func forEachJournalBase(_ body: (JournalBase) throws -> Void) rethrows {
        try contents.withLock { $0.journalBases.values.sorted { ($0.shard, $0.number) < ($1.shard, $1.number) } }.forEach(body)
    }

    public func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) rethrows {
        try contents.withLock { $0.journal.values.sorted { ($0.shard, $0.number) < ($1.shard, $1.number) } }.forEach(body)
    }

    // MARK: - Writing

    public func append(_ batch: StoreBatch) throws(StoreError) {
        try contents.withLock { (contents) throws(StoreError) in
            try batch.checkClaim(run: contents.head.run)
            contents.apply(batch)
        }
    }
}

extension MemoryStore.Contents {
    mutating func apply(_ batch: StoreBatch) {
        head.run = batch.run ?? head.run
        head.closedRun = batch.closedRun ?? head.closedRun
        head.lostRuns = batch.lostRuns ?? head.lostRuns
        head.shards = batch.shards ?? head.shards
        head.partition = batch.partition ?? head.partition
        head.seed = batch.seed ?? head.seed
        for record in batch.engines { engines[record.shard] = record }
        for record in batch.kinds { kinds[record.ordinal] = record }

        for id in batch.forgottenActivities { activities[id] = nil }
        for var record in batch.activities {
            if record.attributes == nil, let stored = activities[record.id] {
                record.record.attributes = stored.attributes
                record.topics = stored.topics
            }
            activities[record.id] = record
        }
        for record in batch.freedSlots { freedSlots[record.slot] = record }

        for name in batch.forgottenPermissions { permissions[name] = nil }
        for record in batch.permissions { permissions[record.name] = record }
        for key in batch.forgottenTopics { topics[key] = nil }
        for record in batch.topics { topics[record.key] = record }
        for key in batch.forgottenDismissals { dismissals[key] = nil }
        for record in batch.dismissals { dismissals[DismissalKey(record)] = record }
        for key in batch.forgottenStartTokens { startTokens[key] = nil }
        for record in batch.startTokens { startTokens[record.key] = record }

        for name in batch.forgottenConsumers { consumers[name] = nil }
        for record in batch.consumers { consumers[record.name] = record }
        for position in batch.forgottenConsumerChanges { consumerChanges[position] = nil }
        for end in batch.consumerChangeBeginnings {
            consumerChanges = consumerChanges.filter { $0.key.shard != end.shard || $0.key > end }
        }
        for change in batch.consumerChanges { consumerChanges[ChangePosition(change)] = change }

        for beginning in batch.journalBeginnings {
            func isForgotten(_ position: JournalPosition) -> Bool {
                position.shard == beginning.shard && position.number < beginning.number
            }
            journalBases = journalBases.filter { !isForgotten($0.key) }
            journal = journal.filter { !isForgotten($0.key) }
        }
        for base in batch.journalBases { journalBases[JournalPosition(shard: base.shard, number: base.number)] = base }
        for entry in batch.journal { journal[JournalPosition(shard: entry.shard, number: entry.number)] = entry }
    }
}
