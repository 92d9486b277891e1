#if Cluster
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import Testing

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
        let cluster = TestCluster(partitions: 4)
        let one = try node("one", servers)
        try await cluster.settled(one)
        let gateway = try node("gateway", servers, capacity: 0)
        let load = cluster.load(gateway)
        let two = try node("two", servers)
        try await cluster.settled(one, two)
        let refused = await #expect(throws: RuntimeError.self) {
            try await gateway.resolve(.key(owner: "nobody", kind: "tally", key: "1"))
        }
        #expect(refused == .engine(.nothingRunning(owner: "nobody", kind: "tally", key: "1")))
        await one.stop()
        try await load.check(two)
        await two.stop()
        await gateway.stop()
        // What they have written is there for those that come later.
        let later = try node("later", servers)
        #expect(try await later.activities().count == 16)
        await later.stop()
    }

    @Test(arguments: NATSServers.programs) func whatIsWrongWithTheServersIsSaid(program: String) async throws {
        let servers = try NATSServers(1, program: program)
        let connection = try servers.connect()
        let transport = try JetStreamTransport(connection, cluster: "orders", streams: Self.alone)
        try patiently { try transport.open(partitions: 2) }
        let warnings = await transport.warnings()
        #expect(warnings.first == "1 replicas: the loss of one server can lose activities; use 3")
        let other = try JetStreamTransport(connection, cluster: "orders", streams: .init(replicas: 3, bytesMax: 16 << 20))
        #expect(throws: LogError.misconfigured(reason: "stream orders_P01: 1 replicas instead of 3")) {
            try other.open(partitions: 2)
        }
        // Their number is for ever: an id says the partition.
        for (count, words) in [(1, "more than 1"), (3, "fewer than 3")] {
            let reason = "cluster 'orders' has \(words) partitions: their number never changes"
            #expect(throws: LogError.misconfigured(reason: reason)) { try transport.open(partitions: count) }
        }
        #expect(throws: LogError.misconfigured(reason: "'or ders' is no name for a cluster: use letters, digits, '-' and '_'"))
        {
            try JetStreamTransport(connection, cluster: "or ders")
        }
    }
}
#endif
