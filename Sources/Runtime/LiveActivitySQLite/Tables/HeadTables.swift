#if SQLite
import GRDB
import LiveActivityCore
import LiveActivities

/// The stored data other than activities: small, and read first as a whole.
enum HeadTables {
    /// The single row of `store`, with data about the whole file.
    struct Store {
        var run: UInt64
        var closedRun: UInt64
        var lostRuns: UInt64
        var shards: Int
        var seed: UInt64
        var partition: Int?
    }

    // The column `id` is always 1.
    static let store = StoreTable<Store>(
        "store", keys: ["id"], ["run", "sealed_run", "closed_run", "lost_runs", "shards", "seed", "partition"],
        put: { store, row in
            row.put(1)
            row.put(store.run)
            row.put(store.run)
            row.put(store.closedRun)
            row.put(store.lostRuns)
            row.put(store.shards)
            row.put(store.seed)
            row.put(store.partition.map { Int64($0) })
        },
        take: { row in
            _ = row.take(1...1)
            let run = row.takeCounter()
            // They differ after an older version has written to the file.
            if row.takeCounter() != run, row.isVerified { row.note(before: 1) }
            return Store(
                run: run, closedRun: row.takeCounter(), lostRuns: row.takeCounter(), shards: row.take(0...64),
                seed: row.takeBits(),
                partition: row.takeIfAny(0...Int(Int32.max)))
        })

    static let engines = StoreTable<EngineRecord>(
        "engine", keys: ["shard"], ["now_s", "sequence", "starts"],
        put: { record, row in
            row.put(record.shard)
            row.put(record.now)
            row.put(record.sequence)
            row.put(record.starts)
        },
        take: { row in
            EngineRecord(
                shard: row.takeShard(), now: row.takeDateIfAny(), sequence: row.takeCounter(), starts: row.takeCounter())
        })

    static let kinds = StoreTable<KindRecord>(
        "kind", keys: ["ordinal"], ["name"],
        put: { record, row in
            row.put(record.ordinal)
            row.put(record.kind)
        },
        take: { row in KindRecord(ordinal: row.take(0...1_023), kind: row.take(ActivityKind.self)) })

    static let topics = StoreTable<TopicRecord>(
        "topic", keys: ["shard", "name"], ["events", "timestamp_s"],
        put: { record, row in
            row.put(record.shard)
            row.put(record.memory.name)
            row.put(json: record.memory.events)
            row.put(record.memory.timestamp)
        },
        take: { row in
            TopicRecord(
                shard: row.takeShard(),
                memory: Snapshot.TopicMemory(
                    name: row.take(Topic.self), events: row.take(json: [EventID].self) ?? [], timestamp: row.takeDateIfAny()))
        })

    static let dismissals = StoreTable<Snapshot.Dismissal>(
        "dismissal", keys: ["owner", "kind", "key"], ["at_s"],
        put: { record, row in
            row.put(record.owner)
            row.put(record.kind)
            row.put(record.key)
            row.put(record.at)
        },
        take: { row in
            Snapshot.Dismissal(
                owner: row.take(OwnerID.self), kind: row.take(ActivityKind.self), key: row.take(StartKey.self),
                at: row.takeDate())
        })

    static let startTokens = StoreTable<StartTokenRecord>(
        "start_token", keys: ["owner", "kind"], ["token"],
        put: { record, row in
            row.put(record.owner)
            row.put(record.kind)
            row.put(record.token)
        },
        take: { row in
            StartTokenRecord(owner: row.take(OwnerID.self), kind: row.take(ActivityKind.self), token: row.takeData())
        })

    // MARK: - Writing

    /// - Throws: ``/LiveActivityHost/StoreError/fenced(reason:)`` if another run has opened the store since.
    static func admit(_ batch: StoreBatch, _ database: Database) throws {
        guard batch.claim != nil else { return }
        try batch.checkClaim(run: readStore(StoreReader(database: database, damage: DamageLog(), isVerified: true)).run)
    }

    static func write(_ batch: StoreBatch, _ database: Database) throws {
        if batch.changesStore {
            var store = try readStore(StoreReader(database: database, damage: DamageLog(), isVerified: true))
            store.run = batch.run ?? store.run
            store.closedRun = batch.closedRun ?? store.closedRun
            store.lostRuns = batch.lostRuns ?? store.lostRuns
            store.shards = batch.shards ?? store.shards
            store.seed = batch.seed ?? store.seed
            store.partition = batch.partition ?? store.partition
            try self.store.upsert([store], in: database)
        }
        try engines.upsert(batch.engines, in: database)
        try kinds.upsert(batch.kinds, in: database)
        try PermissionTable.write(batch, database)
        try dismissals.delete(batch.forgottenDismissals, in: database) { key, row in
            row.put(key.owner)
            row.put(key.kind)
            row.put(key.key)
        }
        try dismissals.upsert(batch.dismissals, in: database)
        try startTokens.delete(batch.forgottenStartTokens, in: database) { key, row in
            row.put(key.owner)
            row.put(key.kind)
        }
        try startTokens.upsert(batch.startTokens, in: database)
        try topics.delete(batch.forgottenTopics, in: database) { key, row in
            row.put(key.shard)
            row.put(key.name)
        }
        try topics.upsert(batch.topics, in: database)
    }

    /// Skips ids, sequences and runs that may have been assigned after the backup was made.
    static func skipNumbersGivenAfterBackup(_ database: Database) throws {
        // A file of an older version, or one that such a version has written to, gets its checksums when it is opened.
        guard try Schema.isSealed(database) else { return }
        let reader = StoreReader(database: database, damage: DamageLog(), isVerified: true)
        var store = try readStore(reader)
        store.closedRun = 0
        store.lostRuns += NumbersGivenAfterBackup.lostRuns
        store.run += NumbersGivenAfterBackup.runs
        try self.store.upsert([store], in: database)
        var engines = try engines.all(reader)
        for index in engines.indices { engines[index].sequence += NumbersGivenAfterBackup.sequences }
        try self.engines.upsert(engines, in: database)
    }

    static func seal(_ database: Database) throws {
        try store.seal(database)
        try engines.seal(database)
        try kinds.seal(database)
        try PermissionTable.seal(database)
        try topics.seal(database)
        try dismissals.seal(database)
        try startTokens.seal(database)
    }

    // MARK: - Reading

    /// - Throws: ``/LiveActivityHost/StoreError/damaged(reason:)`` if a row is damaged that is needed to restore anything: the
    ///   store's, an engine's, a kind's. Other damaged rows are skipped.
    static func read(_ reader: StoreReader) throws -> StoreHead {
        var head = StoreHead()
        let store = try readStore(reader)
        (head.run, head.closedRun, head.lostRuns) = (store.run, store.closedRun, store.lostRuns)
        (head.shards, head.seed, head.partition) = (store.shards, store.seed, store.partition)
        head.engines = try engines.all(reader)
        head.kinds = try readKinds(reader)
        (head.permissions, head.damagedPermissions) = try PermissionTable.read(reader)
        head.topics = try topics.all(reader)
        head.dismissals = try dismissals.all(reader, orderedBy: ["at_s", "owner", "kind", "key"])
        head.startTokens = try startTokens.all(reader)
        head.consumers = try ConsumerChangeTable.consumers.all(reader)
        try reader.damage.throwIfAny(of: engines.name)
        return head
    }

    static func readStore(_ reader: StoreReader) throws -> Store {
        let rows = try store.all(reader)
        try reader.damage.throwIfAny(of: store.name)
        guard rows.count == 1 else { throw StoreError.damaged(reason: "table 'store' has \(rows.count) rows instead of one") }
        return rows[0]
    }

    static func readKinds(_ reader: StoreReader) throws -> [KindRecord] {
        let records = try kinds.all(reader)
        try reader.damage.throwIfAny(of: kinds.name)
        guard records.map(\.ordinal) == Array(records.indices) else {
            throw StoreError.damaged(reason: "its kinds are numbered \(records.map(\.ordinal))")
        }
        return records
    }
}

extension StoreBatch {
    /// Whether the batch changes the table `store`.
    fileprivate var changesStore: Bool {
        run != nil || closedRun != nil || lostRuns != nil || shards != nil || seed != nil || partition != nil
    }
}

extension DamageLog {
    /// Nothing can be restored without such a row.
    fileprivate func throwIfAny(of table: String) throws(StoreError) {
        guard let damage = list.first(where: { $0.table == table }) else { return }
        throw .damaged(reason: "table '\(table)', row \(damage.key): \(damage.reason)")
    }
}
#endif
