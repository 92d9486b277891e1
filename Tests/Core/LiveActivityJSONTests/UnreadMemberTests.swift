import JanssonCoding
import LiveActivityFoundation
import Testing

@testable import LiveActivityJSON

/// A decoder reports members that the decoded type does not read.
@Suite struct UnreadMemberTests {
    /// A type that only conforms to `Codable`.
    struct Order: Codable, Equatable {
        struct Stop: Codable, Equatable {
            var name: String
            var minutes: Int?
        }
        var stops: [Stop]
        var note: String?
        var tags: [String: Stop]?
        var extra: JSONValue?
    }

    /// A type with an `init(reading:)`.
    struct Leg: Codable, Equatable, JSONReadable {
        struct Place: Codable, Equatable, JSONReadable {
            var name: String
            var floor: Int?

            init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
                (name, floor) = (try json["name"], try json["floor"])
            }
        }
        var from: Place
        var via: [Place]?
        var window: ClosedRange<Date>?

        init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
            (from, via, window) = (try json["from"], try json["via"], try json["window"])
        }
    }

    enum Event: Codable, Equatable, JSONReadable {
        case delayed(minutes: Int?)
        case done

        init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
            switch try json.enterCase() {
            case "delayed": self = .delayed(minutes: try json["minutes"])
            case "done": self = .done
            default: throw JSONReader.GaveUp()
            }
        }
    }

    /// The unread members, which are the same for every form of input.
    private func unread<Value: Decodable>(_ text: String, _: Value.Type) throws -> [String] {
        let decoder = WireDecoder()
        decoder.notesUnread = true
        func found() -> [String] { decoder.unread.map { $0.path + ($0.suggestion.map { " (\($0))" } ?? "") } }
        _ = try decoder.decode(Value.self, from: text)
        let inText = found()
        let value = try JSONValue(parsing: text)
        _ = try decoder.decode(Value.self, from: value)
        #expect(found() == inText)
        _ = try decoder.decode(Value.self, from: JanssonValue(value))
        #expect(Set(found()) == Set(inText))
        let inside = try JSONValue(parsing: #"{"a":0,"b":[\#(text)]}"#)
        _ = try decoder.decode(Value.self, from: try #require(inside["b"]?[0]))
        #expect(found() == inText)
        return inText
    }

    @Test func whereAllIsKnownNothingIsReported() throws {
        #expect(try unread(#"{"stops":[]}"#, Order.self) == [])
        #expect(try unread(#"{"stops":[{"name":"a","minutes":null}],"note":null}"#, Order.self) == [])
        // A dictionary and a `JSONValue` read all members.
        #expect(try unread(#"{"stops":[],"tags":{"x":{"name":"a"},"y":{"name":"b"}}}"#, Order.self) == [])
        #expect(try unread(#"{"stops":[],"extra":{"a":[{"b":{}}]}}"#, Order.self) == [])
        #expect(try unread(#"{"a":[{"b":{}}]}"#, JSONValue.self) == [])
        #expect(try unread(#"{"from":{"name":"a","floor":null},"via":[{"name":"b"}],"window":[1,2]}"#, Leg.self) == [])
        #expect(try unread(#"{"delayed":{"minutes":3}}"#, Event.self) == [])
        #expect(try unread(#"{"done":{}}"#, Event.self) == [])
        #expect(try unread("3", Int.self) == [])
    }

    @Test func anUnknownMemberIsReportedWithItsPlaceAndWhatWasProbablyMeant() throws {
        #expect(try unread(#"{"stops":[],"nte":"x"}"#, Order.self) == ["nte (note)"])
        #expect(
            try unread(#"{"stops":[{"name":"a"},{"name":"b","minuts":3}],"color":{"r":1}}"#, Order.self)
                == ["stops[1].minuts (minutes)", "color"])
        #expect(try unread(#"{"stops":[],"tags":{"x":{"name":"a","z":[{"y":1}]}}}"#, Order.self) == ["tags.x.z"])
        #expect(
            try unread(#"{"from":{"name":"a","flor":1},"via":[{"name":"b"},{"name":"c","x":{"y":2}}],"windw":[1,2]}"#, Leg.self)
                == ["from.flor (floor)", "via[1].x", "windw (window)"])
        #expect(try unread(#"{"delayed":{"minuts":3}}"#, Event.self) == ["delayed.minuts (minutes)"])
        #expect(try unread(#"{"done":{"at":1}}"#, Event.self) == ["done.at"])
        // The similar member is present too, so the unknown one is not a misspelling of it.
        #expect(try unread(#"{"stops":[],"note":"a","nota":"b"}"#, Order.self) == ["nota"])
    }

    @Test func aDateAsTextTakesTheOtherWayToTheSameReport() throws {
        let decoder = WireDecoder()
        (decoder.notesUnread, decoder.acceptsISO8601Dates) = (true, true)
        let text = #"{"from":{"name":"a"},"window":["2026-06-20T17:00:00Z","2026-06-20T18:00:00Z"],"x":1}"#
        _ = try decoder.decode(Leg.self, from: text)
        #expect(decoder.unread.map(\.path) == ["x"])
    }

    @Test func atMostEightAreReported() throws {
        let members = (0..<20).map { #""m\#($0)":{"a":\#($0)}"# }.joined(separator: ",")
        #expect(try unread(#"{"done":{\#(members)}}"#, Event.self) == (0..<8).map { "done.m\($0)" })
    }

    @Test func eachDecodingHasItsOwnReport() throws {
        let decoder = WireDecoder()
        decoder.notesUnread = true
        _ = try decoder.decode(Event.self, from: #"{"done":{"at":1}}"#)
        #expect(decoder.unread.map(\.path) == ["done.at"])
        _ = try decoder.decode(Event.self, from: #"{"done":{}}"#)
        #expect(decoder.unread == [])
        _ = try decoder.decode(Order.self, from: #"{"stops":[],"x":1}"#)
        #expect(throws: DecodingError.self) { try decoder.decode(Order.self, from: #"{"y":1}"#) }
        #expect(decoder.unread == [])
        decoder.notesUnread = false
        _ = try decoder.decode(Event.self, from: #"{"done":{"at":1}}"#)
        #expect(decoder.unread == [])
    }
}
