#if Cluster
import LiveActivityCluster
import Synchronization

/// The messages appended to logs.
final class AppendedMessages: Sendable {
    struct Messages {
        var count = 0
        var bytes = 0
        /// The first of them, with their bytes.
        var first: [[UInt8]] = []
    }

    private let messages = Mutex(Messages())
    private static let firstMax = 100

    func add(_ bytes: [UInt8]) {
        messages.withLock { messages in
            messages.count += 1
            messages.bytes += bytes.count
            if messages.first.count < Self.firstMax { messages.first.append(bytes) }
        }
    }

    /// The messages since the last call.
    func take() -> Messages {
        messages.withLock { messages in
            defer { messages = Messages() }
            return messages
        }
    }
}

/// A transport whose logs record their messages.
final class CountingTransport: ClusterTransport {
    private let transport: any ClusterTransport
    private let appended: AppendedMessages

    init(_ transport: any ClusterTransport, _ appended: AppendedMessages) {
        (self.transport, self.appended) = (transport, appended)
    }

    func log(of partition: Int) throws(LogError) -> any PartitionLog {
        CountingLog(log: try transport.log(of: partition), appended: appended)
    }

    func attach(
        _ address: String, receiveHeartbeat: @escaping @Sendable ([UInt8]) -> Void,
        receiveChanges: @escaping @Sendable ([UInt8]) -> Void,
        answer: @escaping @Sendable ([UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) -> Void
    ) throws(LogError) {
        try transport.attach(address, receiveHeartbeat: receiveHeartbeat, receiveChanges: receiveChanges, answer: answer)
    }

    func settingsLog() throws(LogError) -> any PartitionLog { try transport.settingsLog() }

    func leave(_ address: String) { transport.leave(address) }

    func hasOthers(besides address: String) -> Bool? { transport.hasOthers(besides: address) }

    func publish(_ changes: [UInt8], from address: String) throws(LogError) { try transport.publish(changes, from: address) }

    func sendHeartbeat(_ heartbeat: [UInt8], from address: String) throws(LogError) {
        try transport.sendHeartbeat(heartbeat, from: address)
    }

    func ask(
        _ address: String, _ request: [UInt8], within time: Duration, receive: @escaping @Sendable (TransportAnswer) -> Bool
    ) { transport.ask(address, request, within: time, receive: receive) }
}

private struct CountingLog: PartitionLog {
    var log: any PartitionLog
    var appended: AppendedMessages

    func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
        let position = try log.append(message, after: expected)
        appended.add(message.bytes)
        return position
    }

    func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        try log.read(after: position, bytes: bytes)
    }

    func bounds() throws(LogError) -> LogBounds { try log.bounds() }
    func trim(through position: LogPosition) throws(LogError) { try log.trim(through: position) }
}
#endif
