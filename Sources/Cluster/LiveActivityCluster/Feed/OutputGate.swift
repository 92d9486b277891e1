import LiveActivityCore
import Synchronization

/// Holds the changes of a partition back until they are in its log, so that a takeover cannot undo anything that has left the
/// node.
final class OutputGate: Sendable {
    private struct State {
        var waiting: [Change] = []
        var send: (@Sendable ([Change]) -> Void)?
    }

    private let state = Mutex(State())
    private let passed: Atomic<UInt64>

    /// - Parameter sequence: The sequence of the last change in the log.
    init(after sequence: UInt64) { passed = Atomic(sequence) }

    /// The sequence of the last change that is in the log and was passed to `send`, if a receiver is set.
    var sequence: UInt64 { passed.load(ordering: .acquiring) }

    /// Sets the receiver of changes; `nil` removes it. Changes that wait for the log are dropped.
    func setReceiver(_ send: (@Sendable ([Change]) -> Void)?) { state.withLock { $0 = State(send: send) } }

    /// Adds a change that waits for the log. Called in order, while the lock of the runtime's shard is held.
    func take(_ change: Change) { state.withLock { if $0.send != nil { $0.waiting.append(change) } } }

    /// Passes on the changes up to this sequence, which are now in the log. Called after each append, by one thread at a time.
    func open(through sequence: UInt64) {
        let (due, send) = state.withLock { state -> ([Change], (@Sendable ([Change]) -> Void)?) in
            let due = Array(state.waiting.prefix { $0.sequence <= sequence })
            state.waiting.removeFirst(due.count)
            return (due, state.send)
        }
        if !due.isEmpty { send?(due) }
        // Stored after sending: a node that reads the sequence in a heartbeat has then been sent the changes.
        passed.store(max(sequence, passed.load(ordering: .relaxed)), ordering: .releasing)
    }
}
