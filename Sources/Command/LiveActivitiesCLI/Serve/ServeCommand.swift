#if Service
import ArgumentParser
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityContract
import LiveActivityCore
#if Postgres
import LiveActivityPostgres
#endif
import LiveActivityPush
import LiveActivitySQLite
import LiveActivityService
import LiveActivitySurfaces
import Logging
import ServiceLifecycle
import UnixSignals

/// `live-activities serve`: a runtime behind HTTP.
struct ServeCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs activities as a service: HTTP, streams of changes, webhooks, a dashboard.",
        discussion: """
            Without arguments it listens on 127.0.0.1:8080, stores activities in the user's state folder, and needs no token. \
            Beyond loopback it needs one: '\(Program.name) token create'. After the first token was created it needs one on \
            loopback too, even when the last one was revoked; '--open' changes that. SIGTERM, SIGINT and SIGHUP store \
            everything, end the streams, close the store and exit with 0, or with 3 if an acknowledged command could not be \
            stored. It also exits with 3 if the port is in use.

            Examples:
              \(Program.name) serve
              \(Program.name) serve --config live-activities.yaml --check
              curl http://127.0.0.1:8080/v1/activities \\
                -H 'Content-Type: application/json' \\
                -d '{"kind":"delivery","owner":"anna","key":"42","attributes":
                {"orderNumber":42,"restaurantName":"Pizza"}}'
              curl -N 'http://127.0.0.1:8080/v1/changes?owner=anna'

            Several machines share activities with --cluster (Documentation/Cluster.md), where this was built with the trait \
            Cluster. With --store postgres://… they are in a PostgreSQL database, and a second process on the same database \
            takes over from the first (trait Postgres).
            """)

    @OptionGroup var options: ServeOptions

    @Flag(help: "Check the configuration and the files that it names, and exit.")
    var check = false

    func run(with registry: Registry) throws {
        let plan: ServePlan
        do { plan = try options.plan() } catch let error as ServiceError { throw Status.usage.reporting("\(error)") }
        let problems = plan.problems(kinds: registry.providers.map(\.kind))
        for problem in problems { StandardError.report("\(problem)") }
        guard problems.isEmpty else { throw problems.allSatisfy(Self.mayEnd) ? Status.inputOutput : Status.usage }
        if check { return print("The configuration is valid.") }
        try serve(plan, registry)
    }

    private func serve(_ plan: ServePlan, _ registry: Registry) throws {
        FileDescriptors.raiseLimit()
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        do {
            try plan.makeFolder()
            if plan.opensWithoutToken { try plan.openWithoutToken() }
            try Blocking.run {
                let logger = Logger(label: "live-activities")
                let push = try plan.pushConfiguration()
                let (runtime, pusher, store, place, beside) = try await open(plan, push, registry)
                let service: LiveActivityService
                var kinds = ServiceKinds(
                    providers: registry.providers, widgets: registry.widgets, summaries: registry.summaries)
                kinds.schemas = { try Contract.of($0).contract.schemas }
                do {
                    service = try LiveActivityService(
                        plan.service, kinds: kinds, runtime: runtime, journal: store, pusher: pusher,
                        pushProblems: Self.problems(of: push), logger: logger)
                } catch {
                    // A node that has joined the cluster hands over what it may own already.
                    await runtime.close()
                    throw error
                }
                let tasks = beside.map { body in Task { await body() } }
                defer { for task in tasks { task.cancel() } }
                async let _ = Self.announce(service, plan, place)
                let feeding = try Self.record(push, pusher)
                defer { feeding?.cancel() }
                var configuration = ServiceGroupConfiguration(
                    services: [service], gracefulShutdownSignals: Self.endingSignals, logger: logger)
                configuration.maximumGracefulShutdownDuration = .seconds(
                    plan.service.drainTimeout + plan.service.drainDelay)
                try await ServiceGroup(configuration: configuration).run()
            }
        } catch let error as ServiceError {
            StandardError.report("\(error)")
            throw Self.mayEnd(error) ? Status.inputOutput : Status.usage
        } catch { throw Status.inputOutput.reporting("\(error)") }
    }

    /// Whether a problem may end without a change of the settings: a supervisor then starts the service again.
    private static func mayEnd(_ problem: any Error) -> Bool {
        switch problem {
        case is SystemError, ServiceError.notStored, ServiceError.cannotListen, ServiceError.cannotRead: true
        default: false
        }
    }

    /// SIGHUP comes when the terminal is closed. `nohup` sets it to be ignored, which a handler would undo.
    private static var endingSignals: [UnixSignal] {
        [.sigterm, .sigint] + (Interruption.isIgnored(SIGHUP) ? [] : [.sighup])
    }

    /// The runtime, its pusher, the store with its history, a description of where it stores activities, and the
    /// tasks that run beside it until they are cancelled.
    private func open(
        _ plan: ServePlan, _ push: PushConfiguration?, _ registry: Registry
    ) async throws -> (
        runtime: any ServiceRuntime, pusher: (any ServicePusher)?, journal: SQLiteStore?, place: String,
        beside: [@Sendable () async -> Void]
    ) {
        #if Cluster
        if let servers = options.cluster.cluster {
            let connected = try options.cluster.connect(servers)
            for warning in await connected.transport.warnings() { StandardError.report("warning: \(warning)") }
            let name = options.node ?? ProcessInfo.processInfo.hostName
            let (node, pusher) = try await join(connected.transport, connected.settings.partitions, name, push, registry, plan)
            return (
                node, pusher, nil, "cluster '\(options.cluster.clusterName)', of which this is node '\(name)'",
                [{ await Self.reportWarnings(of: node) }]
            )
        }
        #endif
        #if Postgres
        if let store = options.database.store {
            let cluster = try options.database.connect(store)
            let transport = PostgresTransport(cluster)
            for warning in try transport.warnings() { StandardError.report("warning: \(warning)") }
            // The port distinguishes two processes on one machine.
            let name = options.node ?? "\(ProcessInfo.processInfo.hostName)-\(plan.service.port)"
            let (node, pusher) = try await join(transport, cluster.partitions, name, push, registry, plan)
            let (inbox, table) = (PostgresInbox(cluster, into: node), PostgresActivityTable(cluster))
            return (
                node, pusher, nil, "schema '\(options.database.storeSchema)' of PostgreSQL, by node '\(name)'",
                [
                    { await inbox.run { StandardError.report("warning: the inbox is not read: \($0)") } },
                    {
                        await table.run(beside: node) { failure in
                            let what = "the table of activities is not written"
                            StandardError.report(failure.map { "warning: \(what): \($0)" } ?? "no longer: \(what)")
                        }
                    },
                    { await Self.reportWarnings(of: node) },
                ]
            )
        }
        #endif
        let (runtime, journal) = try plan.open(registry)
        return (runtime, try push?.pusher(for: runtime), journal, plan.store ?? "memory only", [])
    }

    #if Cluster || Postgres
    /// Joins a cluster, whatever stores its logs.
    private func join(
        _ transport: any ClusterTransport, _ partitions: Int, _ name: String, _ push: PushConfiguration?, _ registry: Registry,
        _ plan: ServePlan
    ) async throws -> (ClusterRuntime, ClusterPusher?) {
        let pusher = try push?.clusterPusher()
        var configuration = ClusterRuntime.Configuration(
            node: NodeName(rawValue: name), capacity: options.capacity, partitions: partitions)
        configuration.durability = plan.durability
        configuration.limits.activitiesPerOwner = plan.service.limits.activitiesPerOwner
        let node =
            if let pusher {
                try ClusterRuntime(configuration, providers: registry.providers, transport: transport, pusher: pusher)
            } else { try ClusterRuntime(configuration, providers: registry.providers, transport: transport) }
        do { try await node.joined() } catch {
            await node.stop()
            throw error
        }
        return (node, pusher)
    }

    /// Prints the cluster's warnings, and when they have ended.
    private static func reportWarnings(of node: ClusterRuntime) async {
        await node.followWarnings { new, ended in
            for warning in new { StandardError.report("warning: \(warning)") }
            for warning in ended { StandardError.report("no longer: \(warning)") }
        }
    }
    #endif

    /// Returns a function that finds the push services that cannot be reached; `nil` if no push is configured.
    private static func problems(of push: PushConfiguration?) -> (@Sendable () async -> [String])? {
        guard let push else { return nil }
        return { await push.unreachableEndpoints().map { $0.description } }
    }

    /// Writes the steps of pushes to the file of `trace`, and follows the file of `devices`.
    ///
    /// - Returns: The task that follows the file; `nil` without a file.
    private static func record(_ push: PushConfiguration?, _ pusher: (any ServicePusher)?) throws -> Task<Void, Never>? {
        guard let push, let pusher = pusher as? ActivityPusher else { return nil }
        if let file = try push.traceFile() { pusher.logTrace(to: file) }
        guard let feed = push.deviceFeed else { return nil }
        return Task {
            var feed = feed
            await feed.follow(into: pusher) { StandardError.report("\($0)") }
        }
    }

    /// Prints the address on which it listens, as soon as it does.
    private static func announce(_ service: LiveActivityService, _ plan: ServePlan, _ place: String) async {
        // If it cannot listen, the service's error gives the reason.
        guard let port = try? await service.port else { return }
        ServiceManager.reportReady()
        let host = plan.service.host.contains(":") ? "[\(plan.service.host)]" : plan.service.host
        print(
            "Listening on \(plan.service.tls == nil ? "http" : "https")://\(host):\(port)/; the dashboard has the same address."
        )
        print("Activities are stored in \(place).")
        fflush(nil)
    }
}
#endif
