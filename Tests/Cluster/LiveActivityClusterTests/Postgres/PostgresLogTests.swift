#if Postgres
import Foundation
import LiveActivities
import Testing

@testable import LiveActivityCluster
@testable import LiveActivityPostgres

/// The log on a real server.
@Suite(.serialized, .enabled(if: PostgresServer.programs != nil, "no PostgreSQL server is installed"), .timeLimit(.minutes(15)))
struct PostgresLogTests {
    @Test func keepsThePromises() throws {
        let server = try PostgresServer()
        let cluster = try PostgresCluster(server.pool(), partitions: 3)
        #expect(PartitionLogConformance(log: try cluster.log(of: 0)).violations() == [])
        try PartitionStory(log: cluster.log(of: 1)).check()
        #expect(throws: LogError.misconfigured(reason: "schema 'live_activities' has partitions 0 to 2, and no partition 3")) {
            try cluster.log(of: 3)
        }
    }

    /// The log of settings is beside the partitions' logs: the table of activities has no row for it.
    @Test func theLogOfSettingsKeepsThePromises() throws {
        let server = try PostgresServer()
        let cluster = try PostgresCluster(server.pool(), partitions: 2)
        let transport = PostgresTransport(cluster)
        #expect(PartitionLogConformance(log: try transport.settingsLog()).violations() == [])
        try PostgresActivityTable(cluster).setKept(true)
        #expect(
            try server.execute("SELECT partition::text FROM live_activities.activity_position ORDER BY 1") == ["0", "1"])
        try transport.settingsLog().trim(through: 1_024)
        #expect(try PostgresCluster(existing: server.pool()).partitions == 2)
    }

    /// More changes than a table of the log has positions.
    @Test func settingsAreSharedAndTheirLogStaysShort() throws {
        let server = try PostgresServer()
        let transport = PostgresTransport(try PostgresCluster(server.pool(), partitions: 2))
        let (one, two) = (
            try SharedSettings(transport.settingsLog()), try SharedSettings(PostgresLog.settings(server.pool()))
        )
        try two.change { $0["first"] = "1" }
        for number in 0..<1_100 { try one.change { $0["a"] = "\(number)" } }
        try two.refresh()
        #expect(two.values == one.values && two.values.count == 2)
        let count = try one.messageCount()
        #expect(count < 100)
    }

    /// Trimming leaves no rows for autovacuum: the tables of whole segments are dropped, and only those.
    @Test func trimmingDropsTables() throws {
        let server = try PostgresServer()
        let pool = try server.pool()
        _ = try PostgresCluster(pool, partitions: 2)
        let size: LogPosition = 20
        let log = PostgresLog(pool, partition: 1, segmentPositions: size)
        let end: LogPosition = 2 * size + 5
        for position in 0..<end {
            let message = LogMessage(id: "\(position + 1)", bytes: [UInt8(truncatingIfNeeded: position)])
            #expect(try log.append(message, after: position) == position + 1)
        }
        func tables() throws -> [String] {
            try server.execute(
                "SELECT tablename::text FROM pg_tables WHERE schemaname = 'live_activities' AND tablename LIKE 'log%' ORDER BY 1"
            )
        }
        #expect(try tables() == ["log_1_0", "log_1_1", "log_1_2"])
        // One read crosses the end of a segment.
        let across = try log.read(after: size - 2, bytes: 10).map(\.position)
        let expected: [LogPosition] = (0..<10).map { size - 1 + $0 }
        #expect(across == expected)
        #expect(try log.read(after: size - 2, bytes: 3).map(\.message.id) == ["\(size - 1)", "\(size)", "\(size + 1)"])
        try log.trim(through: size - 1)
        #expect(try tables() == ["log_1_0", "log_1_1", "log_1_2"])
        #expect(throws: LogError.trimmed(first: size)) { try log.read(after: 0, bytes: 1) }
        try log.trim(through: size)
        #expect(try tables() == ["log_1_1", "log_1_2"])
        // While a backup reads the table, dropping it is postponed, and no operation waits for it.
        let backup = try PostgresConnection(pool.address)
        _ = try backup.execute("BEGIN")
        _ = try backup.execute("SELECT count(*) FROM live_activities.log_1_1")
        try log.trim(through: 2 * size)
        #expect(try tables() == ["log_1_1", "log_1_2"])
        #expect(try log.append(LogMessage(id: "during", bytes: []), after: end) == end + 1)
        _ = try backup.execute("COMMIT")
        try log.trim(through: 2 * size)
        #expect(try tables() == ["log_1_2"])
        #expect(try log.bounds() == LogBounds(first: 2 * size + 1, last: end + 1))
    }

    /// A batch of rows repeats itself, and is written by the server in a fraction of its bytes.
    @Test func largeMessagesAreCompressed() throws {
        let server = try PostgresServer()
        let log = try PostgresCluster(server.pool(), partitions: 1).log(of: 0)
        let row = #"{"record":{"owner":"anna","state":"active","revision":7},"kind":"delivery"}"#
        let message = LogMessage(id: "rows", bytes: Array(String(repeating: row, count: 1_000).utf8))
        _ = try log.append(message, after: 0)
        #expect(
            try server.execute("SELECT (pg_column_size(message) < 10000)::text FROM live_activities.log_0_0") == ["true"])
        #expect(
            try server.execute("SELECT pg_column_compression(message) FROM live_activities.log_0_0") == ["lz4"])
        #expect(try log.read(after: 0, bytes: 1) == [LogEntry(position: 1, message: message)])
    }

    /// Messages that arrive during a statement are appended together by the next one. A locked row delays its own log only, and
    /// a former owner's message is refused.
    @Test func messagesOfSeveralLogsAreAppendedTogether() async throws {
        let server = try PostgresServer()
        // A slow machine keeps the row locked for longer than a statement usually waits.
        let pool = try server.pool(within: .seconds(600))
        let cluster = try PostgresCluster(pool, partitions: 4)
        let logs = try (0..<4).map { try cluster.log(of: $0) }
        for log in logs { _ = try log.append(LogMessage(id: "first", bytes: [0]), after: 0) }
        func lock(_ partition: Int) throws -> PostgresConnection {
            let connection = try PostgresConnection(pool.address)
            _ = try connection.execute("BEGIN")
            _ = try connection.execute("SELECT 1 FROM live_activities.head WHERE partition = \(partition) FOR UPDATE")
            return connection
        }
        func append(_ partition: Int, after expected: LogPosition) -> Task<Result<LogPosition, LogError>, Never> {
            onThread { () throws(LogError) in
                try logs[partition].append(LogMessage(id: "second", bytes: [1]), after: expected)
            }
        }
        let (first, third) = (try lock(0), try lock(2))
        // It holds up the others.
        let alone = append(0, after: 1)
        func transactions() throws -> Int {
            Int(try server.execute("SELECT count(*)::text FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted")[0])
                ?? 0
        }
        while try transactions() == 0 { await Task.yield() }
        var others: [Task<Result<LogPosition, LogError>, Never>] = []
        for (partition, expected) in [(1, 1), (2, 1), (3, 1), (1, 0)] as [(Int, LogPosition)] {
            others.append(append(partition, after: expected))
            while pool.appends.waitingCount < others.count { await Task.yield() }
        }
        _ = try first.execute("COMMIT")
        #expect(await alone.value == .success(2))
        #expect(await others[0].value == .success(2))
        #expect(await others[2].value == .success(2))
        #expect(await others[3].value == .failure(.wrongPosition))
        #expect(try logs[2].bounds().last == 1)
        _ = try third.execute("COMMIT")
        #expect(await others[1].value == .success(2))
        // One transaction has inserted both.
        #expect(
            try server.execute(
                """
                SELECT count(DISTINCT xmin::text)::text FROM (
                    SELECT xmin FROM live_activities.log_1_0 WHERE position = 2 UNION ALL
                    SELECT xmin FROM live_activities.log_3_0 WHERE position = 2
                ) AS second
                """) == ["1"])
        for log in logs { #expect(try log.read(after: 0, bytes: 100).map(\.message.id) == ["first", "second"]) }
    }

    /// The server is killed during appends, repeatedly, and connections are cut: each message is in the log once and in order.
    @Test func killedServersAndCutConnectionsLoseNothing() throws {
        let server = try PostgresServer()
        let log = try PostgresCluster(server.pool(connections: 3), partitions: 1).log(of: 0)
        var writer = LogWriter(log, after: 0, writer: 1, attempts: 3)
        var count: UInt64 = 0
        func append(_ times: Int) throws {
            for _ in 0..<times {
                count += 1
                try patiently {
                    try writer.settle()
                    if writer.position < count { try writer.append(LogRecord(epoch: count, body: .release(to: nil))) }
                }
            }
        }
        try append(20)
        for _ in 0..<3 {
            server.kill()
            #expect(throws: StoreError.self) { try writer.append(LogRecord(epoch: count + 1, body: .release(to: nil))) }
            try server.start()
            try append(20)
        }
        let cutting = Thread { [url = server.url()] in
            guard let connection = try? PostgresConnection(PostgresAddress(url)) else { return }
            for _ in 0..<50 {
                _ = try? connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"
                )
                usleep(20_000)
            }
        }
        cutting.start()
        while !cutting.isFinished { try append(1) }
        let entries = try patiently { try log.read(after: 0, bytes: 10 << 20) }
        #expect(entries.map(\.position) == Array(1...count))
        #expect(try entries.map { try LogRecord($0).epoch } == Array(1...count))
    }

    /// A commit whose answer was lost is found: nothing is appended twice.
    @Test func anUnansweredCommitIsLookedUp() throws {
        let server = try PostgresServer()
        let log = try PostgresCluster(server.pool(), partitions: 1).log(of: 0)
        let lost = LogMessage(id: "a-1", bytes: try LogRecord(epoch: 1, body: .release(to: nil)).encoded())
        var writer = LogWriter(
            AnswerLosingLog(log: log, id: lost.id), after: 0, writer: 10, attempts: 3)
        try writer.append(LogRecord(epoch: 1, body: .release(to: nil)))
        #expect(writer.position == 1)
        #expect(try log.read(after: 0, bytes: 1_000) == [LogEntry(position: 1, message: lost)])
        // A former owner is refused at its next append, whatever it has missed.
        var former = LogWriter(log, after: 0, writer: 11, attempts: 3)
        let error = #expect(throws: StoreError.self) { try former.append(LogRecord(epoch: 1, body: .release(to: nil))) }
        #expect(error == .fenced(reason: "another node has claimed the partition"))
        #expect(try log.bounds() == LogBounds(first: 1, last: 1))
    }
}

/// Runs a call that blocks on a thread of its own.
private func onThread(
    _ body: @escaping @Sendable () throws(LogError) -> LogPosition
) -> Task<Result<LogPosition, LogError>, Never> {
    Task {
        await withCheckedContinuation { continuation in
            Thread {
                do throws(LogError) { continuation.resume(returning: .success(try body())) } catch {
                    continuation.resume(returning: .failure(error))
                }
            }.start()
        }
    }
}

/// Stores the first message with an id, and then reports that there was no answer.
private final class AnswerLosingLog: PartitionLog {
    let log: any PartitionLog
    let id: String

    init(log: any PartitionLog, id: String) { (self.log, self.id) = (log, id) }

    func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
        let position = try log.append(message, after: expected)
        if message.id == id { throw .unanswered(reason: "the answer was lost") }
        return position
    }

    func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        try log.read(after: position, bytes: bytes)
    }
    func bounds() throws(LogError) -> LogBounds { try log.bounds() }
    func trim(through position: LogPosition) throws(LogError) { try log.trim(through: position) }
}
#endif
