#if Push
import LiveActivityCore

/// A name in compact form: a UUID as 16 bytes, any other name as a string.
enum PackedName: Hashable, Sendable {
    case uuid(UInt64, UInt64, isUppercase: Bool)
    case text(String)

    init(_ name: String) {
        guard name.utf8.count == 36, let uuid = UUID(uuidString: name) else {
            self = .text(name)
            return
        }
        let upper = uuid.uuidString
        let isUppercase = upper == name
        guard isUppercase || upper.lowercased() == name else {
            self = .text(name)
            return
        }
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        let number = { (part: ArraySlice<UInt8>) in part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self = .uuid(number(bytes[..<8]), number(bytes[8...]), isUppercase: isUppercase)
    }

    var text: String {
        switch self {
        case .text(let text): return text
        case .uuid(let high, let low, let isUppercase):
            let bytes = [high, low].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
            let digits = DeviceToken.hex(bytes)
            var text = ""
            for (index, digit) in digits.enumerated() {
                if [8, 12, 16, 20].contains(index) { text.append("-") }
                text.append(digit)
            }
            return isUppercase ? text.uppercased() : text
        }
    }
}

/// A token in compact form: 32 bytes, the usual length, need no allocation.
enum PackedToken: Hashable, Sendable {
    case short(UInt64, UInt64, UInt64, UInt64)
    case long([UInt8])

    init(_ token: DeviceToken) {
        let bytes = token.bytes
        guard bytes.count == 32 else {
            self = .long(bytes)
            return
        }
        let number = { (at: Int) in bytes[at..<at + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self = .short(number(0), number(8), number(16), number(24))
    }

    var token: DeviceToken {
        switch self {
        case .long(let bytes): DeviceToken(trusted: bytes)
        case .short(let a, let b, let c, let d):
            DeviceToken(
                trusted: [a, b, c, d].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } })
        }
    }
}

/// A date in four bytes: whole seconds since 2001; 0 for no date.
struct PackedDate: Hashable, Comparable, Sendable {
    var seconds: UInt32

    static let none = PackedDate(seconds: 0)

    init(seconds: UInt32) { self.seconds = seconds }

    init(_ date: Date, _ rule: FloatingPointRoundingRule = .down) {
        seconds = UInt32(max(1, min(4e9, date.timeIntervalSinceReferenceDate.rounded(rule))))
    }

    var date: Date? { seconds == 0 ? nil : Date(timeIntervalSinceReferenceDate: TimeInterval(seconds)) }

    static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

    /// A date that is later by whole seconds, or earlier; no date stays none.
    func moved(by difference: TimeInterval) -> PackedDate {
        guard seconds > 0 else { return self }
        return PackedDate(seconds: UInt32(max(1, min(4e9, (Double(seconds) + difference).rounded(.up)))))
    }
}

/// A hash table of row numbers. The keys are in the rows, so they are not stored twice.
struct RowIndex: Sendable {
    private var table: [UInt32] = []
    private(set) var count = 0

    private func home(_ hash: Int) -> Int { (hash &* 0x9E37_79B9_7F4A_7C1 &>> 20) & (table.count - 1) }

    /// The row with this hash that matches; `nil` if there is none.
    func find(_ hash: Int, where fits: (Int) -> Bool) -> Int? {
        guard !table.isEmpty else { return nil }
        var position = home(hash)
        while table[position] != 0 {
            let row = Int(table[position]) - 1
            if fits(row) { return row }
            position = (position + 1) & (table.count - 1)
        }
        return nil
    }

    /// Adds a row that is not in the table.
    mutating func insert(_ row: Int, _ hash: Int, hashOf: (Int) -> Int) {
        if (count + 1) * 4 > table.count * 3 { grow(hashOf) }
        put(row, hash)
        count += 1
    }

    /// Removes a row. The rows after it are moved, so that every search still finds them.
    mutating func remove(_ row: Int, _ hash: Int, hashOf: (Int) -> Int) {
        guard !table.isEmpty else { return }
        var position = home(hash)
        while table[position] != 0, Int(table[position]) - 1 != row { position = (position + 1) & (table.count - 1) }
        guard table[position] != 0 else { return }
        count -= 1
        table[position] = 0
        var next = (position + 1) & (table.count - 1)
        while table[next] != 0 {
            let moved = Int(table[next]) - 1
            table[next] = 0
            put(moved, hashOf(moved))
            next = (next + 1) & (table.count - 1)
        }
    }

    private mutating func put(_ row: Int, _ hash: Int) {
        var position = home(hash)
        while table[position] != 0 { position = (position + 1) & (table.count - 1) }
        table[position] = UInt32(row) + 1
    }

    private mutating func grow(_ hashOf: (Int) -> Int) {
        let rows = table.filter { $0 != 0 }.map { Int($0) - 1 }
        table = [UInt32](repeating: 0, count: max(16, table.count * 2))
        for row in rows { put(row, hashOf(row)) }
    }
}
#endif
