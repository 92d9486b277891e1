#if SQLite
import GRDB
import LiveActivityCore
import LiveActivities

/// Named consumers, and the changes that wait for their acknowledgement (tables `consumer` and `delivery`).
enum ConsumerChangeTable {
    static func write(_ batch: StoreBatch, _ database: Database) throws {
        try database.run("DELETE FROM consumer WHERE name = ?", each: batch.forgottenConsumers) { $1.put($0) }
        let consumer = "INSERT OR REPLACE INTO consumer (name, acknowledged) VALUES (?, ?)"
        try database.run(consumer, each: batch.consumers) { record, row in
            row.put(record.name)
            row.put(json: record.acknowledged)
        }
        try database.run("DELETE FROM delivery WHERE shard = ? AND sequence = ?", each: batch.forgottenConsumerChanges) {
            position, row in
            row.put(position.shard)
            row.put(position.sequence)
        }
        let delivery = "INSERT OR REPLACE INTO delivery (shard, sequence, change) VALUES (?, ?, ?)"
        try database.run(delivery, each: batch.consumerChanges) { change, row in
            row.put(change.activity.shard)
            row.put(change.sequence)
            row.put(json: change)
        }
    }

    static func consumers(_ database: Database) throws -> [ConsumerRecord] {
        var consumers: [ConsumerRecord] = []
        try database.forEach("SELECT name, acknowledged FROM consumer ORDER BY name") { row in
            consumers.append(
                ConsumerRecord(name: row.take(ConsumerName.self), acknowledged: row.take(json: [UInt64].self, or: [])))
        }
        return consumers
    }

    static func read(_ database: Database, _ body: (Change) throws -> Void) throws {
        let decoder = WireDecoder(limits: .stored)
        try database.forEach("SELECT sequence, change FROM delivery ORDER BY shard, sequence") { row in
            let sequence = row.takeInteger()
            let text = row.takeJSON()
            guard row.wrong == nil else { return }
            do {
                try body(try decoder.decode(Change.self, from: text.bytes))
            } catch let error as DecodingError {
                throw StoreError.damaged(reason: "the change \(sequence) that waits for a consumer cannot be read: \(error)")
            }
        }
    }
}
#endif
