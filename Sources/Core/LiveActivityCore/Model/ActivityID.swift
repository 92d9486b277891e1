public import LiveActivityJSON

/// The identity of one activity, from its start to its dismissal. No other activity gets the same id later.
///
/// The engine assigns it: 64 bits that contain the activity's slot in memory, so that a look-up is one array access. In
/// JSON and as text it is 16 lowercase hexadecimal digits. An id stays valid when its engine is restored from a
/// snapshot.
@frozen public struct ActivityID: Hashable, Comparable, Sendable {
    /// From the highest bit: kind (10 bits), shard (6), generation (20), index (28).
    @usableFromInline let bits: UInt64

    @inlinable package init(bits: UInt64) { self.bits = bits }

    @inlinable init(kind: Int, shard: Int, generation: UInt32, index: Int) {
        bits = UInt64(kind) << 54 | UInt64(shard) << 48 | UInt64(generation) << 28 | UInt64(index)
    }

    /// The id as a number, for languages without a type for it. Treat it as opaque: its bits may be arranged differently in a
    /// later version.
    @inlinable public var rawValue: UInt64 { bits }

    /// Creates an id from a ``rawValue``. Any number is accepted, but only numbers from ids identify activities.
    @inlinable public init(rawValue: UInt64) { bits = rawValue }

    static let kindsMax = 1 << 10
    static let shardsMax = 1 << 6
    static let generationsMax: UInt32 = 1 << 20
    static let indicesMax = 1 << 28

    @inlinable var kind: Int { Int(bits >> 54) }
    @inlinable var generation: UInt32 { UInt32(truncatingIfNeeded: bits >> 28) & 0xF_FFFF }
    @inlinable var index: Int { Int(bits & 0xFFF_FFFF) }

    /// The id without its generation: the same for all activities that ever used one slot.
    package var slot: UInt64 { bits & ~(UInt64(Self.generationsMax - 1) << 28) }

    /// The kind, shard and index of an id's ``slot``.
    package static func parts(ofSlot slot: UInt64) -> (kind: Int, shard: Int, index: Int) {
        let id = ActivityID(bits: slot)
        return (id.kind, id.shard, id.index)
    }

    /// The number of the runtime's engine that has the activity (``EngineConfiguration/shard``).
    @inlinable public var shard: Int { Int(bits >> 48) & 0x3F }

    /// A stable total order. It is not the order of the starts.
    @inlinable public static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}

extension ActivityID: LosslessStringConvertible {
    /// Parses the text form of an id.
    ///
    /// - Returns: `nil` unless `text` is 16 lowercase hexadecimal digits.
    public init?(_ text: String) {
        var text = text
        guard let id = text.withUTF8({ Self(digits: $0) }) else { return nil }
        self = id
    }

    private init?(digits: UnsafeBufferPointer<UInt8>) {
        guard digits.count == 16 else { return nil }
        var bits: UInt64 = 0
        for byte in digits {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): bits = bits << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): bits = bits << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        self.bits = bits
    }

    public var description: String {
        String(unsafeUninitializedCapacity: Self.digitCount) { writeDigits(into: $0) }
    }

    private static let digitCount = 16

    private func writeDigits(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var rest = bits
        for position in (0..<Self.digitCount).reversed() {
            let digit = UInt8(truncatingIfNeeded: rest & 0xF)
            buffer[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            rest >>= 4
        }
        return Self.digitCount
    }
}

extension ActivityID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = ActivityID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "'\(text.abridged)' is not an activity id. An id has 16 lowercase hexadecimal digits.")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension ActivityID: JSONWritable {
    public func write(to json: inout JSONWriter) { json.putPlain(atMost: Self.digitCount) { writeDigits(into: $0) } }
}

extension ActivityID: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        guard let id = Self(digits: try json.string) else { throw JSONReader.GaveUp() }
        self = id
    }
}
