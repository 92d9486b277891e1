import Synchronization
import Testing

@testable import LiveActivityCluster

struct LogElectionTests {
    /// A clock that moves only when the election pauses, and the number of requests.
    private final class Servers: Sendable {
        private let state = Mutex((now: ContinuousClock.now, requests: 0))

        var requests: Int { state.withLock(\.requests) }
        var election: LogElection {
            LogElection(now: { self.state.withLock(\.now) }, pause: { time in self.state.withLock { $0.now += time } })
        }

        /// Has a leader after a number of requests.
        func request(refusing count: Int, with error: LogError) throws(LogError) -> String {
            let number = state.withLock { state in
                state.requests += 1
                return state.requests
            }
            guard number > count else { throw error }
            return "read"
        }
    }

    /// 15 s are 60 pauses of 250 ms; the request after the last of them is answered or refused.
    @Test(arguments: [0, 1, 60]) func aRequestIsRepeatedUntilThereIsALeader(refused: Int) throws {
        let servers = Servers()
        let answer = try servers.election.outlast { () throws(LogError) in
            try servers.request(refusing: refused, with: .unavailable(reason: "LA_SETTINGS cannot be opened: Timeout"))
        }
        #expect(answer == "read" && servers.requests == refused + 1)
    }

    @Test func withoutALeaderAfter15SecondsTheErrorIsThrown() {
        let (servers, error) = (Servers(), LogError.unavailable(reason: "no leader"))
        #expect(throws: error) {
            try servers.election.outlast { () throws(LogError) in try servers.request(refusing: 61, with: error) }
        }
        #expect(servers.requests == 61)
    }

    @Test(arguments: [LogError.misconfigured(reason: "2 replicas"), .unanswered(reason: "no answer"), .full(reason: "no room")])
    func anotherErrorIsThrownAtOnce(error: LogError) {
        let servers = Servers()
        #expect(throws: error) {
            try servers.election.outlast { () throws(LogError) in try servers.request(refusing: 1, with: error) }
        }
        #expect(servers.requests == 1)
    }
}
