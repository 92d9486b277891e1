#if Cluster
import LiveActivityCore
import Synchronization
import Testing

@testable import LiveActivityCluster

struct NATSInboxTests {
    private func answer(_ inbox: NATSInbox, _ place: UInt64) -> NATSMessage {
        NATSMessage(subject: inbox.subject(of: place), id: "", bytes: [])
    }

    /// Regression: the timeout could be reported while the answer was, which resumed the waiting task twice.
    @Test func anAnswerThatIsBeingReceivedDoesNotExpire() {
        let inbox = NATSInbox()
        let received = Log()
        let place = inbox.open(until: .now) { _ in
            received.append("answer")
            inbox.expire()
            return false
        } expire: {
            received.append("timeout")
        }
        inbox.take(answer(inbox, place))
        inbox.expire()
        #expect(received.all == ["answer"])
    }

    @Test func oneThatExpectsMoreAnswersExpiresAfterThem() {
        let inbox = NATSInbox()
        let received = Log()
        let place = inbox.open(until: .now) { _ in
            received.append("answer")
            return true
        } expire: {
            received.append("timeout")
        }
        for _ in 0..<2 { inbox.take(answer(inbox, place)) }
        inbox.expire()
        inbox.take(answer(inbox, place))
        #expect(received.all == ["answer", "answer", "timeout"])
    }

    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }
}
#endif
