import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivityCluster

struct ClusterAnswerTests {
    private static let answers: [(answer: ClusterAnswer, json: String)] = [
        (.notOwner, #"{"isNotOwner":true}"#),
        (.failure(.closed), #"{"error":{"code":"closed"}}"#),
        (.outcome(.applied), #"{"outcome":{"outcome":"applied"}}"#),
        (.outcome(.unchanged), #"{"outcome":{"outcome":"unchanged"}}"#),
        (.outcome(.started(ActivityID(rawValue: 9))), #"{"outcome":{"outcome":"started","activity":"0000000000000009"}}"#),
        (.outcomes([]), #"{"outcomes":[]}"#),
        (
            .outcomes([.init(outcome: .applied), .init(error: .closed)]),
            #"{"outcomes":[{"outcome":{"outcome":"applied"}},{"error":{"code":"closed"}}]}"#
        ),
        (.values(.init()), "{}"),
        (.values(.init(id: ActivityID(rawValue: 9))), #"{"id":"0000000000000009"}"#),
        (.values(.init(name: "channel", flag: true)), #"{"name":"channel","flag":true}"#),
        (.values(.init(names: ["a"], data: Data([1]))), #"{"names":["a"],"data":"AQ=="}"#),
    ]

    /// Nodes of an earlier version read and write these: the form may be extended but not changed.
    @Test func theFormIsThatOfEarlierVersions() {
        for (answer, json) in Self.answers {
            #expect(String(decoding: answer.encoded(), as: UTF8.self) == json)
            #expect(ClusterAnswer(encoded: Array(json.utf8)).map { String(decoding: $0.encoded(), as: UTF8.self) } == json)
        }
    }

    /// A later version may add members, and write `null` or `false` for an absent one.
    @Test func whatAnotherVersionAddsIsIgnored() throws {
        let text = #"{"isNotOwner":false,"error":null,"outcome":{"outcome":"applied"},"later":[1]}"#
        let answer = try #require(ClusterAnswer(encoded: Array(text.utf8)))
        #expect(String(decoding: answer.encoded(), as: UTF8.self) == #"{"outcome":{"outcome":"applied"}}"#)
    }

    /// Regression: such an answer was written as nothing, which left the outcomes of all events of the batch unknown.
    @Test func anErrorThatJSONCannotExpressIsARefusalInWords() throws {
        let error = RuntimeError.engine(.invalidLease(Lease(staleAfter: .infinity, endAfter: 1)))
        let refusal = RuntimeError.engine(.refused("", reason: error.description))
        let answer = ClusterAnswer.outcomes([.init(outcome: .applied), .init(error: error), .init(error: .closed)])
        guard case .outcomes(let read)? = ClusterAnswer(encoded: answer.encoded()) else {
            Issue.record("the answer cannot be read")
            return
        }
        #expect(read.map(\.outcome) == [.applied, nil, nil])
        #expect(read.map(\.error) == [nil, refusal, .closed])
        guard case .failure(refusal)? = ClusterAnswer(encoded: ClusterAnswer.failure(error).encoded()) else {
            Issue.record("the failure cannot be read")
            return
        }
    }

    @Test func aRequestThatJSONCannotExpressIsNotSent() {
        let lease = Lease(staleAfter: .nan, endAfter: 1)
        let start = Command.Start(kind: "tally", owner: "anna", attributes: [:], options: StartOptions(lease: lease))
        let request = ClusterRequest(partition: 0, .apply(.start(start), ifRevision: nil, trace: nil))
        #expect { try request.encoded() } throws: { "\($0)".contains("lease") }
    }

    @Test func anUnreadableAnswerIsNone() {
        for text in ["", "{", "[]", #"{"outcome":{"outcome":"dance"}}"#, #"{"outcomes":3}"#] {
            if let answer = ClusterAnswer(encoded: Array(text.utf8)) { Issue.record("\(text) is read as \(answer)") }
        }
    }
}
