#if SQLite
import GRDB
public import LiveActivities
import SystemLibraries

extension SQLiteStore {
    /// Copies the store into a new file, while a runtime uses it: its state at one moment, complete and durable when this
    /// returns.
    ///
    /// The copy is created beside its final name, checked (``check()``), and only then renamed. It does not include batches
    /// that are written meanwhile. They do not wait for the copy, and the copy does not wait for them; the write-ahead log
    /// grows until the copy is complete.
    ///
    /// - Parameter path: A path at which no file exists yet.
    /// - Returns: The damage in the copy, which is the damage in the store.
    /// - Throws: ``/LiveActivityHost/StoreError``: `unavailable` if the file already exists, the folder does not, or there is
    ///   no space; then there is no copy.
    @discardableResult
    public func backup(to path: String) throws(StoreError) -> StoreCheck { try Self.backup(self.path, to: path) }

    /// Copies a store of any version, which another process may have open.
    ///
    /// - Parameters:
    ///   - store: The path of the store.
    ///   - path: A path at which neither a file nor a non-empty `-wal` file exists.
    @discardableResult
    public static func backup(_ store: String, to path: String) throws(StoreError) -> StoreCheck {
        try copy(store, to: path) { _ in }
    }

    /// Creates a store from a backup, in a new file, for a runtime to open.
    ///
    /// Copying the backup would not suffice: ids, sequences and runs that were assigned after the backup are unknown to it, so
    /// a runtime on a mere copy might assign them again. A reader that has stored a later sequence, such as the ledger of
    /// pushes, would then take new changes for known ones. Here they are skipped.
    ///
    /// - Parameters:
    ///   - backup: A file that ``backup(to:)`` has written, or any store that no runtime has open.
    ///   - path: A path at which neither a file nor a non-empty `-wal` file exists.
    /// - Returns: The damage in the backup. It is skipped when the store is opened.
    /// - Throws: The errors of ``backup(to:)``; `notAStore` for a file that is not a store.
    @discardableResult
    public static func restore(_ backup: String, to path: String) throws(StoreError) -> StoreCheck {
        return try copy(backup, to: path) { database in
            try database.write { database in
                try HeadTables.skipNumbersGivenAfterBackup(database)
                if try database.tableExists("digest") { try StoreDigest.remove(database) }
            }
        }
    }

    /// - Parameter change: The modification of the copy.
    private static func copy(
        _ source: String, to path: String, _ change: (DatabaseQueue) throws -> Void
    ) throws(StoreError) -> StoreCheck {
        guard !exists(path) else { throw .unavailable(reason: "the file '\(path)' already exists") }
        for log in [path + "-wal", path + "-journal"] where DatabaseFile.bytes(log) ?? 0 > 0 {
            throw .unavailable(
                reason: "there is '\(log)', which belongs to another database; move it aside together with its database")
        }
        let partial = path + ".partial"
        removeAll(partial)
        do {
            try write(source, into: partial, change)
            let check = try checked(partial)
            removeLogs(partial)
            // An empty log, and an index without a log, are leftovers of a file that was removed.
            removeLogs(path)
            guard rename(partial, path) == 0 else {
                throw StoreError.unavailable(reason: "'\(path)' cannot be created: \(String(cString: strerror(errno)))")
            }
            do throws(DurableFile.Failure) { try DurableFile.syncFolder(of: path) } catch {
                throw StoreError.unavailable(
                    reason: "'\(path)' is written, but may be missing after a loss of power, as its folder cannot be: \(error)")
            }
            return check
        } catch {
            removeAll(partial)
            throw StoreError(error, path)
        }
    }

    private static func write(_ source: String, into path: String, _ change: (DatabaseQueue) throws -> Void) throws {
        let origin = try SQLiteStore(copying: source)
        defer { origin.close() }
        // Created here, as SQLite would create a file that every user of the machine may read.
        let descriptor = createFile(path)
        guard descriptor >= 0 else {
            throw StoreError.unavailable(reason: "'\(path)' cannot be created: \(String(cString: strerror(errno)))")
        }
        // A store that an administrator restores as root must be readable by the service, to whose user the folder belongs.
        DurableFile.keepOwner(of: [DurableFile.folder(of: path)], for: descriptor)
        closeFile(descriptor)
        let copy = try DatabaseFile.open(path)
        defer { try? copy.close() }
        // All pages in one step, under one read transaction, so that the copy is of one moment.
        try origin.access { origin in
            try copy.writeWithoutTransaction { try origin.backup(to: $0) }
        }
        try change(copy)
        // The log is removed with the copy's final name, so nothing may be left in it.
        try copy.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }

    private static func checked(_ path: String) throws(StoreError) -> StoreCheck {
        let store = try SQLiteStore(copying: path)
        defer { store.close() }
        return try store.check()
    }

    private static func exists(_ path: String) -> Bool { DatabaseFile.bytes(path) != nil }

    private static func removeLogs(_ path: String) { for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) } }

    private static func removeAll(_ path: String) {
        removeLogs(path)
        unlink(path)
    }
}

private func createFile(_ path: String) -> Int32 { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
private func closeFile(_ descriptor: Int32) { _ = close(descriptor) }
#endif
