#if SQLite
import GRDB
import LiveActivityCore
import LiveActivities

/// Commands as they were applied, and the points at which a replay can begin.
enum JournalTables {
    static func write(_ batch: StoreBatch, _ database: Database) throws {
        for table in ["journal_base", "journal"] {
            try database.run("DELETE FROM \(table) WHERE shard = ? AND number < ?", each: batch.journalBeginnings) {
                beginning, row in
                row.put(beginning.shard)
                row.put(beginning.number)
            }
        }
        let base = "INSERT OR REPLACE INTO journal_base (shard, number, run, configuration, snapshot) VALUES (?, ?, ?, ?, ?)"
        try database.run(base, each: batch.journalBases) { record, row in
            row.put(record.shard)
            row.put(record.number)
            row.put(record.run)
            row.put(record.configuration)
            row.put(record.snapshot)
        }
        let entry =
            "INSERT OR REPLACE INTO journal (shard, number, command, lenient, outcome, activity, sequence) VALUES (?, ?, ?, ?, ?, ?, ?)"
        try database.run(entry, each: batch.journal) { record, row in
            row.put(record.shard)
            row.put(record.number)
            row.put(record.command)
            row.put(record.isLenient ? 1 : 0)
            row.put(record.outcome.name)
            row.put(record.outcome.activity.map { Int64(bitPattern: $0.rawValue) })
            row.put(record.sequence)
        }
    }

    static func readBases(_ database: Database, _ body: (JournalBase) throws -> Void) throws {
        try database.forEach("SELECT shard, number, run, configuration, snapshot FROM journal_base ORDER BY shard, number") {
            row in
            let base = JournalBase(
                shard: row.take(Int.self), number: row.take(UInt64.self), run: row.take(UInt64.self),
                configuration: row.takeJSON(),
                snapshot: row.takeJSON())
            if row.wrong == nil { try body(base) }
        }
    }

    static func readEntries(_ database: Database, _ body: (JournalEntry) throws -> Void) throws {
        let entries = "SELECT shard, number, command, lenient, outcome, activity, sequence FROM journal ORDER BY shard, number"
        try database.forEach(entries) { row in
            let entry = JournalEntry(
                shard: row.take(Int.self), number: row.take(UInt64.self), command: row.takeJSON(),
                isLenient: row.takeInteger() != 0,
                outcome: JournalOutcome(
                    name: row.takeText(),
                    activity: row.takeIntegerIfAny().map { ActivityID(rawValue: UInt64(bitPattern: $0)) }),
                sequence: row.take(UInt64.self))
            if row.wrong == nil { try body(entry) }
        }
    }
}
#endif
