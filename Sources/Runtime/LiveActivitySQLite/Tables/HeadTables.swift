#if SQLite
import GRDB
import LiveActivityCore
import LiveActivities

/// What is stored besides activities: little, and all of it read first.
enum HeadTables {
    static func write(_ batch: StoreBatch, _ database: Database) throws {
        if let run = batch.run { try database.run("UPDATE store SET run = ?", each: [run]) { $1.put($0) } }
        if let run = batch.closedRun { try database.run("UPDATE store SET closed_run = ?", each: [run]) { $1.put($0) } }
        if let runs = batch.lostRuns { try database.run("UPDATE store SET lost_runs = ?", each: [runs]) { $1.put($0) } }
        if let shards = batch.shards { try database.run("UPDATE store SET shards = ?", each: [shards]) { $1.put($0) } }
        if let seed = batch.seed { try database.run("UPDATE store SET seed = ?", each: [seed]) { $1.put($0) } }
        let engine = "INSERT OR REPLACE INTO engine (shard, now_s, sequence, starts) VALUES (?, ?, ?, ?)"
        try database.run(engine, each: batch.engines) { record, row in
            row.put(record.shard)
            row.put(record.now)
            row.put(record.sequence)
            row.put(record.starts)
        }
        try database.run("INSERT OR REPLACE INTO kind (ordinal, name) VALUES (?, ?)", each: batch.kinds) { record, row in
            row.put(record.ordinal)
            row.put(record.kind)
        }
        try writeOwners(batch, database)
        try writeTopics(batch, database)
    }

    private static func writeOwners(_ batch: StoreBatch, _ database: Database) throws {
        try database.run("DELETE FROM permission WHERE owner = ?", each: batch.forgottenPermissions) { $1.put($0) }
        let permission = "INSERT OR REPLACE INTO permission (owner, all_denied, denied, frequent_updates) VALUES (?, ?, ?, ?)"
        try database.run(permission, each: batch.permissions) { record, row in
            row.put(record.name)
            row.put(record.allDenied ? 1 : 0)
            row.put(json: record.denied)
            row.put(record.frequentUpdates ? 1 : 0)
        }
        let forget = "DELETE FROM dismissal WHERE owner = ? AND kind = ? AND key = ?"
        try database.run(forget, each: batch.forgottenDismissals) { key, row in
            row.put(key.owner)
            row.put(key.kind)
            row.put(key.key)
        }
        let dismissal = "INSERT OR REPLACE INTO dismissal (owner, kind, key, at_s) VALUES (?, ?, ?, ?)"
        try database.run(dismissal, each: batch.dismissals) { record, row in
            row.put(record.owner)
            row.put(record.kind)
            row.put(record.key)
            row.put(record.at)
        }
        try database.run("DELETE FROM start_token WHERE owner = ? AND kind = ?", each: batch.forgottenStartTokens) { key, row in
            row.put(key.owner)
            row.put(key.kind)
        }
        let token = "INSERT OR REPLACE INTO start_token (owner, kind, token) VALUES (?, ?, ?)"
        try database.run(token, each: batch.startTokens) { record, row in
            row.put(record.owner)
            row.put(record.kind)
            row.put(record.token)
        }
    }

    private static func writeTopics(_ batch: StoreBatch, _ database: Database) throws {
        try database.run("DELETE FROM topic WHERE shard = ? AND name = ?", each: batch.forgottenTopics) { key, row in
            row.put(key.shard)
            row.put(key.name)
        }
        let topic = "INSERT OR REPLACE INTO topic (shard, name, events, timestamp_s) VALUES (?, ?, ?, ?)"
        try database.run(topic, each: batch.topics) { record, row in
            row.put(record.shard)
            row.put(record.memory.name)
            row.put(json: record.memory.events)
            row.put(record.memory.timestamp)
        }
    }

    // MARK: - Reading

    static func read(_ database: Database) throws -> StoreHead {
        var head = StoreHead()
        try database.forEach("SELECT run, closed_run, lost_runs, shards, seed FROM store") { row in
            head.run = row.take(UInt64.self)
            head.closedRun = row.take(UInt64.self)
            head.lostRuns = row.take(UInt64.self)
            head.shards = row.take(Int.self)
            head.seed = row.take(UInt64.self)
        }
        try database.forEach("SELECT shard, now_s, sequence, starts FROM engine ORDER BY shard") { row in
            head.engines.append(
                EngineRecord(
                    shard: row.take(Int.self), now: row.takeDateIfAny(), sequence: row.take(UInt64.self),
                    starts: row.take(UInt64.self)))
        }
        head.kinds = try kinds(database)
        try database.forEach("SELECT owner, all_denied, denied, frequent_updates FROM permission ORDER BY owner") { row in
            head.permissions.append(
                Snapshot.Owner(
                    name: row.take(OwnerID.self), allDenied: row.takeInteger() != 0,
                    denied: row.take(json: [ActivityKind].self, or: []),
                    frequentUpdates: row.takeInteger() != 0))
        }
        try database.forEach("SELECT shard, name, events, timestamp_s FROM topic ORDER BY shard, name") { row in
            head.topics.append(
                TopicRecord(
                    shard: row.take(Int.self),
                    memory: Snapshot.TopicMemory(
                        name: row.take(Topic.self), events: row.take(json: [EventID].self, or: []),
                        timestamp: row.takeDateIfAny())))
        }
        try database.forEach("SELECT owner, kind, key, at_s FROM dismissal ORDER BY at_s, owner, kind, key") { row in
            head.dismissals.append(
                Snapshot.Dismissal(
                    owner: row.take(OwnerID.self), kind: row.take(ActivityKind.self), key: row.take(StartKey.self),
                    at: row.takeDate()))
        }
        try database.forEach("SELECT owner, kind, token FROM start_token ORDER BY owner, kind") { row in
            head.startTokens.append(
                StartTokenRecord(owner: row.take(OwnerID.self), kind: row.take(ActivityKind.self), token: row.takeData()))
        }
        head.consumers = try ConsumerChangeTable.consumers(database)
        return head
    }

    static func kinds(_ database: Database) throws -> [KindRecord] {
        var kinds: [KindRecord] = []
        try database.forEach("SELECT ordinal, name FROM kind ORDER BY ordinal") { row in
            kinds.append(KindRecord(ordinal: row.take(Int.self), kind: row.take(ActivityKind.self)))
        }
        return kinds
    }
}
#endif
