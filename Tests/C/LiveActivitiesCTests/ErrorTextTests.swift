import CLiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivitiesC

/// The messages of `la_last_error()`.
@Suite struct ErrorTextTests {
    /// A coding path whose keys are names and indices.
    private struct Order: Decodable {
        struct Stop: Decodable { var name: String }
        var stops: [Stop]
    }

    @Test func aPathHasItsIndicesInBracketsWithoutADot() throws {
        let error = #expect(throws: DecodingError.self) {
            try WireDecoder().decode(Order.self, from: #"{"stops":[{"name":"a"},{"name":"b"},{"name":3}]}"#)
        }
        #expect(try #require(error).reason == "stops[2].name: Expected a string and found a number.")
    }

    @Test func anErrorWithoutAPathIsItsDescription() throws {
        let error = #expect(throws: DecodingError.self) { try WireDecoder().decode(String.self, from: "3") }
        #expect(try #require(error).reason == "Expected a string and found a number.")
    }

    @Test func theTextIsThatOfTheLatestFailureOnThisThread() {
        #expect(la_activity_parse("no id", nil) == la_status(LA_ERROR_INVALID_ARGUMENT))
        #expect(String(cString: la_last_error()) == "out is NULL")
    }
}
