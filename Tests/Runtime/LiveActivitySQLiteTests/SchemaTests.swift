#if SQLite
import Foundation
import GRDB
import LiveActivities
import Testing

@testable import LiveActivitySQLite

/// Files of other versions than this one's.
@Suite struct SchemaTests {
    @Test func aLaterMinorVersionIsGoneOnWithAndWhatItAddedStays() throws {
        let file = try TemporaryFile()
        let later = Schema(
            migrations: Schema.current.migrations + [
                Schema.Migration(version: .init(1, 7)) { database in
                    try database.execute(sql: "ALTER TABLE activity ADD COLUMN mood TEXT")
                    try database.execute(sql: "CREATE TABLE weather (day TEXT)")
                }
            ])
        var batches = RandomBatches(seed: 3)
        let memory = MemoryStore()
        let first = try SQLiteStore(path: file.path, schema: later)
        for _ in 0..<10 {
            let batch = batches.next()
            try memory.append(batch)
            try first.append(batch)
        }
        first.close()
        try edit(file) {
            try $0.execute(sql: "UPDATE activity SET mood = 'mood of ' || place || ' ' || generation")
            try $0.execute(sql: "INSERT INTO weather VALUES ('rain')")
        }

        // This version goes on with it, in every way that there is.
        let store = try SQLiteStore(path: file.path)
        for _ in 0..<3 {
            let batch = batches.next()
            try memory.append(batch)
            try store.append(batch)
        }
        #expect(try Everything(store) == Everything(memory))
        store.close()

        // Who lives has its mood still; who came later has none.
        try edit(file) { database in
            let (kept, wrong) = (
                try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM activity WHERE mood = 'mood of ' || place || ' ' || generation"),
                try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM activity WHERE mood != 'mood of ' || place || ' ' || generation")
            )
            #expect((kept ?? 0) > 0)
            #expect(wrong == 0)
            let day = try String.fetchOne(database, sql: "SELECT day FROM weather")
            #expect(day == "rain")
        }
        // And the version that added it goes on as well.
        try SQLiteStore(path: file.path, schema: later).close()
    }

    @Test func aLaterMajorVersionIsRefusedAndLeftAsItIs() throws {
        let file = try TemporaryFile()
        try SQLiteStore(path: file.path).close()
        try edit(file) { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2.0')") }
        let bytes = try file.bytes()
        #expect(TemporaryFile.problem { _ = try SQLiteStore(path: file.path) } == .newer(version: 2, supported: 1))
        #expect(TemporaryFile.problem { _ = try SQLiteStore(reading: file.path) } == .newer(version: 2, supported: 1))
        #expect(try file.bytes() == bytes)
    }

    @Test func aMigrationThatFailsHalfWayLeavesTheFileAsItWas() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        var batches = RandomBatches(seed: 5)
        for _ in 0..<10 { try store.append(batches.next()) }
        let whole = try Everything(store)
        store.close()

        let failing = Schema(
            migrations: Schema.current.migrations + [
                Schema.Migration(version: .init(1, 2)) { try $0.execute(sql: "ALTER TABLE activity ADD COLUMN mood TEXT") },
                Schema.Migration(version: .init(2, 0)) { database in
                    try database.execute(sql: "UPDATE activity SET content = 'null'")
                    try database.execute(sql: "DROP TABLE journal")
                    try database.execute(sql: "ALTER TABLE no_such_table ADD COLUMN mood TEXT")
                },
            ])
        #expect(
            TemporaryFile.problem { _ = try SQLiteStore(path: file.path, schema: failing) }
                == .migration(reason: "to 2.0: no such table: no_such_table"))
        // The one before had succeeded and was kept; of the one that failed there is nothing.
        try edit(file) { database in
            let applied = try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations ORDER BY 1")
            #expect(applied == ["1.0", "1.1", "1.2"])
        }
        #expect(try Everything(SQLiteStore(path: file.path)) == whole)
    }

    @Test func anOlderVersionIsBroughtUpToDateWithAllThatIsInIt() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        var batches = RandomBatches(seed: 7)
        for _ in 0..<10 { try store.append(batches.next()) }
        let whole = try Everything(store)
        store.close()
        let later = Schema(
            migrations: Schema.current.migrations + [
                Schema.Migration(version: .init(1, 2)) { try $0.execute(sql: "ALTER TABLE engine ADD COLUMN mood TEXT") }
            ])
        #expect(try Everything(SQLiteStore(path: file.path, schema: later)) == whole)
    }

    @Test func aFileOf1_0KeepsItsActivitiesAndLosesItsJournal() throws {
        let file = try TemporaryFile()
        try SQLiteStore(path: file.path, schema: Schema(migrations: [Schema.current.migrations[0]])).close()
        try edit(file) { database in
            try database.execute(
                sql: """
                    INSERT INTO journal VALUES (0, 1, '{"lenient":true,"command":"advance"}', '{}', NULL, 0);
                    INSERT INTO journal_base VALUES (0, 1, 1, '{}', '{}');
                    INSERT INTO permission VALUES ('anna', 1, '[]', 0);
                    """)
        }
        try SQLiteStore(path: file.path).close()
        try edit(file) { database in
            for (table, rows) in [("journal", 0), ("journal_base", 0), ("permission", 1)] {
                let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
                #expect(count == rows, "\(table)")
            }
        }
    }

    @Test func versionsAreOrderedByNumberAndNotByText() {
        #expect(Schema.Version("1.10").map { $0 > Schema.Version(1, 9) } == true)
        #expect(Schema.Version("2.0").map { $0 > Schema.Version(1, 99) } == true)
        #expect(["", "1", "1.", "a.b", "1.2.3", "1.-1x"].map { Schema.Version($0) } == Array(repeating: nil, count: 6))
    }

    /// What somebody else does to a file that is closed.
    private func edit(_ file: TemporaryFile, _ body: (Database) throws -> Void) throws {
        let database = try DatabaseQueue(path: file.path)
        try database.write(body)
        try database.close()
    }
}
#endif
