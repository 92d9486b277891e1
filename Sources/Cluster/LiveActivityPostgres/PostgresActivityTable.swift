#if Postgres
import Dispatch
import LiveActivities
public import LiveActivityCluster
import LiveActivityCore
import LiveActivityJSON

/// The schema's table `activity`: a row for each activity, for queries of other programs. In a new schema the table is switched
/// off.
///
/// ```sql
/// SELECT owner, content->>'courier' FROM live_activities.activity WHERE kind = 'delivery' AND state = 'active';
/// ```
///
/// The owner of a partition reads the partition's log and writes the changed rows, within ``interval`` and the time of one
/// statement. The position up to which the log was read is stored in the same transaction as the rows, and only changes from
/// the value that the writer expects: two nodes that both believe that they own the partition write no row twice, and no older
/// one over a newer one.
///
/// The rows are a copy: nothing reads them back. A row that another program changes stays wrong until its activity changes, or
/// until ``rebuild()``.
public final class PostgresActivityTable: Sendable {
    private struct Behind: Sendable {
        var partition: Int
        /// `nil` if the partition's rows must be rebuilt.
        var position: LogPosition?
        var first: LogPosition
    }

    /// The interval at which the logs are compared with the table.
    public static let interval: Duration = .milliseconds(250)
    /// The number of bytes of a log that are read at a time.
    private let bytesMax: Int
    /// The number of rows in a statement of a rebuild.
    private let rowsMax = 500
    private let cluster: PostgresCluster
    private let queue = DispatchQueue(label: "postgres.table")

    /// The table of a cluster. Nothing is written before ``run(beside:reporting:)``.
    public convenience init(_ cluster: PostgresCluster) { self.init(cluster, bytesMax: 4 << 20) }

    init(_ cluster: PostgresCluster, bytesMax: Int) { (self.cluster, self.bytesMax) = (cluster, bytesMax) }

    private var pool: PostgresPool { cluster.pool }
    private var schema: String { pool.address.schema }

    // MARK: - Switching

    /// Switches the table on, or switches it off and empties it. All nodes follow within a second.
    ///
    /// - Throws: ``/LiveActivityCluster/LogError``; nothing has changed then.
    public func setKept(_ isKept: Bool) throws(LogError) {
        let statement =
            isKept
            ? """
            INSERT INTO \(schema).activity_position (partition) SELECT partition FROM \(schema).head
            WHERE partition >= 0 ON CONFLICT DO NOTHING
            """
            : "DELETE FROM \(schema).activity_position; TRUNCATE \(schema).activity;"
        do throws(PostgresError) { _ = try pool.execute(statement) } catch {
            throw LogError(error, "the table of activities cannot be switched")
        }
    }

    /// Replaces all rows from the logs, a transaction for each partition: readers see the old rows until then.
    ///
    /// - Throws: ``/LiveActivityCluster/LogError/misconfigured(reason:)`` where the table is switched off,
    ///   ``/LiveActivityCluster/LogError/unavailable(reason:)``. Partitions that are not reached yet keep their rows.
    public func rebuild() throws {
        guard try behind(Array(0..<cluster.partitions), all: true).count == cluster.partitions else {
            throw LogError.misconfigured(reason: "the table of activities is switched off in schema '\(schema)'")
        }
        for partition in 0..<cluster.partitions { try rebuild(partition) }
    }

    // MARK: - Keeping up

    /// Writes the changes of the partitions that a node owns, until the task is cancelled. Failed writes are repeated.
    ///
    /// - Parameter report: Receives why rows are not written: once for each reason, and `nil` when they are written again.
    public func run(beside runtime: ClusterRuntime, reporting report: @Sendable (String?) -> Void = { _ in }) async {
        var known: String?
        while !Task.isCancelled {
            let owned = runtime.ownedPartitions
            let failure = await withCheckedContinuation { continuation in
                queue.async {
                    do {
                        try self.catchUp(owned)
                        continuation.resume(returning: nil as String?)
                    } catch { continuation.resume(returning: "\(error)") }
                }
            }
            if failure != known { report(failure) }
            known = failure
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Writes all changes in the logs of these partitions that the table lacks.
    ///
    /// - Throws: The first error, after all other partitions were written.
    func catchUp(_ partitions: [Int]) throws {
        var (left, failure) = (partitions, nil as (any Error)?)
        while true {
            var hasMoved = false
            for one in try behind(left) {
                do {
                    if let position = one.position, position + 1 >= one.first {
                        if try advance(one.partition, from: position) { hasMoved = true }
                    } else {
                        try rebuild(one.partition)
                        hasMoved = true
                    }
                } catch {
                    failure = failure ?? error
                    left.removeAll { $0 == one.partition }
                }
            }
            if !hasMoved { break }
        }
        if let failure { throw failure }
    }

    private func behind(_ partitions: [Int], all: Bool = false) throws(LogError) -> [Behind] {
        guard !partitions.isEmpty else { return [] }
        do throws(PostgresError) {
            let rows = try pool.execute(
                """
                SELECT partition, position IS NULL, position, first FROM \(schema).activity_position JOIN \(schema).head USING (partition)
                WHERE partition = ANY ($1) AND ($2 = 1 OR position IS NULL OR position < last) ORDER BY partition
                """, [.ints(partitions.map { Int64($0) }), .int(all ? 1 : 0)])
            return (0..<rows.count).map { row in
                Behind(
                    partition: Int(rows.int(row, 0)), position: rows.int(row, 1) == 1 ? nil : rows.position(row, 2),
                    first: rows.position(row, 3))
            }
        } catch { throw LogError(error, "the table of activities cannot be read") }
    }

    /// - Returns: Whether there was a complete batch.
    private func advance(_ partition: Int, from position: LogPosition) throws -> Bool {
        var (changes, last) = (LogChanges(after: position), position)
        // A batch may be larger than what is read at a time.
        while changes.position == position {
            let entries = try cluster.log(of: partition).read(after: last, bytes: bytesMax)
            guard let end = entries.last?.position else { return false }
            for entry in entries { try changes.take(entry) }
            last = end
        }
        let rows = try changes.changed().map { Row($0) }
        let dismissed = PostgresValue.texts(changes.dismissed.map(\.description))
        try write(rows) { (json) throws(PostgresError) in
            _ = try pool.execute(
                """
                WITH moved AS (
                    UPDATE \(schema).activity_position SET position = $1 WHERE partition = $2 AND position = $3 RETURNING partition
                ), dismissed AS (DELETE FROM \(schema).activity WHERE id = ANY ($4) AND EXISTS (SELECT FROM moved))
                \(insert(partition: "$2", json: "$5")) WHERE EXISTS (SELECT FROM moved) \(orUpdate)
                """,
                [.position(changes.position), .int(Int64(partition)), .position(position), dismissed, .text(json)])
        }
        return true
    }

    private func rebuild(_ partition: Int) throws {
        let (store, position) = try cluster.log(of: partition).state()
        do throws(PostgresError) {
            let connection = try PostgresConnection.again(pool.address)
            let number = PostgresValue.int(Int64(partition))
            _ = try connection.execute("BEGIN")
            // A concurrent writer waits, and then detects that the position has changed.
            let known = try connection.execute(
                "SELECT FROM \(schema).activity_position WHERE partition = $1 FOR UPDATE", [number])
            guard known.count == 1 else { return }
            _ = try connection.execute("DELETE FROM \(schema).activity WHERE partition = $1", [number])
            var rows: [Row] = []
            func flush() throws(PostgresError) {
                try write(rows) { (json) throws(PostgresError) in
                    _ = try connection.execute("SAVEPOINT rows")
                    do throws(PostgresError) {
                        _ = try connection.execute(
                            "\(insert(partition: "$1", json: "$2")) WHERE true \(orUpdate)", [number, .text(json)])
                    } catch {
                        if case .refused = error { _ = try connection.execute("ROLLBACK TO rows") }
                        throw error
                    }
                }
                rows = []
            }
            do {
                try store.forEachActivity { activity in
                    rows.append(Row(activity))
                    if rows.count == rowsMax { try flush() }
                }
                try flush()
            } catch let error as PostgresError { throw error } catch {
                throw .refused(state: "XX001", reason: "\(error)")
            }
            _ = try connection.execute(
                "UPDATE \(schema).activity_position SET position = $2 WHERE partition = $1", [number, .position(position)])
            _ = try connection.execute("COMMIT")
        } catch { throw LogError(error, "the rows of partition \(partition) cannot be written") }
    }

    // MARK: - Rows

    /// The columns, as `jsonb_to_recordset` reads them.
    private struct Row: Encodable {
        var id: ActivityID
        var kind: ActivityKind
        var owner: OwnerID
        var key: StartKey?
        var state: ActivityState
        var revision: UInt32
        var content: JSONText?
        /// `nil` if the table already has them.
        var attributes: JSONText?
        var topics: [Topic]
        var started: String
        var stale: String?
        var closes: String?

        init(_ activity: StoredActivity) {
            id = activity.id
            (kind, owner, key) = (activity.kind, activity.owner, activity.key)
            (state, revision) = (activity.state, activity.revision)
            (content, attributes) = (activity.content.state, activity.attributes)
            topics = activity.topics
            started = Self.timestamp(activity.startedAt)
            stale = activity.content.staleDate.map(Self.timestamp)
            closes = Self.timestamp(activity.closingDate)
        }

        /// A date as PostgreSQL reads it. Beyond the years that ISO 8601 has it is infinite.
        private static func timestamp(_ date: Date) -> String {
            let seconds = date.timeIntervalSinceReferenceDate
            let text = Date(timeIntervalSinceReferenceDate: (seconds * 1_000_000).rounded() / 1_000_000).iso8601
            return text.hasSuffix("Z") ? text : seconds < 0 ? "-infinity" : "infinity"
        }

        /// Encodes a value as JSON that PostgreSQL accepts, whose strings have no zero character.
        func encoded() throws -> [UInt8] { Self.withoutZeros(try WireEncoder().encode(self)) }

        /// Replaces the escape of U+0000 by that of U+FFFD.
        private static func withoutZeros(_ json: [UInt8]) -> [UInt8] {
            let zero = Array(#"\u0000"#.utf8)
            var (copy, rest) = ([UInt8](), json[...])
            while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
                copy += rest[..<start]
                let escape = rest[start...].prefix(zero.count)
                let isZero = escape.elementsEqual(zero)
                copy += isZero ? Array(#"\uFFFD"#.utf8) : Array(escape.prefix(2))
                rest = rest[start...].dropFirst(isZero ? zero.count : 2)
            }
            return copy.isEmpty ? json : copy + rest
        }
    }

    private func insert(partition: String, json: String) -> String {
        """
        INSERT INTO \(schema).activity
            (id, partition, kind, owner, key, state, revision, content, attributes, topics, started, stale, closes)
        SELECT id, \(partition), kind, owner, key, state, revision, content, attributes, topics, started, stale, closes
        FROM \(Self.rows(json))
        """
    }

    private static func rows(_ json: String) -> String {
        """
        jsonb_to_recordset(\(json)::jsonb) AS its (
            id text, kind text, owner text, key text, state text, revision bigint, content jsonb, attributes jsonb, topics text[],
            started timestamptz, stale timestamptz, closes timestamptz)
        """
    }

    private var orUpdate: String {
        """
        ON CONFLICT (id) DO UPDATE SET state = EXCLUDED.state, revision = EXCLUDED.revision, content = EXCLUDED.content,
            stale = EXCLUDED.stale, closes = EXCLUDED.closes
        """
    }

    /// Executes a statement with rows as JSON. A row with a value that the server refuses, such as a number with too many
    /// digits, is written without content and attributes, and one that is refused nevertheless, such as one with an owner in
    /// characters that the database does not have, is left out.
    private func write(_ rows: [Row], _ statement: (String) throws(PostgresError) -> Void) throws(PostgresError) {
        func json(_ rows: [Row]) throws(PostgresError) -> String {
            do {
                return "[\(try rows.map { String(decoding: try $0.encoded(), as: UTF8.self) }.joined(separator: ","))]"
            } catch { throw .refused(state: "XX001", reason: "a row cannot be encoded: \(error)") }
        }
        let whole = try json(rows)
        do throws(PostgresError) { return try statement(whole) } catch {
            guard case .refused(let state, _) = error, state.hasPrefix("22") else { throw error }
        }
        func isAccepted(_ row: Row) throws(PostgresError) -> Bool {
            do throws(PostgresError) {
                _ = try pool.execute("SELECT its FROM \(Self.rows("$1"))", [.text(try json([row]))])
                return true
            } catch {
                guard case .refused = error else { throw error }
                return false
            }
        }
        var readable: [Row] = []
        for var row in rows {
            if try !isAccepted(row) {
                (row.content, row.attributes) = (nil, nil)
                guard try isAccepted(row) else { continue }
            }
            readable.append(row)
        }
        try statement(try json(readable))
    }
}
#endif
