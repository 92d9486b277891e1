#if Service && Cluster
import ArgumentParser
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore

/// Which cluster, and how its servers are reached.
struct ClusterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The NATS servers that keep the activities, with commas between them.", valueName: "nats://host:port,…"))
    var cluster: String?

    @Option(help: "The cluster's name on its servers.") var clusterName = "LA"

    @Option(help: "How many partitions the cluster has. The number never changes.") var partitions = LiveActivityRuntime
        .shardsMax

    @Option(help: "How many servers keep each partition: 1, 3 or 5.") var replicas = 3

    @Option(help: ArgumentHelp("How large a partition's log may become; the servers reserve as much.", valueName: "megabytes"))
    var logMegabytes = 256

    @Option(help: ArgumentHelp("A file with the credentials for the servers, as nsc makes it.", valueName: "file"))
    var natsCredentials: String?

    @Option(help: ArgumentHelp("The certificates that the servers' certificates are checked against.", valueName: "file.pem"))
    var natsCertificates: String?

    func validate() throws {
        guard 1...LiveActivityRuntime.shardsMax ~= partitions else {
            throw ValidationError("--partitions is from 1 to \(LiveActivityRuntime.shardsMax).")
        }
        guard [1, 3, 5].contains(replicas) else { throw ValidationError("--replicas is 1, 3 or 5.") }
        guard 1...1_048_576 ~= logMegabytes else { throw ValidationError("--log-megabytes is from 1 to 1048576.") }
    }

    /// Connects, and opens the logs of all partitions.
    ///
    /// - Throws: ``LogError``.
    func connect(_ cluster: String) async throws -> JetStreamTransport {
        let servers = cluster.split(separator: ",").map { String($0.trimmingPrefix(" ")) }
        var configuration = NATSConnection.Configuration(servers: servers)
        configuration.credentialsFile = natsCredentials
        configuration.trustedCertificatesFile = natsCertificates
        let transport = try JetStreamTransport(
            NATSConnection(configuration), cluster: clusterName,
            streams: JetStreamLog.Configuration(replicas: Int64(replicas), bytesMax: Int64(logMegabytes) << 20))
        // Servers that have just been started elect a leader first.
        let end = ContinuousClock.now + .seconds(15)
        while true {
            do throws(LogError) {
                try transport.open(partitions: partitions)
                return transport
            } catch {
                guard case .unavailable = error, ContinuousClock.now < end else { throw error }
                try await Task.sleep(for: .milliseconds(250))
            }
        }
    }

    /// A node of the cluster, which sends pushes if it has a pusher.
    func node(
        _ name: NodeName, capacity: Int, _ providers: [AnyProvider], _ transport: JetStreamTransport,
        _ pusher: ClusterPusher? = nil
    ) throws -> ClusterRuntime {
        let configuration = ClusterRuntime.Configuration(node: name, capacity: capacity, partitions: partitions)
        guard let pusher else {
            return try ClusterRuntime(configuration, providers: providers, transport: transport)
        }
        return try ClusterRuntime(configuration, providers: providers, transport: transport, pusher: pusher)
    }
}
#endif
