#if Postgres
import LiveActivityCluster

/// A partition's log in a PostgreSQL database.
///
/// **The fence is the statement that appends**, alone or with messages of other logs (``PostgresAppends``). It raises the
/// position in the partition's row of `head`, if that is the expected one, and inserts the message in the same transaction. Of
/// two appends after one position the second waits for the row, then finds another position and inserts nothing. No clock and
/// no lock that outlives the statement takes part.
///
/// **A commit that was not answered** is looked up by `LogWriter`: it sends the message again, and where that is refused reads
/// the id of what is at the position. A statement that still runs on the lost connection holds the row, and the repetition
/// waits for it.
///
/// **Trimming drops tables.** The messages of 1,024 positions are one table, which needs no autovacuum and has none. The first
/// position is in `head`: a segment of which a part is needed is kept as a whole.
final class PostgresLog: PartitionLog {
    /// How many positions one table has, always: a log keeps at most as many messages longer than it needs.
    private let segmentPositions: LogPosition

    private let pool: PostgresPool
    private let partition: Int
    private var schema: String { pool.address.schema }

    /// - Parameter partition: Has a row in `head`.
    init(_ pool: PostgresPool, partition: Int, segmentPositions: LogPosition = 1_024) {
        (self.pool, self.partition, self.segmentPositions) = (pool, partition, segmentPositions)
    }

    /// The number in `head` of the log of settings, which is not a partition.
    private static let settings = -1

    /// The log of the settings that all nodes share. Its row in `head` is created here, so that the schema keeps its version
    /// and earlier programs can open it.
    ///
    /// - Throws: ``LogError`` if the row cannot be created.
    static func settings(_ pool: PostgresPool) throws(LogError) -> PostgresLog {
        do throws(PostgresError) {
            _ = try pool.execute(
                "INSERT INTO \(pool.address.schema).head (partition) VALUES (\(settings)) ON CONFLICT DO NOTHING")
        } catch { throw LogError(error, "the log of settings cannot be opened") }
        return PostgresLog(pool, partition: settings)
    }

    /// The beginning of the names of the log's tables.
    private var tablePrefix: String { partition == Self.settings ? "log_settings_" : "log_\(partition)_" }
    private func table(_ segment: LogPosition) -> String { "\(schema).\(tablePrefix)\(segment)" }

    /// Positions begin at 1.
    private func segment(of position: LogPosition) -> LogPosition { (max(position, 1) - 1) / segmentPositions }

    private var what: String { partition == Self.settings ? "the log of settings" : "log \(partition) of schema '\(schema)'" }

    // MARK: - PartitionLog

    func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
        let size = message.bytes.count
        guard size <= messageBytesMax else { throw .tooLarge(bytes: size, limit: messageBytesMax) }
        let append = PostgresAppends.Append(
            partition: partition, table: table(segment(of: expected + 1)), message: message, expected: expected)
        do throws(PostgresError) {
            switch pool.appends.append(append, pool) {
            case .stored: break
            case .leftOut: try PostgresAppends.appendAlone(append, pool)
            case .failed(let error): throw error
            }
        } catch .refused("42P01", _) {
            // The first message of a segment. A former owner may create a table that was dropped: the next trim drops it again.
            try createTable(segment(of: expected + 1))
            do throws(PostgresError) { try PostgresAppends.appendAlone(append, pool) } catch { throw refused(error) }
        } catch { throw refused(error) }
        return expected + 1
    }

    private func refused(_ error: PostgresError) -> LogError {
        if case .refused("23505", _) = error { return .wrongPosition }
        return LogError(error, what)
    }

    private func createTable(_ segment: LogPosition) throws(LogError) {
        do throws(PostgresError) {
            // A batch of rows is several times smaller with LZ4, which costs the server less than writing it; a server without
            // LZ4 would compress with pglz, which costs more. Rows are never changed, and the table is dropped: autovacuum,
            // which counts insertions too, has nothing to do.
            let hasLZ4 =
                try pool.execute(
                    """
                    SELECT 1 FROM pg_catalog.pg_settings
                    WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)
                    """
                ).count == 1
            _ = try pool.execute(
                """
                CREATE TABLE IF NOT EXISTS \(table(segment))
                    (position bigint PRIMARY KEY, id text NOT NULL, message bytea NOT NULL)
                    WITH (autovacuum_enabled = false, toast.autovacuum_enabled = false);
                ALTER TABLE \(table(segment)) ALTER message
                    SET \(hasLZ4 ? "COMPRESSION lz4" : "STORAGE EXTERNAL");
                """)
        } catch {
            switch error {
            // Another process was faster.
            case .refused("42P07", _), .refused("23505", _): return
            default: throw LogError(error, "\(what) has no table for the next message")
            }
        }
    }

    func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        let bounds = try bounds()
        guard position + 1 >= bounds.first else { throw .trimmed(first: bounds.first) }
        var (found, size): ([LogEntry], Int) = ([], 0)
        var after = position
        while after < bounds.last, found.isEmpty || size < bytes {
            let some = try read(after: after, through: bounds.last, bytes: bytes - size)
            guard let last = some.last else {
                if found.isEmpty { throw try absence(after: position) }
                break
            }
            found += some
            size += some.reduce(0) { $0 + $1.message.bytes.count }
            after = last.position
            // It ended before the end of the segment, at the number of bytes.
            if segment(of: after) == segment(of: after + 1) { break }
        }
        return found
    }

    /// The reason why the log does not have the message after a position that is before its end.
    private func absence(after position: LogPosition) throws(LogError) -> LogError {
        let first = try bounds().first
        // Trimmed after the bounds were read.
        return position + 1 < first ? .trimmed(first: first) : .lost(position + 1)
    }

    /// Reads from one segment.
    private func read(after position: LogPosition, through last: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        do throws(PostgresError) {
            let rows = try pool.execute(
                """
                SELECT position, id, message FROM (
                    SELECT *, sum(octet_length(message)) OVER (ORDER BY position) AS size
                    FROM \(table(segment(of: position + 1))) WHERE position > $1 AND position <= $2
                ) AS sized WHERE size <= $3 OR position = $1 + 1 ORDER BY position
                """, [.position(position), .position(last), .int(Int64(max(bytes, 0)))])
            return (0..<rows.count).map { row in
                LogEntry(position: rows.position(row, 0), message: LogMessage(id: rows.text(row, 1), bytes: rows.bytes(row, 2)))
            }
        } catch {
            guard case .refused("42P01", _) = error else { throw LogError(error, "\(what) cannot be read") }
            throw try absence(after: position)
        }
    }

    func bounds() throws(LogError) -> LogBounds {
        do throws(PostgresError) {
            let rows = try pool.execute(
                "SELECT first, last FROM \(schema).head WHERE partition = $1", [.int(Int64(partition))])
            guard rows.count == 1 else { throw .refused(state: "42P01", reason: "it does not exist") }
            return LogBounds(first: rows.position(0, 0), last: rows.position(0, 1))
        } catch { throw LogError(error, "\(what) cannot be read") }
    }

    func trim(through position: LogPosition) throws(LogError) {
        do throws(PostgresError) {
            let rows = try pool.execute(
                """
                UPDATE \(schema).head SET first = greatest(first, least($2, last) + 1) WHERE partition = $1 RETURNING first
                """, [.int(Int64(partition)), .position(position)])
            guard rows.count == 1 else { return }
            try dropTables(before: segment(of: rows.position(0, 0)))
        } catch { throw LogError(error, "the beginning of \(what) cannot be deleted") }
    }

    /// Drops the tables of the segments before one. A table that somebody reads now, such as a backup, is left for the next
    /// trim: to wait for it would stop the partition.
    private func dropTables(before segment: LogPosition) throws(PostgresError) {
        let rows = try pool.execute(
            """
            SELECT tablename::text FROM pg_catalog.pg_tables
            WHERE schemaname = $1 AND starts_with(tablename::text, $2) AND substr(tablename::text, length($2) + 1)::bigint < $3
            """, [.text(schema), .text(tablePrefix), .position(segment)])
        for row in 0..<rows.count {
            let name = rows.text(row, 0)
            do throws(PostgresError) {
                _ = try pool.execute("SET LOCAL lock_timeout = '100ms'; DROP TABLE IF EXISTS \(schema).\(name);")
            } catch .refused("55P03", _) { continue }
        }
    }
}
#endif
