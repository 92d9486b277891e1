#if Cluster
import Foundation
import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivityCluster

/// Nodes on real servers, with each nats-server that is installed.
@Suite(.serialized, .enabled(if: !NATSServers.programs.isEmpty, "no nats-server is installed"), .timeLimit(.minutes(15)))
struct JetStreamClusterTests {
    private static let alone = JetStreamLog.Configuration(replicas: 1, bytesMax: 16 << 20)

    private func node(_ name: NodeName, _ servers: NATSServers, capacity: Int = 1) throws -> ClusterRuntime {
        let transport = try JetStreamTransport(servers.connect(), cluster: "orders", streams: Self.alone)
        try patiently { try transport.open(partitions: 4) }
        var configuration = TestCluster.configuration(name, partitions: 4)
        configuration.capacity = capacity
        return try ClusterRuntime(configuration, providers: [AnyProvider(TallyProvider())], transport: transport)
    }

    @Test(arguments: NATSServers.programs) func nodesPassCommandsOnAndHandPartitionsOver(program: String) async throws {
        let servers = try NATSServers(1, program: program)
        try await ClusterStories(partitions: 4) { name, capacity in try node(name, servers, capacity: capacity) }
            .nodesPassCommandsOnAndHandPartitionsOver()
    }

    /// A server has lost a message, which other messages follow.
    @Test(arguments: NATSServers.programs) func aLogThatLacksAMessageIsRepaired(program: String) async throws {
        let servers = try NATSServers(1, program: program)
        let connection = try servers.connect()
        let stories = ClusterStories(partitions: 1) { name, _ in
            let transport = try JetStreamTransport(servers.connect(), cluster: "orders", streams: Self.alone)
            try patiently { try transport.open(partitions: 1) }
            var configuration = TestCluster.configuration(name, partitions: 1)
            configuration.snapshotInterval = .seconds(5)
            return try ClusterRuntime(configuration, providers: [AnyProvider(TallyProvider())], transport: transport)
        }
        try patiently { try JetStreamTransport(connection, cluster: "orders", streams: Self.alone).open(partitions: 1) }
        let log = try servers.log("orders_P00", connection, Self.alone)
        try await stories.aDamagedLogIsRepaired(log) { position in
            let request = #"{"seq":\#(position),"no_erase":true}"#
            let answer = try NATSBatch(connection, subject: "$JS.API.STREAM.MSG.DELETE.orders_P00").request([request])[0]
            return answer.map { String(decoding: $0.bytes, as: UTF8.self).contains(#""success":true"#) } ?? false
        }
    }

    @Test(arguments: NATSServers.programs) func whatIsWrongWithTheServersIsSaid(program: String) async throws {
        let servers = try NATSServers(1, program: program)
        let connection = try servers.connect()
        let transport = try JetStreamTransport(connection, cluster: "orders", streams: Self.alone)
        try patiently { try transport.open(partitions: 2) }
        let warnings = await transport.warnings()
        #expect(warnings.first == "1 replicas: the loss of one server can lose activities; use 3")
        let other = try JetStreamTransport(connection, cluster: "orders", streams: .init(replicas: 3, bytesMax: 16 << 20))
        let reason = "cluster 'orders' keeps each partition on 1 servers (replicas), not on 3"
        #expect(throws: LogError.misconfigured(reason: reason)) {
            try other.open(partitions: 2)
        }
        // The number of partitions can never change: ids contain the partition.
        for count in [1, 3] {
            let reason = "cluster 'orders' has 2 partitions, not \(count): their number never changes"
            #expect(throws: LogError.misconfigured(reason: reason)) { try transport.open(partitions: count) }
        }
        #expect(throws: LogError.misconfigured(reason: "'or ders' is not a cluster name: use letters, digits, '-' and '_'")) {
            try JetStreamTransport(connection, cluster: "or ders")
        }
    }

    /// The streams on the servers, by cluster name and partition.
    private func streams(_ connection: NATSConnection) throws -> [String: Set<Int>] {
        try patiently { try JetStreamCluster.all(on: connection) }
    }

    /// Opening an existing cluster never creates streams, whatever the name.
    @Test(arguments: NATSServers.programs) func lookingMakesNothing(program: String) throws {
        let servers = try NATSServers(1, program: program)
        let connection = try servers.connect()
        #expect(try streams(connection) == [:])
        func look(_ name: String) throws -> ClusterSettings {
            try JetStreamTransport(connection, cluster: name).openExisting()
        }
        let none = "there is no cluster 'orders' on these servers; they have none"
        #expect(throws: LogError.misconfigured(reason: none)) { try look("orders") }
        try JetStreamTransport(connection, cluster: "orders", streams: Self.alone).open(partitions: 3)
        let mistyped = "there is no cluster 'order' on these servers; they have 'orders'"
        #expect(throws: LogError.misconfigured(reason: mistyped)) { try look("order") }
        #expect(try streams(connection) == ["orders": [0, 1, 2]])
        // The settings are read from the streams; neither an inspecting tool nor a starting node needs to give them.
        let settings = ClusterSettings(partitions: 3, streams: Self.alone)
        #expect(try look("orders") == settings)
        let node = try JetStreamTransport(connection, cluster: "orders")
        #expect(try node.open(partitions: nil, replicas: nil, bytesMax: nil) == settings)
        // No stream is created later either, when one has disappeared.
        let looking = try JetStreamTransport(connection, cluster: "orders")
        try looking.openExisting()
        #expect(throws: LogError.misconfigured(reason: "there is no stream orders_P03")) { try looking.log(of: 3) }
        #expect(try streams(connection) == ["orders": [0, 1, 2]])
    }

    /// A cluster that does not fit leaves no streams behind, and the error says how much space is missing.
    @Test(arguments: NATSServers.programs) func withoutRoomNothingIsLeft(program: String) throws {
        for count in [1, 3] {
            let servers = try NATSServers(count, program: program, fileStore: "20MB")
            let connection = try servers.connect()
            func open(_ partitions: Int) throws {
                let transport = try JetStreamTransport(
                    connection, cluster: "orders", streams: .init(replicas: Int64(count), bytesMax: 8 << 20))
                try patiently {
                    do { try transport.open(partitions: partitions) } catch LogError.full(let reason) {
                        throw LogError.misconfigured(reason: "full: \(reason)")
                    }
                }
            }
            let error = #expect(throws: LogError.self) { try open(4) }
            let words =
                "full: the servers have no room for cluster 'orders': 4 partitions of 8 MB reserve 32 MB on each server that keeps"
            #expect("\(String(describing: error))".contains(words), "\(String(describing: error))")
            #expect("\(String(describing: error))".contains("only 2 of them fit. Raise max_file_store"))
            // The servers remove a stream that was refused after its placement, which takes a moment.
            try patiently { if try streams(connection) != [:] { throw LogError.unavailable(reason: "streams are left") } }
            // With the space free again, a smaller cluster fits.
            try open(2)
            #expect(try streams(connection) == ["orders": [0, 1]])
        }
    }

    /// Servers place a stream by the statistics that they last received. A paused server has not reported the removal of a
    /// stream.
    @Test(arguments: NATSServers.programs) func roomThatIsNotReportedYetIsWaitedFor(program: String) throws {
        let servers = try NATSServers(3, program: program, fileStore: "20MB")
        let large = JetStreamLog.Configuration(replicas: 3, bytesMax: 16 << 20)
        let first = try servers.connect(timeout_ms: 500)
        _ = try servers.log("first_P00", first, large)
        try patiently {
            // Refused, so the statistics include the space that the first stream reserves.
            guard
                case .full? = #expect(
                    throws: LogError.self, performing: { try JetStreamLog(first, stream: "second_P00", large) })
            else { throw LogError.unavailable(reason: "still elected") }
        }
        let connection = try servers.connect(to: 0, timeout_ms: 5_000)
        let stopped = try servers.process(2)
        kill(stopped, SIGSTOP)
        defer { kill(stopped, SIGCONT) }
        // The paused server may be a leader; the others then elect a new one first.
        try patiently {
            _ = try? servers.remove("first_P00", connection)
            if try streams(connection)["first"] != nil { throw LogError.unavailable(reason: "first is still there") }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { kill(stopped, SIGCONT) }
        _ = try patiently { () throws -> JetStreamLog in
            do { return try JetStreamLog(connection, stream: "second_P00", large) } catch LogError.full(let reason) {
                throw LogError.misconfigured(reason: "full: \(reason)")
            }
        }
    }

    /// A node was killed while it created the streams: the next one continues, or creates others if nothing was written.
    @Test(arguments: NATSServers.programs) func whatAKilledNodeLeavesIsContinued(program: String) throws {
        let servers = try NATSServers(1, program: program)
        let connection = try servers.connect()
        func leave(_ partition: Int) throws -> JetStreamLog {
            try servers.log("orders_P0\(partition)", connection, Self.alone)
        }
        func open(_ partitions: Int?, _ megabytes: Int64?) throws -> ClusterSettings {
            try JetStreamTransport(connection, cluster: "orders")
                .open(partitions: partitions, replicas: 1, bytesMax: megabytes.map { $0 << 20 })
        }
        _ = try leave(3)
        let incomplete = "cluster 'orders' was not created completely: start a node with 'serve'"
        #expect(throws: LogError.misconfigured(reason: incomplete)) {
            try JetStreamTransport(connection, cluster: "orders").openExisting()
        }
        // Without options a node completes what was begun: four partitions of 16 MB.
        #expect(try open(nil, nil) == ClusterSettings(partitions: 4, streams: Self.alone))
        for partition in 0..<4 { try servers.remove("orders_P0\(partition)", connection) }

        _ = try leave(3)
        let smaller = ClusterSettings(partitions: 2, streams: .init(replicas: 1, bytesMax: 8 << 20))
        #expect(try open(2, 8) == smaller)
        #expect(try streams(connection) == ["orders": [0, 1]])

        // Streams with messages are never removed.
        for partition in 0..<2 { try servers.remove("orders_P0\(partition)", connection) }
        _ = try leave(1).append(LogMessage(id: "1", bytes: [1]), after: 0)
        let lost = "cluster 'orders' lacks its first stream, orders_P00, and orders_P01 has messages: restore a backup"
        #expect(throws: LogError.misconfigured(reason: lost)) { try open(4, 8) }
        #expect(try streams(connection) == ["orders": [1]])
    }

    /// The smallest accepted log, and one a byte smaller, which is refused before anything is created.
    @Test(arguments: NATSServers.programs) func aLogThatIsTooSmallIsRefused(program: String) throws {
        let servers = try NATSServers(1, program: program)
        let connection = try servers.connect()
        let transport = try JetStreamTransport(connection, cluster: "orders")
        let reason = "a log of 3 MB has no room for a snapshot besides its contents: the smallest is 4 MB"
        #expect(throws: LogError.misconfigured(reason: reason)) {
            try patiently { try transport.open(partitions: 1, replicas: 1, bytesMax: 4 << 20 - 1) }
        }
        #expect(try streams(connection) == [:])
        try transport.open(partitions: 1, replicas: 1, bytesMax: 4 << 20)
    }

    /// Refused at once, without waiting for further servers to start.
    @Test(arguments: NATSServers.programs) func oneServerKeepsOneReplica(program: String) throws {
        let servers = try NATSServers(1, program: program)
        let transport = try JetStreamTransport(servers.connect(), cluster: "orders")
        let reason =
            "stream orders_P63 cannot be created: this NATS server is alone, not part of a cluster of servers, and can keep 1 replica only"
        #expect(throws: LogError.misconfigured(reason: reason)) {
            try patiently { try transport.open(partitions: nil, replicas: nil, bytesMax: nil) }
        }
    }
}
#endif
