import Foundation
import JanssonCoding
import Testing

@testable import LiveActivityJSON

/// The encoded form of values, compared with fixed bytes and with Foundation.
///
/// Source: Documentation/Reference.md, WIRE-03 to WIRE-43 and FIX-01 to FIX-04, one test for each row or group of rows.
@Suite struct WireShapeTests {
    private static let t0 = Date(timeIntervalSince1970: 1_781_974_800)
    private var t0: Date { Self.t0 }

    /// Encodes as text, `json_t` and `JSONValue`, decodes each of them, and returns the text.
    private func wire<T: Codable & Equatable>(
        _ value: T, _ expected: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let foundation = JSONEncoder()
        foundation.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let ours = WireEncoder()
        ours.outputFormatting = .sortedKeys
        let text = try ours.encodeToString(value)
        #expect(text == String(decoding: try foundation.encode(value), as: UTF8.self), sourceLocation: sourceLocation)
        if let expected { #expect(text == expected, sourceLocation: sourceLocation) }

        let decoder = WireDecoder()
        let back = try JSONDecoder().decode(T.self, from: Data(text.utf8))
        #expect(try decoder.decode(T.self, from: text) == back, sourceLocation: sourceLocation)
        #expect(try decoder.decode(T.self, from: ours.encodeToJSONValue(value)) == back, sourceLocation: sourceLocation)
        let jansson = try ours.encodeToJansson(value)
        let fromJansson = try decoder.decode(T.self, from: jansson)
        #expect(fromJansson == back, sourceLocation: sourceLocation)
    }

    /// Checks that both coders refuse the text with the same error at the same path.
    private func refused<T: Decodable>(
        _ type: T.Type, _ text: String, _ kind: ErrorSummary.Kind, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let ours = ErrorSummary { try WireDecoder().decode(type, from: text) }
        #expect(ours?.kind == kind, "\(text)", sourceLocation: sourceLocation)
        let theirs = ErrorSummary { try JSONDecoder().decode(type, from: Data(text.utf8)) }
        #expect(
            FoundationDifferences.agree(ours, theirs), "\(text): \(ours as Any) / \(theirs as Any)",
            sourceLocation: sourceLocation)
    }

    private struct Box<Value: Codable & Equatable>: Codable, Equatable {
        var v: Value
        init(_ v: Value) { self.v = v }
    }

    @Test("a date is seconds since 2001")
    func dates() throws {
        try wire(Box(t0), #"{"v":803667600}"#)
        try wire(t0, "803667600")
        try wire(Date(timeIntervalSince1970: 978_307_200), "0")
        try wire(Date(timeIntervalSince1970: 1_685_952_000), "707644800")
        try wire(Date(timeIntervalSince1970: 0), "-978307200")
        try wire(Date(timeIntervalSince1970: 1_781_974_800.123))
        refused(Date.self, #""2026-06-20T17:00:00Z""#, .typeMismatch)
        refused(Box<Date>.self, #"{"v":null}"#, .valueNotFound)
    }

    @Test("a range is an array")
    func ranges() throws {
        try wire(["t": t0...t0.addingTimeInterval(1800)], #"{"t":[803667600,803669400]}"#)
        try wire(Box(t0..<t0.addingTimeInterval(1800)), #"{"v":[803667600,803669400]}"#)
        try wire(Box(t0...t0), #"{"v":[803667600,803667600]}"#)
        #expect(try WireDecoder().decode(ClosedRange<Int>.self, from: "[1,2,3]") == 1...2)
        refused(ClosedRange<Date>.self, #"{"lowerBound":1,"upperBound":2}"#, .typeMismatch)
        for text in ["[2,1]", "[1,\"x\"]", "[null,1]", "[1]", "{}", "null", "5", "[[1],2]", "[]"] {
            let ours = ErrorSummary { try WireDecoder().decode([ClosedRange<Date>].self, from: "[\(text)]") }
            let theirs = ErrorSummary { try JSONDecoder().decode([ClosedRange<Date>].self, from: Data("[\(text)]".utf8)) }
            #expect(ours != nil && ours == theirs, "\(text)")
        }
        refused(Box<ClosedRange<Int>>.self, #"{"v":[2,1]}"#, .dataCorrupted)
        refused(Box<ClosedRange<Int>>.self, #"{"v":[2]}"#, .valueNotFound)
        #expect(try WireEncoder().encodeToString(5...) == "[5]")
        #expect(try WireEncoder().encodeToString(...5) == "[5]")
        #expect(try WireEncoder().encodeToString(..<5) == "[5]")
        #expect(try WireDecoder().decode(PartialRangeFrom<Int>.self, from: "[5]").lowerBound == 5)
    }

    @Test("data is base64")
    func data() throws {
        try wire(Box(Data([0, 1, 2, 255, 254])), #"{"v":"AAEC//4="}"#)
        try wire(Data(), "\"\"")
        refused(Box<Data>.self, #"{"v":"AAEC__4="}"#, .dataCorrupted)
        refused(Box<Data>.self, #"{"v":"AAEC//4"}"#, .dataCorrupted)
        refused(Box<Data>.self, #"{"v":[1,2]}"#, .typeMismatch)
        refused(Box<Data>.self, #"{"v":null}"#, .valueNotFound)
    }

    @Test("a URL is a string, with slashes as they are")
    func urls() throws {
        try wire(Box(try #require(URL(string: "https://example.com/a?b=c#d"))), #"{"v":"https://example.com/a?b=c#d"}"#)
        #expect(try WireDecoder().decode(URL.self, from: #""a b""#).absoluteString == "a%20b")
        refused(Box<URL>.self, #"{"v":""}"#, .dataCorrupted)
        refused(Box<URL>.self, #"{"v":1}"#, .typeMismatch)
    }

    @Test("a UUID is an uppercase string, read in either case")
    func uuids() throws {
        let id = try #require(UUID(uuidString: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"))
        try wire(Box(id), #"{"v":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#)
        #expect(try WireDecoder().decode(UUID.self, from: #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#) == id)
        refused(Box<UUID>.self, #"{"v":"no"}"#, .dataCorrupted)
    }

    @Test("only true and false are a Bool")
    func bools() throws {
        try wire(Box(true), #"{"v":true}"#)
        for text in ["0", "1", "\"true\"", "null", "[]"] { refused(Box<Bool>.self, #"{"v":\#(text)}"#, .typeMismatch) }
    }

    @Test("integers of every width, also as 1.0, are never truncated")
    func integers() throws {
        func edges<T: FixedWidthInteger & Codable>(_ type: T.Type) throws {
            for value in [T.min, T.max, 0, 1] {
                try wire(Box(value), #"{"v":\#(value)}"#)
                try wire([value])
                try wire(value)
            }
            if T.bitWidth <= 64 {
                refused(Box<T>.self, #"{"v":\#(Int128(T.max) + 1)}"#, .dataCorrupted)
                refused(Box<T>.self, #"{"v":\#(Int128(T.min) - 1)}"#, .dataCorrupted)
            }
            #expect(try WireDecoder().decode(type, from: "1.0") == 1)
            #expect(try WireDecoder().decode(type, from: "1e2") == 100)
            refused(Box<T>.self, #"{"v":1.5}"#, .dataCorrupted)
            refused(Box<T>.self, #"{"v":true}"#, .typeMismatch)
            refused(Box<T>.self, #"{"v":"1"}"#, .typeMismatch)
            refused(Box<T>.self, #"{"v":null}"#, .valueNotFound)
            refused(Box<T>.self, "{}", .keyNotFound)
        }
        try edges(Int.self)
        try edges(Int8.self)
        try edges(Int16.self)
        try edges(Int32.self)
        try edges(Int64.self)
        try edges(UInt8.self)
        try edges(UInt16.self)
        try edges(UInt32.self)
    }

    @Test("only json_t refuses integers that it cannot hold")
    func wideIntegers() throws {
        let encoder = WireEncoder()
        let decoder = WireDecoder()
        for value in [UInt64.max, UInt64(Int64.max) + 1, UInt64(Int64.max), 0] {
            #expect(try encoder.encodeToString([value]) == "[\(value)]")
            #expect(try decoder.decode([UInt64].self, from: "[\(value)]") == [value])
        }
        for value in [Int128.max, .min, Int128(Int64.min) - 1] {
            #expect(try encoder.encodeToString([value]) == "[\(value)]")
            #expect(try decoder.decode([Int128].self, from: "[\(value)]") == [value])
        }
        #expect(try decoder.decode(UInt128.self, from: "\(UInt128.max)") == .max)
        // 2^63 is representable as a double, 2^64 - 1 is not.
        let exact = try encoder.encodeToJansson([UInt64(Int64.max) + 1])
        let back = try decoder.decode([UInt64].self, from: exact)
        #expect(back == [UInt64(Int64.max) + 1])
        let refused = ErrorSummary { _ = try encoder.encodeToJansson(["a": [1, UInt64.max]]) }
        #expect(refused == ErrorSummary(kind: .invalidValue, path: ["a", "Index 1"]))
    }

    @Test("floating-point numbers are written shortest")
    func floatingPoint() throws {
        for (value, text) in [(1.0, "1"), (1e21, "1e+21"), (1e-7, "1e-07"), (-0.0, "-0"), (0.1, "0.1"), (-1.5, "-1.5")] {
            try wire(Box(value), #"{"v":\#(text)}"#)
            try wire([Float(value)])
        }
        refused(Box<Double>.self, #"{"v":1e400}"#, .dataCorrupted)
        refused(Box<Double>.self, #"{"v":1e-400}"#, .dataCorrupted)
        refused(Box<Float>.self, #"{"v":1e39}"#, .dataCorrupted)
        refused(Box<Double>.self, #"{"v":"1"}"#, .typeMismatch)
        for value in [Double.nan, .infinity, -.infinity] {
            func same(_ value: some Encodable) {
                let ours = ErrorSummary { _ = try WireEncoder().encode(value) }
                let theirs = ErrorSummary { _ = try JSONEncoder().encode(value) }
                #expect(ours?.kind == .invalidValue)
                #expect(ours == theirs)
            }
            same(value)
            same(Box(value))
            same(["a": ["b": [1, value]]])
            same([Float(value)])
            same(Box(Date(timeIntervalSinceReferenceDate: value)))
            if value > 0 { same(Box([t0...Date(timeIntervalSinceReferenceDate: value)])) }
        }
    }

    @Test("a Decimal is a number with all its digits")
    func decimals() throws {
        try wire(Box(try #require(Decimal(string: "0.1"))), #"{"v":0.1}"#)
        try wire(Box(Decimal(1_234_567)), #"{"v":1234567}"#)
        let long = try #require(Decimal(string: "3.14159265358979323846264338327950288419"))
        #expect(try WireEncoder().encodeToString(long) == "3.14159265358979323846264338327950288419")
        #expect(try WireDecoder().decode(Decimal.self, from: "3.14159265358979323846264338327950288419") == long)
        refused(Box<Decimal>.self, #"{"v":"1"}"#, .typeMismatch)
        refused(Box<Decimal>.self, #"{"v":1e300}"#, .dataCorrupted)
        refused(Box<Decimal>.self, #"{"v":null}"#, .valueNotFound)
    }

    @Test("strings are UTF-8, control characters escaped")
    func strings() throws {
        try wire("a\"b\\c/d é中😀", #""a\"b\\c/d é中😀""#)
        for byte in UInt8(0)...0x7F { try wire("x\(Character(Unicode.Scalar(byte)))y") }
        refused(Box<String>.self, #"{"v":1}"#, .typeMismatch)
        refused(Box<String>.self, #"{"v":null}"#, .valueNotFound)
    }

    private struct Optionals: Codable, Equatable {
        var a: Int?
        var b: [Int?]
        var c: String??
        var d: [String: Int?]
    }

    @Test("nil leaves a member out, and is null in an array")
    func optionals() throws {
        try wire(Optionals(a: nil, b: [1, nil], c: nil, d: ["x": nil]), #"{"b":[1,null],"d":{"x":null}}"#)
        try wire(Optionals(a: 1, b: [], c: .some("s"), d: [:]))
        try wire(Int?.none, "null")
        #expect(try WireDecoder().decode(Optionals.self, from: #"{"a":null,"b":[],"d":{}}"#).a == nil)
    }

    private struct Defaults: Codable, Equatable {
        var a = 5
        let b: Int
    }

    @Test("every declared key is needed, others are ignored")
    func members() throws {
        try wire(Defaults(b: 1), #"{"a":5,"b":1}"#)
        refused(Defaults.self, #"{"b":1}"#, .keyNotFound)
        refused(Defaults.self, #"{"a":null,"b":1}"#, .valueNotFound)
        #expect(try WireDecoder().decode(Defaults.self, from: #"{"c":[{}],"b":1,"B":2,"a":3}"#) == Defaults(a: 3, b: 1))
    }

    private enum Stage: String, Codable { case pickedUp, delivered }
    private enum Level: Int, Codable { case low = 1, high }
    private enum Mode: Codable, Equatable {
        case running(endTime: Date)
        case paused(remainingSeconds: Int)
        case cycleEnd, complete
        case pair(Int, String)
        case mixed(Int, label: String)
        case opt(Int?)
    }

    @Test("an enum with a raw type is its raw value")
    func rawEnums() throws {
        try wire([Stage.pickedUp], #"["pickedUp"]"#)
        try wire(Box(Level.high), #"{"v":2}"#)
        refused(Box<Stage>.self, #"{"v":"lost"}"#, .dataCorrupted)
        refused(Box<Stage>.self, #"{"v":1}"#, .typeMismatch)
        refused([Level].self, #"[1,3]"#, .dataCorrupted)
    }

    @Test("an enum with values is an object with one key")
    func enums() throws {
        try wire(Mode.running(endTime: t0.addingTimeInterval(1800)), #"{"running":{"endTime":803669400}}"#)
        try wire(Mode.paused(remainingSeconds: 623), #"{"paused":{"remainingSeconds":623}}"#)
        try wire(Mode.cycleEnd, #"{"cycleEnd":{}}"#)
        try wire(Mode.complete, #"{"complete":{}}"#)
        try wire(Mode.pair(1, "z"), #"{"pair":{"_0":1,"_1":"z"}}"#)
        try wire(Mode.mixed(1, label: "z"), #"{"mixed":{"_0":1,"label":"z"}}"#)
        try wire([Mode.opt(nil), .opt(2)], #"[{"opt":{}},{"opt":{"_0":2}}]"#)
        refused(Mode.self, #""complete""#, .typeMismatch)
        refused(Mode.self, #"{"complete":null}"#, .valueNotFound)
        refused(Mode.self, "{}", .typeMismatch)
        refused([Mode].self, #"[{"complete":{},"cycleEnd":{}}]"#, .typeMismatch)
        refused(Box<Mode>.self, #"{"v":{"paused":{"remainingSeconds":null}}}"#, .valueNotFound)
        refused(Box<Mode>.self, #"{"v":{"paused":{}}}"#, .keyNotFound)
        #expect(try WireDecoder().decode(Mode.self, from: #"{"complete":{},"other":1}"#) == .complete)
    }

    private enum Named: String, Codable, CodingKeyRepresentable { case home, away }

    @Test("dictionaries are objects or flat arrays, by their key's type")
    func dictionaries() throws {
        try wire(["b": 1, "a": 2], #"{"a":2,"b":1}"#)
        try wire([-1: "x", 20: "y"], #"{"-1":"x","20":"y"}"#)
        try wire([Stage.pickedUp: 1], #"["pickedUp",1]"#)
        try wire([Int8(1): 1])
        try wire([1.5: 1])
        try wire([true: 1])
        try wire([t0: 1], "[803667600,1]")
        try wire([Named.home: 1], #"{"home":1}"#)
        refused([Int: Int].self, #"{"a":1}"#, .typeMismatch)
        refused([Stage: Int].self, #"{"pickedUp":1}"#, .typeMismatch)
        refused([Stage: Int].self, #"["pickedUp"]"#, .dataCorrupted)
        refused([Named: Int].self, #"["home",1]"#, .typeMismatch)
        refused([String: [Int]].self, #"{"a":[1,"x"]}"#, .typeMismatch)
    }

    private struct Flags: OptionSet, Codable {
        let rawValue: Int
    }
    private struct Empty: Codable, Equatable {}

    @Test("sets, option sets, empty structures and durations")
    func others() throws {
        try wire(Set([7]), "[7]")
        #expect(try WireDecoder().decode(Set<Int>.self, from: "[1,1,2]") == [1, 2])
        try wire(Flags(rawValue: 5), "5")
        try wire(Empty(), "{}")
        try wire([Empty()], "[{}]")
        try wire(Duration.milliseconds(90_500), "[4,16713023705161793536]")
        try wire(Duration.seconds(-3))
        // Representable as a double, so a json_t can hold it; one attosecond more is not.
        let refused = ErrorSummary {
            _ = try WireEncoder().encodeToJansson([
                "d": Duration(secondsComponent: 90, attosecondsComponent: 500_000_000_000_000_001)
            ])
        }
        #expect(refused == ErrorSummary(kind: .invalidValue, path: ["d", "Index 1"]))
    }

    @Test("Foundation's own types")
    func foundationTypes() throws {
        try wire(try #require(TimeZone(identifier: "Europe/Berlin")), #"{"identifier":"Europe/Berlin"}"#)
        try wire(Locale(identifier: "de_DE"), #"{"current":0,"identifier":"de_DE"}"#)
        try wire(DateInterval(start: t0, duration: 60), #"{"duration":60,"start":803667600}"#)
        try wire(DateComponents(year: 2026, month: 6), #"{"month":6,"year":2026}"#)
        try wire(
            Measurement(value: 3, unit: UnitLength.kilometers),
            #"{"unit":{"converter":{"coefficient":1000,"constant":0},"symbol":"km"},"value":3}"#)
        try wire(IndexSet([1, 2]), #"{"indexes":[{"length":2,"location":1}]}"#)
        try wire(CGRect(x: 1, y: 2, width: 3, height: 4.5), "[[1,2],[3,4.5]]")
        try wire(CGPoint(x: 1, y: 2), "[1,2]")
        try wire(CGSize(width: 1, height: 2), "[1,2]")
        try wire(SIMD3<Float>(1, 2, 3), "[1,2,3]")
        try wire(SIMD2<Double>(1, 2.5), "[1,2.5]")
        try wire(Calendar(identifier: .gregorian))
        try wire(URLComponents(string: "https://a.b/c")?.url)
        refused(SIMD2<Double>.self, "[1]", .dataCorrupted)
    }

    private struct TimerState: Codable, Equatable {
        var currentCycle: Int
        var totalCycles: Int?
        var endTime: Date
        var isPaused: Bool
        var remainingSeconds: Int?
        var isCompleted = false
    }

    @Test("the paused timer, with and without a defaulted member")
    func timer() throws {
        let state = TimerState(currentCycle: 2, endTime: t0.addingTimeInterval(1800), isPaused: true, remainingSeconds: 623)
        try wire(state, #"{"currentCycle":2,"endTime":803669400,"isCompleted":false,"isPaused":true,"remainingSeconds":623}"#)
        refused(
            TimerState.self, #"{"currentCycle":2,"endTime":803669400,"isPaused":true,"remainingSeconds":623}"#, .keyNotFound)
    }
}
