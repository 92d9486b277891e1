#if SQLite
import GRDBSQLite
import LiveActivityCore
import LiveActivities

// GRDB manages the connection, the transactions and the statements. The values of a row are exchanged with SQLite directly: a
// command's row is written in two microseconds, and converting its values to GRDB's own first would cost as much again.

/// Sets a statement's parameters in order, and adds each to the row's checksum. All parameters are set each time.
struct RowValues {
    private let handle: OpaquePointer
    private var index: Int32 = 0
    /// The checksum over the values set so far.
    var checksum: RowChecksum
    /// SQLite's error code for a value that was too large.
    private(set) var problem = SQLITE_OK
    private let encoder: WireEncoder

    init(_ handle: OpaquePointer, _ checksum: RowChecksum, _ encoder: WireEncoder) {
        self.handle = handle
        self.checksum = checksum
        self.encoder = encoder
    }

    mutating func put(_ number: Int64?) {
        guard let number else { return putNull() }
        index += 1
        checksum.add(number)
        note(sqlite3_bind_int64(handle, index, number))
    }

    mutating func put(_ number: some BinaryInteger) { put(Optional(Int64(truncatingIfNeeded: number))) }

    mutating func put(_ number: Double?) {
        // SQLite stores neither NaN nor negative zero.
        guard let number, !number.isNaN else { return putNull() }
        index += 1
        checksum.add(number + 0)
        note(sqlite3_bind_double(handle, index, number + 0))
    }

    mutating func put(_ date: Date?) { put(date?.timeIntervalSinceReferenceDate) }

    mutating func put(_ text: String) {
        var text = text
        text.withUTF8 { put(text: UnsafeRawBufferPointer($0)) }
    }

    mutating func put(_ name: (some Name)?) { if let name { put(name.rawValue) } else { putNull() } }

    mutating func put(_ text: JSONText?) {
        guard let text else { return putNull() }
        text.bytes.withUnsafeBytes { put(text: $0) }
    }

    /// Sets a value of any type, stored as JSON.
    mutating func put(json value: some Encodable) {
        // Such values are arrays of names and numbers, extras, and changes, which can always be encoded as JSON.
        put(JSONText(trusted: (try? encoder.encode(value)) ?? Array("null".utf8)))
    }

    mutating func put(_ change: Change) {
        var text: [UInt8] = []
        do throws(EngineError) { try change.write(into: &text, with: encoder) } catch { text = Array("null".utf8) }
        text.withUnsafeBytes { put(text: $0) }
    }

    mutating func put(_ data: Data) {
        data.withUnsafeBytes { bytes in
            index += 1
            checksum.add(blob: bytes)
            // SQLite would interpret empty data without an address as NULL.
            note(
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(handle, index, 0)
                    : sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(clamping: bytes.count), Self.copied))
        }
    }

    mutating func putNull() {
        index += 1
        checksum.addNull()
        note(sqlite3_bind_null(handle, index))
    }

    /// Sets the checksum of the values set since it began.
    mutating func putChecksum() {
        index += 1
        note(sqlite3_bind_int64(handle, index, checksum.value))
    }

    /// Sets a value that only selects the row: it is not part of the checksum.
    mutating func putKey(_ number: some BinaryInteger) {
        index += 1
        note(sqlite3_bind_int64(handle, index, Int64(truncatingIfNeeded: number)))
    }

    private mutating func put(text bytes: UnsafeRawBufferPointer) {
        index += 1
        checksum.add(text: bytes)
        guard let address = bytes.baseAddress else { return note(sqlite3_bind_text(handle, index, "", 0, Self.copied)) }
        note(
            sqlite3_bind_text(
                handle, index, address.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count), Self.copied))
    }

    private mutating func note(_ code: Int32) { if problem == SQLITE_OK { problem = code } }

    /// SQLITE_TRANSIENT, a macro with a cast, which Swift cannot import.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
#endif
