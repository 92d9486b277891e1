#if SQLite
import GRDB
import GRDBSQLite
import LiveActivities

/// A digest over all rows, which the store has from a clean close to the next batch.
///
/// A row's checksum shows that the row is intact, but not that it is the newest: a page that a disk has reverted to an older
/// state has older rows, each intact. The digest detects such lost writes: it has the number of rows, and the sum of their
/// checksums, which cover their tables and keys.
///
/// It is computed when the store is closed, from the file, rather than updated with each batch: for each changed row, the
/// previous checksum would have to be read. Closing takes as long as reading the file once, about a second per gigabyte;
/// opening compares it on the thread that reads the file anyway (``StructureCheck``).
enum StoreDigest {
    private struct Value: Equatable {
        var rows: Int64 = 0
        var sum: Int64 = 0
    }

    /// Writes the digest if the runtime has closed its run.
    static func write(_ database: Database) throws {
        guard let run = try closedRun(database), try Schema.isSealed(database) else { return }
        let value = try current(database)
        try database.execute(
            sql: "INSERT OR REPLACE INTO digest (id, run, rows, sum) VALUES (1, ?, ?, ?)",
            arguments: [run, value.rows, value.sum])
    }

    /// Removes the digest, as rows change from the first batch on.
    static func remove(_ database: Database) throws { try database.execute(sql: "DELETE FROM digest") }

    /// The difference between the rows and the digest; `nil` if there is none, or the file has no digest: after a crash, in a
    /// file of a version before 2.2, and after such a version has written to it.
    static func damage(_ database: Database) throws -> StoreDamage? {
        guard try database.tableExists("digest"), try Schema.isSealed(database) else { return nil }
        // There is no digest while a run is open. If its run is later than the store's own, the row of the store is the older
        // one.
        var (noted, run): (Value?, Int64) = (nil, 0)
        try database.forEach("SELECT run, rows, sum FROM digest WHERE id = 1 AND run >= (SELECT max(run) FROM store)") {
            run = sqlite3_column_int64($0, 0)
            noted = Value(rows: sqlite3_column_int64($0, 1), sum: sqlite3_column_int64($0, 2))
        }
        guard let noted else { return nil }
        let found = try current(database)
        guard found != noted else { return nil }
        let rows =
            found.rows == noted.rows
            ? "\(found.rows) rows, not all of them those" : "\(found.rows) rows instead of the \(noted.rows)"
        return StoreDamage(
            table: "", key: "", activity: nil,
            reason:
                "there are \(rows) with which run \(run) was closed: the disk has lost writes, or another program has changed the file. "
                + "Which rows are outdated is unknown; compare the file with a backup")
    }

    /// The newest run, if it was closed.
    private static func closedRun(_ database: Database) throws -> Int64? {
        var run: Int64?
        try database.forEach("SELECT run FROM store WHERE id = 1 AND run > 0 AND closed_run = run") {
            run = sqlite3_column_int64($0, 0)
        }
        return run
    }

    private static func current(_ database: Database) throws -> Value {
        var value = Value()
        for table in tables where try database.tableExists(table) {
            let columns = table == ActivityTable.name ? "checksum, fixed_checksum" : "checksum, 0"
            try database.forEach("SELECT \(columns) FROM \(table)") { row in
                value.rows &+= 1
                value.sum &+= sqlite3_column_int64(row, 0) &+ sqlite3_column_int64(row, 1)
            }
        }
        return value
    }

    private static let tables = [
        HeadTables.store.name, HeadTables.engines.name, HeadTables.kinds.name, ActivityTable.name,
        ActivityTable.freedSlots.name,
        PermissionTable.rows.name, HeadTables.topics.name, HeadTables.dismissals.name, HeadTables.startTokens.name,
        ConsumerChangeTable.consumers.name, ConsumerChangeTable.changes.name, WaitingUpdate.table.name,
        JournalTables.bases.name,
        JournalTables.entries.name,
    ]
}
#endif
