#if Postgres
import Dispatch
import LiveActivities
public import LiveActivityCluster
import LiveActivityCore
import LiveActivityJSON
import Synchronization

/// Applies the commands that other programs insert into the schema's table `inbox`, each exactly once.
///
/// ```sql
/// BEGIN;
/// UPDATE orders SET courier = 'Kim' WHERE id = 42;
/// INSERT INTO live_activities.inbox (command) VALUES (
///     '{"command": "send", "activity": {"owner": "anna", "kind": "delivery", "key": "42"},
///       "event": {"courierAssigned": {"name": "Kim"}}}');
/// COMMIT;
/// ```
///
/// **Problem.** An activity follows a transaction on a team's own tables. If the transaction is rolled back, nothing may
/// happen; if it commits, the command must be applied exactly once, whatever fails in between.
///
/// **Solution.** One process at a time takes rows in the order of their ids. It stores which rows it has taken, with numbers,
/// before it applies them under these numbers. A partition's log has a number in the same batch as the command's effects, so a
/// repetition, by this process or the next one, is recognised (`RequestName`).
///
/// | case | what follows |
/// | --- | --- |
/// | a command is applied | its row is deleted |
/// | it is refused | its row has `code`, `error` and the date `refused`, and is never applied |
/// | its partition has no owner now | it is applied again under its number; commands to other activities do not wait |
/// | its outcome is unknown three times | its row has the code `outcomeUnknown`: it may have ended its owners' processes |
/// | the process ends, or its connection is cut | another process applies the rows, with the same numbers |
/// | the process is paused for 30 s | the same: the server ends its session |
/// | a notification is lost, or the trigger is disabled | the table is read every 500 ms |
///
/// Rejected: a row lock while a row is applied (a process that is paused keeps it); ids as numbers (a transaction with a
/// smaller id may commit later, and a number below the settled ones is refused).
public final class PostgresInbox: Sendable {
    /// Of a row that was taken.
    private enum Verdict: Sendable {
        case carriedOut
        case refused(code: String, reason: String)
    }

    private struct Row: Sendable {
        var id: Int64
        var number: UInt64
        var command: [UInt8]
    }

    /// The rows that were taken, and the first of their numbers: all smaller ones are settled.
    private struct Batch: Sendable {
        var first: UInt64 = 0
        var rows: [Row] = []
    }

    /// The sender of all commands, whichever process applies them.
    private static let sender = RequestName.inbox
    /// The maximum number of rows taken at a time, and of the bytes of their commands, beyond which only one is taken.
    private let (rowsMax, bytesMax) = (2_000, 4 << 20)
    /// The interval at which the table is read without a notification.
    private let pollInterval: Duration = .milliseconds(500)
    /// The time without a statement after which the server ends the session of a paused process.
    private let idleTimeout: Duration = .seconds(30)
    /// The maximum number of attempts for a command whose outcome is unknown.
    private let attemptsMax = 3
    private let database: PostgresAddress
    private let runtime: ClusterRuntime
    private let queue = DispatchQueue(label: "postgres.inbox")

    /// Creates an inbox, which connects in ``run(reporting:)``.
    ///
    /// - Parameter runtime: Applies the commands. Any number of processes may run an inbox of the same schema.
    public init(_ cluster: PostgresCluster, into runtime: ClusterRuntime) {
        (database, self.runtime) = (cluster.pool.address, runtime)
    }

    private var schema: String { database.schema }

    /// Applies commands until the task is cancelled, on a separate connection, which is reopened after it was lost.
    ///
    /// - Parameter report: Receives why no commands are taken: once for each reason.
    public func run(reporting report: @Sendable (String) -> Void = { _ in }) async {
        var known: String?
        while !Task.isCancelled {
            do throws(PostgresError) { try await consume() } catch {
                if error.reason != known { report(error.reason) }
                known = error.reason
                try? await Task.sleep(for: pollInterval)
            }
        }
    }

    // MARK: - One process at a time

    private func consume() async throws(PostgresError) {
        let database = database
        let connection = try await blocking { () throws(PostgresError) in try PostgresConnection.again(database) }
        let (name, timeout) = (PostgresMail.lockNumber(schema), Int(idleTimeout / .milliseconds(1)))
        try await execute("SET idle_session_timeout = \(timeout); LISTEN \(schema)_inbox;", connection)
        let lock = "SELECT pg_try_advisory_lock(\(name), \(PostgresMail.lockNumber(Self.sender)))"
        while try await number(lock, connection) == 0 {
            guard !Task.isCancelled else { return }
            try? await Task.sleep(for: pollInterval)
        }
        // The unfinished batch of the previous process comes first.
        var batch = try await taken(connection)
        while !Task.isCancelled {
            let verdicts = try await verdicts(batch, keeping: connection)
            // A command without a verdict is repeated by this process or the next one.
            guard verdicts.count == batch.rows.count else { continue }
            try await finish(batch, verdicts, connection)
            batch = try await taken(connection)
            if batch.rows.isEmpty {
                let pollInterval = pollInterval
                try await blocking { () throws(PostgresError) in try connection.awaitNotification(within: pollInterval) }
            }
        }
    }

    /// The rows that were taken but are not finished.
    private func taken(_ connection: PostgresConnection) async throws(PostgresError) -> Batch {
        let statement = """
            SELECT batch.number, taken.place, inbox.id, inbox.command::text FROM \(schema).inbox_batch AS batch,
                unnest(batch.ids) WITH ORDINALITY AS taken (id, place) JOIN \(schema).inbox ON inbox.id = taken.id
            WHERE inbox.refused IS NULL ORDER BY taken.place
            """
        return try await blocking { () throws(PostgresError) in
            let rows = try connection.execute(statement)
            var batch = Batch()
            for row in 0..<rows.count {
                batch.first = UInt64(rows.int(row, 0))
                batch.rows.append(
                    Row(
                        id: rows.int(row, 2), number: batch.first + UInt64(rows.int(row, 1)) - 1, command: rows.bytes(row, 3)))
            }
            return batch
        }
    }

    /// Stores the outcomes of a batch and takes the next rows, in one transaction.
    private func finish(
        _ batch: Batch, _ verdicts: [Int: Verdict], _ connection: PostgresConnection
    ) async throws(PostgresError) {
        var (carriedOut, refused, codes, reasons): ([Int64], [Int64], [String], [String]) = ([], [], [], [])
        for (place, row) in batch.rows.enumerated() {
            switch verdicts[place] {
            case .refused(let code, let reason):
                refused.append(row.id)
                codes.append(code)
                // PostgreSQL's text cannot contain a zero byte.
                reasons.append(reason.replacing("\0", with: ""))
            case .carriedOut, nil: carriedOut.append(row.id)
            }
        }
        let parameters: [PostgresValue] = [.ints(carriedOut), .ints(refused), .texts(codes), .texts(reasons)]
        try await execute(
            """
            WITH carried_out AS (DELETE FROM \(schema).inbox WHERE id = ANY ($1)), refused AS (
                UPDATE \(schema).inbox SET refused = now(), code = its.code, error = its.error
                FROM unnest($2::int8[], $3::text[], $4::text[]) AS its (id, code, error) WHERE inbox.id = its.id
            ), next AS (
                SELECT coalesce(array_agg(id ORDER BY id), '{}') AS ids FROM (
                    SELECT id, row_number() OVER (ORDER BY id) AS place,
                        sum(octet_length(command::text)) OVER (ORDER BY id) AS bytes
                    FROM (
                        SELECT id, command FROM \(schema).inbox
                        WHERE refused IS NULL AND id NOT IN (SELECT unnest(ids) FROM \(schema).inbox_batch)
                        ORDER BY id LIMIT \(rowsMax)
                    ) AS first
                ) AS waiting WHERE place = 1 OR bytes <= \(bytesMax)
            )
            UPDATE \(schema).inbox_batch AS batch SET number = batch.number + cardinality(batch.ids), ids = next.ids
            FROM next WHERE batch.ids <> '{}' OR next.ids <> '{}'
            """, connection, parameters)
    }

    // MARK: - Commands

    /// Applies a batch, and meanwhile uses the session, so that the server does not end it.
    ///
    /// - Returns: The verdicts by index in the batch. A command without a verdict must be repeated.
    /// - Throws: If the connection is lost. Another process may then apply the batch.
    private func verdicts(
        _ batch: Batch, keeping connection: PostgresConnection
    ) async throws(PostgresError) -> [Int: Verdict] {
        guard !batch.rows.isEmpty else { return [:] }
        let interval = idleTimeout / 6
        let results = await withTaskGroup(of: Result<[Int: Verdict], PostgresError>.self) { group in
            group.addTask { .success(await self.carryOut(batch)) }
            group.addTask {
                while true {
                    do { try await Task.sleep(for: interval) } catch { return .success([:]) }
                    do throws(PostgresError) { try await self.execute("SELECT 1", connection) } catch { return .failure(error) }
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .success([:])
        }
        return try results.get()
    }

    private func carryOut(_ batch: Batch) async -> [Int: Verdict] {
        var verdicts: [Int: Verdict] = [:]
        var commands: [Int: TimedCommand] = [:]
        var entries: [InboxOrder.Entry] = []
        for (place, row) in batch.rows.enumerated() {
            do throws(RuntimeError) {
                let command = try Self.command(row.command)
                entries.append(
                    .init(place: place, target: command.command.target, partition: try runtime.partition(of: command.command)))
                commands[place] = command
            } catch { verdicts[place] = .refused(code: error.code, reason: error.description) }
        }
        for phase in InboxOrder(entries).phases {
            await withTaskGroup(of: [Int: Verdict].self) { group in
                for lane in phase {
                    group.addTask { [commands] in
                        var verdicts: [Int: Verdict] = [:]
                        for place in lane {
                            guard let command = commands[place],
                                let verdict = await self.verdict(
                                    command,
                                    as: RequestName(
                                        sender: Self.sender, number: batch.rows[place].number, settled: batch.first))
                            else { break }
                            verdicts[place] = verdict
                        }
                        return verdicts
                    }
                }
                for await lane in group { verdicts.merge(lane) { $1 } }
            }
        }
        return verdicts
    }

    private static func command(_ text: [UInt8]) throws(RuntimeError) -> TimedCommand {
        let timed: TimedCommand
        do { timed = try WireDecoder().decode(TimedCommand.self, from: text) } catch {
            throw .engine(EngineError(error, reading: "command"))
        }
        guard timed.at == nil else {
            throw .engine(
                .undecodable(
                    what: "command", path: "at", reason: "a command is applied when it is taken: remove the member 'at'"))
        }
        return timed
    }

    /// - Returns: `nil` if the task was cancelled.
    private func verdict(_ command: TimedCommand, as name: RequestName) async -> Verdict? {
        var unknown = 0
        while !Task.isCancelled {
            // Detached, because the answer to a command that was sent is awaited even if this task is cancelled.
            let result = await Task.detached { [runtime] () -> Result<Outcome, RuntimeError> in
                do throws(RuntimeError) {
                    return .success(try await runtime.apply(command.command, as: name, trace: command.trace))
                } catch { return .failure(error) }
            }.value
            switch result {
            case .success: return .carriedOut
            case .failure(.storeUnavailable), .failure(.closed), .failure(.fenced): break
            case .failure(let error):
                switch error {
                case .notDurable, .outcomeUnknown:
                    unknown += 1
                    if unknown == attemptsMax { return .refused(code: "outcomeUnknown", reason: error.description) }
                default: return .refused(code: error.code, reason: error.description)
                }
            }
            try? await Task.sleep(for: .milliseconds(100))
        }
        return nil
    }

    // MARK: - Statements

    @discardableResult
    private func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        let result: Result<Value, PostgresError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(PostgresError) { continuation.resume(returning: .success(try body())) } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    private func execute(
        _ statement: String, _ connection: PostgresConnection, _ parameters: [PostgresValue] = []
    ) async throws(PostgresError) {
        try await blocking { () throws(PostgresError) in _ = try connection.execute(statement, parameters) }
    }

    private func number(_ statement: String, _ connection: PostgresConnection) async throws(PostgresError) -> Int64 {
        try await blocking { () throws(PostgresError) in try connection.execute(statement).int(0, 0) }
    }
}
#endif
