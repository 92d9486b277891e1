import LiveActivityCore
import Synchronization

/// Receives the changes of all partitions, and detects missing ones by gaps in their sequences: a message between nodes may be
/// lost, and an owner may fail before it has published all changes in its log.
final class ChangeFeed: Sendable {
    private struct State {
        /// For each partition, the sequence of the last change that was passed on or is covered by a reset.
        var passed: [Int: UInt64] = [:]
        /// For each partition, the sequence up to which its owner has published changes, and when a heartbeat first reported
        /// it.
        var announced: [Int: (sequence: UInt64, since: ClusterClock.Instant)] = [:]
    }

    private let state = Mutex(State())
    private let receive: @Sendable (Change, [Topic]) -> Void
    private let reset: @Sendable () -> Void
    /// How long after its announcement by a heartbeat a change may arrive.
    private let timeout: Duration

    /// - Parameters:
    ///   - receive: Called with each change, in order for each partition.
    ///   - reset: Called if changes are missing, before the following ones.
    init(
        timeout: Duration = .milliseconds(500), _ receive: @escaping @Sendable (Change, [Topic]) -> Void,
        reset: @escaping @Sendable () -> Void
    ) { (self.timeout, self.receive, self.reset) = (timeout, receive, reset) }

    func take(_ message: ChangeMessage) {
        let topics = Dictionary(message.topics.map { ($0.activity, $0.topics) }) { first, _ in first }
        state.withLock { state in
            for change in message.changes {
                let last = state.passed[message.partition]
                // A message of the former owner may arrive after one of the current owner.
                if let last, change.sequence <= last { continue }
                if last.map({ $0 + 1 }) != change.sequence, change.sequence > 1 { reset() }
                state.passed[message.partition] = change.sequence
                receive(change, topics[change.activity] ?? [])
            }
        }
    }

    /// Compares the received changes with those that owners report as published, and resets where some are overdue.
    func compare(_ owned: [Heartbeat.Owned], at now: ClusterClock.Instant) {
        state.withLock { state in
            var isMissing = false
            for owned in owned {
                guard let sequence = owned.changes else { continue }
                let passed = state.passed[owned.partition]
                if let announced = state.announced[owned.partition], passed ?? 0 < announced.sequence {
                    guard now - announced.since > timeout else { continue }
                    isMissing = true
                    state.passed[owned.partition] = announced.sequence
                }
                state.announced[owned.partition] = (sequence, now)
            }
            if isMissing { reset() }
        }
    }
}
