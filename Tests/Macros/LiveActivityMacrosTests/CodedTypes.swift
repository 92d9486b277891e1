#if Macros
public import LiveActivityCore
import LiveActivityMacros

// Types of every form that the macro supports. Their meaning does not matter; a parcel's journey is the common theme.

@ActivityJSON struct Parcel: Codable, Hashable {
    var isLate: Bool
    var name: String
    var weight: Double
    var count = 1
    let small: Int8
    let medium: Int16
    let large: Int32
    let huge: Int64
    let byte: UInt8
    let short: UInt16
    let word: UInt32
    var long: UInt64
    var plain: UInt
    var id: UUID
    var due: Date
    var window: ClosedRange<Date>
    var stops: [Stop]
    var note: String?
    var delivered: Date?
    var expected: ClosedRange<Date>?
    var tags: [String]?
    var mode: Mode?
    var places: Optional<Int>
    var `default`: Side
    var json: Bool

    @ActivityJSON struct Stop: Codable, Hashable {
        var street: String, number: Int?
    }

    @ActivityJSON enum Mode: Codable, Hashable {
        case waiting
        case moving(to: String, at: Date)
        case counted(Int, String?)
        case mixed(_ first: Int, in: Double?, json: Bool)
        indirect case returned(Mode)
        case `repeat`(stops: [Stop])
    }

    @ActivityJSON enum Side: String, Codable, CaseIterable { case front, back = "rear" }
}

/// Keys in another order and with other names, a key that is left out, and declarations that are not members.
@ActivityJSON struct Keyed: Codable, Hashable {
    static let shared = 4
    let version = 2
    private(set) var row: Int
    var seat: Int = 7 { didSet { changes += 1 } }
    private var changes = 0
    var remark: String?
    var unused: [Int: String]?
    var sum: Int { row + seat }
    var half: Int {
        get { sum / 2 }
        set { row = newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case seat = "s\u{0065}at \"1\""
        case version, remark
        case row = "line"
    }

    init(row: Int, seat: Int, remark: String? = nil) {
        self.row = row
        self.seat = seat
        self.remark = remark
    }
}

/// A lazy property has no key.
@ActivityJSON struct Lazy: Codable {
    var number: Int
    lazy var twice: Int = number * 2
}

@ActivityJSON enum Renamed: Codable, Hashable {
    case first(minutes: Int, position: Int? = nil)
    case second
    case never(Int)
    case third(left: Int = 3, kept: Int, other: String = "x")

    enum CodingKeys: String, CodingKey {
        case first = "one"
        case second
        case third = "three"
    }

    enum FirstCodingKeys: String, CodingKey {
        case position = "place"
        case minutes
    }

    enum ThirdCodingKeys: CodingKey { case kept }
}

@ActivityJSON struct Nothing: Codable, Hashable {}

@ActivityJSON struct OnlyOptional: Codable, Hashable { var one: Int?, two: String? }

@ActivityJSON enum Level: Int, Codable, CaseIterable { case low = -1, high = 5 }

@ActivityJSON struct Flags: OptionSet, Codable, Hashable { let rawValue: Int }

@ActivityJSON struct Label: RawRepresentable, Codable, Hashable { var rawValue: String }

/// Decoding only, and encoding only.
@ActivityJSON(.reading) struct Received: Decodable { var number: Int }
@ActivityJSON(.writing) struct Sent: Encodable { var number: Int }

public struct Outer: Hashable, Sendable {}

extension Outer {
    @ActivityJSON public struct Inner: Codable, Hashable, Sendable { public var number: Int }
}

/// A member without an access level has the extension's.
public extension Outer {
    @ActivityJSON struct Other: Codable, Hashable, Sendable { var number: Int }
}

/// The case is one of three members.
struct Report: Hashable {
    var match: String
    var what: What

    @ActivityJSON(besides: "match") enum What: Codable, Hashable {
        case scored(points: Int)
        case over
    }
}

extension Report: Codable, JSONReadable {
    enum CodingKeys: CodingKey { case match }

    init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        self.init(match: try json["match"], what: try What(reading: &json))
    }

    init(from decoder: any Decoder) throws {
        match = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .match)
        what = try What(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(match, forKey: .match)
        try what.encode(to: encoder)
    }
}
#endif
