#if SQLite
import GRDBSQLite
import LiveActivityCore
import LiveActivities

/// Reads the columns of a row in order, and adds each to the row's checksum.
///
/// It never traps, whatever the file contains: an invalid value is recorded and replaced, and the row is skipped.
struct RowColumns {
    private let handle: OpaquePointer
    private var index: Int32 = 0
    /// Whether checksums are compared. Without checksums, columns with JSON are parsed.
    let isVerified: Bool
    /// The checksum of the values that were read so far.
    var checksum: RowChecksum
    /// The checksums that the row should have, in the order of their columns.
    private(set) var checksums: [Int64] = []
    private var isChanged = false
    private var isUnsealed = false
    private var wrong: Int32?

    /// - Parameter index: The first column to read.
    init(_ handle: OpaquePointer, _ checksum: RowChecksum, isVerified: Bool, from index: Int32 = 0) {
        self.handle = handle
        self.index = index
        self.checksum = checksum
        self.isVerified = isVerified
    }

    /// The reason why the row cannot be used; `nil` if it can.
    var problem: String? {
        if isChanged { return "its checksum does not match: a disk or another program has changed it" }
        if isUnsealed { return "it has no checksum: it could not be read when the file was migrated" }
        return wrong.map { "column '\(String(cString: sqlite3_column_name(handle, $0)))' has a value that it cannot have" }
    }

    // MARK: - Numbers

    mutating func takeInteger() -> Int64 {
        defer { index += 1 }
        guard sqlite3_column_type(handle, index) == SQLITE_INTEGER else {
            note()
            return 0
        }
        let number = sqlite3_column_int64(handle, index)
        checksum.add(number)
        return number
    }

    mutating func take<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
        guard let number = Number(exactly: takeInteger()), range.contains(number) else {
            note(before: 1)
            return range.lowerBound
        }
        return number
    }

    mutating func takeIfAny<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number? {
        isNull ? skip() : take(range)
    }

    mutating func takeBits() -> UInt64 { UInt64(bitPattern: takeInteger()) }
    mutating func takeBitsIfAny() -> UInt64? { isNull ? skip() : takeBits() }
    mutating func takeUInt32() -> UInt32 { take(0...UInt32.max) }
    /// A counter that can still be incremented.
    mutating func takeCounter() -> UInt64 { take(0...UInt64(1) << 62) }
    mutating func takeShard() -> Int { take(0...63) }
    mutating func takeFlag() -> Bool { take(0...1) == 1 }

    mutating func takeDouble() -> Double {
        defer { index += 1 }
        guard sqlite3_column_type(handle, index) == SQLITE_FLOAT else {
            note()
            return 0
        }
        let number = sqlite3_column_double(handle, index)
        checksum.add(number)
        return number
    }

    mutating func takeDate() -> Date { Date(timeIntervalSinceReferenceDate: takeDouble()) }
    mutating func takeDateIfAny() -> Date? { isNull ? skip() : takeDate() }

    // MARK: - Texts

    mutating func takeText() -> String { String(decoding: takeBytes(), as: UTF8.self) }
    mutating func take<Value: Name>(_: Value.Type) -> Value { Value(rawValue: takeText()) }
    mutating func takeIfAny<Value: Name>(_: Value.Type) -> Value? { isNull ? skip() : take(Value.self) }

    mutating func takeJSON() -> JSONText {
        let text = JSONText(trusted: Array(takeBytes()))
        if !isVerified, !text.isJSON {
            note(before: 1)
            return JSONText(JSONValue.null)
        }
        return text
    }

    /// A value of any type, stored as JSON.
    mutating func take<Value: Decodable>(json _: Value.Type) -> Value? {
        if let value = try? WireDecoder(limits: .stored).decode(Value.self, from: Array(takeBytes())) { return value }
        note(before: 1)
        return nil
    }

    mutating func takeIfAny<Value: Decodable>(json _: Value.Type) -> Value? { isNull ? skip() : take(json: Value.self) }

    mutating func takeData() -> Data {
        defer { index += 1 }
        guard sqlite3_column_type(handle, index) == SQLITE_BLOB else {
            note()
            return Data()
        }
        let count = Int(sqlite3_column_bytes(handle, index))
        let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(handle, index), count: count)
        checksum.add(blob: bytes)
        return Data(bytes)
    }

    // MARK: - Checks

    /// Compares the column with the checksum of the values read since it began.
    mutating func takeChecksum() {
        defer { index += 1 }
        guard isVerified else { return checksums.append(checksum.value) }
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: if sqlite3_column_int64(handle, index) != checksum.value { isChanged = true }
        case SQLITE_NULL: isUnsealed = true
        default: isChanged = true
        }
    }

    /// Records that the value just read is invalid for the column.
    mutating func note(before: Int32 = 0) { wrong = wrong ?? index - before }

    var firstInteger: Int64 { sqlite3_column_int64(handle, 0) }

    /// An SQL condition with the values of the first columns: `place = 17`.
    func condition(_ names: [String]) -> String {
        names.enumerated().map { index, name in "\(name) = \(literal(Int32(index)))" }.joined(separator: " AND ")
    }

    private func literal(_ index: Int32) -> String {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: return "\(sqlite3_column_int64(handle, index))"
        case SQLITE_TEXT:
            let text = UnsafeBufferPointer(
                start: sqlite3_column_text(handle, index), count: Int(sqlite3_column_bytes(handle, index)))
            let escaped = String(decoding: text, as: UTF8.self).map { $0 == "'" ? "''" : String($0) }.joined()
            return "'\(escaped)'"
        default: return "?"
        }
    }

    private var isNull: Bool { sqlite3_column_type(handle, index) == SQLITE_NULL }

    private mutating func skip<Value>() -> Value? {
        index += 1
        checksum.addNull()
        return nil
    }

    /// Valid until the next step of the statement.
    private mutating func takeBytes() -> UnsafeBufferPointer<UInt8> {
        defer { index += 1 }
        guard sqlite3_column_type(handle, index) == SQLITE_TEXT, let text = sqlite3_column_text(handle, index) else {
            note()
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, index)))
        checksum.add(text: UnsafeRawBufferPointer(bytes))
        return bytes
    }
}

extension JSONText {
    /// Whether the bytes are JSON.
    fileprivate var isJSON: Bool { (try? JSONValue(parsing: bytes, limits: .stored)) != nil }
}
#endif
