#if SQLite
import Foundation
import GRDB
import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivitySQLite
@testable import StoreDriver

/// Lost writes: a disk has reverted pages to an older state. Every row in them is intact, and was once written.
@Suite struct DigestTests {
    private let file: TemporaryFile

    init() throws { file = try TemporaryFile() }

    private func open() throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1), shards: 1, clock: StandingClock(),
            providers: [AnyProvider(CounterProvider())], store: SQLiteStore(path: file.path))
    }

    /// The file after sixty activities were started, and after each of them has changed.
    private func twoStates() throws -> (older: Data, newer: Data) {
        let first = try open()
        let ids = try (0..<60).map { try first.start(Counter(thread: $0), owner: OwnerID("owner \($0)")) }
        try first.apply(.permit(owner: "owner 0", allowed: true))
        first.close()
        let older = try file.bytes()
        let second = try open()
        for id in ids { try second.send(CounterProvider.Event(number: 1), to: id) }
        try second.apply(.permit(owner: "owner 99", allowed: false))
        second.close()
        return (older, try file.bytes())
    }

    /// Regression: 50 of 62 such pages were accepted.
    @Test func aPageOfAnOlderStateIsNoticedAfterACleanEnd() throws {
        let (older, newer) = try twoStates()
        let store = try SQLiteStore(path: file.path)
        #expect(store.damage == [])
        let whole = try Everything(store)
        store.close()
        let page = DatabaseFile.pageBytes
        var (tried, refused, noticed) = (0, 0, 0)
        for start in stride(from: 0, to: min(older.count, newer.count), by: page)
        where older[start..<start + page] != newer[start..<start + page] {
            tried += 1
            var mixed = newer
            mixed.replaceSubrange(start..<start + page, with: older[start..<start + page])
            try file.write(mixed)
            guard let store = try? SQLiteStore(path: file.path) else {
                refused += 1
                continue
            }
            defer { store.close() }
            guard let found = try? Everything(store), found != whole else { continue }
            #expect(!store.damage.isEmpty, "page \(start / page + 1) of the older state is believed")
            noticed += store.damage.contains { $0.reason.contains("lost writes") } ? 1 : 0
        }
        #expect(tried > 10)
        #expect(noticed > 5, "\(tried) pages, \(refused) of them refused")
        try file.write(newer)
        #expect(try SQLiteStore(path: file.path).damage == [])
    }

    @Test func aWholeFileOfAnOlderStateIsBelieved() throws {
        let (older, _) = try twoStates()
        try file.write(older)
        #expect(try SQLiteStore(path: file.path).damage == [], "a backup says the same")
    }

    /// The messages of the runtime and of `inspect --check`. They appear once: the next clean close accepts the rows.
    @Test func theRuntimeAndTheCheckSayIt() throws {
        _ = try twoStates()
        try edit { try $0.execute(sql: "DELETE FROM activity WHERE place = (SELECT max(place) FROM activity)") }
        let check = try SQLiteStore(reading: file.path).check()
        #expect(check.damage.map(\.reason.hasLostRows) == [true])
        #expect(try SQLiteStore(reading: file.path).checkStructure() == check.damage)
        let runtime = try open()
        #expect(runtime.opening?.damage == check.damage)
        runtime.close()
        let next = try open()
        #expect(next.opening?.damage == [])
        next.close()
    }

    /// While a runtime has the file open, and after a crash, there is no digest: nothing is compared or reported.
    @Test func nothingIsComparedAfterACrash() throws {
        _ = try twoStates()
        let runtime = try open()
        try runtime.start(Counter(thread: 99), owner: "late")
        let crashed = try file.bytes()
        #expect(try SQLiteStore(reading: file.path).check().damage == [])
        runtime.close()
        try file.write(crashed)
        #expect(try SQLiteStore(path: file.path).damage == [])
    }

    /// A version without digests increments the run, which invalidates the digest.
    @Test func anOlderVersionMayGoOn() throws {
        _ = try twoStates()
        let before = Schema(migrations: Array(Schema.current.migrations.dropLast()))
        let store = try SQLiteStore(path: file.path, schema: before)
        var batch = StoreBatch()
        (batch.run, batch.closedRun) = (3, 3)
        try store.append(batch)
        store.close()
        try edit { try $0.execute(sql: "UPDATE store SET checksum = NULL") }
        #expect(try SQLiteStore(path: file.path).damage == [])
    }

    @Test func aRestoredBackupIsWhole() throws {
        _ = try twoStates()
        let backup = file.path + ".backup"
        try SQLiteStore.backup(file.path, to: backup)
        let restored = file.path + ".restored"
        try SQLiteStore.restore(backup, to: restored)
        #expect(try SQLiteStore(path: restored).damage == [])
    }

    private func edit(_ change: (Database) throws -> Void) throws {
        let database = try DatabaseQueue(path: file.path)
        defer { try? database.close() }
        try database.write(change)
    }
}

extension String {
    fileprivate var hasLostRows: Bool { contains("rows instead of the") && contains("lost writes") }
}
#endif
