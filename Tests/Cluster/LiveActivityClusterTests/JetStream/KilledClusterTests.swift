#if Cluster
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import LiveActivityTesting
import Testing

/// Nodes that vanish, and wake up as former owners, on three nats-servers, under a load of numbered events. `SLA_TEST_ROUNDS` multiplies how
/// often.
@Suite(.serialized, .enabled(if: !NATSServers.programs.isEmpty, "no nats-server is installed"), .timeLimit(.minutes(60)))
struct KilledClusterTests {
    @Test(arguments: NATSServers.programs) func eachAcknowledgedEventIsThereOnce(program: String) async throws {
        let servers = try NATSServers(3, program: program)
        let partitions = 6
        let cluster = TestCluster(partitions: partitions)
        let streams = JetStreamLog.Configuration(replicas: 3, bytesMax: 32 << 20)
        func node(_ name: NodeName, capacity: Int = 1) throws -> ClusterRuntime {
            let transport = try JetStreamTransport(servers.connect(), cluster: "kills", streams: streams)
            try patiently { try transport.open(partitions: partitions) }
            var configuration = TestCluster.configuration(name, partitions: partitions, silence: .seconds(3))
            configuration.capacity = capacity
            return try ClusterRuntime(configuration, providers: [AnyProvider(TallyProvider())], transport: transport)
        }
        var nodes = [try node("0"), try node("1"), try node("2")]
        let gateway = try node("gateway", capacity: 0)
        try await until { gateway.status().unowned.isEmpty }
        let load = cluster.load(gateway)
        for (number, seed) in SeededGenerator.seeds(4).enumerated() {
            var generator = SeededGenerator(seed: seed)
            let victim = Int.random(in: 0..<3, using: &generator)
            // It sends and receives nothing, and continues by itself: what it still appends is refused.
            nodes[victim].suspend()
            let gone = nodes[victim]
            nodes[victim] = try node(NodeName("\(number + 3)"))
            try await until {
                gateway.status().unowned.isEmpty && gateway.status().nodes.count == 4 && !gateway.receivesHeartbeats(of: gone)
            }
            await gone.stop()
        }
        try await load.check(gateway)
        for node in nodes + [gateway] { await node.stop() }
    }
}
#endif
