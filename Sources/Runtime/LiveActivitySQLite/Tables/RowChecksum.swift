#if SQLite
/// A checksum over the values of one row, in the order of its columns. It is stored with each row, so that a value changed by a
/// disk or another program is detected when the row is read.
///
/// It consists of the rounds of XXH64. Each round is reversible, so a change within one number or within eight bytes of a
/// string always gives another checksum; of other damage one case in 2^64 is missed. It is part of the file's format and never
/// changes.
struct RowChecksum {
    private var state: UInt64

    /// - Parameter table: The row's table, so that a row moved to another table fails the check.
    init(table: String) {
        state = Self.prime5
        add(table)
    }

    /// The checksum as stored in a column.
    var value: Int64 { Int64(bitPattern: state) }

    mutating func add(_ number: Int64) { add(UInt64(bitPattern: number), as: 1) }

    mutating func add(_ number: Double) { add(number.bitPattern, as: 2) }

    mutating func addNull() { add(0, as: 3) }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(text: UnsafeRawBufferPointer($0)) }
    }

    mutating func add(text bytes: UnsafeRawBufferPointer) { add(bytes, as: 4) }
    mutating func add(blob bytes: UnsafeRawBufferPointer) { add(bytes, as: 5) }

    private mutating func add(_ bytes: UnsafeRawBufferPointer, as type: UInt64) {
        add(UInt64(bytes.count), as: type)
        var offset = 0
        while offset + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        guard offset < bytes.count else { return }
        var rest: UInt64 = 0
        for byte in bytes[offset...].reversed() { rest = rest << 8 | UInt64(byte) }
        mix(rest)
    }

    /// - Parameter type: Distinguishes an integer from a number with the same bits, and a string from a blob.
    private mutating func add(_ word: UInt64, as type: UInt64) {
        state &+= type &* Self.prime3
        mix(word)
    }

    private mutating func mix(_ word: UInt64) {
        state ^= Self.rotated(word &* Self.prime2, 31) &* Self.prime1
        state = Self.rotated(state, 27) &* Self.prime1 &+ Self.prime4
    }

    private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }

    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
}
#endif
