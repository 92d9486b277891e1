#if Cluster
import Dispatch
import Synchronization

/// Sends many requests to one subject at once, for a thread that waits for all answers.
struct NATSBatch {
    private let connection: NATSConnection
    private let subject: String

    init(_ connection: NATSConnection, subject: String) { (self.connection, self.subject) = (connection, subject) }

    private final class Answers: Sendable {
        let all: Mutex<(answers: [NATSMessage?], left: Int)>
        let areComplete = DispatchSemaphore(value: 0)
        init(_ count: Int) { all = Mutex((Array(repeating: nil, count: count), count)) }

        func take(_ answer: NATSMessage, _ index: Int) {
            let isLast = all.withLock { all in
                if all.answers[index] == nil { all.left -= 1 }
                all.answers[index] = answer
                return all.left == 0
            }
            if isLast { areComplete.signal() }
        }
    }

    /// - Returns: The answers, in the order of the requests; `nil` for each one that timed out.
    func request(_ requests: [String]) throws(LogError) -> [NATSMessage?] {
        let answers = Answers(requests.count)
        let places = requests.indices.map { index in connection.inbox.open { answers.take($0, index) } }
        defer { for place in places { connection.inbox.close(place) } }
        for (request, place) in zip(requests, places) {
            try connection.publish(Array(request.utf8), to: subject, reply: connection.inbox.subject(of: place))
        }
        _ = answers.areComplete.wait(timeout: .now() + .milliseconds(Int(connection.timeout_ms)))
        return answers.all.withLock { $0.answers }
    }
}
#endif
