#if SQLite
import GRDB
public import LiveActivities

/// The result of ``SQLiteStore/check()``.
public struct StoreCheck: Hashable, Sendable {
    /// The damaged records; empty if the store is intact.
    public var damage: [StoreDamage] = []
    /// The number of intact rows, by table, in the order in which they were read.
    public var rows: [(table: String, count: Int)] { zip(tables, counts).map { ($0, $1) } }
    /// Whether the rows have checksums. Without them only the structure, and the form of each value, could be checked, because
    /// a version before 1.2 of the schema has written to the file.
    public var isVerified: Bool

    private var tables: [String] = []
    private var counts: [Int] = []

    init(isVerified: Bool) { self.isVerified = isVerified }

    mutating func add(_ table: String, _ count: Int) {
        tables.append(table)
        counts.append(count)
    }
}

extension SQLiteStore {
    /// Reads the whole file, and reports damage. Writes nothing.
    ///
    /// - Throws: ``/LiveActivityHost/StoreError`` if the file cannot be read at all, or is closed. Damage is not thrown.
    public func check() throws(StoreError) -> StoreCheck {
        do {
            return try access { database in
                var check = StoreCheck(isVerified: isVerified)
                // Problems in a row are reported below, with the row's key.
                check.damage = try StructureCheck.damage(database)
                // Before 1.2 rows have no checksums.
                guard try Schema.hasChecksums(database) else { return check }
                let log = DamageLog()
                try readAll(reader(database, log), &check)
                check.damage += log.list
                return check
            }
        } catch {
            throw StoreError(error, path)
        }
    }

    /// Reads every page, and reports structural faults: a page in another's position, or one that is in the file twice. The
    /// checksums of rows do not detect them. Takes about a second per gigabyte, and writes nothing.
    ///
    /// - Throws: The errors of ``check()``.
    package func checkStructure() throws(StoreError) -> [StoreDamage] {
        do { return try access { try StructureCheck.damage($0) } } catch { throw StoreError(error, path) }
    }

    private func readAll(_ reader: StoreReader, _ check: inout StoreCheck) throws {
        try count(HeadTables.store, reader, &check)
        try count(HeadTables.engines, reader, &check)
        let kinds = try HeadTables.kinds.all(reader)
        check.add(HeadTables.kinds.name, kinds.count)
        var activities = 0
        let names = kinds.map(\.ordinal) == Array(kinds.indices) ? kinds.map(\.kind) : nil
        try noting(ActivityTable.name, reader) { try ActivityTable.forEach(reader, names) { _ in activities += 1 } }
        check.add(ActivityTable.name, activities)
        try count(ActivityTable.freedSlots, reader, &check)
        try count(PermissionTable.rows, reader, &check)
        try count(HeadTables.topics, reader, &check)
        try count(HeadTables.dismissals, reader, &check)
        try count(HeadTables.startTokens, reader, &check)
        try count(ConsumerChangeTable.consumers, reader, &check)
        try count(ConsumerChangeTable.changes, reader, &check)
        if try WaitingUpdate.isThere(reader.database) {
            try count(WaitingUpdate.table, reader, &check)
            // Without the table of kinds no activity's kind has a name, which was already reported.
            if names != nil {
                try noting(WaitingUpdate.table.name, reader) {
                    var updates = try WaitingUpdateReader(reader)
                    try updates.forEach(before: nil) { _ in }
                }
            }
        }
        try count(JournalTables.bases, reader, &check)
        try count(JournalTables.entries, reader, &check)
    }

    private func count<Record>(_ table: StoreTable<Record>, _ reader: StoreReader, _ check: inout StoreCheck) throws {
        var count = 0
        try noting(table.name, reader) { try table.forEach(reader) { _ in count += 1 } }
        check.add(table.name, count)
    }

    /// Records damage that SQLite reports, and continues with the next table.
    private func noting(_ table: String, _ reader: StoreReader, _ body: () throws -> Void) throws {
        do { try body() } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            reader.damage.note(
                StoreDamage(table: table, key: "", activity: nil, reason: error.message ?? "SQLite cannot read it"))
        }
    }
}
#endif
