#if Cluster
import CNats
import Dispatch
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import Synchronization
#if Postgres
import LiveActivityPostgres
#endif

/// A kind with 3 KB of content, whose number each event sets. The text is another one in each activity and repeats nothing, so
/// that a log that compresses has no advantage.
private struct PageProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            var number = 0
            var text: String
        }
        var page: UInt64
    }

    enum Event: Codable, Sendable { case turned(Int) }

    let kind: ActivityKind = "page"

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        let words = (0..<190 as Range<UInt64>).map { String(SplitMix64.number(of: attributes.page << 32 | $0), radix: 36) }
        return ActivityContent(state: .init(text: words.joined(separator: " ")), staleDate: nil)
    }

    func handle(_ event: Event, in activity: inout Scope) {
        guard case .turned(let number) = event else { return }
        activity.state.number = number
    }
}

extension ClusterBench {
    /// Bytes per second in three logs, with batches as large as the load makes them. The baseline has the same messages: libnats
    /// sends them to three such streams without waiting for answers; in PostgreSQL they are appended to three logs, with a
    /// connection each.
    func ofLog() async throws {
        var nodes: [ClusterRuntime] = []
        for number in 0..<3 {
            nodes.append(
                try await node(NodeName("node-\(number)"), partitions: 3, providers: [AnyProvider(PageProvider())]))
        }
        try await settled(nodes[0], 3, 3)
        let owners = Owners(nodes)
        var ids: [ActivityID] = []
        for number in 0..<3_000 as Range<UInt64> {
            let owner = OwnerID("\(number)")
            ids.append(
                try await nodes[0].start(PageProvider.Attributes(page: number), owner: owner, options: StartOptions(key: "1")))
        }
        let bare = try bare(count: 3)
        var (ours, theirs, sizes): ([Double], [Double], [Double]) = ([], [], [])
        for round in 0..<3 {
            _ = appended.take()
            let time = try await turnPages(ids, owners, seconds: 4)
            let messages = appended.take()
            ours.append(Double(messages.bytes) / time / 1e6)
            sizes.append(Double(messages.bytes / max(messages.count, 1)))
            theirs.append(try bare.rate(of: messages.first, seconds: 4) / 1e6)
            if round == 2 { bare.close() }
        }
        report("", ours.median, "MB/s", baseline: (bare.name, theirs.median))
        report("-message", sizes.median, "bytes")
        for node in nodes { await node.stop() }
    }

    private func bare(count: Int) throws -> any BareLogs {
        #if Postgres
        if PostgresAddress.isAddress(servers[0]) { return try BareTables(servers[0], schema: "\(cluster)_bare", count: count) }
        #endif
        return try BareStreams(servers, "\(cluster)_BARE", count: count)
    }

    private func turnPages(_ ids: [ActivityID], _ owners: Owners, seconds: Double) async throws -> Double {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup { group in
            for id in ids {
                group.addTask {
                    let node = try owners.node(of: id)
                    var number = 0
                    while ContinuousClock.now < start + .seconds(seconds) {
                        number += 1
                        try await node.send(PageProvider.Event.turned(number), to: id)
                    }
                }
            }
            try await group.waitForAll()
        }
        return (ContinuousClock.now - start) / .seconds(1)
    }
}

/// Logs of which only the appends are measured.
private protocol BareLogs {
    var name: String { get }
    /// Appends these messages, in turn, and returns the bytes per second until the last one is acknowledged.
    func rate(of messages: [[UInt8]], seconds: Double) throws -> Double
    func close()
}

#if Postgres
private final class BareTables: BareLogs {
    let name = "bare appends of the same messages"
    private let logs: [any PartitionLog]

    init(_ server: String, schema: String, count: Int) throws {
        logs = try (0..<count).map { number in
            let pool = try PostgresPool(PostgresAddress(server, schema: schema), connections: 1)
            return try PostgresCluster(pool, partitions: count).log(of: number)
        }
    }

    func close() {}

    func rate(of messages: [[UInt8]], seconds: Double) throws -> Double {
        let start = ContinuousClock.now
        let sent = Mutex(0)
        let failure = Mutex<(any Error)?>(nil)
        let logs = logs
        DispatchQueue.concurrentPerform(iterations: logs.count) { number in
            do {
                var last = try logs[number].bounds().last
                var index = number
                while ContinuousClock.now < start + .seconds(seconds) {
                    let bytes = messages[index % messages.count]
                    last = try logs[number].append(LogMessage(id: "\(last)", bytes: bytes), after: last)
                    sent.withLock { $0 += bytes.count }
                    index += 1
                }
            } catch { failure.withLock { $0 = error } }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return Double(sent.withLock { $0 }) / ((ContinuousClock.now - start) / .seconds(1))
    }
}
#endif

/// Streams with the settings of a partition's log, written without a fence and without waiting for answers.
private final class BareStreams: BareLogs {
    let name = "js_PublishAsync of the same messages"
    private var connection: OpaquePointer?
    private var stream: OpaquePointer?
    private let subjects: [String]

    init(_ servers: [String], _ name: String, count: Int) throws {
        subjects = (0..<count).map { "la.log.\(name)\($0)" }
        guard natsConnection_ConnectTo(&connection, servers[0]) == NATS_OK else {
            throw BenchError(description: "no connection")
        }
        var options = jsOptions()
        jsOptions_Init(&options)
        options.PublishAsync.MaxPending = 128
        guard natsConnection_JetStream(&stream, connection, &options) == NATS_OK else {
            throw BenchError(description: "no JetStream")
        }
        let own = try NATSConnection(NATSConnection.Configuration(servers: servers))
        for number in 0..<count {
            _ = try JetStreamLog(own, stream: "\(name)\(number)", JetStreamLog.Configuration(bytesMax: 2 << 30))
        }
    }

    func close() {
        jsCtx_Destroy(stream)
        natsConnection_Destroy(connection)
    }

    func rate(of messages: [[UInt8]], seconds: Double) throws -> Double {
        let start = ContinuousClock.now
        var (sent, index) = (0, 0)
        while ContinuousClock.now < start + .seconds(seconds) {
            let bytes = messages[index % messages.count]
            let status = bytes.withUnsafeBytes { bytes in
                js_PublishAsync(
                    stream, subjects[index % subjects.count], bytes.baseAddress, Int32(bytes.count), nil)
            }
            guard status == NATS_OK else { continue }
            sent += bytes.count
            index += 1
        }
        var options = jsPubOptions()
        jsPubOptions_Init(&options)
        options.MaxWait = 30_000
        guard js_PublishAsyncComplete(stream, &options) == NATS_OK else {
            throw BenchError(description: "not all were acknowledged")
        }
        return Double(sent) / ((ContinuousClock.now - start) / .seconds(1))
    }
}
#endif
