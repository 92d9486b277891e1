#if SQLite
import GRDB
import GRDBSQLite
import LiveActivityCore
import LiveActivities

// GRDB manages the connection, the transactions and the statements. The values of a row are passed to SQLite and read from it directly: a
// command's row is written in two microseconds, and converting its values to GRDB's own first would cost as much again.

extension Database {
    /// Runs a statement once for each element.
    func run<Element>(_ sql: String, each elements: [Element], _ bind: (Element, inout RowValues) -> Void) throws {
        guard !elements.isEmpty else { return }
        let statement = try cachedStatement(sql: sql)
        for element in elements { _ = try run(statement) { bind(element, &$0) } }
    }

    /// Runs a statement once.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    func run(_ statement: Statement, _ bind: (inout RowValues) -> Void) throws -> Int {
        try withExtendedLifetime(statement) {
            let handle = statement.sqliteStatement
            var values = RowValues(handle)
            bind(&values)
            let code = values.problem == SQLITE_OK ? sqlite3_step(handle) : values.problem
            defer { sqlite3_reset(handle) }
            guard code == SQLITE_DONE else { throw error(code) }
            return Int(sqlite3_changes(sqliteConnection))
        }
    }

    /// Calls `body` with each row of a query. A row is valid only during the call.
    func forEach(_ sql: String, _ body: (inout RowColumns) throws -> Void) throws {
        // Not a cached statement: `body` may run the same query.
        let statement = try makeStatement(sql: sql)
        // The handle belongs to the statement, which nothing else below retains.
        try withExtendedLifetime(statement) {
            let handle = statement.sqliteStatement
            while true {
                let code = sqlite3_step(handle)
                if code == SQLITE_DONE { return }
                guard code == SQLITE_ROW else { throw error(code) }
                var columns = RowColumns(handle)
                try body(&columns)
                if let wrong = columns.wrong {
                    throw StoreError.damaged(
                        reason:
                            "column '\(String(cString: sqlite3_column_name(handle, wrong)))' has a value that it cannot have, "
                            + "in: \(sql)")
                }
            }
        }
    }

    private func error(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(sqliteConnection)),
            message: lastErrorMessage)
    }
}

/// Sets a statement's parameters, one after the other. All are set each time.
struct RowValues {
    private let handle: OpaquePointer
    private var index: Int32 = 0
    /// SQLite's code where a value was too large for it.
    private(set) var problem = SQLITE_OK

    init(_ handle: OpaquePointer) { self.handle = handle }

    mutating func put(_ number: Int64?) {
        guard let number else { return putNull() }
        index += 1
        note(sqlite3_bind_int64(handle, index, number))
    }

    mutating func put(_ number: some BinaryInteger) { put(Optional(Int64(truncatingIfNeeded: number))) }

    mutating func put(_ number: Double?) {
        guard let number else { return putNull() }
        index += 1
        note(sqlite3_bind_double(handle, index, number))
    }

    mutating func put(_ date: Date?) { put(date?.timeIntervalSinceReferenceDate) }

    mutating func put(_ text: String) {
        var text = text
        index += 1
        note(text.withUTF8 { sqlite3_bind_text(handle, index, Self.characters($0), Int32($0.count), Self.copied) })
    }

    mutating func put(_ name: (some Name)?) { if let name { put(name.rawValue) } else { putNull() } }

    mutating func put(_ text: JSONText?) {
        guard let text else { return putNull() }
        index += 1
        note(
            text.bytes.withUnsafeBufferPointer {
                sqlite3_bind_text(handle, index, Self.characters($0), Int32($0.count), Self.copied)
            })
    }

    /// Any value, as JSON.
    mutating func put(json value: some Encodable) {
        // These are arrays of names and numbers, extras, and changes, which can always be written as JSON.
        put(JSONText(trusted: (try? WireEncoder().encode(value)) ?? Array("null".utf8)))
    }

    mutating func put(_ data: Data) {
        index += 1
        note(data.withUnsafeBytes { sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), Self.copied) })
    }

    mutating func putNull() {
        index += 1
        note(sqlite3_bind_null(handle, index))
    }

    private mutating func note(_ code: Int32) { if problem == SQLITE_OK { problem = code } }

    /// SQLITE_TRANSIENT, a macro with a cast, which Swift cannot import.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private static func characters(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
        UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    }
}

/// Reads the columns of a row, one after the other.
struct RowColumns {
    private let handle: OpaquePointer
    private var index: Int32 = 0
    /// The first column with a value that it cannot have. Reading continues with a substitute; `forEach` throws afterwards.
    private(set) var wrong: Int32?

    init(_ handle: OpaquePointer) { self.handle = handle }

    mutating func takeInteger() -> Int64 {
        defer { index += 1 }
        if sqlite3_column_type(handle, index) != SQLITE_INTEGER { note() }
        return sqlite3_column_int64(handle, index)
    }

    mutating func take<Number: FixedWidthInteger>(_: Number.Type) -> Number {
        let number = takeInteger()
        // SQLite has signed integers only: unsigned counters of 64 bits are stored bit by bit.
        if Number.bitWidth == 64 { return Number(truncatingIfNeeded: number) }
        guard let number = Number(exactly: number) else {
            note(before: 1)
            return 0
        }
        return number
    }

    mutating func takeIntegerIfAny() -> Int64? { isNull ? skip() : takeInteger() }

    mutating func takeDouble() -> Double {
        defer { index += 1 }
        if sqlite3_column_type(handle, index) != SQLITE_FLOAT { note() }
        return sqlite3_column_double(handle, index)
    }

    mutating func takeDate() -> Date { Date(timeIntervalSinceReferenceDate: takeDouble()) }
    mutating func takeDateIfAny() -> Date? { isNull ? skip() : takeDate() }

    mutating func takeText() -> String { String(decoding: takeBytes(), as: UTF8.self) }
    mutating func take<Value: Name>(_: Value.Type) -> Value { Value(rawValue: takeText()) }
    mutating func takeIfAny<Value: Name>(_: Value.Type) -> Value? { isNull ? skip() : take(Value.self) }

    mutating func takeJSON() -> JSONText { JSONText(trusted: Array(takeBytes())) }
    mutating func takeJSONIfAny() -> JSONText? { isNull ? skip() : takeJSON() }

    /// Any value that was written as JSON.
    mutating func take<Value: Decodable>(json _: Value.Type, or other: @autoclosure () -> Value) -> Value {
        if let value = try? WireDecoder(limits: .stored).decode(Value.self, from: Array(takeBytes())) { return value }
        note(before: 1)
        return other()
    }

    mutating func takeIfAny<Value: Decodable>(json _: Value.Type) -> Value? {
        isNull ? skip() : take(json: Value?.self, or: nil)
    }

    mutating func takeData() -> Data {
        defer { index += 1 }
        guard let bytes = sqlite3_column_blob(handle, index) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(handle, index)))
    }

    /// Notes that the value just read is not one that the column can have.
    mutating func note(before: Int32 = 0) { wrong = wrong ?? index - before }

    private var isNull: Bool { sqlite3_column_type(handle, index) == SQLITE_NULL }

    private mutating func skip<Value>() -> Value? {
        index += 1
        return nil
    }

    /// Valid until the next step of the statement.
    private mutating func takeBytes() -> UnsafeBufferPointer<UInt8> {
        defer { index += 1 }
        guard sqlite3_column_type(handle, index) == SQLITE_TEXT, let text = sqlite3_column_text(handle, index) else {
            note()
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, index)))
    }
}
#endif
