#if Cluster
import CNats
import Dispatch
import LiveActivityCore
import LiveActivityJSON
import Synchronization

/// A cluster on NATS servers: its logs are streams, its nodes reach each other by requests.
public final class JetStreamTransport: ClusterTransport {
    private struct State {
        var streams: JetStreamLog.Configuration
        /// Whether streams that are not there are made.
        var makes = true
        var logs: [Int: JetStreamLog] = [:]
    }

    private let connection: NATSConnection
    private let cluster: String
    private let state: Mutex<State>

    /// Joins the cluster with a name.
    ///
    /// - Parameters:
    ///   - cluster: Letters, digits, `-` and `_`. Nodes with the same name on the same servers are one cluster. Its streams are
    ///     called after it, such as `LA_P17`.
    ///   - streams: Of the streams that are made, and what those that exist are compared with.
    /// - Throws: ``LogError/misconfigured(reason:)`` where the name is none.
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

    /// Opens the streams of all partitions, which are made if the cluster is new, so that what is wrong with one of them is
    /// said before a node joins.
    ///
    /// - Throws: As ``JetStreamLog/init(_:stream:_:)``, for the first that cannot be opened;
    ///   ``LogError/misconfigured(reason:)`` where the cluster has another number of partitions; ``LogError/full(reason:)``
    ///   where the servers have no room for a new cluster, of which then nothing is left.
    public func open(partitions: Int) throws(LogError) {
        let streams = state.withLock { $0.streams }
        try open(partitions: partitions, replicas: streams.replicas, bytesMax: streams.bytesMax)
    }

    /// Opens the streams of all partitions as a node does that may not know how many there are.
    ///
    /// - Parameters:
    ///   - partitions: How many partitions the cluster must have; `nil` for as many as it has, and 64 for a new one.
    ///   - replicas: How many servers must keep each; `nil` for as many as do, and 3 for a new one.
    ///   - bytesMax: How large each log of a new cluster may become; `nil` for 256 MB.
    /// - Returns: What the cluster has.
    /// - Throws: As ``open(partitions:)``; the error has both values where the cluster has another one.
    @discardableResult
    public func open(partitions: Int?, replicas: Int64?, bytesMax: Int64?) throws(LogError) -> ClusterSettings {
        let settings = try JetStreamCluster(connection: connection, name: cluster)
            .open(partitions: partitions, replicas: replicas, bytesMax: bytesMax)
        return try open(settings)
    }

    /// Opens the streams of a cluster that exists, and makes none, now and later: for what only looks at a cluster.
    ///
    /// - Returns: What the cluster has.
    /// - Throws: ``LogError/misconfigured(reason:)`` where there is no such cluster, with the names of those that there are.
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
            // If an answer is lost, the request times out at the node that sent it.
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

    /// What the servers' `max_payload` leaves beside the subjects and headers.
    public var messageBytesMax: Int { max(Int(connection.payloadMax) - 1_024, 1_024) }

    /// What of the servers and of libnats does not hold that the documentation recommends, a line for each. What a client
    /// cannot see, such as `sync_interval`, is not among it.
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
            warnings.append("the NATS servers are older than 2.12: use 2.12.3 or later")
        }
        if nats_GetVersionNumber() < 0x03_08_00 {
            let version = nats_GetVersion().map { String(cString: $0) } ?? "?"
            warnings.append("libnats \(version) can hang where a server ends while it is connected to: use 3.8 or later")
        }
        return warnings
    }
}
#endif
