#if Cluster
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import LiveActivityTesting
import Testing

/// Nodes that disappear and resume as former owners, on three nats-servers, under a load of numbered events. `SLA_TEST_ROUNDS`
/// multiplies the number of rounds.
@Suite(.serialized, .enabled(if: !NATSServers.programs.isEmpty, "no nats-server is installed"), .timeLimit(.minutes(60)))
struct KilledClusterTests {
    @Test(arguments: NATSServers.programs) func eachAcknowledgedEventIsThereOnce(program: String) async throws {
        let servers = try NATSServers(3, program: program)
        let partitions = 6
        let streams = JetStreamLog.Configuration(replicas: 3, bytesMax: 32 << 20)
        func node(_ name: NodeName, capacity: Int) throws -> ClusterRuntime {
            let transport = try JetStreamTransport(servers.connect(), cluster: "kills", streams: streams)
            try patiently { try transport.open(partitions: partitions) }
            var configuration = TestCluster.configuration(name, partitions: partitions, silence: .seconds(3))
            configuration.capacity = capacity
            return try ClusterRuntime(configuration, providers: [AnyProvider(TallyProvider())], transport: transport)
        }
        try await ClusterStories(partitions: partitions, node: node).nodesVanishAndWakeUp()
    }
}
#endif
