import Synchronization

/// Nodes and logs in one process, for tests and to try a cluster without servers. Nodes that share the transport form a
/// cluster.
public final class MemoryTransport: ClusterTransport {
    private struct Node: Sendable {
        var receiveHeartbeat: @Sendable ([UInt8]) -> Void
        var receiveChanges: @Sendable ([UInt8]) -> Void
        var answer: @Sendable ([UInt8], @escaping @Sendable ([UInt8]) -> Void) -> Void
    }

    private struct State {
        var logs: [Int: MemoryPartitionLog] = [:]
        var nodes: [String: Node] = [:]
        let settings = MemoryPartitionLog()
    }

    private let state = Mutex(State())
    public let messageBytesMax: Int

    /// Creates a transport without nodes and with empty logs.
    ///
    /// - Parameter messageBytesMax: The maximum size of a message between nodes, in bytes. Larger ones are not sent.
    public init(messageBytesMax: Int = 1_000_000) { self.messageBytesMax = messageBytesMax }

    public func log(of partition: Int) -> any PartitionLog { memoryLog(of: partition) }

    public func settingsLog() -> any PartitionLog { state.withLock { $0.settings } }

    /// The log of a partition.
    public func memoryLog(of partition: Int) -> MemoryPartitionLog {
        state.withLock { state in
            let log = state.logs[partition] ?? MemoryPartitionLog()
            state.logs[partition] = log
            return log
        }
    }

    public func attach(
        _ address: String, receiveHeartbeat: @escaping @Sendable ([UInt8]) -> Void,
        receiveChanges: @escaping @Sendable ([UInt8]) -> Void,
        answer: @escaping @Sendable ([UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) -> Void
    ) {
        state.withLock {
            $0.nodes[address] = Node(receiveHeartbeat: receiveHeartbeat, receiveChanges: receiveChanges, answer: answer)
        }
    }

    public func sendHeartbeat(_ heartbeat: [UInt8], from address: String) {
        let receivers = state.withLock { $0.nodes[address] == nil ? [] : $0.nodes.values.map(\.receiveHeartbeat) }
        for receive in receivers { receive(heartbeat) }
    }

    public func publish(_ changes: [UInt8], from address: String) {
        guard changes.count <= messageBytesMax else { return }
        let receivers = state.withLock { $0.nodes[address] == nil ? [] : $0.nodes.values.map(\.receiveChanges) }
        for receive in receivers { receive(changes) }
    }

    public func ask(
        _ address: String, _ request: [UInt8], within time: Duration, receive: @escaping @Sendable (TransportAnswer) -> Bool
    ) {
        guard request.count <= messageBytesMax else {
            _ = receive(.notSent(reason: "\(request.count) bytes are more than \(messageBytesMax)"))
            return
        }
        guard let node = state.withLock({ $0.nodes[address] }) else {
            _ = receive(.nobody)
            return
        }
        // An answer that exceeds the limit is lost, as if it had not come in time.
        node.answer(request) { [messageBytesMax] in _ = receive($0.count <= messageBytesMax ? .answer($0) : .silence) }
    }

    /// Removes a node as if its process had ended: it neither receives nor sends messages. It can still reach the logs.
    public func detach(_ address: String) { state.withLock { _ = $0.nodes.removeValue(forKey: address) } }
}
