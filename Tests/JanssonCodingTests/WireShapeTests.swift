import Foundation
import Testing

@testable import JanssonCoding

/// One type for each row of the wire reference, compared with Foundation itself and with the bytes written there.
@Suite struct WireShapeTests {
    /// Encodes with both, decodes with both, and returns the text.
    private func roundTrip<T: Codable & Equatable>(_ value: T, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let foundation = JSONEncoder()
        foundation.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let ours = JanssonEncoder()
        ours.outputFormatting = .sortedKeys
        let text = try ours.encodeToString(value)
        #expect(text == String(decoding: try foundation.encode(value), as: UTF8.self), sourceLocation: sourceLocation)

        let decoder = JanssonDecoder()
        #expect(try decoder.decode(T.self, from: text) == JSONDecoder().decode(T.self, from: Data(text.utf8)), sourceLocation: sourceLocation)
        #expect(try decoder.decode(T.self, from: ours.encodeToJSONValue(value)) == value, sourceLocation: sourceLocation)
        let jansson = try ours.encodeToJansson(value)
        let back = try decoder.decode(T.self, from: jansson)
        #expect(back == value, sourceLocation: sourceLocation)
        return text
    }

    private struct Box<Value: Codable & Equatable>: Codable, Equatable {
        var v: Value
        init(_ v: Value) { self.v = v }
    }

    private let t0 = Date(timeIntervalSince1970: 1_781_974_800)

    @Test("WIRE-03, 04, FIX-02: a date is seconds since 2001")
    func dates() throws {
        #expect(try roundTrip(Box(t0)) == #"{"v":803667600}"#)
        #expect(try roundTrip(t0) == "803667600")
        #expect(try roundTrip(Date(timeIntervalSince1970: 978_307_200)) == "0")
        #expect(try roundTrip(Date(timeIntervalSince1970: 1_685_952_000)) == "707644800")
        #expect(try roundTrip(Date(timeIntervalSince1970: 0)) == "-978307200")
        #expect(try roundTrip(t0.addingTimeInterval(0.123)) == "803667600.123")
        let decoder = JanssonDecoder()
        #expect(throws: DecodingError.self) { try decoder.decode(Date.self, from: #""2026-06-20T17:00:00Z""#) }
    }

    @Test("WIRE-05, 06, 07, FIX-01: a range is an array")
    func ranges() throws {
        #expect(try roundTrip(["t": t0...t0.addingTimeInterval(1800)]) == #"{"t":[803667600,803669400]}"#)
        #expect(try roundTrip(Box(t0..<t0.addingTimeInterval(1800))) == #"{"v":[803667600,803669400]}"#)
        #expect(try roundTrip(Box(t0...t0)) == #"{"v":[803667600,803667600]}"#)
        let decoder = JanssonDecoder()
        #expect(try decoder.decode(ClosedRange<Int>.self, from: "[1,2,3]") == 1...2)
        #expect(try JanssonEncoder().encodeToString(5...) == "[5]")
        #expect(try JanssonEncoder().encodeToString(...5) == "[5]")
        #expect(try JanssonEncoder().encodeToString(..<5) == "[5]")
    }
}
