#if SQLite
import GRDB
import GRDBSQLite
import LiveActivityCore
public import LiveActivities
import Synchronization

/// Keeps a runtime's state in one SQLite file.
///
/// ```swift
/// let store = try SQLiteStore(path: "/var/lib/pizza/activities.sqlite")
/// let runtime = try LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())], store: store, durability: .strict)
/// ```
///
/// Every batch is one transaction in SQLite's write-ahead log, which is on disk before ``append(_:)`` returns (`synchronous=FULL`).
/// Beside `FILE` there are `FILE-wal` and `FILE-shm` while it is open or after a crash, which belong to it, and `FILE-lock`, which
/// keeps a second runtime out. Programs that only read, such as `sqlite3` and `live-activities inspect`, may do so at any time.
///
/// Any thread; one access at a time.
public final class SQLiteStore: ActivityStore {
    /// Where it is.
    public let path: String

    private let open: Mutex<Open?>

    private struct Open {
        var database: DatabaseQueue
        /// `nil` where the file is only read.
        var ownership: FileOwnership?
    }

    /// Opens a file to go on with it; makes it if there is none.
    ///
    /// Looks the whole file over before anything is written to it, which takes about a second a gigabyte.
    ///
    /// - Parameter path: Of a file in a folder that exists, on a file system of this machine: locks and write-ahead logs do not work over
    ///   a network.
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

    /// Opens a file to look at it, also while a runtime has it open. ``append(_:)`` throws `readOnly`.
    ///
    /// - Throws: as ``init(path:)``, `notAStore` also where there is no file; never `busy` and never `migration`: a file of an older version
    ///   that this one would have to migrate is `unavailable` until a runtime has opened it.
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

    /// Writes the log back into the file and lets both go. Everything else throws `closed` from now on.
    public func close() {
        guard let open = open.withLock({ $0.take() }) else { return }
        // Before the ownership ends with this call.
        withExtendedLifetime(open) { try? open.database.close() }
    }

    /// Runs `body` where no other thread reads or writes meanwhile. What it calls may ask for more.
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

    public func append(_ batch: StoreBatch) throws(StoreError) {
        guard open.withLock({ $0.map { $0.ownership != nil } }) ?? true else {
            throw .readOnly(reason: "'\(path)' was opened to be looked at")
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

    public func head() throws(StoreError) -> StoreHead { try accessStore { try HeadTables.read($0) } }

    public func forEachActivity(_ body: (StoredActivity) throws -> Void) throws {
        try access { try ActivityTable.readActivities($0, body) }
    }

    public func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws {
        try access { try ActivityTable.readFreedSlots($0, body) }
    }

    public func forEachConsumerChange(_ body: (Change) throws -> Void) throws {
        try access { try ConsumerChangeTable.read($0, body) }
    }

    public func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws {
        try access { try JournalTables.readBases($0, body) }
    }

    public func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws {
        try access { try JournalTables.readEntries($0, body) }
    }
}
#endif
