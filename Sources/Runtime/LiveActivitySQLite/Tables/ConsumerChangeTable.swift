#if SQLite
import GRDB
import LiveActivityCore
import LiveActivities

/// Named consumers, and the changes that wait for their acknowledgement (tables `consumer` and `delivery`).
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

    static func write(_ batch: StoreBatch, _ database: Database) throws {
        try consumers.delete(batch.forgottenConsumers, in: database) { $1.put($0) }
        try consumers.upsert(batch.consumers, in: database)
        let beginning = "DELETE FROM delivery WHERE shard = ? AND sequence <= ?"
        try database.run(beginning, each: batch.consumerChangeBeginnings, RowChecksum(table: changes.name)) { position, row in
            row.put(position.shard)
            row.put(position.sequence)
        }
        try changes.delete(batch.forgottenConsumerChanges, in: database) { position, row in
            row.put(position.shard)
            row.put(position.sequence)
        }
        try changes.upsert(batch.consumerChanges, in: database, put)
    }

    private static func put(_ change: Change, _ row: inout RowValues) {
        row.put(change.activity.shard)
        row.put(change.sequence)
        row.put(change)
    }

    static func read(_ reader: StoreReader, _ body: (Change) throws -> Void) throws {
        try changes.forEach(reader) { change in if let change { try body(change) } }
    }
}
#endif
