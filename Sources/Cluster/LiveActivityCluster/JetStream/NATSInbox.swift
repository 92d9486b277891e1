#if Cluster
import Synchronization

/// The answers of a connection: each request has a subject of its own below one that is always subscribed to.
final class NATSInbox: Sendable {
    private struct Waiting {
        var ever: UInt64 = 0
        var receivers: [UInt64: @Sendable (NATSMessage) -> Void] = [:]
    }

    /// The subjects of answers are this one, a dot and a number.
    let subject = "_INBOX.la\(String(UInt64.random(in: .min ... .max), radix: 36))"
    private let waiting = Mutex(Waiting())

    /// Opens a place for answers. Close it when no more are awaited.
    func open(_ receive: @escaping @Sendable (NATSMessage) -> Void) -> UInt64 {
        waiting.withLock { waiting in
            waiting.ever += 1
            waiting.receivers[waiting.ever] = receive
            return waiting.ever
        }
    }

    func close(_ place: UInt64) { waiting.withLock { _ = $0.receivers.removeValue(forKey: place) } }

    func subject(of place: UInt64) -> String { "\(subject).\(place)" }

    func take(_ message: NATSMessage) {
        guard let place = UInt64(message.subject.dropFirst(subject.count + 1)) else { return }
        waiting.withLock { $0.receivers[place] }?(message)
    }
}
#endif
