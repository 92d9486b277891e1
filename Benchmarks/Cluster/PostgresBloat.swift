#if Postgres
import Foundation
import LiveActivityCluster
import LiveActivityPostgres
import Synchronization

extension ClusterBench {
    /// A day in fast motion: so many appends to 16 logs, which are trimmed behind as by snapshots. Prints the size of the schema and
    /// of the catalog after each tenth, and how often autovacuum has run.
    func bloat(appends count: Int) throws {
        let pool = try PostgresPool(try PostgresAddress(servers[0], schema: cluster))
        let database = try PostgresCluster(pool)
        let logs = try (0..<database.partitions).map { try database.log(of: $0) }
        var sizes: [Int] = []
        let start = ContinuousClock.now
        for tenth in 1...10 {
            try append(count / 10 / logs.count, to: logs)
            let now = try Sizes(sql(Sizes.query(cluster)))
            sizes.append(now.schema)
            print("\(tenth * count / 10) appends: \(now)")
            fflush(nil)
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let last = try Sizes(sql(Sizes.query(cluster)))
        let growth = Double(sizes.dropFirst(2).max() ?? 0) / Double(max(sizes[1], 1))
        report("-growth", growth, "x the size after two tenths", higherIsBetter: false)
        report("-schema", Double(last.schema) / 1e6, "MB", higherIsBetter: false)
        report("-catalog", Double(last.catalog) / 1e6, "MB", higherIsBetter: false)
        report("-autovacuum", Double(last.vacuums), "runs on the schema's tables", higherIsBetter: false)
        report("-autovacuum-catalog", Double(last.catalogVacuums), "runs on the catalog", higherIsBetter: false)
        report("", Double(count) / seconds, "appends/s")
        guard !last.vacuumed.contains("log_") else {
            throw BenchError(description: "autovacuum has run on the logs: \(last.vacuumed)")
        }
    }

    /// Appends so many messages of 500 bytes to each log, as many logs at a time as the pool has connections.
    private func append(_ count: Int, to logs: [any PartitionLog]) throws {
        let failure = Mutex<LogError?>(nil)
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 500)
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            do throws(LogError) {
                for index in stride(from: worker, to: logs.count, by: 8) {
                    let log = logs[index]
                    var position = try log.bounds().last
                    for _ in 0..<count {
                        position = try log.append(LogMessage(id: "bloat-\(position)", bytes: bytes), after: position)
                        if position.isMultiple(of: 1_024), position > 2_048 { try log.trim(through: position - 2_048) }
                    }
                }
            } catch { failure.withLock { $0 = error } }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// As another program would: with psql.
    @discardableResult
    func sql(_ statement: String) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", servers[0], "-c", statement]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError(description: "psql failed") }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// What the database keeps, in bytes, and how often autovacuum has run.
private struct Sizes: CustomStringConvertible {
    let schema, head, catalog, tables, vacuums, catalogVacuums: Int
    /// The tables on which it has run, each with a count.
    let vacuumed: String

    static func query(_ schema: String) -> String {
        """
        SELECT sum(pg_total_relation_size(relid)) FILTER (WHERE schemaname = '\(schema)'),
            sum(pg_total_relation_size(relid)) FILTER (WHERE schemaname = '\(schema)' AND relname = 'head'),
            sum(pg_total_relation_size(relid)) FILTER (WHERE schemaname = 'pg_catalog'),
            count(*) FILTER (WHERE schemaname = '\(schema)'),
            sum(autovacuum_count) FILTER (WHERE schemaname = '\(schema)'),
            sum(autovacuum_count) FILTER (WHERE schemaname = 'pg_catalog'),
            string_agg(relname || ' ' || autovacuum_count, ', ' ORDER BY relname) FILTER (WHERE autovacuum_count > 0)
        FROM pg_catalog.pg_stat_all_tables
        """
    }

    init(_ row: String) throws {
        let columns = row.split(separator: "|", omittingEmptySubsequences: false)
        let numbers = columns.compactMap { Int($0) }
        guard columns.count == 7, numbers.count == 6 else { throw BenchError(description: "psql has printed '\(row)'") }
        vacuumed = String(columns[6])
        (schema, head, catalog) = (numbers[0], numbers[1], numbers[2])
        (tables, vacuums, catalogVacuums) = (numbers[3], numbers[4], numbers[5])
    }

    var description: String {
        "the schema has \(schema / 1_000) kB in \(tables) tables (head \(head / 1_000) kB), the catalog \(catalog / 1_000) kB; "
            + "autovacuum ran \(vacuums) times on the schema, \(catalogVacuums) times on the catalog (\(vacuumed))"
    }
}
#endif
