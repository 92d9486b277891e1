import LiveActivityCore
import Testing

/// How long an ended activity stays visible, and the JSON of that policy.
@Suite struct DismissalPolicyTests {
    private let end = Date(timeIntervalSinceReferenceDate: 803_667_600)

    @Test func aStayNeverBeginsBeforeTheEndAndNeverExceedsTheLinger() {
        let stays: [(ActivityUIDismissalPolicy, TimeInterval)] = [
            (.default, 14_400), (.immediate, 0), (.after(end - 1), 0), (.after(end + 60), 60), (.after(end + 14_401), 14_400),
            (.after(.distantFuture), 14_400), (.afterTimeout(60), 60), (.afterTimeout(14_401), 14_400), (.afterTimeout(-1), 0),
            (.afterTimeout(.infinity), 14_400), (.afterTimeout(.nan), 0),
        ]
        for (policy, stay) in stays {
            #expect(policy.dismissalDate(endingAt: end, linger: 14_400) == end + stay, "\(policy)")
        }
    }

    /// A policy with an infinite time could be neither sent nor stored.
    @Test func everyPolicyHasJSON() throws {
        let policies: [ActivityUIDismissalPolicy] = [.infinity, -.infinity, .nan].map { .afterTimeout($0) }
        #expect(policies == [.default, .immediate, .immediate])
        let json = try WireEncoder().encode(policies)
        #expect(try WireDecoder().decode([ActivityUIDismissalPolicy].self, from: json) == policies)
    }

    @Test func everyPolicyComesBackFromJSON() throws {
        let policies: [ActivityUIDismissalPolicy] = [.default, .immediate, .after(end), .afterTimeout(90)]
        let json = try WireEncoder().encode(policies)
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"["default","immediate",{"after":"2026-06-20T17:00:00Z"},{"afterTimeout":90}]"#)
        #expect(try WireDecoder().decode([ActivityUIDismissalPolicy].self, from: json) == policies)
        for bad in [#""later""#, "{}", #"{"afterTimeout":"soon"}"#, "4"] {
            #expect(throws: DecodingError.self) {
                try WireDecoder().decode(ActivityUIDismissalPolicy.self, from: Array(bad.utf8))
            }
        }
    }
}
