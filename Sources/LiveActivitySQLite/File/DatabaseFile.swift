#if SQLite
import GRDB
import GRDBSQLite
import LiveActivities

/// Opens files in the one way in which this module uses SQLite.
enum DatabaseFile {
    /// Opens a file to be written; makes it if there is none.
    static func open(_ path: String) throws(StoreError) -> DatabaseQueue {
        do {
            let database = try DatabaseQueue(path: path, configuration: configuration())
            try database.writeWithoutTransaction { database in
                // Where SQLite may not write it opens to read, and says so only here.
                guard sqlite3_db_readonly(database.sqliteConnection, "main") == 0 else {
                    throw StoreError.readOnly(
                        reason:
                            "'\(path)' may not be written; give this user the file, or look at it with `live-activities inspect`"
                    )
                }
                // Small pages: commands touch a row here and a row there, and each page touched is written to the log as a whole.
                // Says something only to a file that is still empty.
                try database.execute(sql: "PRAGMA page_size = \(pageBytes)")
                try database.execute(sql: "PRAGMA journal_mode = WAL")
                // A commit is on disk before it returns, also if the power fails.
                try database.execute(sql: "PRAGMA synchronous = FULL")
                // The log is written back at so many pages, and then begins anew; a row that changes often is so written back once.
                try database.execute(sql: "PRAGMA wal_autocheckpoint = \(logBytes / pageBytes)")
                try database.execute(sql: "PRAGMA journal_size_limit = \(2 * logBytes)")
                try database.execute(sql: "PRAGMA cache_size = -\(cacheBytes / 1_024)")
            }
            return database
        } catch {
            throw StoreError(error, path)
        }
    }

    /// Opens a file to be read, whoever writes it.
    static func open(reading path: String) throws(StoreError) -> DatabaseQueue {
        var configuration = configuration()
        configuration.readonly = true
        do {
            let database = try DatabaseQueue(path: path, configuration: configuration)
            // Only now does SQLite look for the log beside it.
            _ = try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
            return database
        } catch {
            throw StoreError(error, path)
        }
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "LiveActivitySQLite"
        // Somebody may be at the file with `sqlite3` for a moment.
        configuration.busyMode = .timeout(2)
        configuration.maximumReaderCount = 1
        return configuration
    }

    static let pageBytes = 1_024
    static let logBytes = 16 << 20
    static let cacheBytes = 32 << 20
}
#endif
