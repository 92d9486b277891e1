#if SQLite
import GRDB
import GRDBSQLite
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
/// Every batch is one transaction in SQLite's write-ahead log, which is on disk before ``append(_:)`` returns (`synchronous=FULL`). While the
/// file is open, and after a crash, `FILE-wal` and `FILE-shm` belong to it; `FILE-lock` excludes a second runtime. Programs that only
/// read, such as `sqlite3` and `live-activities inspect`, may do so at any time.
///
/// May be used from any thread; accesses are serialised.
public final class SQLiteStore: ActivityStore {
    /// The path of the file.
    public let path: String

    private let open: Mutex<Open?>

    private struct Open {
        var database: DatabaseQueue
        /// `nil` where the file is only read.
        var ownership: FileOwnership?
    }

    /// Opens a file for a runtime; creates it if there is none.
    ///
    /// The whole file is checked before anything is written to it, which takes about a second per gigabyte.
    ///
    /// - Parameter path: A file in an existing folder, on a local file system: locks and write-ahead logs do not work over a network.
    /// - Throws: ``/LiveActivities/StoreError``: `busy` while another runtime has it open; `readOnly` where the file or its folder may not
    ///   be written; `notAStore`, `damaged` and `newer`, with the file as it was; `migration`, with the file at its old version;
    ///   `unavailable` where there is no such folder, or no space.
    public convenience init(path: String) throws(StoreError) {
        try self.init(path: path, schema: .current)
    }

    init(path: String, schema: Schema) throws(StoreError) {
        let ownership = try FileOwnership(of: path)
        let database = try DatabaseFile.open(path)
        do {
            try schema.prepare(database)
        } catch {
            throw StoreError(error, path)
        }
        self.path = path
        open = Mutex(Open(database: database, ownership: ownership))
    }

    /// Opens a file for reading, also while a runtime has it open. ``append(_:)`` throws `readOnly`.
    ///
    /// - Throws: As ``init(path:)``, and `notAStore` where there is no file. Never `busy` or `migration`: a file of an older version, which
    ///   would have to be migrated, is `unavailable` until a runtime has opened it.
    public init(reading path: String) throws(StoreError) {
        let database = try DatabaseFile.open(reading: path)
        do {
            try Schema.current.check(database)
        } catch {
            throw StoreError(error, path)
        }
        self.path = path
        open = Mutex(Open(database: database, ownership: nil))
    }

    deinit { close() }

    /// Writes the log back into the file, and releases both. All other methods throw `closed` from now on.
    public func close() {
        guard let open = open.withLock({ $0.take() }) else { return }
        // The ownership must outlast the closing of the database.
        withExtendedLifetime(open) { try? open.database.close() }
    }

    /// Runs `body` while no other thread reads or writes. `body` may call this again.
    func access<Result>(_ body: (Database) throws -> Result) throws -> Result {
        guard let database = open.withLock({ $0?.database }) else { throw StoreError.closed }
        do {
            return try database.unsafeReentrantWrite(body)
        } catch let error as DatabaseError {
            throw StoreError(error, path)
        }
    }

    private func accessStore<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
        do { return try access(body) } catch { throw StoreError(error, path) }
    }

    // MARK: - Writing

    /// Writes a batch in one transaction, and returns when it is on disk.
    public func append(_ batch: StoreBatch) throws(StoreError) {
        guard open.withLock({ $0.map { $0.ownership != nil } }) ?? true else {
            throw .readOnly(reason: "'\(path)' was opened for reading")
        }
        try accessStore { database in
            try database.inTransaction(.immediate) {
                try HeadTables.write(batch, database)
                try ActivityTable.write(batch, database)
                try ConsumerChangeTable.write(batch, database)
                try JournalTables.write(batch, database)
                return .commit
            }
        }
    }

    // MARK: - Reading

    /// Reads what the file says about each engine and each named consumer.
    public func head() throws(StoreError) -> StoreHead { try accessStore { try HeadTables.read($0) } }

    /// Calls `body` with each stored activity, in any order; one row is in memory at a time.
    public func forEachActivity(_ body: (StoredActivity) throws -> Void) throws {
        try access { try ActivityTable.readActivities($0, body) }
    }

    /// Calls `body` with each slot from which an activity was dismissed, in any order.
    public func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws {
        try access { try ActivityTable.readFreedSlots($0, body) }
    }

    /// Calls `body` with each change that waits for a named consumer, shard by shard, the smallest sequence first.
    public func forEachConsumerChange(_ body: (Change) throws -> Void) throws {
        try access { try ConsumerChangeTable.read($0, body) }
    }

    /// Calls `body` with each point at which the journal can begin, shard by shard, the smallest number first.
    public func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws {
        try access { try JournalTables.readBases($0, body) }
    }

    /// Calls `body` with each entry of the journal, shard by shard, the smallest number first.
    public func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws {
        try access { try JournalTables.readEntries($0, body) }
    }
}
#endif
