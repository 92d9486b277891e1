#if Cluster
import CNats
import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// The settings that all nodes of a cluster share. They are not stored separately, but read from the cluster's streams.
public struct ClusterSettings: Hashable, Sendable {
    /// The number of partitions, which never changes.
    public var partitions: Int
    /// The configuration of each partition's stream.
    public var streams: JetStreamLog.Configuration

    /// Creates settings.
    public init(partitions: Int, streams: JetStreamLog.Configuration = JetStreamLog.Configuration()) {
        (self.partitions, self.streams) = (partitions, streams)
    }
}

/// Finds, creates and cleans up the streams of clusters on NATS servers.
///
/// The stream of partition 0 is created last: if it exists, the cluster is complete.
struct JetStreamCluster {
    let connection: NATSConnection
    let name: String

    static func stream(_ cluster: String, _ partition: Int) -> String {
        "\(cluster)_P\(partition < 10 ? "0" : "")\(partition)"
    }

    /// The stream of the settings that all nodes share. It differs from every partition's name.
    static func settingsStream(_ cluster: String) -> String { "\(cluster)_SETTINGS" }

    private func stream(_ partition: Int) -> String { Self.stream(name, partition) }

    // MARK: - Lookup

    /// The clusters on the servers by name, each with the partitions that have a stream. Creates nothing.
    ///
    /// - Throws: ``LogError/unavailable(reason:)`` if the servers do not answer, for instance while they elect a leader;
    ///   ``LogError/misconfigured(reason:)`` if JetStream is not enabled for this account.
    static func all(on connection: NATSConnection) throws(LogError) -> [String: Set<Int>] {
        struct Page: Decodable {
            struct Failure: Decodable {
                var err_code: Int?
                var description: String?
            }
            var streams: [String]?
            var total: Int?
            var error: Failure?
        }
        var (found, count): ([String: Set<Int>], Int) = ([:], 0)
        while true {
            let request = "{\"offset\":\(count),\"subject\":\"la.log.*\"}"
            let answer = try NATSBatch(connection, subject: "$JS.API.STREAM.NAMES").request([request])[0]
            guard let answer, answer.status != 503,
                let page = try? WireDecoder(limits: .stored).decode(Page.self, from: answer.bytes)
            else {
                throw .unavailable(
                    reason:
                        "the NATS servers do not list their streams: JetStream is not enabled ('jetstream {}'), or has no leader"
                )
            }
            if let error = page.error {
                let reason = "the NATS servers do not list their streams: \((error.description ?? "?").prefix(200))"
                if error.err_code == 10_039 || error.err_code == 10_076 { throw .misconfigured(reason: reason) }
                throw .unavailable(reason: reason)
            }
            let names = page.streams ?? []
            count += names.count
            for name in names {
                guard let (cluster, partition) = parts(of: name) else { continue }
                found[cluster, default: []].insert(partition)
            }
            guard !names.isEmpty, count < page.total ?? 0 else { return found }
        }
    }

    /// The cluster and the partition of a stream; `nil` for a stream of another application.
    private static func parts(of stream: String) -> (cluster: String, partition: Int)? {
        guard let end = stream.lastIndex(of: "_") else { return nil }
        let (cluster, number) = (String(stream[..<end]), stream[stream.index(after: end)...].dropFirst())
        guard let partition = Int(number), self.stream(cluster, partition) == stream else { return nil }
        return (cluster, partition)
    }

    /// The cluster's settings, read from its streams.
    ///
    /// - Throws: ``LogError/misconfigured(reason:)`` if the cluster does not exist, with the names of the existing ones.
    func settings() throws(LogError) -> ClusterSettings {
        let all = try Self.all(on: connection)
        if let settings = try settings(all[name] ?? []) { return settings }
        if all[name] != nil {
            throw .misconfigured(reason: "cluster '\(name)' was not created completely: start a node with 'serve'")
        }
        let others = all.keys.sorted().prefix(10).map { "'\($0)'" }.joined(separator: ", ")
        throw .misconfigured(
            reason: "there is no cluster '\(name)' on these servers; they have \(others.isEmpty ? "none" : others)")
    }

    /// - Returns: `nil` if the cluster is incomplete.
    private func settings(_ partitions: Set<Int>) throws(LogError) -> ClusterSettings? {
        guard partitions.contains(0), let last = partitions.max(), let first = try facts(0) else { return nil }
        guard partitions.count == last + 1 else {
            let missing = (0..<last).filter { !partitions.contains($0) }.map { stream($0) }.prefix(5).joined(separator: ", ")
            throw .misconfigured(reason: "cluster '\(name)' lacks streams that it had (\(missing)): restore a backup")
        }
        return ClusterSettings(
            partitions: last + 1, streams: JetStreamLog.Configuration(replicas: first.replicas, bytesMax: first.bytesMax))
    }

    private struct Facts {
        var replicas: Int64
        var bytesMax: Int64
        var isEmpty: Bool
    }

    /// - Returns: `nil` if the stream does not exist.
    private func facts(_ partition: Int) throws(LogError) -> Facts? {
        var (info, code): (UnsafeMutablePointer<jsStreamInfo>?, jsErrCode) = (nil, .init(0))
        let status = js_GetStreamInfo(&info, connection.stream, stream(partition), nil, &code)
        defer { jsStreamInfo_Destroy(info) }
        if status == NATS_NOT_FOUND || code == JSStreamNotFoundErr { return nil }
        guard status == NATS_OK, let info = info?.pointee, let stream = info.Config?.pointee else {
            throw JetStreamLog.readError(status, code, "\(self.stream(partition)) cannot be opened")
        }
        return Facts(replicas: stream.Replicas, bytesMax: stream.MaxBytes, isEmpty: info.State.LastSeq == 0)
    }

    // MARK: - Creation

    /// The settings with which a node starts: those of the cluster, which is created if it does not exist.
    ///
    /// - Parameters:
    ///   - partitions, replicas, bytesMax: The node's options; `nil` for the cluster's own values, and the defaults of a new
    ///     cluster.
    /// - Throws: ``LogError/misconfigured(reason:)`` if the cluster has other settings, with both values;
    ///   ``LogError/full(reason:)`` if the servers lack space; nothing is left on them then.
    func open(partitions: Int?, replicas: Int64?, bytesMax: Int64?) throws(LogError) -> ClusterSettings {
        let present = try Self.all(on: connection)[name] ?? []
        if let settings = try settings(present) {
            if let partitions { try check(settings, partitions) }
            if let replicas, replicas != settings.streams.replicas {
                throw .misconfigured(
                    reason:
                        "cluster '\(name)' keeps each partition on \(settings.streams.replicas) servers (replicas), not on \(replicas)"
                )
            }
            return settings
        }
        // If another node is creating the cluster, or has begun to, its streams determine the settings.
        let begun = try present.max().flatMap { (last) throws(LogError) in try facts(last).map { (last, $0) } }
        let defaults = JetStreamLog.Configuration()
        let wanted = ClusterSettings(
            partitions: partitions ?? begun.map { $0.0 + 1 } ?? LiveActivityRuntime.shardsMax,
            streams: JetStreamLog.Configuration(
                replicas: replicas ?? begun?.1.replicas ?? defaults.replicas,
                bytesMax: bytesMax ?? begun?.1.bytesMax ?? defaults.bytesMax))
        guard wanted.streams.bytesMax >= JetStreamLog.Configuration.bytesMin else {
            throw .misconfigured(
                reason:
                    "a log of \(megabytes(wanted.streams.bytesMax)) has no room for a snapshot besides its contents: the smallest is "
                    + megabytes(JetStreamLog.Configuration.bytesMin))
        }
        try removeOthers(present, than: wanted)
        try make(wanted)
        return wanted
    }

    private func check(_ settings: ClusterSettings, _ partitions: Int) throws(LogError) {
        guard settings.partitions != partitions else { return }
        throw .misconfigured(
            reason: "cluster '\(name)' has \(settings.partitions) partitions, not \(partitions): their number never changes")
    }

    private func make(_ settings: ClusterSettings) throws(LogError) {
        for partition in (0..<settings.partitions).reversed() {
            do throws(LogError) {
                _ = try JetStreamLog(connection, stream: stream(partition), settings.streams)
            } catch {
                guard case .full(let reason) = error else { throw error }
                // Safe to remove, as nothing was written: no node starts without the stream of partition 0.
                let made = (partition + 1)..<settings.partitions
                for left in made { removeEmpty(left) }
                throw .full(reason: noRoom(settings, made.count, reason))
            }
        }
        // Two nodes that were started at the same time with different numbers may have created each other's streams.
        if let made = try self.settings(try Self.all(on: connection)[name] ?? []) { try check(made, settings.partitions) }
    }

    private func noRoom(_ settings: ClusterSettings, _ made: Int, _ reason: String) -> String {
        let all = Int64(settings.partitions) * settings.streams.bytesMax
        return "the servers have no room for cluster '\(name)': \(settings.partitions) partitions of "
            + "\(megabytes(settings.streams.bytesMax)) reserve \(megabytes(all)) on each server that keeps them, and only \(made) of them fit. "
            + "Raise max_file_store of the servers' jetstream {} (and have that much disk), or use fewer partitions or smaller logs. "
            + "Nothing was left behind. The servers said: \(reason)"
    }

    private func megabytes(_ bytes: Int64) -> String { "\(bytes >> 20) MB" }

    /// Removes the streams of a creation that another node has begun with other settings, if nothing was written to them.
    private func removeOthers(_ present: Set<Int>, than wanted: ClusterSettings) throws(LogError) {
        var others: [Int] = []
        var isOther = present.max().map { $0 >= wanted.partitions } ?? false
        for partition in present.sorted() {
            guard let facts = try facts(partition) else { continue }
            guard facts.isEmpty else {
                throw .misconfigured(
                    reason:
                        "cluster '\(name)' lacks its first stream, \(stream(0)), and \(stream(partition)) has messages: restore a backup"
                )
            }
            if facts.replicas != wanted.streams.replicas || facts.bytesMax != wanted.streams.bytesMax { isOther = true }
            others.append(partition)
        }
        if isOther { for partition in others { removeEmpty(partition) } }
    }

    /// A stream that cannot be removed now will be removed or used by the next node that starts.
    private func removeEmpty(_ partition: Int) {
        guard let facts = try? facts(partition), facts.isEmpty else { return }
        js_DeleteStream(connection.stream, stream(partition), nil, nil)
    }
}
#endif
