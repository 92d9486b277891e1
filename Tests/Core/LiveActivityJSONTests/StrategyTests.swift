import Foundation
import LiveActivityJSON
import Testing

/// The options of the coders do what Foundation's do: the same text or value, or an error on both sides.
@Suite struct StrategyTests {
    struct Delivery: Codable, Hashable {
        var orderedAt: Date
        var windows: [ClosedRange<Date>]
        var myURLProperty: URL?
        var photoData: Data?
        var distanceInKM: Double
        var speeds: [Double]
        var ratios: [Float]
        var notesByStop_ID: [String: Stop]
        var numbersByID: [Int: Int]
        var previous: [Delivery]?
        var maybeDate: Date?

        struct Stop: Codable, Hashable {
            var streetName: String
            var doorbell__Name: String?
            var _leading: Int?
            var trailing_: Int?
        }
    }

    static let plain = Delivery(
        orderedAt: Date(timeIntervalSinceReferenceDate: 803_667_600.75),
        windows: [Date(timeIntervalSinceReferenceDate: 0)...Date(timeIntervalSinceReferenceDate: 60.5)],
        myURLProperty: URL(string: "https://example.org/a/b"), photoData: Data([0, 1, 254, 255]), distanceInKM: 1.5,
        speeds: [1, 2.5], ratios: [0.1], notesByStop_ID: ["first_Stop": .init(streetName: "Main/Street", _leading: 1)],
        numbersByID: [7: 1],
        previous: [
            Delivery(
                orderedAt: Date(timeIntervalSinceReferenceDate: -1_000_000_000.25), windows: [], distanceInKM: -0.0, speeds: [],
                ratios: [], notesByStop_ID: [:], numbersByID: [:], maybeDate: Date(timeIntervalSinceReferenceDate: 0.999))
        ])

    static let infinite = {
        var delivery = plain
        (delivery.distanceInKM, delivery.speeds, delivery.ratios) = (.infinity, [-.infinity, .nan], [.nan, .infinity])
        return delivery
    }()

    /// Both encoders with the same options.
    struct Pair {
        let mine = WireEncoder()
        let theirs = JSONEncoder()

        init() {
            mine.outputFormatting = [.sortedKeys]
            theirs.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        }

        func expectSame(_ value: some Encodable, sourceLocation: SourceLocation = #_sourceLocation) {
            let (own, other) = (try? mine.encodeToString(value), try? String(decoding: theirs.encode(value), as: UTF8.self))
            #expect(own == other, sourceLocation: sourceLocation)
        }
    }

    @Test func datesAreEncodedAsFoundationEncodesThem() {
        let pair = Pair()
        pair.expectSame(Self.plain)
        pair.mine.dateEncodingStrategy = .secondsSince1970
        pair.theirs.dateEncodingStrategy = .secondsSince1970
        pair.expectSame(Self.plain)
        pair.mine.dateEncodingStrategy = .millisecondsSince1970
        pair.theirs.dateEncodingStrategy = .millisecondsSince1970
        pair.expectSame(Self.plain)
        pair.mine.dateEncodingStrategy = .iso8601
        pair.theirs.dateEncodingStrategy = .iso8601
        pair.expectSame(Self.plain)
        let custom: @Sendable (Date, any Encoder) throws -> Void = { date, encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(date.timeIntervalSinceReferenceDate, forKey: AnyKey("since 2001"))
            try container.encode(encoder.codingPath.map(\.stringValue), forKey: AnyKey("path"))
        }
        pair.mine.dateEncodingStrategy = .custom(custom)
        pair.theirs.dateEncodingStrategy = .custom(custom)
        pair.expectSame(Self.plain)
        pair.expectSame([Self.plain.orderedAt])
        pair.expectSame(Self.plain.orderedAt)
        pair.mine.dateEncodingStrategy = .custom { _, _ in }
        pair.theirs.dateEncodingStrategy = .custom { _, _ in }
        pair.expectSame([Self.plain.orderedAt])
        pair.mine.dateEncodingStrategy = .deferredToDate
        pair.theirs.dateEncodingStrategy = .deferredToDate
        pair.expectSame(Self.plain)
    }

    @Test func dataIsEncodedAsFoundationEncodesIt() {
        let pair = Pair()
        pair.mine.dataEncodingStrategy = .deferredToData
        pair.theirs.dataEncodingStrategy = .deferredToData
        pair.expectSame(Self.plain)
        pair.expectSame(Data())
        let custom: @Sendable (Data, any Encoder) throws -> Void = { try $0.count.encode(to: $1) }
        pair.mine.dataEncodingStrategy = .custom(custom)
        pair.theirs.dataEncodingStrategy = .custom(custom)
        pair.expectSame(Self.plain)
        pair.expectSame([Data([1]), Data()])
    }

    @Test func numbersThatAreNotFiniteAreEncodedAsFoundationEncodesThem() {
        let pair = Pair()
        pair.expectSame(Self.infinite)
        pair.mine.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        pair.theirs.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        pair.expectSame(Self.infinite)
        pair.expectSame(Self.plain)
        pair.expectSame(Double.nan)
        pair.expectSame([Float.infinity, -.infinity])
    }

    @Test(arguments: [
        "simpleOneTwo", "simple", "Simple", "simpleOneTwoThree", "myURLProperty", "singleCharacterAtEndX",
        "thisIsAnXMLProperty", "single", "", "a", "aA", "version4Thing", "partCAPS", "partCAPSLowerAGAIN",
        "manyWordsInThisThing",
        "asdfĆqer", "already_snake_case", "dataPoint22", "dataPoint22Word", "_oneTwoThree", "oneTwoThree_", "__oneTwoThree",
        "_", "___", "oneTwoThree__", "one_2two", "one_two-three", "one_two three", "one_it's", "one_éa", "one_tWO",
        "_oneTwoThree_", "__m_t_h", "ABC", "X", "iPhone", "URL", "HTTPServer2Go",
        "one__two", "_one_two_", "one", "ONE_TWO", "one_two_three", "\u{1F468}\u{200D}\u{1F469}_tWo", "ǅungla", "straßeName",
        "é_a",
    ])
    func keysAreConvertedAsFoundationConvertsThem(name: String) throws {
        struct One: Codable { var key: String }
        struct Probe: Codable {
            var key: String
            var path: [String]?
            init(_ key: String) { self.key = key }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: AnyKey(key))
                var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(key + "N"))
                try nested.encode([key: 2], forKey: AnyKey(key))
                try 3.encode(to: container.superEncoder(forKey: AnyKey(key + "S")))
            }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                key = container.allKeys.map(\.stringValue).sorted().joined(separator: ",")
                path = try container.allKeys.map { try container.decode([String: Int].self, forKey: $0) }
                    .flatMap { $0.keys.sorted() }
            }
        }
        let pair = Pair()
        pair.mine.keyEncodingStrategy = .convertToSnakeCase
        pair.theirs.keyEncodingStrategy = .convertToSnakeCase
        pair.expectSame(Probe(name))
        pair.expectSame([name: Probe(name)])
        let custom: @Sendable ([any CodingKey]) -> any CodingKey = { AnyKey($0.map(\.stringValue).joined(separator: "/")) }
        pair.mine.keyEncodingStrategy = .custom(custom)
        pair.theirs.keyEncodingStrategy = .custom(custom)
        pair.expectSame([Probe(name)])

        let text = Array(try JSONEncoder().encode([name: [name: 1]]))
        let (mine, theirs) = (WireDecoder(), JSONDecoder())
        mine.keyDecodingStrategy = .convertFromSnakeCase
        theirs.keyDecodingStrategy = .convertFromSnakeCase
        func expectSame() throws {
            let (own, other) = (try mine.decode(Probe.self, from: text), try theirs.decode(Probe.self, from: Data(text)))
            #expect(own.key == other.key && own.path == other.path)
            #expect(try mine.decode([String: [String: Int]].self, from: text) == [name: [name: 1]])
        }
        try expectSame()
        mine.keyDecodingStrategy = .custom(custom)
        theirs.keyDecodingStrategy = .custom(custom)
        try expectSame()
    }

    @Test func whatIsEncodedWithOptionsIsDecodedWithThem() throws {
        let pair = Pair()
        let (mine, theirs) = (WireDecoder(), JSONDecoder())
        pair.mine.dateEncodingStrategy = .secondsSince1970
        pair.mine.dataEncodingStrategy = .deferredToData
        pair.mine.keyEncodingStrategy = .convertToSnakeCase
        pair.mine.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        mine.dateDecodingStrategy = .secondsSince1970
        theirs.dateDecodingStrategy = .secondsSince1970
        mine.dataDecodingStrategy = .deferredToData
        theirs.dataDecodingStrategy = .deferredToData
        mine.keyDecodingStrategy = .convertFromSnakeCase
        theirs.keyDecodingStrategy = .convertFromSnakeCase
        mine.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        theirs.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        struct Trip: Codable, Hashable {
            var startedAt: Date
            var maybe: Date?
            var photo: Data
            var longestDistance: Double
            var speeds: [Float]
        }
        let trip = Trip(
            startedAt: Date(timeIntervalSince1970: 1_781_974_800.5), photo: Data([1, 2]), longestDistance: -.infinity,
            speeds: [1, .infinity])
        let text = try pair.mine.encode(trip)
        #expect(try mine.decode(Trip.self, from: text) == trip)
        #expect(try theirs.decode(Trip.self, from: Data(text)) == trip)
        #expect(try mine.decode(Trip.self, from: JSONValue(parsing: text)) == trip)
        #expect(throws: DecodingError.self) { try WireDecoder().decode(Trip.self, from: text) }
    }

    @Test(arguments: [
        "2026-06-20T17:00:00Z", "2026-06-20T17:00:00+02:00", "2026-06-20T17:00:00.5Z", "2026-06-20", "2026-06-20T17:00Z",
        "2026-13-20T17:00:00Z", "1781974800", "", "2026-06-20 17:00:00Z", "2026-06-20T17:00:00-0330", "1600-01-01T00:00:00Z",
    ])
    func isoDatesAreDecodedAsFoundationDecodesThem(text: String) {
        let json = Array(#"["\#(text)"]"#.utf8)
        let (mine, theirs) = (WireDecoder(), JSONDecoder())
        mine.dateDecodingStrategy = .iso8601
        theirs.dateDecodingStrategy = .iso8601
        let (own, other) = (try? mine.decode([Date].self, from: json), try? theirs.decode([Date].self, from: Data(json)))
        #expect(own == other, "\(text)")
    }

    @Test func customDecodingSeesTheValueAndItsPath() throws {
        let (mine, theirs) = (WireDecoder(), JSONDecoder())
        let date: @Sendable (any Decoder) throws -> Date = { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            guard text == decoder.codingPath.map(\.stringValue).joined() else { throw CocoaError(.coderInvalidValue) }
            return Date(timeIntervalSinceReferenceDate: Double(text.count))
        }
        mine.dateDecodingStrategy = .custom(date)
        theirs.dateDecodingStrategy = .custom(date)
        mine.dataDecodingStrategy = .custom { Data([UInt8(try $0.singleValueContainer().decode(Int.self))]) }
        theirs.dataDecodingStrategy = .custom { Data([UInt8(try $0.singleValueContainer().decode(Int.self))]) }
        struct Both: Codable, Hashable { var date: Date, data: Data? }
        let text = Array(#"{"date":"date","data":7}"#.utf8)
        #expect(try mine.decode(Both.self, from: text) == theirs.decode(Both.self, from: Data(text)))
        #expect(throws: (any Error).self) { try mine.decode(Both.self, from: Array(#"{"date":"x"}"#.utf8)) }
    }

    @Test func typesThatReadAndWriteThemselvesFollowTheOptionsToo() throws {
        struct Moment: Codable, Hashable, JSONReadable, JSONWritable {
            var startedAt: Date
            init(startedAt: Date) { self.startedAt = startedAt }
            init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { startedAt = try json["startedAt"] }
            func write(to json: inout JSONWriter) { json.member("startedAt", startedAt) }
        }
        let pair = Pair()
        pair.mine.keyEncodingStrategy = .convertToSnakeCase
        pair.mine.dateEncodingStrategy = .secondsSince1970
        let text = try pair.mine.encodeToString(Moment(startedAt: Date(timeIntervalSince1970: 1)))
        #expect(text == #"{"started_at":1}"#)
        let decoder = WireDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(Moment.self, from: text) == Moment(startedAt: Date(timeIntervalSince1970: 1)))
    }

    @Test func aSubclassIsDecodedThroughItsSuperclassesType() throws {
        class Person: Decodable { var name = "" }
        final class Employee: Person {
            var salary = 0
            private enum Key: String, CodingKey { case salary }
            required init(from decoder: any Decoder) throws {
                salary = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .salary)
                try super.init(from: decoder)
            }
        }
        let text = #"{"name":"Ben","salary":7}"#
        for type in [Employee.self as Person.Type] {
            #expect(try (WireDecoder().decode(type, from: text) as? Employee)?.salary == 7)
            struct Team: Decodable {
                nonisolated(unsafe) static var type = Person.self
                var people: [Person] = []
                init(from decoder: any Decoder) throws {
                    var elements = try decoder.unkeyedContainer()
                    while !elements.isAtEnd { people.append(try elements.decode(Self.type)) }
                }
            }
            Team.type = type
            #expect(try WireDecoder().decode(Team.self, from: "[\(text)]").people.first is Employee)
        }
    }

    struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
