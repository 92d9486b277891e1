#if Macros
import Foundation
import LiveActivityCore
import LiveActivityMacros
import LiveActivityTesting
import Testing

/// Types with the macro read and write the same JSON as with `Codable`. `JSONAgreement` also compares the results for members
/// that are missing, unknown, null, or of another type.
@Suite struct RoundTripTests {
    /// Compares the macro's code with Codable's, and both with Foundation.
    private func check<Value: Codable & Equatable>(_ value: Value) throws {
        try JSONAgreement.check(value)
        let foundation = JSONEncoder()
        foundation.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let wire = WireEncoder()
        wire.outputFormatting = .sortedKeys
        let text = try wire.encode(value)
        #expect(String(decoding: text, as: UTF8.self) == String(decoding: try foundation.encode(value), as: UTF8.self))
        #expect(try WireDecoder().decode(Value.self, from: text) == value)
        #expect(try JSONDecoder().decode(Value.self, from: Data(text)) == value)
    }

    @Test(arguments: SeededGenerator.seeds(12)) func valuesOfEveryMemberComeBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try check(Parcel(from: &random))
    }

    @Test func everyCaseComesBack() throws {
        let modes: [Parcel.Mode] = [
            .waiting, .moving(to: "Köln \"1\"", at: Date(timeIntervalSinceReferenceDate: 0.1)), .counted(4, nil),
            .counted(4, "a"),
            .mixed(-1, in: nil, json: true), .mixed(1, in: 0.5, json: false), .returned(.returned(.counted(1, nil))),
            .repeat(stops: []), .repeat(stops: [.init(street: "", number: nil), .init(street: "b", number: 3)]),
        ]
        for mode in modes { try check(mode) }
        #expect(try WireEncoder().encodeToString(modes[3]) == #"{"counted":{"_0":4,"_1":"a"}}"#)
        #expect(try WireEncoder().encodeToString(modes[5]) == #"{"mixed":{"_0":1,"in":0.5,"json":false}}"#)
    }

    @Test func declaredKeysAreFollowedInTheirOrder() throws {
        let keyed = Keyed(row: 3, seat: 9, remark: "aisle")
        try check(keyed)
        #expect(try WireEncoder().encodeToString(keyed) == #"{"seat \"1\"":9,"version":2,"remark":"aisle","line":3}"#)
        // Codable does not read a constant, so any value is accepted for it.
        #expect(
            try WireDecoder().decode(Keyed.self, from: #"{"seat \"1\"":9,"version":"x","line":3}"#) == Keyed(row: 3, seat: 9))
        let lazy = try WireDecoder().decode(Lazy.self, from: #"{"number":4,"twice":1}"#)
        #expect(try WireEncoder().encodeToString(lazy) == #"{"number":4}"#)

        for value in [Renamed.first(minutes: 1), .first(minutes: 2, position: 3), .second, .third(kept: 4)] { try check(value) }
        #expect(try WireEncoder().encodeToString(Renamed.first(minutes: 2, position: 3)) == #"{"one":{"minutes":2,"place":3}}"#)
        #expect(try WireEncoder().encodeToString(Renamed.third(left: 9, kept: 4, other: "y")) == #"{"three":{"kept":4}}"#)
        // A case without a key cannot be written; both report the same error.
        try JSONAgreement.checkWriting(Renamed.never(1))
        #expect(throws: EncodingError.self) { try WireEncoder().encode(Renamed.never(1)) }
    }

    @Test func rawValuesAndEmptyTypes() throws {
        for side in Parcel.Side.allCases { try check([side]) }
        for level in Level.allCases { try check([level]) }
        try check([Flags(rawValue: 5)])
        try check([Label(rawValue: "x")])
        try check(Nothing())
        try check(OnlyOptional())
        try check(OnlyOptional(one: 1, two: "2"))
        try check(Outer.Inner(number: 1))
        try check([Outer.Other(number: 1)])
        #expect(try WireEncoder().encodeToString(Nothing()) == "{}")
        #expect(try WireEncoder().encodeToString(OnlyOptional()) == "{}")
    }

    /// The macro's code leaves numbers beyond `Int64` to Codable.
    @Test func theLargestNumbersComeBack() throws {
        var random = SeededGenerator(seed: 1)
        var parcel = Parcel(from: &random)
        (parcel.long, parcel.plain) = (.max, .max)
        try JSONAgreement.checkWriting(parcel)
        #expect(try WireDecoder().decode(Parcel.self, from: try WireEncoder().encode(parcel)) == parcel)
    }

    @Test func aCaseBesideOtherMembers() throws {
        try check(Report(match: "64", what: .scored(points: 3)))
        try check(Report(match: "64", what: .over))
    }

    @Test func onlyWhatIsAskedForIsWritten() throws {
        #expect(try WireDecoder().decode(Received.self, from: #"{"number":4}"#).number == 4)
        #expect(try WireEncoder().encodeToString(Sent(number: 4)) == #"{"number":4}"#)
        #expect(!((Received.self as Any) is any JSONWritable.Type) && !((Sent.self as Any) is any JSONReadable.Type))
    }

    @Test func numbersWithoutJSONAreRefusedAsByCodable() throws {
        var random = SeededGenerator(seed: 1)
        var parcel = Parcel(from: &random)
        for weight in [Double.nan, .infinity, -.infinity] {
            parcel.weight = weight
            try JSONAgreement.checkWriting(parcel)
        }
    }
}

extension Parcel {
    /// A random parcel, sometimes with numbers at the ends of their ranges.
    init(from random: inout SeededGenerator) {
        func integer<Number: FixedWidthInteger>() -> Number {
            switch random.below(4) {
            case 0: .min
            case 1: .max
            default: Number(truncatingIfNeeded: random.next())
            }
        }
        func date() -> Date { Date(timeIntervalSinceReferenceDate: Double(random.below(1 << 40)) / 1024) }
        func window() -> ClosedRange<Date> {
            let start = date()
            return start...(start + Double(random.below(5000)) / 8)
        }
        func text() -> String { random.pick(["", "Zoë", "\u{1}\"\\/", "👩‍🚀", String(repeating: "long ", count: 40)]) }
        func maybe<Value>(_ value: Value) -> Value? { random.once(in: 2) ? nil : value }
        self.init(
            isLate: random.once(in: 2), name: text(), weight: Double(random.below(1 << 30)) / 7, count: integer(),
            small: integer(),
            medium: integer(), large: integer(), huge: integer(), byte: integer(), short: integer(), word: integer(),
            long: UInt64(integer() as UInt32), plain: UInt(integer() as UInt32),
            id: UUID(uuidString: "12345678-1234-4234-9234-\(random.below(900_000) + 100_000)ABCDEF")!,
            due: date(), window: window(), stops: (0..<random.below(3)).map { Stop(street: text(), number: maybe($0)) },
            note: maybe(text()), delivered: maybe(date()), expected: maybe(window()), tags: maybe([text()]),
            mode: maybe(.moving(to: text(), at: date())), places: maybe(integer()), default: random.pick(Side.allCases),
            json: random.once(in: 2))
    }
}
#endif
