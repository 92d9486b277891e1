import Foundation
import LiveActivityTesting

/// A generated type: the behaviour of a `Codable` conformance as data.
///
/// ``Instance`` encodes and decodes itself by it through the real container protocols, so that two coders can be compared on
/// more types than could be written by hand.
indirect enum Schema {
    enum Leaf: CaseIterable {
        case bool, string, double, float, int, int8, int16, int32, int64, int128
        case uint, uint8, uint16, uint32, uint64, uint128, date, url, uuid, data, decimal, range, duration, null
    }

    /// How an object accesses its members: as synthesized code does, or through rarer container methods.
    enum Door: CaseIterable { case keyed, nestedKeyed, nestedUnkeyed, superCoder, superCoderForKey }

    struct Field {
        var key: String
        var schema: Schema
        var isOptional: Bool
        var door: Door
    }

    case leaf(Leaf)
    case single(Schema)
    case array(Schema)
    case map(Schema)
    case object([Field])
    case existing(KeyPathType)

    /// Types with their own conformance, decoded as they are.
    enum KeyPathType: CaseIterable { case intKeyed, dateKeyed, optionalInts, mode, nested }

    static func random(_ random: inout SeededGenerator, depth: Int = 0) -> Schema {
        switch Int.random(in: 0..<(depth > 3 ? 5 : 12), using: &random) {
        case 0...3: .leaf(random.pick(Leaf.allCases))
        case 4: .existing(random.pick(KeyPathType.allCases))
        case 5: .single(.random(&random, depth: depth + 1))
        case 6: .array(.random(&random, depth: depth + 1))
        case 7: .map(.random(&random, depth: depth + 1))
        default: .object(fields(&random, depth))
        }
    }

    private static func fields(_ random: inout SeededGenerator, _ depth: Int) -> [Field] {
        var keys: Set<String> = []
        let count = random.once(in: 10) ? 40 : Int.random(in: 0...8, using: &random)
        return (0..<count).compactMap { number in
            var key = random.key()
            if count > 10 { key += "\(number)" }
            guard key != "super", keys.insert(key).inserted else { return nil }
            let door = random.once(in: 5) ? random.pick(Door.allCases) : .keyed
            if door == .superCoder, !keys.insert("super").inserted { return nil }
            return Field(
                key: key, schema: .random(&random, depth: depth + 1), isOptional: door == .keyed && random.once(in: 4),
                door: door)
        }
    }
}

/// A value of some ``Schema``.
indirect enum Item: Equatable {
    case bool(Bool), string(String), double(Double), float(Float)
    case signed(Int128), unsigned(UInt128)
    case date(Date), url(URL), uuid(UUID), data(Data), decimal(Decimal), range(ClosedRange<Date>), duration(Duration)
    case null
    case array([Item])
    case map([String: Item])
    case object([String: Item])
    case intKeyed([Int: String]), dateKeyed([Date: Int8]), optionalInts([Int?]), mode(SampleMode), nested(SampleState)

    static func random(_ schema: Schema, _ random: inout SeededGenerator) -> Item {
        switch schema {
        case .leaf(let leaf): .random(leaf, &random)
        case .single(let inner): .random(inner, &random)
        case .array(let element):
            .array((0..<Int.random(in: 0...4, using: &random)).map { _ in .random(element, &random) })
        case .map(let value):
            .map(
                Dictionary(
                    (0..<Int.random(in: 0...(random.once(in: 8) ? 40 : 3), using: &random)).map {
                        ("\(random.key())\($0)", .random(value, &random))
                    },
                    uniquingKeysWith: { first, _ in first }))
        case .object(let fields):
            .object(
                Dictionary(
                    uniqueKeysWithValues: fields.compactMap { field in
                        field.isOptional && random.once(in: 3) ? nil : (field.key, .random(field.schema, &random))
                    }))
        case .existing(let type): .random(type, &random)
        }
    }

    private static func random(_ leaf: Schema.Leaf, _ random: inout SeededGenerator) -> Item {
        switch leaf {
        case .bool: .bool(random.once(in: 2))
        case .string: .string(random.string())
        case .double: .double(random.double())
        case .float:
            .float(Float(random.double()).isFinite ? Float(random.double().truncatingRemainder(dividingBy: 1e30)) : 1.5)
        case .int: .signed(Int128(Int(random.integer())))
        case .int8: .signed(Int128(Int8(truncatingIfNeeded: random.integer())))
        case .int16: .signed(Int128(Int16(truncatingIfNeeded: random.integer())))
        case .int32: .signed(Int128(Int32(truncatingIfNeeded: random.integer())))
        case .int64: .signed(Int128(random.integer()))
        case .int128:
            .signed(random.once(in: 2) ? Int128(random.integer()) : Int128(random.integer()) * Int128(random.integer()))
        case .uint: .unsigned(UInt128(UInt(truncatingIfNeeded: random.integer())))
        case .uint8: .unsigned(UInt128(UInt8(truncatingIfNeeded: random.integer())))
        case .uint16: .unsigned(UInt128(UInt16(truncatingIfNeeded: random.integer())))
        case .uint32: .unsigned(UInt128(UInt32(truncatingIfNeeded: random.integer())))
        case .uint64: .unsigned(UInt128(UInt64(truncatingIfNeeded: random.integer())))
        case .uint128: .unsigned(UInt128(random.next()) << 64 | UInt128(random.next()))
        case .date: .date(Date(timeIntervalSinceReferenceDate: random.double()))
        case .url: .url(URL(string: "https://example.com/\(Int.random(in: 0...99, using: &random))?a=b") ?? URL(filePath: "/"))
        case .uuid: .uuid(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID())
        case .data:
            .data(Data((0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }))
        case .decimal: .decimal(Decimal(random.integer()) / 1000)
        case .range:
            .range(Date(timeIntervalSinceReferenceDate: 0)...Date(timeIntervalSinceReferenceDate: random.double().magnitude))
        case .duration: .duration(.milliseconds(Int.random(in: -1_000_000...1_000_000_000, using: &random)))
        case .null: .null
        }
    }

    private static func random(_ type: Schema.KeyPathType, _ random: inout SeededGenerator) -> Item {
        switch type {
        case .intKeyed: .intKeyed([Int(random.integer()): random.string()])
        case .dateKeyed: .dateKeyed([Date(timeIntervalSinceReferenceDate: random.double()): 3])
        case .optionalInts: .optionalInts([nil, Int(random.integer()), nil])
        case .mode:
            .mode(random.pick([.running(until: .distantFuture), .paused(3), .plain, .mixed(random.string(), label: nil)]))
        case .nested:
            .nested(SampleState(name: random.string(), at: random.once(in: 2) ? nil : .distantPast, scores: ["a": [1, 2]]))
        }
    }
}

enum SampleMode: Codable, Hashable {
    case running(until: Date)
    case paused(Int)
    case plain
    case mixed(String, label: Double?)
}

struct SampleState: Codable, Hashable {
    var name: String
    var at: Date?
    var scores: [String: [Int]]
}

struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int?
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}
