#if SQLite
import GRDB
import LiveActivityTesting
import Testing

@testable import LiveActivitySQLite

@Suite(.timeLimit(.minutes(5))) struct BufferedFilesTests {
    /// Three connections: one writes through the buffers, one reads through them, and one uses the system's files directly, as
    /// other programs do. After each transaction all see the same, also if a transaction exceeds the cache, is rolled back, or
    /// the log is checkpointed.
    @Test(arguments: SeededGenerator.seeds(10, from: 0))
    func everyConnectionSeesWhatWasCommitted(seed: UInt64) throws {
        try #require(BufferedFiles.areThere)
        let file = try TemporaryFile()
        var random = SeededGenerator(seed: seed)
        let writer = try DatabaseFile.open(file.path)
        try DatabaseFile.prepareToWrite(writer)
        // A cache so small that a transaction is written to the log in parts.
        try writer.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA cache_size = 10; CREATE TABLE note (id INTEGER PRIMARY KEY, text)")
        }
        let readers = [try DatabaseFile.open(reading: file.path), try DatabaseQueue(path: file.path)]
        var model: [Int: String] = [:]
        for step in 0..<60 {
            let isKept = !random.once(in: 4)
            var changed = model
            try writer.inTransaction { database in
                for _ in 0..<random.below(200) {
                    let (id, text) = (random.below(400), String(repeating: "\(random.next())", count: random.below(80)))
                    if random.once(in: 3) {
                        try database.execute(sql: "DELETE FROM note WHERE id = ?", arguments: [id])
                        changed[id] = nil
                    } else {
                        try database.execute(sql: "INSERT OR REPLACE INTO note VALUES (?, ?)", arguments: [id, text])
                        changed[id] = text
                    }
                    guard random.once(in: 50) else { continue }
                    #expect(try Self.notes(database) == changed, "seed \(seed), step \(step): its own changes")
                }
                return isKept ? .commit : .rollback
            }
            if isKept { model = changed }
            if random.once(in: 5) {
                let mode = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"][random.below(4)]
                try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(\(mode))") }
            }
            for reader in readers { #expect(try reader.read(Self.notes) == model, "seed \(seed), step \(step)") }
        }
        try writer.close()
        for reader in readers {
            #expect(try reader.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"], "seed \(seed)")
        }
    }

    /// A reader with an open snapshot keeps its prefetched pages, while others write and checkpoint the log.
    @Test func aReaderStaysAtItsMoment() throws {
        let file = try TemporaryFile()
        let writer = try DatabaseFile.open(file.path)
        try DatabaseFile.prepareToWrite(writer)
        try writer.write { database in
            try database.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, text)")
            for id in 0..<2_000 { try Self.put(id, "first", database) }
        }
        try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        let reader = try DatabaseFile.open(reading: file.path)
        try reader.read { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT id, text FROM note ORDER BY id")
            var seen = 0
            while let row = try rows.next() {
                #expect((row["text"] as String).hasPrefix("first"))
                seen += 1
                guard seen == 500 else { continue }
                try writer.write { database in for id in 0..<2_000 { try Self.put(id, "second", database) } }
                try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
            }
            #expect(seen == 2_000)
        }
        #expect(try reader.read(Self.notes).values.allSatisfy { $0.hasPrefix("second") })
    }

    private static func put(_ id: Int, _ text: String, _ database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO note VALUES (?, ?)", arguments: [id, text + String(repeating: ".", count: 300)])
    }

    private static func notes(_ database: Database) throws -> [Int: String] {
        var notes: [Int: String] = [:]
        for row in try Row.fetchAll(database, sql: "SELECT id, text FROM note ORDER BY id") { notes[row["id"]] = row["text"] }
        return notes
    }
}
#endif
