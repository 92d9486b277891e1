#if Cluster
import LiveActivityCluster
import Synchronization

/// The sizes of the messages appended to logs.
final class AppendedBytes: Sendable {
    private let sizes = Mutex<[Int]>([])

    func add(_ size: Int) { sizes.withLock { $0.append(size) } }

    /// The sizes recorded since the last call.
    func take() -> [Int] {
        sizes.withLock { sizes in
            defer { sizes = [] }
            return sizes
        }
    }
}

/// A transport whose logs report the sizes of their messages.
final class CountingTransport: ClusterTransport {
    private let transport: any ClusterTransport
    private let appended: AppendedBytes

    init(_ transport: any ClusterTransport, _ appended: AppendedBytes) {
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
    var appended: AppendedBytes

    func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
        let position = try log.append(message, after: expected)
        appended.add(message.bytes.count)
        return position
    }

    func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        try log.read(after: position, bytes: bytes)
    }

    func bounds() throws(LogError) -> LogBounds { try log.bounds() }
    func trim(through position: LogPosition) throws(LogError) { try log.trim(through: position) }
}
#endif
