import LiveActivityCore
import Synchronization

/// Holds the changes of a partition back until they are in its log: nothing that a takeover could undo leaves the node.
final class OutputGate: Sendable {
    private struct State {
        var waiting: [Change] = []
        var send: (@Sendable ([Change]) -> Void)?
    }

    private let state = Mutex(State())
    private let passed: Atomic<UInt64>

    /// - Parameter sequence: Of the last change that the log has.
    init(after sequence: UInt64) { passed = Atomic(sequence) }

    /// The sequence of the last change that is in the log, and was given to `send` if there is one.
    var sequence: UInt64 { passed.load(ordering: .acquiring) }

    /// Sets what gets the changes, or `nil` for nothing. Changes that wait for the log are dropped.
    func setReceiver(_ send: (@Sendable ([Change]) -> Void)?) { state.withLock { $0 = State(send: send) } }

    /// Takes a change that was made. Called in order, under the lock of the runtime's shard.
    func take(_ change: Change) { state.withLock { if $0.send != nil { $0.waiting.append(change) } } }

    /// Sends what is in the log now. Called after each append, by one thread at a time.
    func open(through sequence: UInt64) {
        let (due, send) = state.withLock { state -> ([Change], (@Sendable ([Change]) -> Void)?) in
            let due = Array(state.waiting.prefix { $0.sequence <= sequence })
            state.waiting.removeFirst(due.count)
            return (due, state.send)
        }
        if !due.isEmpty { send?(due) }
        // After them: a node that learns the sequence from a heartbeat has been sent the changes.
        passed.store(max(sequence, passed.load(ordering: .relaxed)), ordering: .releasing)
    }
}
