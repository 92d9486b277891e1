#if SQLite
import GRDB
import LiveActivityCore
public import LiveActivities
import Synchronization

/// Persists a runtime's state in one SQLite file.
///
/// ```swift
/// let store = try SQLiteStore(path: "/var/lib/pizza/activities.sqlite")
/// let runtime = try LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())], store: store, durability: .strict)
/// ```
///
/// Every batch is one transaction in SQLite's write-ahead log, which is on disk before ``append(_:)`` returns
/// (`synchronous=FULL`). While the file is open, and after a crash, `FILE-wal` and `FILE-shm` belong to it. A lock on the file
/// excludes a second runtime, under whatever name it opens the file; `FILE-lock` contains the process's number. Programs that
/// only read, such as `sqlite3` and `live-activities inspect`, may do so at any time.
///
/// Every row has a checksum, which is compared when the row is read. A damaged row is skipped (``damage``).
///
/// May be used from any thread; accesses are serialised.
public final class SQLiteStore: ActivityStore {
    /// The path of the file.
    public let path: String

    private let open: Mutex<Open?>
    private let log = DamageLog()
    /// Whether rows have checksums. `false` for a file opened for reading to which an older version has written.
    let isVerified: Bool

    struct Open {
        var database: DatabaseQueue
        let index: LogIndexFile
        /// The open file, which other stores of this process may share.
        var file: OpenFile?
        /// The state for writing; `nil` if the file is opened for reading.
        var writing: Writing?
        /// Whether this connection created the log, of a file opened for reading that had none.
        var madeLog = false
    }

    final class Writing: Sendable {
        let ownership: FileOwnership
        let check: StructureCheck
        let updates = WaitingUpdates()
        /// Whether a batch was appended, so that the ``StoreDigest`` no longer exists.
        let hasAppended = Atomic(false)

        init(_ ownership: FileOwnership, _ check: StructureCheck) { (self.ownership, self.check) = (ownership, check) }
    }

    /// Opens a file for a runtime; creates it if it does not exist.
    ///
    /// The whole file is checked before anything is written to it, which takes about a second per gigabyte. The check of a file
    /// of more than 8 MB continues after this returns: the first ``append(_:)`` waits for it, and throws `damaged`.
    ///
    /// - Parameter path: A file in an existing folder, on a local file system: locks and write-ahead logs do not work over a
    ///   network.
    /// - Throws: ``/LiveActivityHost/StoreError``: `busy` while another runtime has it open; `readOnly` if the file or its
    ///   folder is not writable; `notAStore`, `damaged` and `newer`, with the file unchanged; `migration`, with the file at its
    ///   old version; `unavailable` if the folder does not exist, there is no space, or the file has a second name (a hard
    ///   link).
    public convenience init(path: String) throws(StoreError) {
        try self.init(path: path, schema: .current)
    }

    init(path: String, schema: Schema) throws(StoreError) {
        let ownership = try FileOwnership(of: path)
        let database = try DatabaseFile.open(ownership.path)
        let check = StructureCheck(of: ownership.path)
        do {
            try schema.prepare(database, after: check)
            // The check of a small file is already complete.
            if !check.isRunning { try check.wait() }
        } catch {
            try? check.wait()
            try? database.close()
            throw StoreError(error, path)
        }
        self.path = path
        isVerified = true
        open = Mutex(
            Open(
                database: database, index: LogIndexFile(of: ownership.path),
                writing: Writing(ownership, check)))
    }

    /// Opens a file for reading, also while a runtime has it open. ``append(_:)`` throws `readOnly`.
    ///
    /// - Throws: The errors of ``init(path:)``, and `notAStore` if the file does not exist. Never `busy` or `migration`: a file
    ///   of an older version, which would have to be migrated, is `unavailable` until a runtime has opened it. Damage is found
    ///   when rows are read, and by ``check()``.
    public init(reading path: String) throws(StoreError) {
        let file = OpenFile.shared(path)
        let hadLog = DatabaseFile.bytes(path + "-wal") != nil
        let database = try DatabaseFile.open(reading: path)
        do {
            isVerified = try Schema.current.check(database)
        } catch {
            try? database.close()
            throw StoreError(error, path)
        }
        self.path = path
        open = Mutex(Open(database: database, index: LogIndexFile(of: path), file: file, madeLog: !hadLog))
    }

    /// Opens a file of any version for reading, to copy it or to check it.
    init(copying path: String) throws(StoreError) {
        let file = OpenFile.shared(path)
        let hadLog = DatabaseFile.bytes(path + "-wal") != nil
        let database = try DatabaseFile.open(reading: path)
        do {
            try Schema.current.checkIsStore(database)
            isVerified = try database.read { try Schema.isSealed($0) }
        } catch {
            try? database.close()
            throw StoreError(error, path)
        }
        self.path = path
        open = Mutex(Open(database: database, index: LogIndexFile(of: path), file: file, madeLog: !hadLog))
    }

    deinit { close() }

    /// Checkpoints the log into the file, and releases both. All other methods throw `closed` from now on.
    ///
    /// After a run that the runtime has closed, the file is read once to compute a digest over all rows, by which the next
    /// opening detects lost writes (``damage``): that takes about a second per gigabyte.
    public func close() {
        guard let open = open.withLock({ $0.take() }) else { return }
        // The locks must outlast the closing of the database.
        withExtendedLifetime(open) {
            open.index.keepWhole()
            if let writing = open.writing, (try? writing.check.wait()) != nil, writing.hasAppended.load(ordering: .acquiring) {
                // If it cannot be written, nothing is compared the next time.
                try? open.database.write { try StoreDigest.write($0) }
            }
            // Closing does the same, but only if no other process has the file open.
            if open.writing != nil {
                try? open.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
            }
            open.index.close()
            try? open.database.close()
            if open.madeLog { DatabaseFile.removeEmptyLog(of: path) }
            open.file?.release()
        }
    }

    /// Runs `body` while no other thread reads or writes. `body` may call this again.
    func access<Result>(_ body: (Database) throws -> Result) throws -> Result {
        guard let (database, index) = open.withLock({ $0.map { ($0.database, $0.index) } }) else { throw StoreError.closed }
        do {
            return try database.unsafeReentrantWrite { database in
                index.keepWhole()
                // The index may have grown.
                defer { index.keepWhole() }
                return try body(database)
            }
        } catch let error as DatabaseError {
            throw StoreError(error, path)
        }
    }

    private func accessStore<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
        do { return try access(body) } catch { throw StoreError(error, path) }
    }

    // MARK: - Writing

    /// Writes a batch in one transaction, and returns when it is durable.
    ///
    /// - Throws: ``/LiveActivityHost/StoreError``: also `unavailable` if the file was removed or moved since it was opened, and
    ///   `fenced` for a batch of another run than the newest.
    public func append(_ batch: StoreBatch) throws(StoreError) {
        try write { database, updates in
            try HeadTables.admit(batch, database)
            try HeadTables.write(batch, database)
            try updates.write(batch, database)
            try ConsumerChangeTable.writeConsumers(batch, database)
            try JournalTables.write(batch, database)
        }
    }

    /// Runs `body` in one transaction, and returns when its writes are durable.
    func write(_ body: (Database, WaitingUpdates) throws -> Void) throws(StoreError) {
        guard let open = open.withLock({ $0.map { $0.writing } }) else { throw .closed }
        guard let writing = open else { throw .readOnly(reason: "'\(path)' was opened for reading") }
        do {
            try accessStore { database in
                try writing.check.wait()
                try database.inTransaction(.immediate) {
                    if !writing.hasAppended.load(ordering: .acquiring) { try StoreDigest.remove(database) }
                    try body(database, writing.updates)
                    try writing.ownership.checkIsInPlace()
                    // No other process writes now, so the index gives the required sizes of the files.
                    if let position = DatabaseFile.logPosition(database) { try writing.ownership.checkIsWhole(position) }
                    return .commit
                }
            }
            writing.hasAppended.store(true, ordering: .releasing)
        } catch {
            writing.updates.forget()
            throw error
        }
    }

    // MARK: - Reading

    /// The damaged rows among those read so far. They stay in the file. Also includes missing rows, and rows that are older
    /// than when the store was closed.
    public var damage: [StoreDamage] {
        // Read before the list, as it waits for the thread that reads the file.
        let stale = open.withLock { $0?.writing }?.check.damage
        return log.list + (stale.map { [$0] } ?? [])
    }

    func reader(_ database: Database, _ damage: DamageLog? = nil) -> StoreReader {
        StoreReader(database: database, damage: damage ?? log, isVerified: isVerified)
    }

    /// Reads the state of each engine and of each named consumer.
    public func head() throws(StoreError) -> StoreHead { try accessStore { try HeadTables.read(reader($0)) } }

    /// Calls `body` with each stored activity, in any order. A large file that a runtime opens is prefetched by another thread:
    /// a few thousand activities are in memory at a time.
    public func forEachActivity(_ body: (StoredActivity) throws -> Void) throws {
        let kinds = try access { try HeadTables.readKinds(reader($0)).map(\.kind) }
        guard let path = pathToReadAhead else {
            return try access { try ActivityTable.forEach(reader($0), kinds, body) }
        }
        try ReadAhead(path, kinds, log).forEach(body)
    }

    /// The path for prefetching; `nil` if it is not worthwhile, or if another process may write meanwhile.
    private var pathToReadAhead: String? {
        guard let path = open.withLock({ $0?.writing?.ownership.path }) else { return nil }
        return DatabaseFile.bytes(path).flatMap { $0 > ReadAhead.smallBytes ? path : nil }
    }

    /// Calls `body` with each slot from which an activity was dismissed, in any order.
    public func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws {
        try access { try ActivityTable.freedSlots.forEach(reader($0), body) }
    }

    /// Calls `body` with each change that waits for a named consumer, shard by shard, in ascending order of sequences.
    public func forEachConsumerChange(_ body: (Change) throws -> Void) throws {
        try access { try ConsumerChangeTable.read(reader($0), body) }
    }

    /// Calls `body` with each point at which a replay of the journal can begin, shard by shard, in ascending order of numbers.
    public func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws {
        try access { try JournalTables.bases.forEach(reader($0), body) }
    }

    /// Calls `body` with each entry of the journal, shard by shard, in ascending order of numbers.
    public func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws {
        try access { try JournalTables.entries.forEach(reader($0), body) }
    }

    /// The shards that have a journal, in ascending order.
    public func journalShards() throws -> [Int] { try access { try JournalTables.shards($0) } }

    /// Calls `body` with each point of one shard's journal at which a replay can begin, from a number on, in ascending order.
    public func forEachJournalBase(of shard: Int, from number: UInt64, _ body: (JournalBase) throws -> Void) throws {
        try access { try JournalTables.bases.forEach(reader($0), of: shard, from: number, body) }
    }

    /// Calls `body` with each entry of one shard's journal, from a number on, in ascending order.
    public func forEachJournalEntry(of shard: Int, from number: UInt64, _ body: (JournalEntry) throws -> Void) throws {
        try access { try JournalTables.entries.forEach(reader($0), of: shard, from: number, body) }
    }
}
#endif
