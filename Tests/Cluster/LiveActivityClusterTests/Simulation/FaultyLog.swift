import LiveActivities
import LiveActivityCluster
import LiveActivityTesting
import Synchronization

/// One node's connection to a log: requests and answers are lost, delayed and duplicated.
final class FaultyLog: PartitionLog {
    private struct State {
        var random: SeededGenerator
        var isCut = false
        var isFull = false
        /// The requests in transit.
        var delayed: [@Sendable () -> Void] = []
    }

    enum Fault: CaseIterable { case answerLost, requestLost, delayed, repeated, refused }

    let server: MemoryPartitionLog
    /// Runs the actions of other nodes while a request of this node is in progress. The simulation has one thread.
    nonisolated(unsafe) var meanwhile: () -> Void = {}
    /// The average number of calls per fault.
    private let rarity: Int
    private let state: Mutex<State>

    init(_ server: MemoryPartitionLog, seed: UInt64, rarity: Int) {
        self.server = server
        self.rarity = rarity
        state = Mutex(State(random: SeededGenerator(seed: seed)))
    }

    func cut(_ isCut: Bool) { state.withLock { $0.isCut = isCut } }
    func fill(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

    /// Delivers one of the delayed requests, in random order.
    func deliver() {
        let request = state.withLock { state -> (@Sendable () -> Void)? in
            state.delayed.isEmpty ? nil : state.delayed.remove(at: state.random.below(state.delayed.count))
        }
        request?()
    }

    var delayedCount: Int { state.withLock { $0.delayed.count } }

    func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
        if state.withLock({ $0.random.once(in: rarity) }) { meanwhile() }
        let late: @Sendable () -> Void = { [server] in _ = try? server.append(message, after: expected) }
        let (fault, isFull) = state.withLock { state -> (Fault?, Bool) in
            let fault: Fault? =
                state.isCut
                ? state.random.pick([.requestLost, .delayed, .refused])
                : state.random.once(in: rarity) ? state.random.pick(Fault.allCases) : nil
            if fault == .delayed || fault == .repeated { state.delayed.append(late) }
            return (fault, state.isFull)
        }
        switch fault {
        case .requestLost, .delayed: throw .unanswered(reason: "the simulation says so")
        case .refused: throw .unavailable(reason: "the simulation says so")
        case .answerLost:
            if !isFull { _ = try server.append(message, after: expected) }
            throw .unanswered(reason: "the simulation says so")
        case .repeated, nil:
            if isFull { throw .full(reason: "the simulation says so") }
            return try server.append(message, after: expected)
        }
    }

    func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        let (isCut, isBehind) = state.withLock { ($0.isCut, $0.random.once(in: rarity)) }
        if isCut { throw .unavailable(reason: "the simulation says so") }
        let entries = try server.read(after: position, bytes: bytes)
        guard isBehind else { return entries }
        return Array(entries.prefix(state.withLock { $0.random.below(entries.count + 1) }))
    }

    func bounds() throws(LogError) -> LogBounds {
        if state.withLock({ $0.isCut }) { throw .unavailable(reason: "the simulation says so") }
        return server.bounds()
    }

    func trim(through position: LogPosition) throws(LogError) {
        let fault = state.withLock { state -> Fault? in
            let fault: Fault? = state.isCut ? .refused : state.random.once(in: rarity) ? .delayed : nil
            if fault == .delayed { state.delayed.append { [server] in server.trim(through: position) } }
            return fault
        }
        switch fault {
        case nil: server.trim(through: position)
        case .delayed: throw .unanswered(reason: "the simulation says so")
        default: throw .unavailable(reason: "the simulation says so")
        }
    }
}
