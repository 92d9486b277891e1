import Dispatch
import LiveActivities
import Synchronization

@testable import LiveActivityCluster

/// Nodes and logs in memory, with faults of requests and appends that the test controls.
final class FaultTransport: ClusterTransport {
    /// A message with requests in transit from one node to another.
    struct Message: Sendable {
        var address: String
        var requests: [ClusterRequest]
        /// Delivers the message; its answers are delivered too, unless they are to be lost.
        var arrive: @Sendable (_ isAnswered: Bool) -> Void
        /// Ends the sender's wait.
        var giveUp: @Sendable () -> Void
    }

    private struct State {
        var onMessage: (@Sendable (Message) -> Bool)?
        var logs: [Int: FaultAppends] = [:]
        var sent = 0
    }

    let memory = MemoryTransport()
    private let state = Mutex(State())

    /// - Parameter receive: Called with each message; returns whether it takes over the delivery.
    func onMessage(_ receive: (@Sendable (Message) -> Bool)?) { state.withLock { $0.onMessage = receive } }

    /// How many messages of requests were sent.
    var sent: Int { state.withLock { $0.sent } }

    func appends(of partition: Int) -> FaultAppends {
        let log = memory.memoryLog(of: partition)
        return state.withLock { state in
            let faults = state.logs[partition] ?? FaultAppends(log)
            state.logs[partition] = faults
            return faults
        }
    }

    func log(of partition: Int) -> any PartitionLog { appends(of: partition) }

    func attach(
        _ address: String, receiveHeartbeat: @escaping @Sendable ([UInt8]) -> Void,
        receiveChanges: @escaping @Sendable ([UInt8]) -> Void,
        answer: @escaping @Sendable ([UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) -> Void
    ) { memory.attach(address, receiveHeartbeat: receiveHeartbeat, receiveChanges: receiveChanges, answer: answer) }

    func sendHeartbeat(_ heartbeat: [UInt8], from address: String) { memory.sendHeartbeat(heartbeat, from: address) }
    func publish(_ changes: [UInt8], from address: String) { memory.publish(changes, from: address) }

    func ask(
        _ address: String, _ request: [UInt8], within time: Duration, receive: @escaping @Sendable (TransportAnswer) -> Bool
    ) {
        let requests = (Frames(encoded: request)?.frames ?? []).compactMap { ClusterRequest(encoded: $0.bytes) }
        let message = Message(
            address: address, requests: requests,
            arrive: { [memory] isAnswered in
                memory.ask(address, request, within: time) { answer in isAnswered ? receive(answer) : true }
            }, giveUp: { _ = receive(.silence) })
        let onMessage = state.withLock { state in
            state.sent += 1
            return state.onMessage
        }
        if onMessage?(message) == true { return }
        memory.ask(address, request, within: time, receive: receive)
    }
}

/// A log whose appends fail on request: those of the writers known at that time, or of all.
final class FaultAppends: PartitionLog {
    enum Fault: Sendable {
        /// The message is not stored, and no answer comes.
        case requestLost
        /// The message is stored, and no answer comes.
        case answerLost
        /// The message is refused.
        case refused
    }

    private let log: MemoryPartitionLog
    private struct State {
        var fault: Fault?
        /// The writers that have appended, and those whose appends fail.
        var (writers, failing): (Set<Substring>, Set<Substring>) = ([], [])
        var failsForNewWriters = false
        var damaged: LogPosition?
    }

    private let state = Mutex(State())
    /// Held by an append; by the test while appends must wait.
    private let answering = DispatchSemaphore(value: 1)

    init(_ log: MemoryPartitionLog) { self.log = log }

    func fail(_ fault: Fault?, forNewWriters: Bool = false) {
        state.withLock { state in
            (state.fault, state.failsForNewWriters) = (fault, forNewWriters)
            state.failing = state.writers
        }
    }

    /// The message at a position cannot be read from now on; `nil` ends that.
    func damage(_ position: LogPosition?) { state.withLock { $0.damaged = position } }

    /// The log answers no append until ``resume()``.
    func pause() { answering.wait() }
    func resume() { answering.signal() }

    private func fault(of message: LogMessage) -> Fault? {
        state.withLock { state in
            let writer = message.id.prefix { $0 != "-" }
            state.writers.insert(writer)
            return state.failsForNewWriters || state.failing.contains(writer) ? state.fault : nil
        }
    }

    func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
        answering.wait()
        defer { answering.signal() }
        switch fault(of: message) {
        case nil: return try log.append(message, after: expected)
        case .requestLost: throw .unanswered(reason: "the test says so")
        case .refused: throw .unavailable(reason: "the test says so")
        case .answerLost:
            _ = try log.append(message, after: expected)
            throw .unanswered(reason: "the test says so")
        }
    }

    func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        let damaged = state.withLock(\.damaged)
        return try log.read(after: position, bytes: bytes).map { entry in
            entry.position == damaged ? LogEntry(position: entry.position, message: .init(id: "", bytes: [0])) : entry
        }
    }
    func bounds() -> LogBounds { log.bounds() }
    func trim(through position: LogPosition) { log.trim(through: position) }
}
