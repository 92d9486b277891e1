#if SQLite
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivitySQLite
@testable import StoreDriver

/// Backups of a store in use, and stores restored from them.
@Suite(.timeLimit(.minutes(5))) struct BackupTests {
    /// Four threads publish to all activities while backups are made. An event reaches all followers or none, so in each backup
    /// all have the same count, and no backup is older than the one before.
    @Test func aCopyUnderLoadIsOneMoment() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        let runtime = try LiveActivityRuntime(
            shards: 2, clock: StandingClock(), providers: [AnyProvider(CounterProvider())], store: store,
            durability: .relaxed(interval: 0.002))
        for number in 0..<50 { try runtime.start(Counter(thread: number), owner: OwnerID(rawValue: "owner \(number)")) }
        let isOver = Atomic(false)
        let threads = DispatchGroup()
        for _ in 0..<4 {
            threads.enter()
            Thread.detachNewThread {
                while !isOver.load(ordering: .relaxed) {
                    do { try runtime.publish(CounterProvider.Event(number: 1), to: "all") } catch { Issue.record("\(error)") }
                }
                threads.leave()
            }
        }
        defer {
            isOver.store(true, ordering: .relaxed)
            threads.wait()
            runtime.close()
        }
        var latest = 0
        for number in 0..<10 {
            let path = file.folder.appending(path: "copy \(number)").path
            // It includes everything published before.
            try runtime.flush()
            #expect(try store.backup(to: path).damage == [])
            let counts = try counts(in: path)
            #expect(counts.count == 50)
            #expect(Set(counts).count == 1, "copy \(number)")
            #expect(try #require(counts.first) >= latest)
            latest = counts[0]
        }
        #expect(latest > 0)
        #expect(try file.names.filter { $0.contains("partial") } == [])
    }

    @Test func aRestoredCopyOpensAndGivesNoIDAgain() throws {
        let file = try TemporaryFile()
        let (copy, restored) = (file.folder.appending(path: "copy").path, file.folder.appending(path: "restored").path)
        let first = try open(file.path)
        let kept = try first.start(Counter(thread: 0), owner: "anna")
        try first.flush()
        try SQLiteStore.backup(file.path, to: copy)
        var given: Set<ActivityID> = []
        for number in 1...20 {
            let id = try first.start(Counter(thread: number), owner: OwnerID(rawValue: "owner \(number)"))
            given.insert(id)
            if number % 2 == 0 { try first.dismiss(id) }
        }
        first.close()

        #expect(try SQLiteStore.restore(copy, to: restored).damage == [])
        let second = try open(restored)
        #expect(second.state(of: kept) == .active)
        #expect(second.activityCount == 1)
        for number in 1...40 {
            let id = try second.start(Counter(thread: number), owner: OwnerID(rawValue: "owner \(number)"))
            #expect(!given.contains(id))
            if number % 2 == 0 { try second.dismiss(id) }
        }
        second.close()
        // The backup itself is unchanged.
        #expect(try counts(in: copy) == [0])
    }

    /// A reader that has stored a sequence, such as the ledger of pushes, knows what it has seen by it.
    @Test func aRestoredCopyGivesNoSequenceAndNoRunAgain() throws {
        let file = try TemporaryFile()
        let (copy, restored) = (file.folder.appending(path: "copy").path, file.folder.appending(path: "restored").path)
        let first = try open(file.path)
        let id = try first.start(Counter(thread: 0), owner: "anna")
        try first.flush()
        try SQLiteStore.backup(file.path, to: copy)
        for number in 1...100 { try first.send(CounterProvider.Event(number: number), to: id) }
        first.close()
        // The file was opened again after the backup was made.
        for _ in 1...3 { try open(file.path).close() }
        let last = try head(of: file.path)

        try SQLiteStore.restore(copy, to: restored)
        let second = try open(restored)
        try second.send(CounterProvider.Event(number: 1), to: id)
        second.close()
        let next = try head(of: restored)
        #expect(next.run > last.run)
        #expect(zip(next.engines, last.engines).allSatisfy { $0.sequence > $1.sequence + 100 })
    }

    private func head(of path: String) throws -> StoreHead {
        let store = try SQLiteStore(reading: path)
        defer { store.close() }
        #expect(try store.check().damage == [])
        return try store.head()
    }

    @Test func onlyItsUserMayReadACopy() throws {
        let file = try TemporaryFile()
        let copies = ["copy", "restored"].map { file.folder.appending(path: $0).path }
        try open(file.path).close()
        try SQLiteStore.backup(file.path, to: copies[0])
        try SQLiteStore.restore(copies[0], to: copies[1])
        for copy in copies {
            let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func nothingIsOverwritten() throws {
        let file = try TemporaryFile()
        let copy = file.folder.appending(path: "copy").path
        try SQLiteStore(path: file.path).close()
        try SQLiteStore.backup(file.path, to: copy)
        let bytes = try file.bytes()
        let there = StoreError.unavailable(reason: "the file '\(copy)' already exists")
        #expect(TemporaryFile.problem { try SQLiteStore.backup(file.path, to: copy) } == there)
        #expect(TemporaryFile.problem { try SQLiteStore.restore(file.path, to: copy) } == there)
        // A leftover log of another database would be applied to the new file.
        let next = file.folder.appending(path: "next").path
        try Data("log".utf8).write(to: URL(filePath: next + "-wal"))
        #expect(TemporaryFile.problem { try SQLiteStore.restore(copy, to: next) }?.code == "unavailable")
        #expect(TemporaryFile.problem { try SQLiteStore.backup(file.path, to: next) }?.code == "unavailable")
        #expect(try file.bytes() == bytes)
        #expect(try file.names == ["activities.sqlite", "copy", "next-wal"])
    }

    /// A read-only connection creates a log and an index, and cannot remove them itself.
    @Test func whatIsReadHasNothingBesideItAfterwards() throws {
        let file = try TemporaryFile()
        let copy = file.folder.appending(path: "copy").path
        let first = try open(file.path)
        try first.start(Counter(thread: 0), owner: "anna")
        try first.flush()
        // While a runtime has the store open, its log stays.
        try SQLiteStore.backup(file.path, to: copy)
        #expect(try counts(in: file.path) == [0])
        let names = ["activities.sqlite", "activities.sqlite-lock", "activities.sqlite-shm", "activities.sqlite-wal", "copy"]
        #expect(try file.names == names)
        first.close()
        #expect(try counts(in: copy) == [0])
        #expect(try counts(in: file.path) == [0])
        #expect(try file.names == ["activities.sqlite", "copy"])
    }

    @Test func whatIsLeftOfARemovedFileRefusesNothing() throws {
        let file = try TemporaryFile()
        let (copy, next) = (file.folder.appending(path: "copy").path, file.folder.appending(path: "next").path)
        let first = try open(file.path)
        try first.start(Counter(thread: 0), owner: "anna")
        first.close()
        try SQLiteStore.backup(file.path, to: copy)
        try Data().write(to: URL(filePath: next + "-wal"))
        try Data(repeating: 1, count: 32_768).write(to: URL(filePath: next + "-shm"))
        try SQLiteStore.restore(copy, to: next)
        #expect(try counts(in: next) == [0])
        #expect(try file.names == ["activities.sqlite", "copy", "next"])
    }

    @Test func whatIsNoStoreIsNotCopied() throws {
        let file = try TemporaryFile()
        let copy = file.folder.appending(path: "copy").path
        try file.write(Data(String(repeating: "no store ", count: 1_000).utf8))
        #expect(TemporaryFile.problem { try SQLiteStore.backup(file.path, to: copy) }?.code == "notAStore")
        #expect(TemporaryFile.problem { try SQLiteStore.restore(file.path, to: copy) }?.code == "notAStore")
        #expect(TemporaryFile.problem { try SQLiteStore.backup(copy, to: copy + "2") }?.code == "notAStore")
        #expect(try file.names == ["activities.sqlite"])
    }

    @Test func theDamageOfAStoreIsInItsCopyAndNamed() throws {
        let file = try TemporaryFile()
        let first = try open(file.path)
        let id = try first.start(Counter(thread: 0), owner: "anna")
        first.close()
        var bytes = try file.bytes()
        let position = try #require(bytes.range(of: Data(#""last":0"#.utf8)))
        bytes[position.upperBound - 1] = UInt8(ascii: "1")
        try file.write(bytes)
        let copy = file.folder.appending(path: "copy").path
        #expect(try SQLiteStore.backup(file.path, to: copy).damage.map(\.activity) == [id])
        #expect(FileManager.default.fileExists(atPath: copy))
    }

    // MARK: - Helpers

    private func open(_ path: String) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1), clock: StandingClock(), providers: [AnyProvider(CounterProvider())],
            store: SQLiteStore(path: path))
    }

    private func counts(in path: String) throws -> [Int] {
        let store = try SQLiteStore(reading: path)
        defer { store.close() }
        var counts: [Int] = []
        try store.forEachActivity { stored in
            let state = try WireDecoder().decode(Counter.ContentState.self, from: stored.content.state.bytes)
            counts.append(state.count)
        }
        return counts
    }
}
#endif
