#if Postgres
import Foundation
import LiveActivities
import LiveActivityCore
import Synchronization
import Testing

@testable import LiveActivityCluster
@testable import LiveActivityPostgres

/// Nodes with their logs and messages in a real database.
@Suite(.serialized, .enabled(if: PostgresServer.programs != nil, "no PostgreSQL server is installed"), .timeLimit(.minutes(30)))
struct PostgresClusterTests {
    private func stories(_ server: PostgresServer, _ partitions: Int, silence: Duration = .seconds(600)) -> ClusterStories {
        ClusterStories(partitions: partitions) { name, capacity in
            let transport = PostgresTransport(try PostgresCluster(server.pool(), partitions: partitions))
            var configuration = TestCluster.configuration(name, partitions: partitions, silence: silence)
            configuration.capacity = capacity
            return try ClusterRuntime(configuration, providers: [AnyProvider(TallyProvider())], transport: transport)
        }
    }

    @Test func nodesPassCommandsOnAndHandPartitionsOver() async throws {
        let server = try PostgresServer()
        try await stories(server, 4).nodesPassCommandsOnAndHandPartitionsOver()
    }

    @Test func eachAcknowledgedEventIsThereOnce() async throws {
        let server = try PostgresServer()
        try await stories(server, 6, silence: .seconds(3)).nodesVanishAndWakeUp()
    }

    /// The database is stopped and restarted under load: the nodes reconnect, and nothing acknowledged is lost.
    @Test func aDatabaseThatIsStartedAgain() async throws {
        let server = try PostgresServer()
        let stories = stories(server, 4)
        let cluster = TestCluster(partitions: 4)
        let (one, two) = (try stories.node("one", 1), try stories.node("two", 1))
        try await cluster.settled(one, two)
        let load = cluster.load(one)
        let sum = "SELECT sum(last)::text FROM live_activities.head"
        let locks = "SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory' AND granted"
        for _ in 0..<2 {
            server.kill()
            try server.start()
            // Commands are applied again.
            let appended = try server.execute(sum)
            try await cluster.settled(one, two)
            try await until { (try? server.execute(sum)) != appended }
        }
        // When the nodes lost their connections, they lost their locks, and each may have claimed the other's partitions. A
        // former owner answers reads from memory for a moment, so the check waits until there is no former owner.
        try await until { (try? server.execute(locks)) == ["2"] }
        try await cluster.settled(one, two)
        try await until { Set(one.ownedPartitions).isDisjoint(with: two.ownedPartitions) }
        try await load.check(two)
        await one.stop()
        await two.stop()
    }

    /// Requests, answers and broadcasts.
    @Test func requestsAnswersAndBroadcastsArrive() async throws {
        let server = try PostgresServer()
        let cluster = try PostgresCluster(server.pool(), partitions: 1)
        let (first, second) = (PostgresTransport(cluster), PostgresTransport(cluster))
        let received = Received()
        try first.attach(
            "first", receiveHeartbeat: { received.add("first", $0) }, receiveChanges: { _ in }, answer: { _, _ in })
        #expect(first.hasOthers(besides: "first") == false)
        try second.attach(
            "second", receiveHeartbeat: { received.add("second", $0) }, receiveChanges: { received.add("changes", $0) },
            answer: { request, reply in
                if request == [9] { return }
                reply(request + [1])
                reply(request + [2])
            })
        #expect(first.hasOthers(besides: "first") == true && second.hasOthers(besides: "second") == true)
        func ask(_ address: String, _ request: [UInt8], answers: Int, within time: Duration = .seconds(60)) async
            -> [TransportAnswer]
        {
            let got = Mutex<[TransportAnswer]>([])
            return await withCheckedContinuation { continuation in
                first.ask(address, request, within: time) { answer in
                    let all = got.withLock { got in
                        got.append(answer)
                        return got
                    }
                    var isLast = all.count == answers
                    if case .answer = answer {} else { isLast = true }
                    if isLast { continuation.resume(returning: all) }
                    return !isLast
                }
            }
        }
        #expect(await ask("second", [7], answers: 2) == [.answer([7, 1]), .answer([7, 2])])
        let large = (0..<900_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(await ask("second", large, answers: 1) == [.answer(large + [1])])
        #expect(await ask("nobody", [7], answers: 1) == [.nobody])
        #expect(await ask("second", [9], answers: 1, within: .milliseconds(300)) == [.silence])
        // Delivered to all, including the sender, and in order.
        for number in 0..<100 as Range<UInt8> { try second.publish([number], from: "second") }
        try first.sendHeartbeat([42], from: "first")
        try await until {
            received.of("changes").count == 100 && !received.of("first").isEmpty && !received.of("second").isEmpty
        }
        #expect(received.of("changes") == (0..<100).map { [$0] })
        #expect(received.of("first") == [[42]] && received.of("second") == [[42]])
        #expect(try server.execute("SELECT count(*)::text FROM live_activities.message") == ["0"])
        #expect(
            try first.warnings() == [
                "replication is not synchronous (synchronous_standby_names): a standby that is promoted can lack acknowledged commands"
            ])
        // Other roles may send notifications, but can neither read nor write messages.
        try server.execute("CREATE ROLE stranger LOGIN PASSWORD '\(PostgresServer.password)'")
        let stranger = try PostgresConnection(PostgresAddress(server.url(user: "stranger")))
        #expect(throws: PostgresError.self) { _ = try stranger.execute("SELECT bytes FROM live_activities.message") }
        // Without a database a request is reported as not sent, and the other node is not reported as gone.
        server.kill()
        let answers = await ask("second", [7], answers: 1)
        guard case .notSent? = answers.last else { Issue.record("\(answers)"); return }
        #expect(first.hasOthers(besides: "first") == nil)
    }

    /// A node that has ended is detected by the first request to it.
    @Test func aNodeThatHasEnded() async throws {
        let server = try PostgresServer()
        let cluster = try PostgresCluster(server.pool(), partitions: 1)
        let first = PostgresTransport(cluster)
        try first.attach("first", receiveHeartbeat: { _ in }, receiveChanges: { _ in }, answer: { _, _ in })
        func ask() async -> TransportAnswer {
            await withCheckedContinuation { continuation in
                first.ask("second", [1], within: .seconds(1)) { answer in
                    continuation.resume(returning: answer)
                    return false
                }
            }
        }
        do {
            let second = PostgresTransport(cluster)
            try second.attach(
                "second", receiveHeartbeat: { _ in }, receiveChanges: { _ in }, answer: { request, reply in reply(request) })
            #expect(await ask() == .answer([1]))
        }
        while await ask() != .nobody {}
        #expect(await ask() == .nobody)
        #expect(first.hasOthers(besides: "first") == false)
        // A node that has stopped, in a process that continues.
        let third = PostgresTransport(cluster)
        try third.attach("third", receiveHeartbeat: { _ in }, receiveChanges: { _ in }, answer: { _, _ in })
        #expect(first.hasOthers(besides: "first") == true)
        third.leave("third")
        while first.hasOthers(besides: "first") != false {}
        let answers = Mutex<[TransportAnswer]>([])
        third.ask("first", [1], within: .seconds(60)) { answer in
            answers.withLock { $0.append(answer) }
            return false
        }
        #expect(answers.withLock(\.self) == [.notSent(reason: "this node has stopped")])
    }

    /// The schema of the first version is migrated with its contents.
    @Test func earlierVersionsAreMigrated() throws {
        let server = try PostgresServer()
        try server.execute(
            "CREATE SCHEMA live_activities;" + PostgresSchema.migrations[0].replacing("SCHEMA", with: "live_activities")
                + "INSERT INTO live_activities.cluster VALUES (1, 3);"
                + "INSERT INTO live_activities.head (partition) SELECT generate_series(0, 2);")
        let old =
            "schema 'live_activities' has version 1, and this program \(PostgresSchema.version): start a node with 'serve'"
        #expect(throws: LogError.misconfigured(reason: old)) { try PostgresCluster(existing: server.pool()) }
        let log = PostgresLog(try server.pool(), partition: 2)
        #expect(try log.append(LogMessage(id: "old", bytes: [1]), after: 0) == 1)
        let cluster = try PostgresCluster(server.pool())
        #expect(cluster.partitions == 3)
        #expect(try cluster.log(of: 2).read(after: 0, bytes: 1).map(\.message.id) == ["old"])
        #expect(try server.execute("SELECT count(*)::text FROM live_activities.message") == ["0"])
        #expect(try PostgresCluster(existing: server.pool()).partitions == 3)
        #expect(try server.execute("SELECT number::text FROM live_activities.inbox_batch") == ["1"])
    }
}

private final class Received: Sendable {
    private let all = Mutex<[String: [[UInt8]]]>([:])
    func add(_ name: String, _ bytes: [UInt8]) { all.withLock { $0[name, default: []].append(bytes) } }
    func of(_ name: String) -> [[UInt8]] { all.withLock { $0[name] ?? [] } }
}
#endif
