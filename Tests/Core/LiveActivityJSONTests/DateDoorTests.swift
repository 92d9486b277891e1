import Foundation
import Testing

@testable import LiveActivityJSON

/// ISO 8601 dates, where a decoder accepts them.
@Suite struct DateDoorTests {
    private func decode(_ text: String) throws -> Date {
        let decoder = WireDecoder()
        decoder.acceptsISO8601Dates = true
        return try decoder.decode([Date].self, from: "[\(text)]")[0]
    }

    @Test func readsTimesWithAnyFractionAndOffset() throws {
        let t0 = Date(timeIntervalSince1970: 1_781_974_800)
        for text in [
            "2026-06-20T17:00:00Z", "2026-06-20T17:00:00.000Z", "2026-06-20T19:00:00+02:00", "2026-06-20T12:00:00-0500",
            "2026-06-20t17:00:00z", "2026-06-20 17:00:00Z", "2026-06-20T22:30:00+05:30", "2026-06-20T19:00:00+02",
        ] {
            #expect(try decode("\"\(text)\"") == t0, "\(text)")
        }
        #expect(try decode("\"2026-06-20T17:00:00.5Z\"") == t0.addingTimeInterval(0.5))
        #expect(try decode("\"2026-06-20T17:00:00.123456789Z\"") == t0.addingTimeInterval(0.123456789))
        #expect(try decode("803667600") == t0)
        #expect(try decode("\"2024-02-29T00:00:00Z\"") == Date(timeIntervalSince1970: 1_709_164_800))
        #expect(try decode("\"1969-12-31T23:59:59Z\"") == Date(timeIntervalSince1970: -1))
    }

    @Test("every day of six centuries is where Foundation has it")
    func calendar() throws {
        let style = Date.ISO8601FormatStyle()
        // From 1583 on: earlier dates are in the Julian calendar in Foundation, which ISO 8601 does not use.
        for day in stride(from: -141_000, through: 100_000, by: 37) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 45_296)
            #expect(Date(iso8601: date.formatted(style)) == date)
        }
    }

    @Test func refusesWhatIsNoInstant() {
        for text in [
            "2026-06-20T17:00:00", "2026-06-20", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2026-06-31T00:00:00Z", "2026-06-20T24:00:00Z", "2026-06-20T17:60:00Z", "2026-06-20T17:00:60Z",
            "2026-06-20T17:00:00.Z",
            "2026-06-20T17:00:00Zx", "2026-06-20T17:00:00+25:00", "2026-06-20T17:00:00+2", "", "x", "2026-6-20T17:00:00Z",
            "２026-06-20T17:00:00Z",
        ] {
            #expect(
                ErrorSummary { try decode("\"\(text)\"") } == ErrorSummary(kind: .dataCorrupted, path: ["Index 0"]), "\(text)")
        }
        #expect(ErrorSummary { try decode("null") } == ErrorSummary(kind: .valueNotFound, path: ["Index 0"]))
        #expect(ErrorSummary { try decode("true") } == ErrorSummary(kind: .typeMismatch, path: ["Index 0"]))
    }
}
