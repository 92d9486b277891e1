#if Service
import ArgumentParser
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivitySQLite
import LiveActivityService

/// The arguments of `serve`. They override the configuration file.
struct ServeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A file of settings; Documentation/Service.md lists them.", valueName: "config.yaml"))
    var config: String?

    @Option(help: "The address to listen on; by default 127.0.0.1.")
    var host: String?

    @Option(help: "The port to listen on; by default 8080; 0 lets the system choose.")
    var port: Int?

    @Option(help: ArgumentHelp("The folder of the store, the tokens and the keys; by default the user's.", valueName: "folder"))
    var state: String?

    @Flag(help: "Keep everything in memory; all activities are lost when the service ends.")
    var memory = false

    @Flag(help: "Answer before a command is on disk. A crash loses the last tenth of a second and the time of one write.")
    var relaxed = false

    @Flag(name: .customLong("strict-store"), help: "Do not start if anything in the store is damaged.")
    var strictStore = false

    @Flag(
        help:
            """
            Require no token on loopback, even if there was one before. Without this option, the service stays closed after \
            the last token is revoked.
            """
    )
    var open = false

    #if Cluster
    @OptionGroup(title: "Cluster") var cluster: ClusterOptions
    #else
    @Option(help: .hidden) var cluster: String?
    #endif

    #if Postgres
    @OptionGroup(title: "PostgreSQL") var database: PostgresOptions
    #else
    @Option(help: .hidden) var store: String?
    #endif

    #if Cluster || Postgres
    @Option(
        help:
            "This node's name in the cluster, the same after a restart; by default the machine's, with --store followed by the port."
    )
    var node: String?

    @Option(help: "The node's share of the partitions, relative to other nodes; 0 for a node that only forwards commands.")
    var capacity = 1
    #endif

    func plan() throws -> ServePlan {
        var plan = try config.map { try ServePlan(file: $0) } ?? ServePlan()
        plan.service.userAgent = "live-activities/\(Program.version)"
        if let host { plan.service.host = host }
        if let port { plan.service.port = port }
        if let state { plan.folder = state }
        if memory { plan.isInMemory = true }
        if relaxed { plan.durability = .relaxed }
        if strictStore { plan.refusesDamage = true }
        plan.opensWithoutToken = open
        try checkCluster(&plan)
        plan.settle()
        return plan
    }

    /// - Throws: ``ServiceError`` for an option that a cluster does not support.
    private func checkCluster(_ plan: inout ServePlan) throws {
        var places: [String] = []
        #if Cluster
        if cluster.cluster != nil { places.append("--cluster") }
        #else
        if cluster != nil { throw ValidationError(MissingTrait.message("--cluster", "Service,Cluster")) }
        #endif
        #if Postgres
        if database.store != nil { places.append("--store") }
        #else
        if store != nil { throw ValidationError(MissingTrait.message("--store", "Service,Postgres")) }
        #endif
        guard let place = places.first else { return }
        if places.count > 1 { throw ValidationError("--cluster and --store cannot be used together.") }
        plan.isInCluster = true
        if memory || strictStore {
            throw ValidationError(
                "With \(place) --memory and --strict-store cannot be used, because its servers store the activities.")
        }
    }
}
#endif
