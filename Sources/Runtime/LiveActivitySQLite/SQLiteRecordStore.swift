#if SQLite
import GRDB
import GRDBSQLite
import LiveActivityCore
public import LiveActivities

/// A SQLite file of the C library (`la_options.store_path`) or of Python (`live_activities.SQLiteStore`), opened for reading.
/// It has a single table of records; a Swift runtime's file has columns, and is a ``SQLiteStore``.
///
/// May be used from any thread, also while a runtime has the file open.
public final class SQLiteRecordStore: ActivityStore {
    /// The path of the file.
    public let path: String

    private let database: DatabaseQueue
    private let file: OpenFile
    private let hadLog: Bool
    private let log = DamageLog()

    /// Opens a file for reading. ``append(_:)`` throws `readOnly`.
    ///
    /// - Throws: ``/LiveActivityHost/StoreError``: `notAStore` if the file does not exist, or belongs to another program;
    ///   `damaged`; `unavailable`.
    public init(reading path: String) throws(StoreError) {
        file = OpenFile.shared(path)
        hadLog = DatabaseFile.bytes(path + "-wal") != nil
        database = try DatabaseFile.open(reading: path)
        self.path = path
        do {
            guard try database.read({ try Self.isRecordStore($0) }) else {
                throw StoreError.notAStore(reason: "it has no records of the C library or of Python")
            }
        } catch {
            try? database.close()
            throw StoreError(error, path)
        }
    }

    /// "Live", as in `sqlite_store.c`. Files written by version 0.1.0 in Python have 0.
    private static let applicationID: Int32 = 1_281_980_005

    static func isRecordStore(_ database: Database) throws -> Bool {
        let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard id == applicationID || id == 0, try database.tableExists("record") else { return false }
        return try Set(database.columns(in: "record").map(\.name)) == ["tab", "key", "value"]
    }

    deinit { close() }

    /// Closes the file, which cannot be read afterwards.
    public func close() {
        try? database.close()
        if !hadLog { DatabaseFile.removeEmptyLog(of: path) }
        file.release()
    }

    /// Always throws ``/LiveActivityHost/StoreError/readOnly(reason:)``.
    public func append(_ batch: StoreBatch) throws(StoreError) { throw .readOnly(reason: "'\(path)' was opened for reading") }

    // MARK: - Reading

    /// The unreadable records among those read so far. They stay in the file.
    public var damage: [StoreDamage] { log.list }

    /// Reads the state of the engine and of each named consumer.
    public func head() throws(StoreError) -> StoreHead {
        do { return try read { try $0.head() } } catch { throw StoreError(error, path) }
    }

    /// Calls `body` with each stored activity, ordered by id.
    public func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try read { try $0.forEachActivity(body) } }

    /// Calls `body` with each slot from which an activity was dismissed.
    public func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws {
        try read { try $0.forEach(FreedSlotRecord.self, .freedSlots, body) }
    }

    /// Calls `body` with each change that waits for a named consumer, in ascending order of sequences.
    public func forEachConsumerChange(_ body: (Change) throws -> Void) throws {
        try read { try $0.forEach(Change.self, .changes, body) }
    }

    /// Calls `body` with each point at which a replay of the journal can begin, in ascending order of numbers.
    public func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws {
        try read { try $0.forEach(JournalBase.self, .journalBases, body) }
    }

    /// Calls `body` with each entry of the journal, in ascending order of numbers.
    public func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws {
        try read { try $0.forEach(JournalEntry.self, .journal, body) }
    }

    /// Reads everything, and reports damage. Records have no checksums: only SQLite's structure and the form of each value are
    /// checked.
    ///
    /// - Throws: ``/LiveActivityHost/StoreError`` if the file cannot be read at all. Damage is not thrown.
    public func check() throws(StoreError) -> StoreCheck {
        do {
            var check = StoreCheck(isVerified: true)
            check.damage = try database.read { try StructureCheck.structuralProblems($0) }.map {
                StoreDamage(table: "", key: "", activity: nil, reason: $0)
            }
            let head = try self.head()
            for (table, count) in [
                (StoreRecords.Table.kinds, head.kinds.count), (.permissions, head.permissions.count),
                (.topics, head.topics.count),
                (.dismissals, head.dismissals.count), (.consumers, head.consumers.count),
            ] {
                check.add(table.name, count)
            }
            try count(.activities, &check) { try forEachActivity($0) }
            try count(.freedSlots, &check) { try forEachFreedSlot($0) }
            try count(.changes, &check) { try forEachConsumerChange($0) }
            try count(.journalBases, &check) { try forEachJournalBase($0) }
            try count(.journal, &check) { try forEachJournalEntry($0) }
            check.damage += damage
            return check
        } catch {
            throw StoreError(error, path)
        }
    }

    private func count<Record>(
        _ table: StoreRecords.Table, _ check: inout StoreCheck, _ forEach: ((Record) throws -> Void) throws -> Void
    ) throws {
        var count = 0
        try forEach { _ in count += 1 }
        check.add(table.name, count)
    }

    private func read<Result>(_ body: (StoreRecords) throws -> Result) throws -> Result {
        // Reentrant, as `body` may make another query.
        try database.unsafeReentrantRead { database in
            try body(
                StoreRecords { table, receive in
                    try database.forEach("SELECT key, value FROM record WHERE tab = \(table.rawValue) ORDER BY key") { row in
                        let key = UnsafeRawBufferPointer(
                            start: sqlite3_column_blob(row, 0), count: Int(sqlite3_column_bytes(row, 0)))
                        let value = UnsafeBufferPointer(
                            start: sqlite3_column_blob(row, 1)?.assumingMemoryBound(to: UInt8.self),
                            count: Int(sqlite3_column_bytes(row, 1)))
                        try receive(String(decoding: key, as: UTF8.self), value)
                    }
                } note: {
                    self.log.note($0)
                })
        }
    }
}

extension SQLiteStore {
    /// Opens the store in a SQLite file for reading, whether it was written by a Swift runtime, the C library or Python.
    ///
    /// - Returns: A ``SQLiteStore``, or a ``SQLiteRecordStore``.
    /// - Throws: The errors of ``init(reading:)``.
    public static func any(reading path: String) throws(StoreError) -> any ActivityStore {
        if let records = try? SQLiteRecordStore(reading: path) { return records }
        return try SQLiteStore(reading: path)
    }
}
#endif
