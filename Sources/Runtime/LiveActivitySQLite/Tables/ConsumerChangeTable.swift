#if SQLite
import GRDB
import GRDBSQLite
import LiveActivityCore
import LiveActivities

/// Named consumers, and the changes that wait for their acknowledgement (tables `consumer` and `delivery`). Most waiting
/// updates are in another table: see ``WaitingUpdate``.
enum ConsumerChangeTable {
    static let consumers = StoreTable<ConsumerRecord>(
        "consumer", keys: ["name"], ["acknowledged"],
        put: { record, row in
            row.put(record.name)
            row.put(json: record.acknowledged)
        },
        take: { row in
            ConsumerRecord(name: row.take(ConsumerName.self), acknowledged: row.take(json: [UInt64].self) ?? [])
        })

    static let changes = StoreTable<Change?>(
        "delivery", keys: ["shard", "sequence"], ["change"],
        put: { change, row in if let change { put(change, &row) } },
        take: { row in
            let (shard, sequence) = (row.takeShard(), row.takeCounter())
            let change = row.take(json: Change.self)
            if let change, change.activity.shard != shard || change.sequence != sequence { row.note(before: 1) }
            return change
        })

    /// - Parameter indices: The indices of the changes to write; `nil` for all.
    static func write(_ changes: [Change], at indices: [Int]? = nil, _ database: Database) throws {
        try self.changes.upsert(indices ?? Array(changes.indices), in: database) { put(changes[$0], &$1) }
    }

    static func writeConsumers(_ batch: StoreBatch, _ database: Database) throws {
        try consumers.delete(batch.forgottenConsumers, in: database) { $1.put($0) }
        try consumers.upsert(batch.consumers, in: database)
    }

    /// By shard: the newest change in the table.
    static func newest(_ database: Database) throws -> [(shard: Int, sequence: UInt64)] {
        var newest: [(shard: Int, sequence: UInt64)] = []
        try database.forEach("SELECT shard, max(sequence) FROM \(changes.name) GROUP BY shard") { row in
            let shard = sqlite3_column_int64(row, 0)
            if 0..<64 ~= shard { newest.append((Int(shard), UInt64(clamping: sqlite3_column_int64(row, 1)))) }
        }
        return newest
    }

    private static func put(_ change: Change, _ row: inout RowValues) {
        row.put(change.activity.shard)
        row.put(change.sequence)
        row.put(change)
    }

    /// Calls `body` with each waiting change, shard by shard, in ascending order of sequences.
    static func read(_ reader: StoreReader, _ body: (Change) throws -> Void) throws {
        var updates = try WaitingUpdateReader(reader)
        try changes.forEach(reader) { change in
            guard let change else { return }
            try updates.forEach(before: change, body)
            try body(change)
        }
        try updates.forEach(before: nil, body)
    }
}
#endif
