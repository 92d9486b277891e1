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
            "The NATS servers that store the activities, separated by commas.", valueName: "nats://host:port,…"))
    var cluster: String?

    @Option(help: "The cluster's name on its servers.") var clusterName = "LA"

    @Option(
        help:
            "The number of partitions of a new cluster; 64 by default. It never changes; an existing cluster must have the same number."
    )
    var partitions: Int?

    @Option(
        help:
            "The number of servers that store each partition: 1, 3 or 5; 3 by default. An existing cluster must have the same number."
    )
    var replicas: Int?

    @Option(
        help: ArgumentHelp(
            "The maximum size of each partition's log in a new cluster, in MB; 256 by default. The servers reserve this space.",
            valueName: "megabytes"))
    var logMegabytes: Int?

    @Option(help: ArgumentHelp("A file with the credentials for the servers, as created by nsc.", valueName: "file"))
    var natsCredentials: String?

    @Option(
        help: ArgumentHelp("The file of certificates with which the servers' certificates are verified.", valueName: "file.pem")
    )
    var natsCertificates: String?

    func validate() throws {
        if let partitions, !(1...LiveActivityRuntime.shardsMax ~= partitions) {
            throw ValidationError("--partitions must be from 1 to \(LiveActivityRuntime.shardsMax).")
        }
        if let replicas, ![1, 3, 5].contains(replicas) { throw ValidationError("--replicas must be 1, 3 or 5.") }
        let smallest = Int(JetStreamLog.Configuration.bytesMin >> 20)
        if let logMegabytes, !(smallest...1_048_576 ~= logMegabytes) {
            throw ValidationError(
                "--log-megabytes must be from \(smallest) to 1048576: a smaller log has no space for a snapshot besides its contents."
            )
        }
    }

    /// Connects, and opens the logs of all partitions, which are created if the cluster is new.
    ///
    /// - Throws: ``LogError`` if the servers cannot be reached, or the cluster's settings differ.
    func connect(_ cluster: String) throws -> (transport: JetStreamTransport, settings: ClusterSettings) {
        let connected = try open(cluster) { (transport) throws(LogError) in
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
    func connectToExisting(_ cluster: String) throws -> (transport: JetStreamTransport, settings: ClusterSettings) {
        let connected = try open(cluster) { (transport) throws(LogError) in try transport.openExisting() }
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
    ) throws -> (transport: JetStreamTransport, settings: ClusterSettings) {
        let servers = cluster.split(separator: ",").map { String($0.trimmingPrefix(" ")) }
        var configuration = NATSConnection.Configuration(servers: servers)
        configuration.credentialsFile = natsCredentials
        configuration.trustedCertificatesFile = natsCertificates
        let transport = try JetStreamTransport(NATSConnection(configuration), cluster: clusterName)
        return (transport, try LogElection().outlast { () throws(LogError) in try body(transport) })
    }
}
#endif
