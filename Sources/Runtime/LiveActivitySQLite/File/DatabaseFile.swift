#if SQLite
import GRDB
import GRDBSQLite
import LiveActivities
import SystemLibraries

/// Opens files with the settings that this module needs.
enum DatabaseFile {
    /// Opens a file for writing, without writing to it yet.
    static func open(_ path: String) throws(StoreError) -> DatabaseQueue {
        do {
            let database = try DatabaseQueue(path: buffered(path), configuration: configuration())
            try database.writeWithoutTransaction { database in
                // A commit is on disk before it returns, so that it also survives a power failure. ``BufferedFiles`` relies on
                // it.
                try database.execute(sql: "PRAGMA synchronous = FULL")
                // If SQLite may not write, it opens the file read-only, and reports that only here.
                guard sqlite3_db_readonly(database.sqliteConnection, "main") == 0 else {
                    throw StoreError.readOnly(
                        reason:
                            "'\(path)' is not writable; give this user write access\(owner(of: path).map { " (it belongs to \($0))" } ?? ""), "
                            + "or read it with `live-activities inspect`"
                    )
                }
            }
            return database
        } catch {
            throw StoreError(error, path)
        }
    }

    /// Sets up a file that is known to be a store, or empty, for writing.
    static func prepareToWrite(_ database: DatabaseQueue) throws {
        try database.writeWithoutTransaction { database in
            // Small pages: commands change scattered rows, and each changed page is written to the log as a whole. The setting
            // takes effect only in an empty file.
            try database.execute(sql: "PRAGMA page_size = \(pageBytes)")
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
                throw StoreError.unavailable(
                    reason: "SQLite's write-ahead log does not work on this file system; put the file on a disk of this machine"
                )
            }
            // Checkpoints at this many pages. A row that changes often is then written back once per checkpoint.
            try database.execute(sql: "PRAGMA wal_autocheckpoint = \(logBytes / pageBytes)")
            try database.execute(sql: "PRAGMA journal_size_limit = \(2 * logBytes)")
            try database.execute(sql: "PRAGMA cache_size = -\(cacheBytes / 1_024)")
        }
    }

    /// Opens a file for reading, also while another process writes it.
    static func open(reading path: String) throws(StoreError) -> DatabaseQueue {
        guard exists(path) else { throw .notAStore(reason: "there is no file '\(path)'") }
        try checkIsFile(path, as: path)
        do {
            return try opened(reading: buffered(path))
        } catch {
            // In a read-only folder SQLite cannot create the index of its log. If there is no log and nothing can create one,
            // the file alone is complete and does not change, so it can be opened as immutable.
            if !exists(path + "-wal"), error.concernsTheFolder {
                do { return try opened(reading: immutable(path)) } catch { throw StoreError(error, path) }
            }
            throw StoreError(error, path)
        }
    }

    private static func opened(reading path: String) throws(DatabaseError) -> DatabaseQueue {
        var configuration = configuration()
        configuration.readonly = true
        do {
            let database = try DatabaseQueue(path: path, configuration: configuration)
            // SQLite looks for the log beside the file only at a query.
            _ = try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
            return database
        } catch {
            throw (error as? DatabaseError) ?? DatabaseError(resultCode: .SQLITE_ERROR, message: "\(error)")
        }
    }

    /// Removes the empty log and the index that a read-only connection creates beside a file without a log, and cannot remove.
    /// SQLite removes them when a connection for writing is closed, unless another connection has the file open.
    static func removeEmptyLog(of path: String) {
        guard bytes(path + "-wal") == 0, bytes(path) ?? 0 > 0,
            let database = try? DatabaseQueue(path: buffered(path), configuration: configuration())
        else { return }
        _ = try? database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
        try? database.close()
    }

    /// The extent of the log; `nil` if unknown, such as before the first access.
    static func logPosition(_ database: Database) -> LogPosition? {
        var position = LogPosition()
        let code = sqlite3_file_control(database.sqliteConnection, "main", BufferedFiles.logPosition, &position)
        return code == SQLITE_OK ? position : nil
    }

    /// - Parameter name: The file's name in the error.
    /// - Throws: ``/LiveActivityHost/StoreError/notAStore(reason:)`` for a folder, a device, a socket or a pipe.
    static func checkIsFile(_ path: String, as name: String) throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        let what = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a device or a pipe"
        throw .notAStore(reason: "'\(name)' is \(what), not a file; give the store a path of its own")
    }

    /// The size of a file; `nil` if it does not exist.
    static func bytes(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// The name of a file's owner; `nil` if the file does not exist.
    static func owner(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        var (entry, found, buffer) = (passwd(), UnsafeMutablePointer<passwd>?.none, [CChar](repeating: 0, count: 4_096))
        guard getpwuid_r(status.st_uid, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
            return "user \(status.st_uid)"
        }
        return "'\(String(cString: entry.pw_name))'"
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The path as a URI that declares the file as immutable.
    private static func immutable(_ path: String) -> String { uri(path) + "?immutable=1" }

    /// The path as a URI that selects this module's file system, if it is registered.
    static func buffered(_ path: String) -> String {
        BufferedFiles.areThere ? uri(path) + "?vfs=\(BufferedFiles.name)" : path
    }

    private static func uri(_ path: String) -> String {
        var uri = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                uri += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return uri
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "LiveActivitySQLite"
        // A user may lock the file briefly with `sqlite3`.
        configuration.busyMode = .timeout(Double(lockTimeout))
        configuration.maximumReaderCount = 1
        return configuration
    }

    /// How long to wait for another program's lock, in seconds.
    static let lockTimeout = 10
    static let pageBytes = 1_024
    static let logBytes = 64 << 20
    /// Enough for the pages of a hundred thousand activities. Memory is allocated as needed.
    static let cacheBytes = 64 << 20
}

extension DatabaseError {
    fileprivate var concernsTheFolder: Bool { resultCode == .SQLITE_CANTOPEN || resultCode == .SQLITE_READONLY }
}
#endif
