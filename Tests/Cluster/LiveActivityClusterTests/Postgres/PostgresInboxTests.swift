#if Postgres
import Foundation
import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivityCluster
@testable import LiveActivityPostgres

/// The inbox, into which other programs insert commands, and the table of activities, which they read.
@Suite(.serialized, .enabled(if: PostgresServer.programs != nil, "no PostgreSQL server is installed"), .timeLimit(.minutes(15)))
struct PostgresInboxTests {
    private let partitions = 4

    private func node(_ server: PostgresServer, _ name: NodeName) throws -> (runtime: ClusterRuntime, cluster: PostgresCluster)
    {
        let cluster = try PostgresCluster(server.pool(), partitions: partitions)
        let runtime = try ClusterRuntime(
            TestCluster.configuration(name, partitions: partitions), providers: [AnyProvider(TallyProvider())],
            transport: PostgresTransport(cluster))
        return (runtime, cluster)
    }

    private func start(_ owner: String) -> String {
        #"{"command":"start","kind":"tally","owner":"\#(owner)","key":"1","attributes":{"name":"\#(owner)"}}"#
    }

    private func happened(_ number: Int, _ owner: String) -> String {
        """
        {"command":"send","activity":{"owner":"\(owner)","kind":"tally","key":"1"},"event":{"happened":{"_0":\(number)}}}
        """
    }

    private func insert(_ commands: [String]) -> String {
        "INSERT INTO live_activities.inbox (command) VALUES " + commands.map { "('\($0)')" }.joined(separator: ",") + ";"
    }

    private func isEmpty(_ server: PostgresServer) -> Bool {
        (try? server.execute("SELECT count(*)::text FROM live_activities.inbox WHERE refused IS NULL")) == ["0"]
    }

    private func numbers(_ owner: String, _ node: ClusterRuntime) async throws -> [Int] {
        let id = try await node.resolve(.key(owner: OwnerID(rawValue: owner), kind: "tally", key: "1"))
        return try await TestCluster(partitions: partitions).numbers(id, node)
    }

    /// The commands of a transaction are applied once and in order when it commits, and not at all when it is rolled back. The
    /// row of a refused command has the reason.
    @Test func commandsOfTransactionsAreCarriedOut() async throws {
        let server = try PostgresServer()
        let (one, cluster) = try node(server, "one")
        try await TestCluster(partitions: partitions).settled(one)
        let inbox = Task { await PostgresInbox(cluster, into: one).run() }
        try server.execute(insert([start("anna")] + (1...50).map { happened($0, "anna") }))
        try server.execute("BEGIN;" + insert([happened(51, "anna")]) + "ROLLBACK;")
        try server.execute(
            insert([
                happened(1, "carl"), #"{"command":"strat"}"#, #"{"at":"2026-01-01T00:00:00Z","command":"advance"}"#,
                happened(52, "anna"),
                #"{"command":"publish","topic":"anna","event":{"happened":{"_0":53}}}"#, happened(54, "anna"),
            ]))
        try await until { isEmpty(server) }
        #expect(try await numbers("anna", one) == Array(1...50) + [52, 53, 54])
        let refused = "SELECT id || ' ' || code || ': ' || error FROM live_activities.inbox ORDER BY id"
        let rows = try server.execute(refused)
        try #require(rows.count == 3)
        #expect(rows[0].contains("nothingRunning: "), "\(rows)")
        #expect(
            rows[1].contains("undecodable: ") && rows[1].contains("there is no command 'strat'; did you mean 'start'?"),
            "\(rows)")
        #expect(rows[2].contains("remove the member 'at'"), "\(rows)")
        #expect(try server.execute("SELECT cardinality(ids)::text FROM live_activities.inbox_batch") == ["0"])
        inbox.cancel()
        await inbox.value
        await one.stop()
    }

    /// A process ends after it has applied commands and before it has recorded that. The next process sends them again with the
    /// same numbers, so they take effect once. A row that commits later than rows with greater ids is applied too.
    @Test func aBatchThatIsGivenAgainHappensOnce() async throws {
        let server = try PostgresServer()
        let (one, cluster) = try node(server, "one")
        try await TestCluster(partitions: partitions).settled(one)
        let late = try PostgresConnection(PostgresAddress(server.url()))
        _ = try late.execute("BEGIN")
        _ = try late.execute(insert([start("late")]))
        try server.execute(insert([start("anna"), happened(1, "anna"), start("bert"), happened(1, "bert")]))
        // The state after a process has ended between its last command and the deletion of the rows.
        let table = "CREATE TABLE kept AS SELECT * FROM live_activities.inbox"
        try server.execute(table)
        var inbox = Task { await PostgresInbox(cluster, into: one).run() }
        try await until { isEmpty(server) }
        #expect(try server.execute("SELECT number::text FROM live_activities.inbox_batch") == ["5"])
        inbox.cancel()
        await inbox.value
        try server.execute(
            """
            INSERT INTO live_activities.inbox OVERRIDING SYSTEM VALUE SELECT * FROM kept;
            UPDATE live_activities.inbox_batch SET number = 1, ids = (SELECT array_agg(id ORDER BY id) FROM kept);
            """)
        _ = try late.execute("COMMIT")
        inbox = Task { await PostgresInbox(cluster, into: one).run() }
        try await until { isEmpty(server) }
        for owner in ["anna", "bert"] { #expect(try await numbers(owner, one) == [1]) }
        #expect(try await numbers("late", one) == [])
        #expect(try server.execute("SELECT count(*)::text FROM live_activities.inbox") == ["0"])
        inbox.cancel()
        await inbox.value
        await one.stop()
    }

    /// Two nodes, one of which reads the inbox, and whose connections are cut repeatedly: every command is applied once and in
    /// order.
    @Test func cutConnectionsLoseAndRepeatNothing() async throws {
        let server = try PostgresServer()
        let ((one, first), (two, second)) = (try node(server, "one"), try node(server, "two"))
        try await TestCluster(partitions: partitions).settled(one, two)
        let inboxes = [(first, one), (second, two)].map { cluster, runtime in
            Task { await PostgresInbox(cluster, into: runtime).run() }
        }
        let owners = (0..<8).map { "owner \($0)" }
        try server.execute(insert(owners.map(start)))
        for number in 1...30 {
            try server.execute(insert(owners.map { happened(number, $0) }))
            if number.isMultiple(of: 5) {
                try server.execute(
                    "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE query LIKE '%inbox%' AND pid <> pg_backend_pid()"
                )
            }
        }
        try await until { isEmpty(server) }
        for owner in owners { #expect(try await numbers(owner, one) == Array(1...30)) }
        #expect(try server.execute("SELECT count(*)::text FROM live_activities.inbox") == ["0"])
        for inbox in inboxes { inbox.cancel() }
        for inbox in inboxes { await inbox.value }
        await one.stop()
        await two.stop()
    }

    /// One partition that could not be claimed stopped the rows of all of them.
    @Test func aPartitionThatDoesNotAnswerDelaysNoOther() async throws {
        let server = try PostgresServer()
        let (one, cluster) = try node(server, "one")
        try await TestCluster(partitions: partitions).settled(one)
        let owners = (0..<24).map { "owner\($0)" }
        let stuck = try #require(
            owners.first { LiveActivityRuntime.partition(of: OwnerID(rawValue: $0), among: partitions) == 0 })
        let others = owners.filter { LiveActivityRuntime.partition(of: OwnerID(rawValue: $0), among: partitions) != 0 }
        var inbox = Task { await PostgresInbox(cluster, into: one).run() }
        try server.execute(insert([start(stuck)] + others.map(start)))
        try await until { isEmpty(server) }
        inbox.cancel()
        await inbox.value
        await one.stop()

        try server.execute("ALTER TABLE live_activities.log_0_0 RENAME TO lost")
        var configuration = TestCluster.configuration("two", partitions: partitions)
        configuration.deadline = .seconds(1)
        let two = try ClusterRuntime(
            configuration, providers: [AnyProvider(TallyProvider())], transport: PostgresTransport(cluster))
        try await until { two.ownedPartitions == [1, 2, 3] }
        let reports = Noted<[String]>([])
        func run() -> Task<Void, Never> {
            Task { await PostgresInbox(cluster, into: two).run { line in reports.change { $0.append(line) } } }
        }
        func waiting() throws -> [String] { try server.execute("SELECT count(*)::text FROM live_activities.inbox") }
        inbox = run()
        try server.execute(insert((1...3).flatMap { number in ([stuck] + others).map { happened(number, $0) } }))
        try await until { (try? waiting()) == ["3"] }
        #expect(reports.value.count == 1)
        #expect(reports.value.first?.hasPrefix("rows for partition 0 wait in the inbox: partition 0 has no owner") == true)
        // A command to all partitions waits for this one too; the others do not wait for it.
        let all = #"{"command":"publish","topic":"\#(stuck)","event":{"happened":{"_0":9}}}"#
        try server.execute(insert([all] + ([stuck] + others).map { happened(4, $0) }))
        try await until { (try? waiting()) == ["5"] }
        for owner in others { #expect(try await numbers(owner, two) == [1, 2, 3, 4]) }
        // The next process continues with the same numbers.
        inbox.cancel()
        await inbox.value
        inbox = run()
        try server.execute(insert(others.map { happened(5, $0) }))
        try await until { (try? waiting()) == ["5"] }
        try server.execute("ALTER TABLE live_activities.lost RENAME TO log_0_0")
        try await until { isEmpty(server) }
        #expect(try await numbers(stuck, two) == [1, 2, 3, 9, 4])
        for owner in others { #expect(try await numbers(owner, two) == [1, 2, 3, 4, 5]) }
        #expect(try waiting() == ["0"], "none was refused")
        #expect(try server.execute("SELECT cardinality(ids)::text FROM live_activities.inbox_batch") == ["0"])
        inbox.cancel()
        await inbox.value
        await two.stop()
    }

    /// The table follows the logs, even if their beginning was deleted, and can be rebuilt.
    @Test func theTableHasEveryActivity() async throws {
        let server = try PostgresServer()
        let (one, cluster) = try node(server, "one")
        try await TestCluster(partitions: partitions).settled(one)
        let table = PostgresActivityTable(cluster)
        let off = #expect(throws: LogError.self) { try table.rebuild() }
        #expect(off == .misconfigured(reason: "the table of activities is switched off in schema 'live_activities'"))
        func rows() throws -> [String] {
            try server.execute(
                """
                SELECT concat_ws(' ', owner, kind, key, state, revision, content->'runs', attributes->>'name', topics::text)
                FROM live_activities.activity ORDER BY owner
                """)
        }
        func apply(_ commands: String...) async throws {
            for command in commands {
                let timed = try JSONDecoder().decode(TimedCommand.self, from: Data(command.utf8))
                _ = try await one.apply(timed.command, ifRevision: nil)
            }
        }
        try await apply(start("anna"), start("bert"), happened(7, "anna"))
        try table.catchUp(Array(0..<partitions))
        #expect(try rows() == [])
        try table.setKept(true)
        try table.catchUp(Array(0..<partitions))
        let anna = "anna tally 1 active 2 [[7, 7]] anna {anna}"
        #expect(try rows() == [anna, "bert tally 1 active 1 [] bert {bert}"])
        // A change, a start whose texts PostgreSQL does not have, and a dismissal.
        try await apply(
            happened(8, "anna"),
            #"{"command":"start","kind":"tally","owner":"zero","key":"\\u0000","attributes":{"name":"a\u0000b\\u0000"}}"#,
            #"{"command":"end","activity":{"owner":"bert","kind":"tally","key":"1"},"dismissalPolicy":"immediate"}"#)
        try table.catchUp(Array(0..<partitions))
        let expected = [
            "anna tally 1 active 3 [[7, 8]] anna {anna}",
            #"zero tally \u0000 active 1 [] a\#u{FFFD}b\u0000 {"ab\\u0000"}"#,
        ]
        #expect(try rows() == expected)
        // Another program has changed the table, and a log whose beginning was deleted is read from its snapshot.
        try server.execute(
            "UPDATE live_activities.activity SET state = 'wrong'; DELETE FROM live_activities.activity WHERE owner = 'zero'")
        for owned in one.node.owned.values { _ = try owned.store.snapshot() }
        try table.rebuild()
        #expect(try rows() == expected)
        try server.execute("UPDATE live_activities.activity_position SET position = 1; DELETE FROM live_activities.activity")
        try table.catchUp(Array(0..<partitions))
        #expect(try rows() == expected)
        try table.setKept(false)
        #expect(try rows() == [])
        await one.stop()
    }

    /// One of them stopped the rows of its partition and of all higher ones.
    @Test func datesThatPostgreSQLDoesNotHaveAreWrittenNevertheless() async throws {
        let server = try PostgresServer()
        let (one, cluster) = try node(server, "one")
        try await TestCluster(partitions: partitions).settled(one)
        let table = PostgresActivityTable(cluster)
        try table.setKept(true)
        let dates: [(owner: OwnerID, seconds: Double)] = [
            ("anna", 1e-20), ("bert", -63_113_904_000), ("carl", 252_423_993_599), ("dora", 803_667_600.25), ("emil", -1e12),
        ]
        for (owner, seconds) in dates {
            let id = try await one.start(TallyProvider.Attributes(name: "x"), owner: owner, options: StartOptions())
            try await one.send(TallyProvider.Event.becomesStale(at: seconds), to: id)
        }
        let stale = "SELECT owner || ' ' || (stale AT TIME ZONE 'UTC')::text FROM live_activities.activity ORDER BY owner"
        let expected = [
            "anna 2001-01-01 00:00:00", "bert -infinity", "carl 9999-12-31 23:59:59", "dora 2026-06-20 17:00:00.25",
            "emil -infinity",
        ]
        try table.catchUp(Array(0..<partitions))
        let rows = try server.execute(stale)
        #expect(rows == expected)
        try table.rebuild()
        #expect(try server.execute(stale) == expected)
        await one.stop()
    }

    @Test func aBatchThatIsLargerThanWhatIsReadAtOnceIsWritten() async throws {
        let server = try PostgresServer()
        let cluster = try PostgresCluster(server.pool(), partitions: 1)
        let one = try ClusterRuntime(
            TestCluster.configuration("one", partitions: 1), providers: [AnyProvider(TallyProvider())],
            transport: PostgresTransport(cluster))
        try await TestCluster(partitions: 1).settled(one)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<3_000 {
                group.addTask {
                    _ = try await one.start(
                        TallyProvider.Attributes(name: "all"), owner: OwnerID("o\(number)"), options: StartOptions())
                }
            }
            try await group.waitForAll()
        }
        try await one.publish(TallyProvider.Event.happened(1), to: "all")
        // A batch has parts of at most 512 KB, of which one is read at a time.
        let table = PostgresActivityTable(cluster, bytesMax: 1)
        try table.setKept(true)
        try table.catchUp([0])
        try await one.publish(TallyProvider.Event.happened(2), to: "all")
        try table.catchUp([0])
        #expect(try server.execute("SELECT count(*)::text FROM live_activities.activity WHERE revision = 3") == ["3000"])
        #expect(
            try server.execute(
                "SELECT (position = last)::text FROM live_activities.activity_position JOIN live_activities.head USING (partition)"
            )
                == ["true"])
        await one.stop()
    }
}

/// The order of a batch.
@Suite struct InboxOrderTests {
    private func order(_ targets: [(Command.Target, Int?)]) -> [[[Int]]] {
        InboxOrder(targets.enumerated().map { .init(place: $0, target: $1.0, partition: $1.1) }).phases
    }

    @Test func oneActivityKeepsItsOrder() {
        let (anna, bert) = (Command.Target.owner("anna"), Command.Target.owner("bert"))
        let annas = Command.Target.activity(.key(owner: "anna", kind: "tally", key: "1"))
        let (first, second) = (ActivityID(rawValue: 1), ActivityID(rawValue: 2))
        #expect(order([]) == [])
        #expect(order([(anna, 0), (bert, 0), (annas, 0), (bert, 0)]) == [[[0, 2], [1, 3]]])
        #expect(
            order([(.activity(.id(first)), 1), (.activity(.id(second)), 1), (.activity(.id(first)), 1)]) == [[[0, 2], [1]]])
        // Both names must match, if both are given.
        #expect(
            order([(anna, 0), (.activity(.id(first)), 0), (bert, 0), (bert, 1), (.owner("carl"), 1)])
                == [[[0, 1, 2], [3], [4]]])
        // A command for all activities waits for all earlier commands, and later ones wait for it.
        #expect(order([(anna, 0), (.topic("t"), nil), (.all, nil), (anna, 0)]) == [[[0]], [[1]], [[2]], [[3]]])
    }
}
#endif
