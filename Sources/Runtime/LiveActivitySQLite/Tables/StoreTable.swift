#if SQLite
import GRDB
import GRDBSQLite
import LiveActivityCore
import LiveActivities
import Synchronization

/// A table: its columns, and the corresponding fields of a record. A new field needs one line in `put`, one in `take`, and a
/// migration that adds the column.
struct StoreTable<Record>: Sendable {
    let name: String
    /// The first columns, which identify a row.
    let keys: [String]
    let put: @Sendable (Record, inout RowValues) -> Void
    let take: @Sendable (inout RowColumns) -> Record
    private let upsertSQL: String
    private let selectSQL: String
    private let orderedSelectSQL: String
    private let deleteSQL: String
    private let findSQL: String

    /// - Parameters:
    ///   - put: Sets the values of the keys and then of the other columns.
    ///   - take: Reads them in the same order.
    init(
        _ name: String, keys: [String], _ others: [String], put: @escaping @Sendable (Record, inout RowValues) -> Void,
        take: @escaping @Sendable (inout RowColumns) -> Record
    ) {
        (self.name, self.keys, self.put) = (name, keys, put)
        self.take = { row in
            let record = take(&row)
            row.takeChecksum()
            return record
        }
        let columns = keys + others + ["checksum"]
        let names = columns.joined(separator: ", ")
        // Columns added by a later version keep their values if the row already exists.
        upsertSQL =
            "INSERT INTO \(name) (\(names)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) "
            + "ON CONFLICT (\(keys.joined(separator: ", "))) DO UPDATE SET "
            + columns.dropFirst(keys.count).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        selectSQL = "SELECT \(names) FROM \(name)"
        orderedSelectSQL = "\(selectSQL) ORDER BY \(keys.joined(separator: ", "))"
        let condition = "WHERE \(keys.map { "\($0) = ?" }.joined(separator: " AND "))"
        deleteSQL = "DELETE FROM \(name) \(condition)"
        findSQL = "\(selectSQL) \(condition)"
    }

    // MARK: - Writing

    /// Inserts records, and updates those with the same key.
    func upsert(_ records: [Record], in database: Database) throws { try upsert(records, in: database, put) }

    /// Writes values with a function that sets the columns of this table from a value.
    func upsert<Value>(_ values: [Value], in database: Database, _ put: (Value, inout RowValues) -> Void) throws {
        try database.run(upsertSQL, each: values, RowChecksum(table: name)) { value, row in
            put(value, &row)
            row.putChecksum()
        }
    }

    /// Deletes rows by their keys.
    ///
    /// - Returns: The keys without a row.
    @discardableResult
    func delete<Key>(_ keys: [Key], in database: Database, _ put: (Key, inout RowValues) -> Void) throws -> [Key] {
        guard !keys.isEmpty else { return [] }
        let (statement, encoder) = (try database.cachedStatement(sql: deleteSQL), WireEncoder())
        return try keys.filter { key in
            try database.run(statement, RowChecksum(table: name), encoder) { put(key, &$0) } == 0
        }
    }

    // MARK: - Reading

    /// Finds the record with a key; `nil` if it does not exist or is damaged.
    func find<Key>(_ key: Key, _ reader: StoreReader, _ put: (Key, inout RowValues) -> Void) throws -> Record? {
        try reader.find(findSQL, name, { put(key, &$0) }, take)
    }

    /// Calls `body` with each record, ordered by its key.
    func forEach(_ reader: StoreReader, _ body: (Record) throws -> Void) throws {
        try reader.forEach(orderedSelectSQL, name, keys: keys, take, body)
    }

    /// Calls `body` with each record of a shard from a number on, ordered by it. The keys are a shard and a number.
    func forEach(_ reader: StoreReader, of shard: Int, from number: UInt64, _ body: (Record) throws -> Void) throws {
        let sql = "\(selectSQL) WHERE \(keys[0]) = ? AND \(keys[1]) >= ? ORDER BY \(keys[1])"
        let bind = { (row: inout RowValues) in
            row.put(shard)
            row.put(number)
        }
        try reader.forEach(sql, bind: bind, name, keys: keys, take, body)
    }

    /// - Parameter order: The columns to order by; the keys if `nil`.
    func all(_ reader: StoreReader, orderedBy order: [String]? = nil) throws -> [Record] {
        var records: [Record] = []
        let sql = order.map { "\(selectSQL) ORDER BY \($0.joined(separator: ", "))" } ?? orderedSelectSQL
        try reader.forEach(sql, isCached: true, name, keys: keys, take) { records.append($0) }
        return records
    }

    /// Computes the checksum of each readable row. An unreadable row keeps none.
    func seal(_ database: Database) throws {
        try database.seal(name, keys: keys, checksums: ["checksum"], selectSQL, take)
    }
}

/// Reads tables, and records damaged rows.
struct StoreReader {
    let database: Database
    let damage: DamageLog
    /// Whether rows have checksums: `false` if an older version has written to the file.
    let isVerified: Bool

    /// Calls `body` with each intact row, and skips the others. A row is valid only during the call.
    ///
    /// - Parameters:
    ///   - keys: The names of the first columns, which identify the row.
    ///   - activity: Returns the activity of a damaged row.
    func forEach<Record>(
        _ sql: String, isCached: Bool = false, bind: (inout RowValues) -> Void = { _ in }, _ table: String, keys: [String],
        _ take: (inout RowColumns) -> Record, activity: (Record) -> ActivityID? = { _ in nil },
        _ body: (consuming Record) throws -> Void
    ) throws {
        let checksum = RowChecksum(table: table)
        try database.forEach(sql, isCached: isCached, bind: bind) { handle in
            var columns = RowColumns(handle, checksum, isVerified: isVerified)
            let record = take(&columns)
            guard let problem = columns.problem else { return try body(record) }
            damage.note(
                StoreDamage(table: table, key: columns.condition(keys), activity: activity(record), reason: problem))
        }
    }
}

extension StoreReader {
    /// The record of a query for one row; `nil` if it does not exist, or is damaged, which is not recorded.
    func find<Record>(
        _ sql: String, _ table: String, _ bind: (inout RowValues) -> Void, _ take: (inout RowColumns) -> Record
    ) throws -> Record? {
        let checksum = RowChecksum(table: table)
        var found: Record?
        try database.forEach(sql, isCached: true, bind: bind) { handle in
            var columns = RowColumns(handle, checksum, isVerified: isVerified)
            let record = take(&columns)
            if columns.problem == nil { found = record }
        }
        return found
    }
}

/// The damaged rows, each once.
final class DamageLog: Sendable {
    private let contents = Mutex<(list: [StoreDamage], known: Set<StoreDamage>)>(([], []))

    var list: [StoreDamage] { contents.withLock { $0.list } }

    func note(_ damage: StoreDamage) {
        contents.withLock { if $0.known.insert(damage).inserted { $0.list.append(damage) } }
    }
}

// MARK: - Statements

extension Database {
    /// Runs a statement once for each element.
    func run<Element>(
        _ sql: String, each elements: [Element], _ checksum: RowChecksum, _ bind: (Element, inout RowValues) -> Void
    ) throws {
        guard !elements.isEmpty else { return }
        let (statement, encoder) = (try cachedStatement(sql: sql), WireEncoder())
        for element in elements { _ = try run(statement, checksum, encoder) { bind(element, &$0) } }
    }

    /// Runs a statement once.
    ///
    /// - Parameter encoder: Encodes values that are stored as JSON. It keeps its working memory between rows.
    /// - Returns: The number of changed rows.
    @discardableResult
    func run(
        _ statement: Statement, _ checksum: RowChecksum, _ encoder: WireEncoder, _ bind: (inout RowValues) -> Void
    ) throws -> Int {
        try withExtendedLifetime(statement) {
            let handle = statement.sqliteStatement
            var values = RowValues(handle, checksum, encoder)
            bind(&values)
            let code = values.problem == SQLITE_OK ? sqlite3_step(handle) : values.problem
            defer { sqlite3_reset(handle) }
            guard code == SQLITE_DONE else { throw lastError }
            return Int(sqlite3_changes(sqliteConnection))
        }
    }

    /// Calls `body` with each row of a query, as SQLite's statement handle.
    ///
    /// - Parameters:
    ///   - isCached: Whether the statement is prepared once for all calls; only if `body` does not run the same query.
    ///   - bind: Sets the statement's parameters, if any.
    func forEach(
        _ sql: String, isCached: Bool = false, bind: (inout RowValues) -> Void = { _ in },
        _ body: (OpaquePointer) throws -> Void
    ) throws {
        let statement = isCached ? try cachedStatement(sql: sql) : try makeStatement(sql: sql)
        // The handle belongs to the statement, which nothing else below retains.
        try withExtendedLifetime(statement) {
            let handle = statement.sqliteStatement
            var values = RowValues(handle, RowChecksum(table: ""), WireEncoder())
            bind(&values)
            defer { sqlite3_reset(handle) }
            while true {
                let code = sqlite3_step(handle)
                if code == SQLITE_DONE { return }
                guard code == SQLITE_ROW else { throw lastError }
                try body(handle)
            }
        }
    }

    /// Computes the checksums of each readable row of a table.
    ///
    /// - Parameter sql: A query with all columns that `take` reads.
    func seal<Record>(
        _ table: String, keys: [String], checksums: [String], _ sql: String, _ take: (inout RowColumns) -> Record
    ) throws {
        let (none, condition) = (
            checksums.map { "\($0) = NULL" }.joined(separator: ", "), keys.map { "\($0) = ?" }.joined(separator: " AND ")
        )
        try execute(sql: "UPDATE \(table) SET \(none)")
        let update = try cachedStatement(
            sql: "UPDATE \(table) SET \(checksums.map { "\($0) = ?" }.joined(separator: ", ")) WHERE \(condition)")
        let checksum = RowChecksum(table: table)
        try forEach(sql) { handle in
            var columns = RowColumns(handle, checksum, isVerified: false)
            _ = take(&columns)
            guard columns.problem == nil else { return }
            try withExtendedLifetime(update) {
                let target = update.sqliteStatement
                defer { sqlite3_reset(target) }
                for (index, checksum) in columns.checksums.enumerated() {
                    sqlite3_bind_int64(target, Int32(index + 1), checksum)
                }
                for index in keys.indices {
                    sqlite3_bind_value(
                        target, Int32(checksums.count + index + 1), sqlite3_column_value(handle, Int32(index)))
                }
                guard sqlite3_step(target) == SQLITE_DONE else { throw lastError }
            }
        }
    }

    private var lastError: DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(sqliteConnection)), message: lastErrorMessage)
    }
}
#endif
