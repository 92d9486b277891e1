#if Service && (Cluster || Postgres)
import ArgumentParser
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import LiveActivityJSON
#if Postgres
import LiveActivityPostgres
#endif

/// `live-activities cluster`: an operator's queries and requests to a cluster.
struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Shows the nodes of a cluster, and changes the partitions that they own.",
        discussion: """
            It joins an existing cluster for a few seconds as a node without partitions. The options that select it are the \
            same as for 'serve'; --partitions, --replicas, --log-megabytes and --store-partitions are not needed.

            Examples:
              \(Program.name) cluster status --cluster nats://10.0.0.1:4222
              \(Program.name) cluster status --store postgres://app@db.example.com/orders
              \(Program.name) cluster drain node-2 --cluster nats://10.0.0.1:4222
              \(Program.name) cluster move 17 node-1 --cluster nats://10.0.0.1:4222
              \(Program.name) cluster repair --restored --cluster nats://10.0.0.1:4222
              \(Program.name) cluster table on --store postgres://app@db.example.com/orders
            """,
        subcommands: subcommands)

    private static var subcommands: [any ParsableCommand.Type] {
        #if Postgres
        [Show.self, Drain.self, Move.self, Repair.self, Table.self]
        #else
        [Show.self, Drain.self, Move.self, Repair.self]
        #endif
    }

    /// Runs `body` with a node that owns nothing and has discovered all other nodes.
    fileprivate static func joined(
        _ options: ObserverOptions, _ body: @escaping @Sendable (ClusterRuntime) async throws -> Void
    ) throws {
        do {
            try Blocking.run {
                let node = try await options.observer("cluster-command")
                // Each node sends a heartbeat once a second.
                try await Task.sleep(for: .milliseconds(1_600))
                do { try await body(node) } catch {
                    await node.stop()
                    throw error
                }
                await node.stop()
            }
        } catch let error as LogError { throw Status.inputOutput.reporting("\(error)") }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Lists the nodes, with the partitions that they own and follow.")
        @OptionGroup var options: ObserverOptions
        @Flag(help: "Print JSON.") var json = false

        func run() throws {
            let isJSON = json
            try ClusterCommand.joined(options) { node in
                var status = node.status()
                status.nodes.removeAll { $0.name == "cluster-command" }
                if isJSON {
                    let encoder = JSONEncoder()
                    encoder.outputFormatting = [.sortedKeys]
                    return print(String(decoding: try encoder.encode(status), as: UTF8.self))
                }
                for node in status.nodes {
                    print(
                        "\(node.name): owns \(ClusterCommand.list(node.owns)); follows \(ClusterCommand.list(node.follows))"
                            + (node.capacity == 0 ? "; takes none" : ""))
                }
                if status.nodes.isEmpty { print("There are no nodes.") }
                for difference in status.differences { print("Different: \(difference)") }
                for clock in status.clocks { print("Different: \(clock)") }
                for (partition, reason) in status.waitingMoves.sorted(by: { $0.key < $1.key }) {
                    print("Waiting to move: partition \(partition), as \(reason)")
                }
                if !status.unowned.isEmpty { print("Without an owner: \(ClusterCommand.list(status.unowned))") }
            }
        }
    }

    struct Drain: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Drains a node, or lets it take partitions again, and waits until it is empty.")
        @Argument(help: "The node.") var node: String
        @Flag(help: "Let it take partitions again.") var undo = false
        @OptionGroup var options: ObserverOptions

        func run() throws {
            let (name, undo) = (NodeName(rawValue: node), undo)
            try ClusterCommand.joined(options) { cluster in
                guard cluster.status().nodes.contains(where: { $0.name == name }) else {
                    throw Status.someLinesFailed.reporting("there is no node '\(name)'")
                }
                cluster.drain(name, !undo)
                if undo { return try await Task.sleep(for: .seconds(1)) }
                try await ClusterCommand.wait(for: cluster, "node '\(name)' still owns partitions") {
                    let nodes = cluster.status().nodes
                    guard nodes.contains(where: { $0.name == name && !$0.owns.isEmpty }) else { return true }
                    guard nodes.contains(where: { $0.capacity > 0 }) else {
                        throw Status.someLinesFailed.reporting(
                            "no other node takes partitions: node '\(name)' keeps its own until one does, or until --undo")
                    }
                    return false
                }
            }
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Moves a partition to a node, and waits until it has moved.")
        @Argument(help: "The partition's number.") var partition: Int
        @Argument(help: "The node.") var node: String
        @OptionGroup var options: ObserverOptions

        func run() throws {
            let (partition, name) = (partition, NodeName(rawValue: node))
            try ClusterCommand.joined(options) { cluster in
                guard 0..<cluster.partitions ~= partition else {
                    throw Status.usage.reporting(
                        "there is no partition \(partition); partitions are 0 to \(cluster.partitions - 1)")
                }
                guard cluster.status().nodes.contains(where: { $0.name == name && $0.capacity > 0 }) else {
                    throw Status.someLinesFailed.reporting("there is no node '\(name)' that takes partitions")
                }
                cluster.move(partition, to: name)
                try await ClusterCommand.wait(for: cluster, "partition \(partition) is not at node '\(name)'") {
                    cluster.status().nodes.contains { $0.name == name && $0.owns.contains(partition) }
                }
            }
        }
    }

    struct Repair: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Repairs the partitions after a backup was restored, or a clock was wrong. Stop all nodes first.",
            discussion: """
                --restored skips the ids, sequences and runs that may have been assigned after the backup was made. Use it once \
                after each restoration, before a node starts: otherwise readers and webhooks receive numbers again that they \
                have received for other changes.

                The time of a partition never goes back, so a node whose clock was a year ahead stops the deadlines for a \
                year. --clock sets such partitions back to the present time, or to the date of --to. The deadlines of \
                activities that began in the wrong time are moved by the same amount. Activities that ended in that time stay \
                ended.
                """)

        @Flag(help: "A backup was restored: skip the numbers that were assigned after it was made.") var restored = false
        @Flag(help: "A clock was wrong: set the time back.") var clock = false
        @Option(
            help: ArgumentHelp("With --clock: the time to set them to, such as 2026-06-20T17:00:00Z.", valueName: "date"),
            transform: parseDate)
        var to: Date?
        @OptionGroup var options: ObserverOptions

        func validate() throws {
            if !restored, !clock { throw ValidationError("'repair' needs '--restored' or '--clock'.") }
            if to != nil, !clock { throw ValidationError("'--to' needs '--clock'.") }
        }

        func run() throws {
            let (restored, clock, to) = (restored, clock, to)
            try ClusterCommand.joined(options) { node in
                let others = node.status().nodes.filter { $0.name != "cluster-command" }
                guard others.isEmpty else {
                    let names = others.map { "'\($0.name)'" }.joined(separator: ", ")
                    throw Status.someLinesFailed.reporting("stop all nodes first: \(names)")
                }
                let repair = node.repair
                do {
                    if restored { print("numbers skipped in \(try repair.skipNumbersGivenAfterBackup()) partitions") }
                    guard clock else { return }
                    let now = to ?? Date()
                    let partitions = try repair.setBack(to: now)
                    for (partition, seconds) in partitions.sorted(by: { $0.key < $1.key }) {
                        print("partition \(partition): set back by \(seconds.rounded()) s to \(now.iso8601)")
                    }
                    if partitions.isEmpty { print("No partition's time is later than \(now.iso8601).") }
                } catch let error as StoreError { throw Status.inputOutput.reporting("\(error)") }
            }
        }
    }

    #if Postgres
    struct Table: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Switches the table of activities on or off in PostgreSQL, or rebuilds it from the logs.",
            discussion: """
                'on' makes the nodes maintain the table 'activity' in the schema: a row for each activity, at most a second \
                old, for queries of other programs. 'off' empties it. 'rebuild' replaces all rows, even while no node is \
                running.
                """)

        enum Action: String, CaseIterable, ExpressibleByArgument { case on, off, rebuild }

        @Argument(help: "on, off or rebuild.") var action: Action
        @OptionGroup var database: PostgresOptions

        func validate() throws {
            if database.store == nil { throw ValidationError("--store must be the URL of the database.") }
        }

        func run() throws {
            do {
                let table = PostgresActivityTable(try database.connect(database.store ?? "", creates: false))
                switch action {
                case .on: try table.setKept(true)
                case .off: try table.setKept(false)
                case .rebuild: try table.rebuild()
                }
            } catch { throw Status.inputOutput.reporting("\(error)") }
        }
    }
    #endif

    /// Waits until a condition holds, for at most a minute. After some seconds it reports which moves wait, and for what.
    fileprivate static func wait(for cluster: ClusterRuntime, _ what: String, _ holds: () throws -> Bool) async throws {
        let (begin, end) = (ContinuousClock.now, ContinuousClock.now + .seconds(60))
        var reported: Set<Int> = []
        while try !holds() {
            if ContinuousClock.now > begin + .seconds(5) {
                for (partition, reason) in cluster.status().waitingMoves.sorted(by: { $0.key < $1.key })
                where reported.insert(partition).inserted {
                    StandardError.report("partition \(partition) waits: \(reason)")
                }
            }
            guard ContinuousClock.now < end else {
                throw Status.someLinesFailed.reporting("after a minute, \(what); it continues")
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// `0-3 7 9`, or `none`.
    static func list(_ partitions: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for partition in partitions {
            if let last = ranges.last, last.upperBound + 1 == partition {
                ranges[ranges.count - 1] = last.lowerBound...partition
            } else {
                ranges.append(partition...partition)
            }
        }
        if ranges.isEmpty { return "none" }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ")
    }
}

/// The options that select a cluster for an operator's command.
struct ObserverOptions: ParsableArguments {
    #if Cluster
    @OptionGroup var cluster: ClusterOptions
    #else
    @Option(help: .hidden) var cluster: String?
    #endif
    #if Postgres
    @OptionGroup var database: PostgresOptions
    #else
    @Option(help: .hidden) var store: String?
    #endif

    func validate() throws {
        #if Postgres
        if database.store != nil { return }
        #else
        if store != nil { throw ValidationError(MissingTrait.message("--store", "Service,Postgres")) }
        #endif
        #if Cluster
        if cluster.cluster != nil { return }
        throw ValidationError("--cluster or --store names the servers.")
        #else
        if cluster != nil { throw ValidationError(MissingTrait.message("--cluster", "Service,Cluster")) }
        throw ValidationError("--store must be the URL of the database.")
        #endif
    }

    /// A node of an existing cluster, which owns no partitions.
    ///
    /// - Throws: ``LogError`` if the cluster's logs cannot be reached.
    func observer(_ name: NodeName) async throws -> ClusterRuntime {
        func node(_ transport: any ClusterTransport, _ partitions: Int) throws -> ClusterRuntime {
            try ClusterRuntime(
                ClusterRuntime.Configuration(node: name, capacity: 0, partitions: partitions), providers: [],
                transport: transport)
        }
        #if Postgres
        if let store = database.store {
            let cluster = try database.connect(store, creates: false)
            return try node(PostgresTransport(cluster), cluster.partitions)
        }
        #endif
        #if Cluster
        let connected = try cluster.connectToExisting(cluster.cluster ?? "")
        return try node(connected.transport, connected.settings.partitions)
        #else
        throw LogError.misconfigured(reason: "--store names the database")
        #endif
    }
}
#endif
