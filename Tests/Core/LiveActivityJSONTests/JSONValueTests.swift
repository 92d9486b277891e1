import Foundation
import JanssonCoding
import Testing

@testable import LiveActivityJSON

@Suite struct JSONValueTests {
    private let sample: JSONValue = ["id": 7, "tags": ["a", nil, true, 2.5], "inner": ["x": "y\n"]]

    @Test func looksInside() throws {
        #expect(sample.kind == .object && sample.count == 3)
        #expect(sample["id"]?.int == 7)
        #expect(sample["tags"]?[3]?.double == 2.5)
        #expect(sample["tags"]?[1]?.isNull == true)
        #expect(sample["tags"]?[2]?.bool == true)
        #expect(sample["inner"]?["x"]?.string == "y\n")
        #expect(sample["nothing"] == nil && sample["tags"]?[4] == nil && sample["tags"]?[-1] == nil && sample[0] == nil)
        #expect(sample.members.map(\.key) == ["id", "tags", "inner"])
        #expect(sample["tags"]?.elements.map(\.kind) == [.string, .null, .bool, .number])
        #expect(Array(sample.elements).isEmpty && Array(sample["tags"]?.members ?? sample.members).isEmpty)
        #expect(sample.description == #"{"id":7,"tags":["a",null,true,2.5],"inner":{"x":"y\n"}}"#)
    }

    @Test func comparesByMeaning() throws {
        func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }
        let same = [
            ("1", "1.0"), ("1", "10e-1"), ("100", "1e2"), ("0.1", "1e-1"), ("0", "-0"), ("0", "0.000"),
            ("\"A\"", "\"\\u0041\""),
            ("{\"a\":1,\"b\":[1,2]}", " { \"b\" : [1.0,2], \"a\" : 1e0 } "), ("18446744073709551615", "18446744073709551615.0"),
            ("1e400", "10e399"),
        ]
        for (first, second) in same {
            #expect(try value(first) == value(second), "\(first) \(second)")
            #expect(try value(first).hashValue == value(second).hashValue, "\(first) \(second)")
        }
        let different = [
            ("1", "2"), ("1", "\"1\""), ("1", "true"), ("null", "false"), ("[1,2]", "[2,1]"), ("{\"a\":1}", "{\"a\":2}"),
            ("{\"a\":1}", "{\"b\":1}"),
            ("[]", "{}"), ("0.1", "0.10000000000000001"), ("9007199254740993", "9007199254740992"), ("1e400", "1e401"),
            ("\"a\"", "\"ab\""),
        ]
        for (first, second) in different { #expect(try value(first) != value(second), "\(first) \(second)") }
        #expect(try JSONValue(0.1) == value("0.1"))
        let members = (0..<50).map { "\"k\($0)\":\($0)" }
        #expect(try value("{\(members.joined(separator: ","))}") == value("{\(members.reversed().joined(separator: ","))}"))
        #expect(
            try value("{\(members.joined(separator: ","))}").hashValue
                == value("{\(members.reversed().joined(separator: ","))}").hashValue)
    }

    private struct Message: Codable, Equatable {
        var command: String
        var event: JSONValue
        var more: [JSONValue]?
    }

    private struct Event: Codable, Equatable {
        var at: Date
        var text: String
        var inner: [String: Int]
    }

    @Test("a payload is passed through whole and decoded later")
    func payload() throws {
        let text = #"{"command":"send","event":{"at":5,"text":"x\u00e9\n","inner":{"a":1}},"more":[1.50,"\/",{}]}"#
        let decoder = WireDecoder()
        let encoder = WireEncoder()
        let message = try decoder.decode(Message.self, from: text)
        _ = try decoder.decode([Int].self, from: "[1,2,3]")
        let event = Event(at: Date(timeIntervalSinceReferenceDate: 5), text: "xé\n", inner: ["a": 1])
        #expect(try decoder.decode(Event.self, from: message.event) == event)
        #expect(message.event.text() == #"{"at":5,"text":"xé\n","inner":{"a":1}}"#)
        #expect(
            try encoder.encodeToString(message)
                == #"{"command":"send","event":{"at":5,"text":"xé\n","inner":{"a":1}},"more":[1.50,"/",{}]}"#)
        let jansson = try encoder.encodeToJansson(message)
        let fromJansson = try decoder.decode(Message.self, from: jansson)
        #expect(fromJansson == message)
        #expect(try decoder.decode(Event.self, from: fromJansson.event) == event)
        let whole = try encoder.encodeToJSONValue(message)
        #expect(try decoder.decode(Message.self, from: whole) == message)
        #expect(try encoder.encodeToJSONValue(event) == message.event)
        #expect(try decoder.decode(JSONValue.self, from: text) == whole)
        #expect(try decoder.decode([JSONValue?].self, from: "[null,1]") == [nil, 1])
        #expect(try decoder.decode([JSONValue].self, from: "[null,1]") == [.null, 1])
    }

    @Test("white space is removed, and a compact text is unchanged")
    func compactness() throws {
        let decoder = WireDecoder()
        let encoder = WireEncoder()
        let message = try decoder.decode(
            Message.self, from: "{\"command\" : \"a\",\n\"event\" : { \"a\" :\n[1, 2] , \"b\":[1.0,{}]}}")
        #expect(try encoder.encodeToString(message) == #"{"command":"a","event":{"a":[1,2],"b":[1.0,{}]}}"#)
        #expect(message.event["b"]?.text() == "[1.0,{}]")
        #expect(try JSONValue(parsing: "[1.50,2E5]").text() == "[1.50,2E5]")
        encoder.outputFormatting = [.sortedKeys]
        #expect(try encoder.encodeToString(JSONValue(parsing: #"{"b":1,"a":{"d":1,"c":2}}"#)) == #"{"a":{"c":2,"d":1},"b":1}"#)
    }

    @Test func worksWithFoundationsCoders() throws {
        let values: [JSONValue] = [sample, nil, true, -5, 2.5, "x", [], [:], JSONValue(UInt64.max), [[1], ["a": [:]]]]
        for value in values {
            let data = try JSONEncoder().encode([value])
            #expect(try JSONDecoder().decode([JSONValue].self, from: data) == [value])
            #expect(try WireDecoder().decode([JSONValue].self, from: Array(data)) == [value])
        }
        let precise = try JSONValue(parsing: "[3.14159265358979323846264338327950288,-0,1e300,0.1]")
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(precise)) == precise)
    }

    @Test func isBuiltFromParts() throws {
        #expect(JSONValue(members: [("b", 1), ("a", 2), ("b", 3)]).text() == #"{"b":3,"a":2}"#)
        let part = try JSONValue(parsing: #"{"a":{"b":["\u0041",{"c":null}]}}"#)
        let moved = JSONValue([try #require(part["a"]?["b"]), try #require(part["a"]), "s"])
        #expect(moved.text() == #"[["A",{"c":null}],{"b":["A",{"c":null}]},"s"]"#)
        #expect(JSONValue(Double.nan) == nil && JSONValue(Double.infinity) == nil)
        #expect(JSONValue(Int128.max).numberText == "\(Int128.max)")
        let count = 3
        #expect(JSONValue("\(count) stops").string == "3 stops")
    }
}
