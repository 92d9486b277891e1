#if SQLite
import GRDB
import LiveActivityCore
import LiveActivities

/// Commands as they were applied, and the points at which a replay can begin.
enum JournalTables {
    static let bases = StoreTable<JournalBase>(
        "journal_base", keys: ["shard", "number"], ["run", "configuration", "snapshot"],
        put: { record, row in
            row.put(record.shard)
            row.put(record.number)
            row.put(record.run)
            row.put(record.configuration)
            row.put(record.snapshot)
        },
        take: { row in
            JournalBase(
                shard: row.takeShard(), number: row.takeCounter(), run: row.takeCounter(), configuration: row.takeJSON(),
                snapshot: row.takeJSON())
        })

    static let entries = StoreTable<JournalEntry>(
        "journal", keys: ["shard", "number"], ["command", "lenient", "outcome", "activity", "sequence"],
        put: { record, row in
            row.put(record.shard)
            row.put(record.number)
            row.put(record.command)
            row.put(record.isLenient ? 1 : 0)
            row.put(record.outcome.name)
            row.put(record.outcome.activity.map { Int64(bitPattern: $0.rawValue) })
            row.put(record.sequence)
        },
        take: { row in
            JournalEntry(
                shard: row.takeShard(), number: row.takeCounter(), command: row.takeJSON(), isLenient: row.takeFlag(),
                outcome: JournalOutcome(
                    name: row.takeText(), activity: row.takeBitsIfAny().map { ActivityID(rawValue: $0) }),
                sequence: row.takeCounter())
        })

    static func shards(_ database: Database) throws -> [Int] {
        try Int.fetchAll(database, sql: "SELECT DISTINCT shard FROM \(bases.name) ORDER BY shard")
    }

    static func write(_ batch: StoreBatch, _ database: Database) throws {
        for table in [bases.name, entries.name] {
            let sql = "DELETE FROM \(table) WHERE shard = ? AND number < ?"
            try database.run(sql, each: batch.journalBeginnings, RowChecksum(table: table)) { beginning, row in
                row.put(beginning.shard)
                row.put(beginning.number)
            }
        }
        try bases.upsert(batch.journalBases, in: database)
        try entries.upsert(batch.journal, in: database)
    }
}
#endif
