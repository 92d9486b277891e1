#if Postgres && SQLite
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import LiveActivityPostgres
import LiveActivitySQLite

extension ClusterBench {
    /// Commands per second of one process whose store is a database, beside one command a transaction of the same database, and
    /// beside a runtime with the same durability and a store in an SQLite file. The three take turns.
    func store(callers: Int, _ durability: Durability = .strict) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(cluster)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let partitions = PostgresCluster.partitionsDefault
        let node = try await node("node-0", partitions: partitions, durability: durability)
        try await settled(node, 1, partitions)
        let file = try LiveActivityRuntime(
            providers: [AnyProvider(DeliveryProvider())], store: try SQLiteStore(path: folder.appending(path: "file").path),
            durability: durability)
        let (ids, fileIDs) = (try await deliveries(9_000, node), try await deliveries(9_000, file))
        var (database, alone, sqlite, messages): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for _ in 0..<5 {
            _ = appended.take()
            database.append(try await rate(callers, ids, seconds: 3) { _, _ in node })
            messages.append(Double(appended.take().count) / 3)
            if durability == .strict { alone.append(try await rate(1, ids, seconds: 3) { _, _ in node }) }
            sqlite.append(try await rate(callers, fileIDs, seconds: 3) { _, _ in file })
        }
        if durability == .strict {
            report("", database.median, "commands/s", baseline: ("one command a transaction", alone.median))
        }
        report("-of-sqlite", database.median, "commands/s", baseline: ("the same to an SQLite file", sqlite.median))
        report("-messages", messages.median, "messages/s")
        await node.stop()
        await file.close()
    }

    /// Seconds from opening a store of this many live deliveries until all its partitions answer. No other process has it open.
    func reopen(live count: Int) async throws {
        let partitions = PostgresCluster.partitionsDefault
        let first = try await node("node-0", partitions: partitions)
        try await settled(first, 1, partitions)
        let ids = try await deliveries(count, first, events: [])
        await first.stop()
        var seconds: [Double] = []
        for _ in 0..<3 {
            let start = ContinuousClock.now
            let node = try await node("node-0", partitions: partitions)
            try await settled(node, 1, partitions)
            for id in stride(from: 0, to: ids.count, by: 1_000).map({ ids[$0] }) {
                guard try await node.state(of: id) == .active else { throw BenchError(description: "\(id) is not there") }
            }
            seconds.append((ContinuousClock.now - start) / .seconds(1))
            await node.stop()
        }
        report("", seconds.median, "s", higherIsBetter: false)
    }

    /// Rows of the inbox that one process carries out a second: events to 9,000 deliveries, inserted before it begins.
    func inbox(rows count: Int) async throws {
        let partitions = PostgresCluster.partitionsDefault
        let node = try await node("node-0", partitions: partitions)
        try await settled(node, 1, partitions)
        _ = try await deliveries(9_000, node)
        let cluster = try PostgresCluster(PostgresPool(try PostgresAddress(servers[0], schema: cluster)))
        let inbox = PostgresInbox(cluster, into: node)
        var rates: [Double] = []
        for round in 0..<3 {
            try sql(
                """
                INSERT INTO \(self.cluster).inbox (command) SELECT jsonb_build_object('command', 'send',
                    'activity', jsonb_build_object('owner', 'person-' || i % 9000, 'kind', 'delivery', 'key', '1'),
                    'event', jsonb_build_object('courierMoved', jsonb_build_object('position',
                        jsonb_build_object('latitude', 53 + i / 100000.0, 'longitude', 10 + \(round)), 'stopsLeft', i % 8)))
                FROM generate_series(1, \(count)) AS i
                """)
            let start = ContinuousClock.now
            let task = Task { await inbox.run() }
            // Rarely, because psql costs more than a hundred rows.
            while try sql("SELECT EXISTS (SELECT FROM \(self.cluster).inbox WHERE refused IS NULL)") == "t" {
                try await Task.sleep(for: .milliseconds(500))
            }
            rates.append(Double(count) / ((ContinuousClock.now - start) / .seconds(1)))
            task.cancel()
            await task.value
        }
        let refused = try sql("SELECT count(*) FROM \(self.cluster).inbox")
        guard refused == "0" else { throw BenchError(description: "\(refused) commands were refused") }
        report("", rates.median, "rows/s")
        await node.stop()
    }
}
#endif
