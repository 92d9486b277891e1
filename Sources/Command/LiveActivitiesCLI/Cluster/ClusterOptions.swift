#if Service && Cluster
import ArgumentParser
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore

/// The options that select a cluster and its servers.
struct ClusterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The NATS servers that keep the activities, with commas between them.", valueName: "nats://host:port,…"))
    var cluster: String?

    @Option(help: "The cluster's name on its servers.") var clusterName = "LA"

    @Option(
        help:
            "How many partitions a new cluster has, 64 by default. The number never changes; a cluster that exists must have it."
    )
    var partitions: Int?

    @Option(help: "How many servers keep each partition: 1, 3 or 5; 3 by default. A cluster that exists must have it.")
    var replicas: Int?

    @Option(
        help: ArgumentHelp(
            "How large each partition's log of a new cluster may become, 256 by default; the servers reserve as much.",
            valueName: "megabytes"))
    var logMegabytes: Int?

    @Option(help: ArgumentHelp("A file with the credentials for the servers, as nsc makes it.", valueName: "file"))
    var natsCredentials: String?

    @Option(help: ArgumentHelp("The certificates that the servers' certificates are checked against.", valueName: "file.pem"))
    var natsCertificates: String?

    func validate() throws {
        if let partitions, !(1...LiveActivityRuntime.shardsMax ~= partitions) {
            throw ValidationError("--partitions is from 1 to \(LiveActivityRuntime.shardsMax).")
        }
        if let replicas, ![1, 3, 5].contains(replicas) { throw ValidationError("--replicas is 1, 3 or 5.") }
        let smallest = Int(JetStreamLog.Configuration.bytesMin >> 20)
        if let logMegabytes, !(smallest...1_048_576 ~= logMegabytes) {
            throw ValidationError(
                "--log-megabytes is from \(smallest) to 1048576: a smaller log has no room for a snapshot beside what it has.")
        }
    }

    /// Connects, and opens the logs of all partitions, which are created if the cluster is new.
    ///
    /// - Throws: ``LogError`` if the servers cannot be reached, or the cluster's settings differ.
    func connect(_ cluster: String) async throws -> (transport: JetStreamTransport, settings: ClusterSettings) {
        let connected = try await open(cluster) { (transport) throws(LogError) in
            try transport.open(
                partitions: partitions, replicas: replicas.map { Int64($0) }, bytesMax: logMegabytes.map { Int64($0) << 20 })
        }
        let size = connected.settings.streams.bytesMax >> 20
        if let logMegabytes, logMegabytes != size {
            StandardError.report(
                "warning: the logs of cluster '\(clusterName)' have \(size) MB, not \(logMegabytes): --log-megabytes only affects "
                    + "a new cluster; 'nats stream edit --max-bytes' changes existing logs")
        }
        return connected
    }

    /// Connects to an existing cluster, and creates nothing.
    ///
    /// - Throws: ``LogError`` if the servers cannot be reached, or the cluster does not exist.
    func connectToExisting(_ cluster: String) async throws -> (transport: JetStreamTransport, settings: ClusterSettings) {
        let connected = try await open(cluster) { (transport) throws(LogError) in try transport.openExisting() }
        let settings = connected.settings
        if let partitions, partitions != settings.partitions {
            throw LogError.misconfigured(
                reason:
                    "cluster '\(clusterName)' has \(settings.partitions) partitions, not \(partitions): leave --partitions out")
        }
        if let replicas, replicas != Int(settings.streams.replicas) {
            throw LogError.misconfigured(
                reason:
                    "cluster '\(clusterName)' has \(settings.streams.replicas) replicas, not \(replicas): leave --replicas out")
        }
        return connected
    }

    private func open(
        _ cluster: String, _ body: (JetStreamTransport) throws(LogError) -> ClusterSettings
    ) async throws -> (transport: JetStreamTransport, settings: ClusterSettings) {
        let servers = cluster.split(separator: ",").map { String($0.trimmingPrefix(" ")) }
        var configuration = NATSConnection.Configuration(servers: servers)
        configuration.credentialsFile = natsCredentials
        configuration.trustedCertificatesFile = natsCertificates
        let transport = try JetStreamTransport(NATSConnection(configuration), cluster: clusterName)
        // Servers that have just been started must elect a leader first.
        let end = ContinuousClock.now + .seconds(15)
        while true {
            do throws(LogError) {
                return (transport, try body(transport))
            } catch {
                guard case .unavailable = error, ContinuousClock.now < end else { throw error }
                try await Task.sleep(for: .milliseconds(250))
            }
        }
    }
}
#endif
