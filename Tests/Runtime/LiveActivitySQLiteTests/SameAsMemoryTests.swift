#if SQLite
import Foundation
import LiveActivities
import LiveActivitySQLite
import LiveActivityTesting
import Testing

/// ``MemoryStore`` defines a store's behaviour; the file must behave in the same way.
@Suite struct SameAsMemoryTests {
    @Test(arguments: SeededGenerator.seeds(10))
    func whateverIsWrittenIsReadBack(seed: UInt64) throws {
        let file = try TemporaryFile()
        let memory = MemoryStore()
        var batches = RandomBatches(seed: seed)
        var store = try SQLiteStore(path: file.path)
        for number in 1...40 {
            let batch = batches.next()
            try memory.append(batch)
            try store.append(batch)
            // Records may be written twice.
            if batches.upTo(5) == 0 { try store.append(batch) }
            if batches.upTo(5) == 0 {
                store.close()
                store = try SQLiteStore(path: file.path)
            }
            let (kept, expected) = (try Everything(store), try Everything(memory))
            try #require(kept == expected, "seed \(seed), batch \(number)")
        }
        let looked = try SQLiteStore(reading: file.path)
        #expect(try Everything(looked) == Everything(memory))
    }

    @Test func anEmptyFileGivesAnEmptyHead() throws {
        let file = try TemporaryFile()
        #expect(try Everything(SQLiteStore(path: file.path)) == Everything(MemoryStore()))
        // An empty existing file is treated as new.
        let touched = try TemporaryFile()
        try touched.write(Data())
        #expect(try Everything(SQLiteStore(path: touched.path)) == Everything(MemoryStore()))
    }

    @Test func oneMayAskForMoreWhileSomethingIsHandedOver() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        var batches = RandomBatches(seed: 1)
        for _ in 0..<5 { try store.append(batches.next()) }
        let whole = try Everything(store)
        try store.forEachActivity { outer in
            var inner: [StoredActivity] = []
            try store.forEachActivity { inner.append($0) }
            #expect(inner.count == whole.activities.count && inner.contains(outer))
        }
        // An error in the body ends the iteration.
        struct Enough: Error {}
        #expect(throws: Enough.self) { try store.forEachActivity { _ in throw Enough() } }
        #expect(try Everything(store) == whole)
    }

    @Test func onlyTheFileIsLeftWhenItIsClosed() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        var batches = RandomBatches(seed: 1)
        try store.append(batches.next())
        #expect(
            try file.names == ["activities.sqlite", "activities.sqlite-lock", "activities.sqlite-shm", "activities.sqlite-wal"])
        store.close()
        #expect(try file.names == ["activities.sqlite"])
        #expect(TemporaryFile.problem { try store.append(batches.next()) } == .closed)
        #expect(TemporaryFile.problem { _ = try store.head() } == .closed)
        store.close()
    }
}
#endif
