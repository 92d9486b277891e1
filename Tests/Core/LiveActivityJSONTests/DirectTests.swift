import Foundation
import JanssonCoding
import Testing

@testable import LiveActivityJSON

/// Types with their own JSON code. `isCodables` shows whether `Codable` was used.
@Suite struct DirectTests {
    struct Point: Codable, Equatable, JSONReadable, JSONWritable {
        var x: Double
        var name: String?
        /// Whether the value was decoded by `Codable`.
        var isCodables = false

        private enum CodingKeys: CodingKey { case x, name }

        init(x: Double, name: String? = nil, isCodables: Bool = false) {
            self.x = x
            self.name = name
            self.isCodables = isCodables
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            x = try container.decode(Double.self, forKey: .x)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            isCodables = true
        }

        init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
            self.init(x: try json["x"], name: try json["name"])
        }

        func write(to json: inout JSONWriter) {
            json.member("x", x)
            json.member("name", name)
        }
    }

    enum Shape: Codable, Equatable, JSONReadable {
        case point(Point)
        case line(from: Point, to: Point, tags: [String]?)
        case nothing

        init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
            switch try json.enterCase(besides: "id", "at") {
            case "point": self = .point(try json["_0"])
            case "line": self = .line(from: try json["from"], to: try json["to"], tags: try json["tags"])
            case "nothing": self = .nothing
            default: throw JSONReader.GaveUp()
            }
        }
    }

    private func read<Value: Decodable>(_ text: String, as: Value.Type = Value.self) throws -> Value {
        let decoder = WireDecoder()
        let fromText = Result { try decoder.decode(Value.self, from: text) }
        // Every entry point gives the same result.
        let value = try JSONValue(parsing: text)
        #expect("\(Result { try decoder.decode(Value.self, from: value) })" == "\(fromText)")
        #expect("\(Result { try decoder.decode(Value.self, from: JanssonValue(value)) })" == "\(fromText)")
        return try fromText.get()
    }

    @Test func whatIsUsualIsReadByTheTypeItself() throws {
        #expect(try read(#"{"x":1,"name":"a"}"#) == Point(x: 1, name: "a"))
        #expect(try read(#"{"name":"a","x":1.5}"#) == Point(x: 1.5, name: "a"))
        #expect(try read(#"{"x":1e2,"name":null,"y":[{"x":3}]}"#) == Point(x: 100))
        #expect(try read(#"[{"x":1},{"x":2}]"#) == [Point(x: 1), Point(x: 2)])
        #expect(try read("[]") == [Point]())
    }

    @Test func whereItGivesUpCodableDecides() throws {
        #expect(throws: DecodingError.self) { try read(#"{"x":"1"}"#, as: Point.self) }
        #expect(throws: DecodingError.self) { try read("[1]", as: Point.self) }
        #expect(throws: DecodingError.self) { try read("{}", as: Point.self) }
        #expect(throws: DecodingError.self) { try read(#"{"x":1,"name":1}"#, as: Point.self) }
        // Inside a type that only supports Codable, its own JSON code is used.
        struct Box: Codable, Equatable { var point: Point }
        #expect(try read(#"{"point":{"x":1}}"#) == Box(point: Point(x: 1, isCodables: true)))
        // If one element refuses the input, Codable decodes the whole value.
        #expect(try read(#"{"_0":1,"point":{"_0":{"x":2}}}"#, as: Shape.self) == .point(Point(x: 2, isCodables: true)))
    }

    @Test func caseIsAnObjectsOnlyMemberBesideThoseReadElsewhere() throws {
        #expect(try read(#"{"nothing":{}}"#) == Shape.nothing)
        #expect(try read(#"{"id":"nothing","nothing":{},"at":{}}"#) == Shape.nothing)
        #expect(
            try read(#"{"line":{"from":{"x":1},"tags":["a","b"],"to":{"x":2,"name":"b"}}}"#)
                == Shape.line(from: Point(x: 1), to: Point(x: 2, name: "b"), tags: ["a", "b"]))
        for wrong in ["{}", "[]", #"{"point":{},"line":{}}"#, #"{"nothing":1}"#, #"{"unheardOf":{}}"#, #"{"id":{}}"#] {
            #expect(throws: DecodingError.self) { try read(wrong, as: Shape.self) }
        }
    }

    @Test func nameOfACaseHasUpTo32Bytes() throws {
        struct Long: Decodable, JSONReadable {
            var length: Int

            init(from decoder: any Decoder) throws { length = 0 }

            init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
                switch try json.enterCase() {
                case "a2345678901234567890123456789012": length = 32
                case "a23456789012345678901234567890123": length = 33
                case "": length = 1
                default: throw JSONReader.GaveUp()
                }
            }
        }
        #expect(try read(#"{"a2345678901234567890123456789012":{}}"#, as: Long.self).length == 32)
        #expect(try read(#"{"a23456789012345678901234567890123":{}}"#, as: Long.self).length == 0)
        #expect(try read(#"{"b2345678901234567890123456789012":{}}"#, as: Long.self).length == 0)
        #expect(try read(#"{"":{}}"#, as: Long.self).length == 1)
    }

    @Test func classIsLeftToCodableBecauseItsSubclassesMayReadMore() throws {
        class Base: Decodable, JSONReadable {
            var way: String
            required init(from decoder: any Decoder) throws { way = "Codable" }
            required init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { way = "itself" }
        }
        #expect(try read("{}", as: Base.self).way == "Codable")
    }

    /// A value of every type with its own JSON code, with member names that need escapes.
    struct All: Codable, Equatable, JSONReadable, JSONWritable {
        var flag = true
        var int = Int.min
        var long = Int64.max
        var byte = UInt8.max
        var short = UInt16.max
        var word = UInt32.max
        var number = 0.1
        var date = Date(timeIntervalSinceReferenceDate: 803_667_600.25)
        var dates = Date(timeIntervalSinceReferenceDate: -1)...Date(timeIntervalSinceReferenceDate: 1)
        var text = "\"\\/\u{1}é😀"
        var list: [[Int]] = [[], [1, 2], [3]]
        var missing: Int?

        enum CodingKeys: String, CodingKey {
            case flag, int, long, byte, short, word, number, date, dates
            case text = "te\"xt"
            case list = "líst"
            case missing
        }

        init() {}

        init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
            (flag, int, long, byte) = (try json["flag"], try json["int"], try json["long"], try json["byte"])
            (short, word, number) = (try json["short"], try json["word"], try json["number"])
            (date, dates, text) = (try json["date"], try json["dates"], try json["te\"xt"])
            (list, missing) = (try json["líst"], try json["missing"])
        }

        func write(to json: inout JSONWriter) {
            json.member("flag", flag)
            json.member("int", int)
            json.member("long", long)
            json.member("byte", byte)
            json.member("short", short)
            json.member("word", word)
            json.member("number", number)
            json.member("date", date)
            json.member("dates", dates)
            json.member("te\"xt", text)
            json.member("líst", list)
            json.member("missing", missing)
        }
    }

    private struct Plainly<Value: Encodable>: Encodable {
        var value: Value
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    @Test func everythingComesOutAndInAsWithCodable() throws {
        let encoder = WireEncoder()
        for formatting in [[], .sortedKeys, .prettyPrinted, [.sortedKeys, .prettyPrinted]] as [WireEncoder.OutputFormatting] {
            encoder.outputFormatting = formatting
            #expect(try encoder.encodeToString(All()) == encoder.encodeToString(Plainly(value: All())))
        }
        let foundation = JSONEncoder()
        foundation.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.outputFormatting = .sortedKeys
        #expect(try encoder.encode(All()) == Array(foundation.encode(All())))
        #expect(try encoder.encodeToJSONValue(All()) == encoder.encodeToJSONValue(Plainly(value: All())))
        #expect(try JSONValue(encoder.encodeToJansson(All())) == encoder.encodeToJSONValue(Plainly(value: All())))
        let value = try encoder.encodeToJSONValue(All())
        #expect(All(itself: value) == All())
        #expect(try read(encoder.encodeToString(All())) == All())
    }

    @Test func numberThatJSONDoesNotHaveIsRefusedWithItsPath() throws {
        var all = All()
        all.date = Date(timeIntervalSinceReferenceDate: .infinity)
        var range = All()
        range.dates = Date(timeIntervalSinceReferenceDate: 0)...Date(timeIntervalSinceReferenceDate: .infinity)
        var number = All()
        number.number = .nan
        let encoder = WireEncoder()
        for wrong in [all, range, number] {
            let itself = Result { try encoder.encodeToString(wrong) }
            let plainly = Result { try encoder.encodeToString(Plainly(value: wrong)) }
            #expect("\(itself)" == "\(plainly)")
            #expect(throws: EncodingError.self) { try itself.get() }
            // The encoder's state is unchanged.
            #expect(try encoder.encodeToString(Point(x: 1, name: "a")) == #"{"x":1,"name":"a"}"#)
        }
    }

    @Test func whatWritesNonsenseIsLeftToCodable() throws {
        struct Twice: Encodable, JSONWritable {
            func encode(to encoder: any Encoder) throws { try 1.encode(to: encoder) }
            func write(to json: inout JSONWriter) {
                2.write(to: &json)
                json.member("x", 3)
            }
        }
        struct Nothing: Encodable, JSONWritable {
            func encode(to encoder: any Encoder) throws { try 1.encode(to: encoder) }
            func write(to json: inout JSONWriter) {}
        }
        #expect(try WireEncoder().encodeToString(Twice()) == "1")
        #expect(try WireEncoder().encodeToString(Nothing()) == "1")
    }

    @Test func memberWrittenTwiceIsReplacedAsWithCodable() throws {
        struct Again: Encodable, JSONWritable {
            func encode(to encoder: any Encoder) throws {}
            func write(to json: inout JSONWriter) {
                json.member("x", 1)
                json.object("y") { $0.member("x", 2) }
                json.member("x", 3)
            }
        }
        #expect(try WireEncoder().encodeToString(Again()) == #"{"x":3,"y":{"x":2}}"#)
    }

    @Test func membersAreComparedWithThoseOfTheirOwnObject() throws {
        struct Inner: Encodable, JSONWritable {
            var depth: Int
            func encode(to encoder: any Encoder) throws { Issue.record("Codable was asked") }
            func write(to json: inout JSONWriter) {
                json.member("a", depth)
                json.member("list", depth > 0 ? [Inner(depth: depth - 1), Inner(depth: 0)] : nil)
                json.member("inner", depth > 1 ? [[Inner(depth: 0)], [], [Inner(depth: 0), Inner(depth: 0)]] : nil)
                json.object("b") {
                    $0.object("a")
                    $0.member("b", "c")
                }
                json.member("c", depth)
            }
        }
        let none = #"{"a":0,"b":{"a":{},"b":"c"},"c":0}"#
        let one = #"{"a":1,"list":[\#(none),\#(none)],"b":{"a":{},"b":"c"},"c":1}"#
        #expect(
            try WireEncoder().encodeToString(Inner(depth: 2))
                == #"{"a":2,"list":[\#(one),\#(none)],"inner":[[\#(none)],[],[\#(none),\#(none)]],"b":{"a":{},"b":"c"},"c":2}"#)
    }

    @Test func repeatedMemberIsFoundWhereverItIs() throws {
        /// Names of every length up to 24 bytes, and one of them twice.
        struct Names: Encodable, JSONWritable {
            var repeated: Int?
            private static let names: [StaticString] = [
                "a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghij", "abcdefghijk",
                "abcdefghijkl", "abcdefghijklm", "abcdefghijklmn", "abcdefghijklmno", "abcdefghijklmnop", "abcdefghijklmnopq",
                "abcdefghijklmnopqr", "abcdefghijklmnopqrs", "abcdefghijklmnopqrst", "abcdefghijklmnopqrstu",
                "abcdefghijklmnopqrstuv", "abcdefghijklmnopqrstuvw", "abcdefghijklmnopqrstuvwx", "b", "bb", "bbb", "bbbb",
                "bbbbb",
                "bbbbbb", "bbbbbbb", "bbbbbbbb", "bbbbbbbbb", "bcdefghijklmnopq", "bcdefghijklmnopqrstuvwx",
            ]
            static var count: Int { names.count }
            func encode(to encoder: any Encoder) throws { Issue.record("Codable was asked") }
            func write(to json: inout JSONWriter) {
                for (number, name) in Self.names.enumerated() { json.member(name, number) }
                if let repeated { json.member(Self.names[repeated], -1) }
            }
        }
        let encoder = WireEncoder()
        let all = try encoder.encodeToString(Names())
        for number in 0..<Names.count {
            let text = try encoder.encodeToString(Names(repeated: number))
            #expect(text == all.replacing(#":\#(number)}"#, with: ":-1}").replacing(#":\#(number),"#, with: ":-1,"))
        }
    }

    @Test func valueThatWritesItselfNestsAsDeepAsAnyOther() throws {
        struct Nest: Encodable, JSONWritable {
            var depth: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                if depth > 1 { try container.encode(Nest(depth: depth - 1)) }
            }
            func write(to json: inout JSONWriter) { (depth > 1 ? [Nest(depth: depth - 1)] : []).write(to: &json) }
        }
        let deepest = String(repeating: "[", count: JSONLimits.deepest) + String(repeating: "]", count: JSONLimits.deepest)
        let encoder = WireEncoder()
        #expect(try encoder.encodeToString(Nest(depth: JSONLimits.deepest)) == deepest)
        #expect(throws: EncodingError.self) { try encoder.encodeToString(Nest(depth: JSONLimits.deepest + 1)) }
        #expect(try encoder.encodeToString(Point(x: 1)) == #"{"x":1}"#)
    }

    /// More types than the coders cache, several times.
    @Test func manyTypesTakeTurns() throws {
        let encoder = WireEncoder()
        let decoder = WireDecoder()
        func roundTrip<Value: Codable & Equatable>(_ value: Value) throws {
            let text = try encoder.encode(value)
            #expect(try decoder.decode(Value.self, from: text) == value)
        }
        func nest<Value: Codable & Equatable>(_ value: Value, _ depth: Int) throws {
            try roundTrip(value)
            if depth > 0 { try nest([value], depth - 1) }
        }
        for _ in 0..<3 {
            try nest(Point(x: 1), 12)
            try nest(All(), 12)
            try nest(["a": 1], 12)
        }
    }
}
