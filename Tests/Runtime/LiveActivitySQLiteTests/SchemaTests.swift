#if SQLite
import Foundation
import GRDB
import LiveActivities
import Testing

@testable import LiveActivitySQLite

/// Files of earlier and later versions.
@Suite struct SchemaTests {
    @Test func aLaterMinorVersionIsGoneOnWithAndWhatItAddedStays() throws {
        let file = try TemporaryFile()
        let later = Schema(
            migrations: Schema.current.migrations + [
                Schema.Migration(version: .init(2, 7)) { database in
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

        // This version continues with it, using every operation.
        let store = try SQLiteStore(path: file.path)
        for _ in 0..<3 {
            let batch = batches.next()
            try memory.append(batch)
            try store.append(batch)
        }
        #expect(try Everything(store) == Everything(memory))
        store.close()

        // Existing activities have kept their mood; newer ones have none.
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
        // The version that added it can continue as well.
        try SQLiteStore(path: file.path, schema: later).close()
    }

    @Test func aLaterMajorVersionIsRefusedAndLeftAsItIs() throws {
        let file = try TemporaryFile()
        try SQLiteStore(path: file.path).close()
        try edit(file) { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('3.0')") }
        let bytes = try file.bytes()
        #expect(TemporaryFile.problem { _ = try SQLiteStore(path: file.path) } == .newer(version: 3, supported: 2))
        #expect(TemporaryFile.problem { _ = try SQLiteStore(reading: file.path) } == .newer(version: 3, supported: 2))
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
                Schema.Migration(version: .init(2, 7)) { try $0.execute(sql: "ALTER TABLE activity ADD COLUMN mood TEXT") },
                Schema.Migration(version: .init(3, 0)) { database in
                    try database.execute(sql: "UPDATE activity SET content = 'null'")
                    try database.execute(sql: "DROP TABLE journal")
                    try database.execute(sql: "ALTER TABLE no_such_table ADD COLUMN mood TEXT")
                },
            ])
        #expect(
            TemporaryFile.problem { _ = try SQLiteStore(path: file.path, schema: failing) }
                == .migration(reason: "to 3.0: no such table: no_such_table"))
        // The preceding migration had succeeded and was kept; nothing of the failed one remains.
        try edit(file) { database in
            let applied = try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations ORDER BY 1")
            #expect(applied == ["1.0", "1.1", "1.2", "1.3", "2.0", "2.1", "2.2", "2.7"])
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
                Schema.Migration(version: .init(2, 7)) { try $0.execute(sql: "ALTER TABLE engine ADD COLUMN mood TEXT") }
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

    @Test func aFileOf1_1IsMigratedAndItsRowsGetChecksums() throws {
        let file = try TemporaryFile()
        let whole = try filled(file).migratedFrom1_1
        try edit(file, Self.removeChecksums)
        // Before the migration nothing can be compared, so the file is not read.
        guard case .unavailable? = TemporaryFile.problem({ _ = try SQLiteStore(reading: file.path) }) else {
            Issue.record("a file of 1.1 was read")
            return
        }
        let store = try SQLiteStore(path: file.path)
        #expect(try Everything(store) == whole)
        #expect(try store.check().damage == [])
        #expect(try store.check().isVerified)
    }

    @Test func whatWasDamagedBeforeTheMigrationIsSkipped() throws {
        let file = try TemporaryFile()
        let whole = try filled(file).migratedFrom1_1
        let damaged = try #require(whole.activities.last)
        try edit(file) { database in
            try Self.removeChecksums(database)
            try database.execute(
                sql: "UPDATE activity SET content = substr(content, 1, 5) WHERE place = ?", arguments: [Int64(damaged.id.slot)])
        }
        let store = try SQLiteStore(path: file.path)
        #expect(try Everything(store).activities == whole.activities.filter { $0.id != damaged.id })
        #expect(
            store.damage == [
                StoreDamage(
                    table: "activity", key: "place = \(damaged.id.slot) AND generation = \(damaged.id.generationNumber)",
                    activity: damaged.id,
                    reason: "it has no checksum: it could not be read when the file was migrated")
            ])
    }

    @Test func whatAVersionBefore1_2WritesCountsAndGetsChecksumsAgain() throws {
        let file = try TemporaryFile()
        var whole = try filled(file)
        let changed = try #require(whole.activities.indices.last)
        let slot = Int64(whole.activities[changed].id.slot)
        // Opens a file and changes an activity, as version 1.1 does.
        try edit(file) { database in
            try database.execute(sql: "UPDATE store SET run = run + 1")
            try database.execute(
                sql: "UPDATE activity SET content = ?, revision = 77 WHERE place = ?", arguments: [#"{"older":true}"#, slot])
        }
        whole.head.run += 1
        whole.activities[changed].content.state = JSONText(["older": true])
        whole.activities[changed].record.revision = 77

        let looked = try SQLiteStore(reading: file.path)
        #expect(try Everything(looked) == whole)
        #expect(try looked.check().isVerified == false)
        looked.close()
        let store = try SQLiteStore(path: file.path)
        #expect(try Everything(store) == whole)
        #expect(try store.check().isVerified)
        #expect(try store.check().damage == [])
    }

    @Test func versionsAreOrderedByNumberAndNotByText() {
        #expect(Schema.Version("1.10").map { $0 > Schema.Version(1, 9) } == true)
        #expect(Schema.Version("2.0").map { $0 > Schema.Version(1, 99) } == true)
        #expect(["", "1", "1.", "a.b", "1.2.3", "1.-1x"].map { Schema.Version($0) } == Array(repeating: nil, count: 6))
    }

    private func filled(_ file: TemporaryFile) throws -> Everything {
        let store = try SQLiteStore(path: file.path)
        defer { store.close() }
        // As written by those versions: each change in full.
        var batches = RandomBatches(seed: 7, hasUpdatesOfRows: false)
        for _ in 0..<10 { try store.append(batches.next()) }
        return try Everything(store)
    }

    /// Converts a file of this version to one of version 1.1.
    private static func removeChecksums(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE older (
                    shard INTEGER NOT NULL, sequence INTEGER NOT NULL, change TEXT NOT NULL, checksum INTEGER,
                    PRIMARY KEY (shard, sequence)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO older SELECT shard, sequence, change, checksum FROM delivery;
                DROP TABLE delivery;
                ALTER TABLE older RENAME TO delivery;
                DROP TABLE waiting_update;
                DROP TABLE digest;
                """)
        try database.execute(sql: "DROP TRIGGER store_written_by_older_version")
        for table in try String.fetchAll(
            database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'grdb%'")
        {
            for column in try database.columns(in: table).map(\.name)
            where [
                "checksum", "fixed_checksum", "sealed_run", "partition", "closed_run", "lost_runs", "owner_checksum",
                "denied_checksum",
            ].contains(column) {
                try database.execute(sql: "ALTER TABLE \(table) DROP COLUMN \(column)")
            }
        }
        try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier IN ('1.2', '1.3', '2.0', '2.1', '2.2')")
    }

    /// Changes a closed file with another program.
    private func edit(_ file: TemporaryFile, _ body: (Database) throws -> Void) throws {
        let database = try DatabaseQueue(path: file.path)
        try database.write(body)
        try database.close()
    }
}

extension Everything {
    /// The contents after migration 1.2: the journal is empty, and runs are replaced by lost runs.
    fileprivate var migratedFrom1_1: Everything {
        var new = self
        (new.bases, new.entries) = ([], [])
        (new.head.partition, new.head.closedRun, new.head.lostRuns) = (nil, 0, (head.run + 255) / 256)
        for index in activities.indices { new.activities[index].record.lostRuns = UInt32(new.head.lostRuns) }
        for index in vacancies.indices {
            // The column contained the run.
            let runs = UInt32(head.run - min(vacancies[index].lostRuns, head.run))
            new.vacancies[index].generation = (vacancies[index].generation + runs) % (1 << 20)
            new.vacancies[index].usesLeft -= min(runs, vacancies[index].usesLeft)
            new.vacancies[index].lostRuns = new.head.lostRuns
        }
        return new
    }
}
#endif
