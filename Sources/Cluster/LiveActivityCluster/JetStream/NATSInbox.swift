#if Cluster
import Synchronization

/// The inbox for answers of a connection: each request has its own subject below one permanent wildcard subscription.
final class NATSInbox: Sendable {
    private struct Place {
        /// Returns whether another answer is expected.
        var receive: @Sendable (NATSMessage) -> Bool
        var end: ContinuousClock.Instant?
        var expire: @Sendable () -> Void
    }

    private struct Waiting {
        var ever: UInt64 = 0
        var places: [UInt64: Place] = [:]
    }

    /// The prefix of the answers' subjects, to which a dot and a number are added.
    let subject = "_INBOX.la\(String(UInt64.random(in: .min ... .max), radix: 36))"
    private let waiting = Mutex(Waiting())

    /// Opens a slot for answers. Close it when no more are expected.
    func open(_ receive: @escaping @Sendable (NATSMessage) -> Void) -> UInt64 {
        let place = Place(
            receive: { message in
                receive(message)
                return true
            }, end: nil, expire: {})
        return open(place)
    }

    /// Opens a slot that closes itself when `receive` returns that no other answer is expected. If that has not happened by
    /// `end`, or shortly after, `expire` is called.
    func open(
        until end: ContinuousClock.Instant, _ receive: @escaping @Sendable (NATSMessage) -> Bool,
        expire: @escaping @Sendable () -> Void
    ) -> UInt64 { open(Place(receive: receive, end: end, expire: expire)) }

    private func open(_ place: Place) -> UInt64 {
        waiting.withLock { waiting in
            waiting.ever += 1
            waiting.places[waiting.ever] = place
            return waiting.ever
        }
    }

    /// - Returns: Whether the slot was open.
    @discardableResult
    func close(_ place: UInt64) -> Bool { waiting.withLock { $0.places.removeValue(forKey: place) != nil } }

    func subject(of place: UInt64) -> String { "\(subject).\(place)" }

    func take(_ message: NATSMessage) {
        guard let number = UInt64(message.subject.dropFirst(subject.count + 1)) else { return }
        // All messages arrive on one thread, so a slot is never called concurrently.
        guard let place = waiting.withLock({ $0.places[number] }) else { return }
        if !place.receive(message) { close(number) }
    }

    /// Closes the slots that have timed out. Called several times a second.
    func expire() {
        let now = ContinuousClock.now
        let expired = waiting.withLock { waiting in
            let expired = waiting.places.filter { $0.value.end.map { $0 < now } ?? false }
            for number in expired.keys { waiting.places[number] = nil }
            return expired.values.map(\.expire)
        }
        for expire in expired { expire() }
    }
}
#endif
