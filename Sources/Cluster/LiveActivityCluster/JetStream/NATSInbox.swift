#if Cluster
import Synchronization

/// The inbox for answers of a connection: each request has its own subject below one permanent wildcard subscription.
final class NATSInbox: Sendable {
    private struct Slot {
        /// Returns whether another answer is expected.
        var receive: @Sendable (NATSMessage) -> Bool
        var end: ContinuousClock.Instant?
        var expire: @Sendable () -> Void
    }

    private struct Waiting {
        var ever: UInt64 = 0
        var slots: [UInt64: Slot] = [:]
    }

    /// The prefix of the answers' subjects, to which a dot and a number are added.
    let subject = "_INBOX.la\(String(UInt64.random(in: .min ... .max), radix: 36))"
    private let waiting = Mutex(Waiting())

    /// Opens a slot for answers. Close it when no more are expected.
    func open(_ receive: @escaping @Sendable (NATSMessage) -> Void) -> UInt64 {
        let slot = Slot(
            receive: { message in
                receive(message)
                return true
            }, end: nil, expire: {})
        return open(slot)
    }

    /// Opens a slot that closes itself when `receive` returns that no other answer is expected. If that has not happened by
    /// `end`, or shortly after, `expire` is called.
    func open(
        until end: ContinuousClock.Instant, _ receive: @escaping @Sendable (NATSMessage) -> Bool,
        expire: @escaping @Sendable () -> Void
    ) -> UInt64 { open(Slot(receive: receive, end: end, expire: expire)) }

    private func open(_ slot: Slot) -> UInt64 {
        waiting.withLock { waiting in
            waiting.ever += 1
            waiting.slots[waiting.ever] = slot
            return waiting.ever
        }
    }

    /// - Returns: Whether the slot was open.
    @discardableResult
    func close(_ slot: UInt64) -> Bool { waiting.withLock { $0.slots.removeValue(forKey: slot) != nil } }

    func subject(of slot: UInt64) -> String { "\(subject).\(slot)" }

    func take(_ message: NATSMessage) {
        guard let number = UInt64(message.subject.dropFirst(subject.count + 1)) else { return }
        // All messages arrive on one thread, so a slot is never called concurrently. One with an end is removed while it is
        // called, so that it does not expire meanwhile.
        let taken = waiting.withLock { waiting in
            waiting.slots[number]?.end == nil ? waiting.slots[number] : waiting.slots.removeValue(forKey: number)
        }
        guard let slot = taken else { return }
        if slot.receive(message), slot.end != nil { waiting.withLock { $0.slots[number] = slot } }
    }

    /// Closes the slots that have timed out. Called several times a second.
    func expire() {
        let now = ContinuousClock.now
        let expired = waiting.withLock { waiting in
            let expired = waiting.slots.filter { $0.value.end.map { $0 < now } ?? false }
            for number in expired.keys { waiting.slots[number] = nil }
            return expired.values.map(\.expire)
        }
        for expire in expired { expire() }
    }
}
#endif
