#if SQLite
import Foundation
import GRDB
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import LiveActivitySQLite
@testable import StoreDriver

/// Damaged files: nothing traps, and no wrong value is taken for what was written.
@Suite(.timeLimit(.minutes(10))) struct DamageTests {
    /// `SLA_TEST_ROUNDS` multiplies the number of changes.
    @Test(arguments: SeededGenerator.seeds(4)) func aChangedBitIsNeverTakenForWhatWasWritten(seed: UInt64) throws {
        let (file, whole) = try filled(seed: seed)
        let bytes = try file.bytes()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var damaged = bytes
            let bit = Int(random.next() % UInt64(bytes.count * 8))
            damaged[bit / 8] ^= 1 << (bit % 8)
            try file.write(damaged)
            try expectNothingElse(than: whole, in: file, "seed \(seed), bit \(bit)")
        }
    }

    @Test(arguments: SeededGenerator.seeds(4)) func changedBytesAreNeverTakenForWhatWasWritten(seed: UInt64) throws {
        let (file, whole) = try filled(seed: seed)
        let bytes = try file.bytes()
        var random = SeededGenerator(seed: seed)
        for round in 0..<50 {
            var damaged = bytes
            let (start, count) = (Int(random.next() % UInt64(bytes.count)), Int(1 + random.next() % 16))
            for index in start..<min(start + count, bytes.count) { damaged[index] = UInt8(truncatingIfNeeded: random.next()) }
            try file.write(damaged)
            try expectNothingElse(than: whole, in: file, "seed \(seed), round \(round), bytes \(start)..<\(start + count)")
        }
    }

    /// Each column of a row of each table gets invalid values, and the row a matching checksum, like a row that was damaged
    /// before the file was migrated. The store or the runtime may refuse or skip it.
    @Test func noNumberAndNoTextTraps() throws {
        let file = try TemporaryFile()
        let first = try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1), shards: 2, clock: StandingClock(),
            providers: [AnyProvider(CounterProvider())], store: SQLiteStore(path: file.path), journal: JournalLimits())
        _ = try first.changes(for: "push")
        for number in 0..<4 {
            let owner = OwnerID(rawValue: "owner \(number)")
            let id = try first.start(Counter(thread: number), owner: owner, options: StartOptions(key: "a"))
            try first.send(CounterProvider.Event(number: 1), to: id)
            if number == 3 { try first.dismiss(id) }
        }
        try first.apply(.permit(owner: "owner 9", allowed: false))
        first.close()
        let bytes = try file.bytes()
        for (table, column) in try columns(of: file) {
            for value in Self.hostile {
                try file.write(bytes)
                guard try change(table, column, value, file) else { continue }
                open(file)
            }
        }
    }

    private static let hostile = [
        "-9223372036854775808", "9223372036854775807", "-1", "4294967296", "1099511627776", "1e300", "-1e300", "''", "'[['",
        "CAST(x'FF00' AS TEXT)", "x'00'", "NULL",
    ]

    // MARK: - Helpers

    private func filled(seed: UInt64) throws -> (TemporaryFile, Everything) {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        defer { store.close() }
        var batches = RandomBatches(seed: seed)
        for _ in 0..<12 { try store.append(batches.next()) }
        return (file, try Everything(store))
    }

    /// Expects that the file is refused, or that it returns only what was written and reports what is missing.
    private func expectNothingElse(than whole: Everything, in file: TemporaryFile, _ when: Comment) throws {
        let store: SQLiteStore
        do { store = try SQLiteStore(path: file.path) } catch { return }
        defer { store.close() }
        guard let found = try? Everything(store) else { return }
        var damaged = Dictionary(grouping: store.damage, by: \.table).mapValues(\.count)
        damaged["delivery", default: 0] += damaged["waiting_update"] ?? 0
        func compare<Value: Equatable>(_ found: [Value], _ whole: [Value], _ table: String) {
            var rest = found[...]
            for value in whole where rest.first == value { rest.removeFirst() }
            #expect(rest.isEmpty, "\(table) has something else, \(when)")
            #expect(found.count + (damaged[table] ?? 0) == whole.count, "\(table) lacks something, \(when)")
        }
        #expect(
            (found.head.run, found.head.shards, found.head.seed) == (whole.head.run, whole.head.shards, whole.head.seed), when)
        compare(found.head.engines, whole.head.engines, "engine")
        compare(found.head.kinds, whole.head.kinds, "kind")
        compare(found.head.permissions, whole.head.permissions, "permission")
        compare(found.head.topics, whole.head.topics, "topic")
        compare(found.head.dismissals, whole.head.dismissals, "dismissal")
        compare(found.head.startTokens, whole.head.startTokens, "start_token")
        compare(found.head.consumers, whole.head.consumers, "consumer")
        compare(found.activities, whole.activities, "activity")
        compare(found.vacancies, whole.vacancies, "vacancy")
        compare(found.deliveries, whole.deliveries, "delivery")
        compare(found.bases, whole.bases, "journal_base")
        compare(found.entries, whole.entries, "journal")
    }

    private func columns(of file: TemporaryFile) throws -> [(String, String)] {
        let database = try DatabaseQueue(path: file.path)
        defer { try? database.close() }
        return try database.read { database in
            try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'grdb%'")
                .flatMap { table in try database.columns(in: table).map { (table, $0.name) } }
        }
    }

    /// - Returns: Whether a row accepts the value.
    private func change(_ table: String, _ column: String, _ value: String, _ file: TemporaryFile) throws -> Bool {
        let database = try DatabaseQueue(path: file.path)
        defer { try? database.close() }
        return try database.write { database in
            do {
                try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
                try database.execute(
                    sql: "UPDATE \(table) SET \(column) = \(value) WHERE \(column) IS (SELECT \(column) FROM \(table) LIMIT 1)")
            } catch {
                return false
            }
            guard database.changesCount > 0 else { return false }
            // Recomputes the checksum.
            try database.execute(sql: "UPDATE store SET checksum = NULL")
            return true
        }
    }

    private func open(_ file: TemporaryFile) {
        guard let store = try? SQLiteStore(path: file.path) else { return }
        _ = try? Everything(store)
        _ = try? store.check()
        _ = try? store.replay(with: [AnyProvider(CounterProvider())])
        let runtime = try? LiveActivityRuntime(
            clock: StandingClock(), providers: [AnyProvider(CounterProvider())], store: store, journal: JournalLimits())
        _ = try? runtime?.start(Counter(thread: 9), owner: "late")
        runtime?.close()
    }
}
#endif
