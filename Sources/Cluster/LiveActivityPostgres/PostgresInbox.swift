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
/// | its partition does not answer within the deadline | it is applied again under its number; the partition's rows wait |
/// | the same, and a command goes to all partitions | it waits until all partitions answer; all other rows are applied |
/// | its outcome is unknown three times | its row has the code `outcomeUnknown`: it may have ended its owners' processes |
/// | the process ends, or its connection is cut | another process applies the rows, with the same numbers |
/// | the process is paused for 30 s | the same: the server ends its session |
/// | a notification is lost, or the trigger is disabled | the table is read every 500 ms |
///
/// Rejected: a row lock while a row is applied (a process that is paused keeps it); ids as numbers (a transaction with a
/// smaller id may commit later, and a number below the settled ones is refused).
public final class PostgresInbox: Sendable {
    /// Of a row that was taken.
    enum Verdict: Sendable {
        case carriedOut
        case refused(code: String, reason: String)
    }

    private struct Row: Sendable {
        var id: Int64
        var number: UInt64
        var size: Int
        /// An error if it cannot be decoded.
        var command: Result<Placed, RuntimeError>
    }

    private struct Placed: Sendable {
        var command: TimedCommand
        /// `nil` for a command to all partitions.
        var partition: Int?
    }

    /// The rows that were taken and have no verdict yet, in the order of their numbers.
    private struct Batch: Sendable {
        /// The number of the first id in the table `inbox_batch`: all smaller ones are settled.
        var first: UInt64 = 0
        /// The number of ids there, with the finished ones between others.
        var count = 0
        var rows: [Row] = []
    }

    /// For each partition, the smallest number of a row without a verdict that it may have been sent.
    private struct Settled: Sendable {
        private var smallest: [Int?: UInt64] = [:]

        init(_ batch: Batch) {
            for case let (number, .success(placed)) in batch.rows.lazy.map({ ($0.number, $0.command) })
            where smallest[placed.partition] == nil { smallest[placed.partition] = number }
        }

        func name(_ number: UInt64, _ partition: Int?) -> RequestName {
            let others = partition.map { [smallest[$0], smallest[nil]] } ?? Array(smallest.values)
            return RequestName(sender: PostgresInbox.sender, number: number, settled: others.compactMap(\.self).min() ?? number)
        }
    }

    /// The sender of all commands, whichever process applies them.
    private static let sender = RequestName.inbox
    /// The maximum number of rows taken at a time, and of the bytes of their commands, beyond which only one is taken.
    private let (rowsMax, bytesMax) = (2_000, 4 << 20)
    /// The maximum number of ids in a batch, and of the bytes of its rows, beyond which no rows are taken.
    private let (idsMax, waitingBytesMax) = (100_000, 64 << 20)
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
    /// - Parameter report: Receives why no commands are taken, once for each reason, and which partitions' rows wait.
    public func run(reporting report: @Sendable (String) -> Void = { _ in }) async {
        var known: String?
        while !Task.isCancelled {
            do throws(PostgresError) { try await consume(report) } catch {
                if error.reason != known { report(error.reason) }
                known = error.reason
                try? await Task.sleep(for: pollInterval)
            }
        }
    }

    // MARK: - One process at a time

    private func consume(_ report: @Sendable (String) -> Void) async throws(PostgresError) {
        let database = database
        let connection = try await blocking { () throws(PostgresError) in try PostgresConnection.again(database) }
        let (name, timeout) = (PostgresMail.lockNumber(schema), Int(idleTimeout / .milliseconds(1)))
        try await execute("SET idle_session_timeout = \(timeout); LISTEN \(schema)_inbox;", connection)
        let lock = "SELECT pg_try_advisory_lock(\(name), \(PostgresMail.lockNumber(Self.sender)))"
        while try await number(lock, connection) == 0 {
            guard !Task.isCancelled else { return }
            try? await Task.sleep(for: pollInterval)
        }
        let waits = InboxWaits()
        defer { waits.cancel() }
        // The unfinished batch of the previous process comes first.
        var batch = try await taken(connection)
        while !Task.isCancelled {
            let verdicts = try await verdicts(batch, waits, keeping: connection)
            for line in waits.takeReports() { report(line) }
            let before = batch.rows.count
            try await finish(&batch, verdicts, connection)
            if batch.rows.isEmpty || verdicts.isEmpty && batch.rows.count == before {
                let pollInterval = pollInterval
                try await blocking { () throws(PostgresError) in try connection.awaitNotification(within: pollInterval) }
            }
        }
    }

    /// The rows that were taken but are not finished.
    private func taken(_ connection: PostgresConnection) async throws(PostgresError) -> Batch {
        let schema = schema
        var batch = Batch()
        (batch.first, batch.count) = try await blocking { () throws(PostgresError) in
            let rows = try connection.execute("SELECT number, cardinality(ids) FROM \(schema).inbox_batch")
            return (UInt64(rows.int(0, 0)), Int(rows.int(0, 1)))
        }
        try await read(&batch, after: 0, connection)
        return batch
    }

    /// Reads the rows of a batch after a position in its list of ids, which counts from 1.
    private func read(_ batch: inout Batch, after place: Int, _ connection: PostgresConnection) async throws(PostgresError) {
        let statement = """
            SELECT taken.place, inbox.id, inbox.command::text FROM \(schema).inbox_batch AS batch,
                unnest(batch.ids) WITH ORDINALITY AS taken (id, place) JOIN \(schema).inbox ON inbox.id = taken.id
            WHERE inbox.refused IS NULL AND taken.place > $1 ORDER BY taken.place
            """
        let first = batch.first
        batch.rows += try await blocking { [runtime] () throws(PostgresError) in
            let rows = try connection.execute(statement, [.int(Int64(place))])
            return (0..<rows.count).map { row in
                let text = rows.bytes(row, 2)
                let command = Result { () throws(RuntimeError) in
                    let command = try Self.command(text)
                    return Placed(command: command, partition: try runtime.partition(of: command.command))
                }
                let number = first + UInt64(rows.int(row, 0)) - 1
                return Row(id: rows.int(row, 1), number: number, size: text.count, command: command)
            }
        }
    }

    /// Stores the outcomes of a batch and takes the next rows, in one transaction. Rows without a verdict keep their numbers.
    private func finish(
        _ batch: inout Batch, _ verdicts: [UInt64: Verdict], _ connection: PostgresConnection
    ) async throws(PostgresError) {
        var (carriedOut, refused, codes, reasons): ([Int64], [Int64], [String], [String]) = ([], [], [], [])
        for row in batch.rows {
            switch verdicts[row.number] {
            case .refused(let code, let reason):
                refused.append(row.id)
                codes.append(code)
                // PostgreSQL's text cannot contain a zero byte.
                reasons.append(reason.replacing("\0", with: ""))
            case .carriedOut: carriedOut.append(row.id)
            case nil: break
            }
        }
        batch.rows.removeAll { verdicts[$0.number] != nil }
        // The finished ids before the first row without a verdict are dropped; those behind it keep the places of the others.
        let end = batch.first + UInt64(batch.count)
        let dropped = Int((batch.rows.first?.number ?? end) - batch.first)
        let isFull = batch.count - dropped >= idsMax || batch.rows.reduce(0) { $0 + $1.size } >= waitingBytesMax
        let parameters: [PostgresValue] = [
            .ints(carriedOut), .ints(refused), .texts(codes), .texts(reasons), .int(Int64(dropped)),
            .int(Int64(isFull ? 0 : rowsMax)),
        ]
        let statement = """
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
                        ORDER BY id LIMIT $6
                    ) AS first
                ) AS waiting WHERE place = 1 OR bytes <= \(bytesMax)
            )
            UPDATE \(schema).inbox_batch AS batch
            SET number = batch.number + $5, ids = batch.ids[$5::int + 1:] || next.ids
            FROM next WHERE $5 > 0 OR next.ids <> '{}' RETURNING cardinality(batch.ids)
            """
        let count = try await blocking { () throws(PostgresError) -> Int? in
            let rows = try connection.execute(statement, parameters)
            return rows.count == 0 ? nil : Int(rows.int(0, 0))
        }
        guard let count else { return }
        let kept = batch.count - dropped
        (batch.first, batch.count) = (batch.first + UInt64(dropped), count)
        if count > kept { try await read(&batch, after: kept, connection) }
    }

    // MARK: - Commands

    /// Applies a batch, and meanwhile uses the session, so that the server does not end it.
    ///
    /// - Returns: The verdicts by number. A command without a verdict must be repeated.
    /// - Throws: If the connection is lost. Another process may then apply the batch.
    private func verdicts(
        _ batch: Batch, _ waits: InboxWaits, keeping connection: PostgresConnection
    ) async throws(PostgresError) -> [UInt64: Verdict] {
        guard !batch.rows.isEmpty else { return [:] }
        let interval = idleTimeout / 6
        let results = await withTaskGroup(of: Result<[UInt64: Verdict], PostgresError>.self) { group in
            group.addTask { .success(await self.carryOut(batch, waits)) }
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

    /// Carries out the rows of partitions that answer, and returns with their verdicts those of rows that have waited.
    private func carryOut(_ batch: Batch, _ waits: InboxWaits) async -> [UInt64: Verdict] {
        var verdicts = waits.takeVerdicts()
        let settled = Settled(batch)
        // Read once: where a wait ended between two rows of a partition, the later row would overtake the earlier one.
        let waiting = waits.partitions
        var entries: [InboxOrder.Entry] = []
        for (place, row) in batch.rows.enumerated() where verdicts[row.number] == nil {
            switch row.command {
            case .success(let placed):
                guard waiting.admit(placed.partition) else { continue }
                entries.append(.init(place: place, target: placed.command.command.target, partition: placed.partition))
            case .failure(let error): verdicts[row.number] = .refused(code: error.code, reason: error.description)
            }
        }
        for phase in InboxOrder(entries).phases {
            await withTaskGroup(of: [UInt64: Verdict].self) { group in
                for lane in phase {
                    group.addTask {
                        var verdicts: [UInt64: Verdict] = [:]
                        for place in lane {
                            let row = batch.rows[place]
                            guard let verdict = await self.verdict(row, settled, waits) else { break }
                            verdicts[row.number] = verdict
                        }
                        return verdicts
                    }
                }
                for await lane in group { verdicts.merge(lane) { $1 } }
            }
        }
        for partition in waits.idle {
            let rows = batch.rows.filter { row in
                guard verdicts[row.number] == nil, case .success(let placed) = row.command else { return false }
                return placed.partition == partition
            }
            waits.begin(partition) { await self.tryAgain(rows, of: partition, settled, waits) }
        }
        return verdicts
    }

    /// - Returns: `nil` if its partition does not answer, so that its rows wait from now on, or if the task was cancelled.
    private func verdict(_ row: Row, _ settled: Settled, _ waits: InboxWaits) async -> Verdict? {
        guard case .success(let placed) = row.command else { return nil }
        let end = ContinuousClock.now + runtime.configuration.deadline
        while !Task.isCancelled, waits.partitions.admit(placed.partition) {
            switch await attempt(row.number, placed, settled, waits) {
            case .done(let verdict): return verdict
            case .failed(let reason): if ContinuousClock.now >= end { waits.add(placed.partition, because: reason) }
            }
            try? await Task.sleep(for: .milliseconds(100))
        }
        return nil
    }

    /// Tries the rows of a partition that does not answer, until it does.
    private func tryAgain(_ rows: [Row], of partition: Int?, _ settled: Settled, _ waits: InboxWaits) async {
        for row in rows {
            guard case .success(let placed) = row.command else { continue }
            var verdict: Verdict?
            while verdict == nil {
                guard !Task.isCancelled else { return }
                switch await attempt(row.number, placed, settled, waits) {
                case .done(let done): verdict = done
                case .failed: try? await Task.sleep(for: .milliseconds(100))
                }
            }
            guard let verdict else { return }
            waits.note(verdict, of: row.number)
            // Otherwise the partition has answered, and the next batch has its other rows.
            guard case .refused(code: Self.unknown, _) = verdict else { break }
        }
        waits.end(partition)
    }

    private enum Attempt {
        case done(Verdict)
        /// It must be tried again.
        case failed(reason: String)
    }

    private func attempt(_ number: UInt64, _ placed: Placed, _ settled: Settled, _ waits: InboxWaits) async -> Attempt {
        let name = settled.name(number, placed.partition)
        // Detached, because the answer to a command that was sent is awaited even if this task is cancelled.
        let result = await Task.detached { [runtime] () -> Result<Outcome, RuntimeError> in
            do throws(RuntimeError) {
                return .success(try await runtime.apply(placed.command.command, as: name, trace: placed.command.trace))
            } catch { return .failure(error) }
        }.value
        switch result {
        case .success: return .done(.carriedOut)
        case .failure(.storeUnavailable(let reason)): return .failed(reason: reason)
        case .failure(let error):
            switch error {
            case .closed, .fenced: return .failed(reason: error.description)
            case .notDurable, .outcomeUnknown:
                guard waits.noteUnknown(number) >= attemptsMax else { return .failed(reason: error.description) }
                return .done(.refused(code: Self.unknown, reason: error.description))
            default: return .done(.refused(code: error.code, reason: error.description))
            }
        }
    }

    private static let unknown = "outcomeUnknown"

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
