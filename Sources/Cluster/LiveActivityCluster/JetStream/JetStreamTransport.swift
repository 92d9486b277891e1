#if Cluster
import CNats
import Dispatch
import LiveActivityCore
import LiveActivityJSON
import Synchronization

/// A cluster on NATS servers: its logs are JetStream streams, and its nodes communicate by requests.
public final class JetStreamTransport: ClusterTransport {
    private struct State {
        var streams: JetStreamLog.Configuration
        /// Whether missing streams are created.
        var makes = true
        var logs: [Int: JetStreamLog] = [:]
    }

    private let connection: NATSConnection
    private let cluster: String
    private let state: Mutex<State>

    /// Joins the cluster with a name.
    ///
    /// - Parameters:
    ///   - cluster: Letters, digits, `-` and `_`. Nodes with the same name on the same servers form a cluster. Its streams are
    ///     named after it, such as `LA_P17`.
    ///   - streams: The settings of new streams, which existing ones must match.
    /// - Throws: ``LogError/misconfigured(reason:)`` for an invalid name.
    public init(
        _ connection: NATSConnection, cluster: String = "LA",
        streams: JetStreamLog.Configuration = JetStreamLog.Configuration()
    ) throws(LogError) {
        let isName = cluster.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isName, !cluster.isEmpty else {
            throw .misconfigured(reason: "'\(cluster)' is not a cluster name: use letters, digits, '-' and '_'")
        }
        (self.connection, self.cluster) = (connection, cluster)
        state = Mutex(State(streams: streams))
    }

    public func log(of partition: Int) throws(LogError) -> any PartitionLog { try stream(of: partition) }

    /// The settings of ten thousand tokens take a quarter of it.
    private static let settingsBytesMax: Int64 = 16 << 20

    /// Opens the stream `CLUSTER_SETTINGS`. It has as many replicas as the partitions' streams, and at most 16 MB.
    public func settingsLog() throws(LogError) -> any PartitionLog {
        var (streams, makes) = state.withLock { ($0.streams, $0.makes) }
        streams.bytesMax = Self.settingsBytesMax
        let name = JetStreamCluster.settingsStream(cluster)
        return makes
            ? try JetStreamLog(connection, stream: name, streams) : try JetStreamLog(connection, existing: name, streams)
    }

    private func stream(of partition: Int) throws(LogError) -> JetStreamLog {
        let (known, streams, makes) = state.withLock { ($0.logs[partition], $0.streams, $0.makes) }
        if let known { return known }
        let name = JetStreamCluster.stream(cluster, partition)
        let log =
            makes
            ? try JetStreamLog(connection, stream: name, streams) : try JetStreamLog(connection, existing: name, streams)
        state.withLock { $0.logs[partition] = log }
        return log
    }

    /// Opens the streams of all partitions, and creates them if the cluster is new, so that a problem with one of them is
    /// reported before a node joins.
    ///
    /// - Throws: The error of ``JetStreamLog/init(_:stream:_:)`` for the first stream that cannot be opened;
    ///   ``LogError/misconfigured(reason:)`` if the cluster has another number of partitions; ``LogError/full(reason:)`` if the
    ///   servers lack space for a new cluster; nothing is left on them then.
    public func open(partitions: Int) throws(LogError) {
        let streams = state.withLock { $0.streams }
        try open(partitions: partitions, replicas: streams.replicas, bytesMax: streams.bytesMax)
    }

    /// Opens the streams of all partitions for a node that may not know their number.
    ///
    /// - Parameters:
    ///   - partitions: The required number of partitions; `nil` for the cluster's own, and 64 for a new one.
    ///   - replicas: The required number of replicas; `nil` for the cluster's own, and 3 for a new one.
    ///   - bytesMax: The maximum size of each log of a new cluster, in bytes; `nil` for 256 MB.
    /// - Returns: The cluster's settings.
    /// - Throws: The errors of ``open(partitions:)``; if the cluster has another value, the error gives both.
    @discardableResult
    public func open(partitions: Int?, replicas: Int64?, bytesMax: Int64?) throws(LogError) -> ClusterSettings {
        let settings = try JetStreamCluster(connection: connection, name: cluster)
            .open(partitions: partitions, replicas: replicas, bytesMax: bytesMax)
        return try open(settings)
    }

    /// Opens the streams of an existing cluster, and never creates any: for tools that only inspect a cluster.
    ///
    /// - Returns: The cluster's settings.
    /// - Throws: ``LogError/misconfigured(reason:)`` if the cluster does not exist, with the names of the existing ones.
    @discardableResult
    public func openExisting() throws(LogError) -> ClusterSettings {
        state.withLock { $0.makes = false }
        return try open(try JetStreamCluster(connection: connection, name: cluster).settings())
    }

    private func open(_ settings: ClusterSettings) throws(LogError) -> ClusterSettings {
        state.withLock { $0.streams = settings.streams }
        for partition in (0..<settings.partitions).reversed() { _ = try stream(of: partition) }
        return settings
    }

    public func attach(
        _ address: String, receiveHeartbeat: @escaping @Sendable ([UInt8]) -> Void,
        receiveChanges: @escaping @Sendable ([UInt8]) -> Void,
        answer: @escaping @Sendable ([UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) -> Void
    ) throws(LogError) {
        try connection.subscribe("la.\(cluster).beat") { receiveHeartbeat($0.bytes) }
        try connection.subscribe("la.\(cluster).changes") { receiveChanges($0.bytes) }
        try connection.subscribe(subject(of: address)) { [weak connection] request in
            guard let reply = request.reply else { return }
            // If the answer cannot be sent, the request times out at its sender.
            answer(request.bytes) { [weak connection] in try? connection?.publish($0, to: reply) }
        }
    }

    private func subject(of address: String) -> String { "la.\(cluster).node.\(address)" }

    public func sendHeartbeat(_ heartbeat: [UInt8], from address: String) throws(LogError) {
        try connection.publish(heartbeat, to: "la.\(cluster).beat")
    }

    public func publish(_ changes: [UInt8], from address: String) throws(LogError) {
        try connection.publish(changes, to: "la.\(cluster).changes")
    }

    public func ask(
        _ address: String, _ request: [UInt8], within time: Duration, receive: @escaping @Sendable (TransportAnswer) -> Bool
    ) { connection.ask(subject(of: address), request, within: time, receive: receive) }

    /// The maximum size of a message: the servers' `max_payload`, minus the subjects and headers.
    public var messageBytesMax: Int { max(Int(connection.payloadMax) - 1_024, 1_024) }

    /// The recommendations of the documentation for servers and libnats that are not met, a line for each. Settings that a
    /// client cannot read, such as `sync_interval`, are not checked.
    public func warnings() async -> [String] {
        var warnings: [String] = []
        let replicas = state.withLock { $0.streams.replicas }
        if replicas < 3 {
            warnings.append("\(replicas) replicas: the loss of one server can lose activities; use 3")
        }
        if connection.payloadMax < 1 << 20 {
            warnings.append(
                "max_payload is \(connection.payloadMax) bytes: set it to 1 MB, or large batches go in many messages")
        }
        struct Info: Decodable {
            struct API: Decodable { var level: Int? }
            var api: API?
        }
        if case .answer(let bytes) = await connection.ask("$JS.API.INFO", [], within: .seconds(2)),
            let info = try? WireDecoder().decode(Info.self, from: bytes), info.api?.level ?? 0 < 2
        {
            warnings.append(
                "the NATS servers are older than 2.12: use 2.12.3 or later; with 2.9.10 the copies of a log "
                    + "differed after the network between servers was cut, and acknowledged changes can be lost")
        }
        if nats_GetVersionNumber() < 0x03_08_00 {
            let version = nats_GetVersion().map { String(cString: $0) } ?? "?"
            warnings.append("libnats \(version) can hang if a server ends during a connection attempt: use 3.8 or later")
        }
        return warnings
    }
}
#endif
