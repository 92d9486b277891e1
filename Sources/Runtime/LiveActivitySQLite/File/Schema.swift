#if SQLite
import GRDB
import GRDBSQLite
import LiveActivities

/// The versions of the file's schema, and the migrations between them.
///
/// A version is `major.minor`, which is also the name of the migration to it. A minor version adds columns and tables, and may
/// change how a table is laid out in the file. A program without support for them opens the file, writes what it supports, and
/// leaves the rest. A major version changes existing columns: a program without support for it refuses the file.
struct Schema: Sendable {
    struct Version: Hashable, Comparable, LosslessStringConvertible {
        var major: Int
        var minor: Int

        init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

        init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
            self.init(major, minor)
        }

        var description: String { "\(major).\(minor)" }

        static func < (left: Self, right: Self) -> Bool { (left.major, left.minor) < (right.major, right.minor) }
    }

    struct Migration: Sendable {
        var version: Version
        var migrate: @Sendable (Database) throws -> Void
    }

    /// The migrations in ascending order of versions. Each runs in its own transaction.
    var migrations: [Migration]

    static let current = Schema(migrations: [
        Migration(version: Version(1, 0)) { try $0.execute(sql: tables) },
        Migration(version: Version(1, 1)) { try $0.execute(sql: journalWithLeniency) },
        Migration(version: Version(1, 2)) { database in
            try database.execute(sql: lostRuns)
            try database.execute(sql: checksums)
            try seal(database)
        },
        Migration(version: Version(1, 3)) { try $0.execute(sql: changesByRow) },
        Migration(version: Version(2, 0)) { try $0.execute(sql: waitingUpdates) },
        Migration(version: Version(2, 1)) { database in
            try database.execute(sql: permissionParts)
            try PermissionTable.sealParts(database)
        },
        Migration(version: Version(2, 2)) { try $0.execute(sql: digest) },
    ])

    /// The first version whose rows have checksums.
    static let sealed = Version(1, 2)

    /// "LACT": distinguishes a store from other programs' databases.
    static let applicationID: Int32 = 0x4C41_4354

    // MARK: - Opening

    /// Checks a file, and only then migrates it to the latest version.
    ///
    /// - Parameter check: The check of the file's structure, which must be complete before anything is written.
    func prepare(_ database: DatabaseQueue, after check: StructureCheck) throws {
        let (isEmpty, applied) = try database.read { database in
            let isEmpty = try self.isEmpty(database)
            return (isEmpty, isEmpty ? nil : try self.version(of: database))
        }
        let isCurrent = applied.map { $0 >= latest } ?? false
        let isSealed = try isCurrent && database.read { try Self.isSealed($0) }
        if !isEmpty && !(isCurrent && isSealed) { try check.wait() }
        try DatabaseFile.prepareToWrite(database)
        if isEmpty {
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = \(Self.applicationID)") }
        }
        if !isCurrent { try migrate(database) }
        if latest >= Self.sealed, try database.read({ try !Self.isSealed($0) }) { try database.write { try Self.seal($0) } }
    }

    private func migrate(_ database: DatabaseQueue) throws {
        do {
            try migrator.migrate(database)
        } catch let error as DatabaseError where error.isAboutTheSchema {
            throw StoreError.migration(reason: "to \(latest): \(error.message ?? "\(error)")")
        }
    }

    /// Checks that a file is a store of a supported version.
    func checkIsStore(_ database: DatabaseQueue) throws {
        let version = try database.read { try isEmpty($0) ? nil : self.version(of: $0) }
        if version == nil { throw StoreError.notAStore(reason: "the file is empty") }
    }

    /// Checks a file that is opened for reading.
    ///
    /// - Returns: Whether its rows have checksums that can be compared.
    func check(_ database: DatabaseQueue) throws -> Bool {
        try database.read { database in
            guard try !isEmpty(database), let version = try self.version(of: database) else {
                throw StoreError.notAStore(reason: "the file is empty")
            }
            guard version >= Self.sealed else {
                throw StoreError.unavailable(
                    reason: "it has version \(version), and a runtime must migrate it to \(latest) first")
            }
            return try Self.isSealed(database)
        }
    }

    private var latest: Version { migrations.last?.version ?? Version(0, 0) }

    private var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.version.description, migrate: migration.migrate)
        }
        return migrator
    }

    private func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    }

    /// The newest version that was ever applied; `nil` for a file without any.
    private func version(of database: Database) throws -> Version? {
        guard try Int32.fetchOne(database, sql: "PRAGMA application_id") == Self.applicationID else {
            if try SQLiteRecordStore.isRecordStore(database) {
                throw StoreError.notAStore(
                    reason: "it is a store of the C library or of Python, which has another form; "
                        + "`live-activities inspect` shows it")
            }
            throw StoreError.notAStore(reason: "it is another program's SQLite database")
        }
        guard try database.tableExists("grdb_migrations") else { return nil }
        var version: Version?
        try database.forEach("SELECT CAST(identifier AS TEXT) FROM grdb_migrations WHERE identifier IS NOT NULL") { row in
            guard let text = sqlite3_column_text(row, 0), let applied = Version(String(cString: text)) else { return }
            version = max(version ?? applied, applied)
        }
        if let version, version.major > latest.major {
            throw StoreError.newer(version: version.major, supported: latest.major)
        }
        return version
    }

    // MARK: - Checksums

    static func hasChecksums(_ database: Database) throws -> Bool {
        try database.columns(in: "store").contains { $0.name == "checksum" }
    }

    /// Whether every readable row has a checksum: `false` after a version before 1.2 has written to the file.
    static func isSealed(_ database: Database) throws -> Bool {
        guard try hasChecksums(database) else { return false }
        var isSealed = true
        try database.forEach("SELECT count(*) FROM store WHERE checksum IS NULL") {
            isSealed = sqlite3_column_int64($0, 0) == 0
        }
        return isSealed
    }

    /// Computes the checksums of every readable row.
    static func seal(_ database: Database) throws {
        try database.execute(sql: "UPDATE store SET sealed_run = run")
        try HeadTables.seal(database)
        try ActivityTable.seal(database)
        try ActivityTable.freedSlots.seal(database)
        try ConsumerChangeTable.consumers.seal(database)
        try ConsumerChangeTable.changes.seal(database)
        if try WaitingUpdate.isThere(database) { try WaitingUpdate.table.seal(database) }
        try JournalTables.bases.seal(database)
        try JournalTables.entries.seal(database)
    }
}

extension DatabaseError {
    /// Whether SQLite refused the statement itself, rather than because of a full disk, a lock or a damaged file.
    fileprivate var isAboutTheSchema: Bool {
        switch resultCode {
        case .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_SCHEMA, .SQLITE_RANGE, .SQLITE_MISUSE: true
        default: false
        }
    }
}

extension Schema {
    /// The tables of version 1.0.
    ///
    /// Dates are seconds since 2001-01-01 00:00:00 UTC, as in the JSON for an iPhone. The column `place` is an activity's slot:
    /// its id without the generation (bits 28 to 47). So rows are in the order of slots, and an activity that reuses a slot
    /// reuses the row.
    private static let tables = """
        CREATE TABLE store (
            id INTEGER PRIMARY KEY CHECK (id = 1), run INTEGER NOT NULL DEFAULT 0, shards INTEGER NOT NULL DEFAULT 0,
            seed INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO store (id) VALUES (1);
        CREATE TABLE engine (
            shard INTEGER PRIMARY KEY, now_s REAL, sequence INTEGER NOT NULL, starts INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE kind (ordinal INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

        CREATE TABLE activity (
            place INTEGER PRIMARY KEY,
            generation INTEGER NOT NULL,
            owner TEXT NOT NULL,
            key TEXT,
            state TEXT NOT NULL,
            revision INTEGER NOT NULL,
            attributes TEXT NOT NULL,
            attributes_bytes INTEGER NOT NULL,
            topics TEXT,
            content TEXT NOT NULL,
            stale_s REAL,
            relevance REAL NOT NULL,
            schema_version INTEGER NOT NULL,
            started_s REAL NOT NULL,
            wake_s REAL,
            closing_s REAL NOT NULL,
            timestamp_s REAL,
            start_order INTEGER NOT NULL,
            alerts INTEGER NOT NULL,
            alerts_since_s REAL,
            uses_left INTEGER NOT NULL,
            extras TEXT
        ) STRICT;
        CREATE TABLE vacancy (
            place INTEGER PRIMARY KEY, generation INTEGER NOT NULL, uses_left INTEGER NOT NULL, left_order INTEGER NOT NULL,
            run INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE permission (
            owner TEXT PRIMARY KEY, all_denied INTEGER NOT NULL, denied TEXT NOT NULL, frequent_updates INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE topic (
            shard INTEGER NOT NULL, name TEXT NOT NULL, events TEXT NOT NULL, timestamp_s REAL, PRIMARY KEY (shard, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE dismissal (
            owner TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, at_s REAL NOT NULL, PRIMARY KEY (owner, kind, key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE start_token (
            owner TEXT NOT NULL, kind TEXT NOT NULL, token BLOB NOT NULL, PRIMARY KEY (owner, kind)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE consumer (name TEXT PRIMARY KEY, acknowledged TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE delivery (
            shard INTEGER NOT NULL, sequence INTEGER NOT NULL, change TEXT NOT NULL, PRIMARY KEY (shard, sequence)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE journal_base (
            shard INTEGER NOT NULL, number INTEGER NOT NULL, run INTEGER NOT NULL, configuration TEXT NOT NULL,
            snapshot TEXT NOT NULL, PRIMARY KEY (shard, number)
        ) STRICT;
        CREATE TABLE journal (
            shard INTEGER NOT NULL, number INTEGER NOT NULL, command TEXT NOT NULL, outcome TEXT NOT NULL,
            activity INTEGER, sequence INTEGER NOT NULL, PRIMARY KEY (shard, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// Version 1.1: a column says whether a command ran with ActivityKit's lenient checks. In 1.0 this was part of the
    /// command's JSON.
    ///
    /// The journal of a 1.0 file is emptied, as this version cannot read the format of its snapshots. The journal serves only
    /// inspection and replay; no state depends on it.
    private static let journalWithLeniency = """
        DELETE FROM journal;
        DELETE FROM journal_base;
        ALTER TABLE journal ADD COLUMN lenient INTEGER NOT NULL DEFAULT 0;
        """

    /// Version 1.2, first part: ids no longer depend on when the store was written or how often it was opened, but on the
    /// number of lost runs.
    ///
    /// Before, each run skipped one generation of every freed slot, and began new slots one generation later; `run` in
    /// `vacancy` was the run in which the slot was freed. Now `run` there is the number of lost runs. That number starts where
    /// the generations of new slots are beyond those of all runs so far. The journal is emptied, as its commands would give
    /// other ids now.
    private static let lostRuns = """
        DELETE FROM journal;
        DELETE FROM journal_base;
        ALTER TABLE store ADD COLUMN closed_run INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE store ADD COLUMN lost_runs INTEGER NOT NULL DEFAULT 0;
        UPDATE store SET lost_runs = (run + 255) / 256;
        ALTER TABLE activity ADD COLUMN lost_runs INTEGER NOT NULL DEFAULT 0;
        UPDATE activity SET lost_runs = (SELECT lost_runs FROM store);
        UPDATE vacancy SET
            generation = (generation + max((SELECT run FROM store) - run, 0)) % 1048576,
            uses_left = max(uses_left - max((SELECT run FROM store) - run, 0), 0),
            run = (SELECT lost_runs FROM store);
        """

    /// Version 1.2, second part: a checksum for each row, and the partition.
    ///
    /// A version before 1.2 writes rows without their checksums. It also increments the run, and a trigger then clears the
    /// checksum of `store`: the next opening by this version computes new checksums for all rows.
    private static let checksums = """
        ALTER TABLE store ADD COLUMN sealed_run INTEGER;
        ALTER TABLE store ADD COLUMN partition INTEGER;
        ALTER TABLE store ADD COLUMN checksum INTEGER;
        CREATE TRIGGER store_written_by_older_version AFTER UPDATE OF run ON store
            WHEN NEW.run IS NOT OLD.run AND NEW.sealed_run IS OLD.sealed_run
            BEGIN UPDATE store SET checksum = NULL; END;
        ALTER TABLE activity ADD COLUMN fixed_checksum INTEGER;
        ALTER TABLE activity ADD COLUMN checksum INTEGER;
        ALTER TABLE engine ADD COLUMN checksum INTEGER;
        ALTER TABLE kind ADD COLUMN checksum INTEGER;
        ALTER TABLE vacancy ADD COLUMN checksum INTEGER;
        ALTER TABLE permission ADD COLUMN checksum INTEGER;
        ALTER TABLE topic ADD COLUMN checksum INTEGER;
        ALTER TABLE dismissal ADD COLUMN checksum INTEGER;
        ALTER TABLE start_token ADD COLUMN checksum INTEGER;
        ALTER TABLE consumer ADD COLUMN checksum INTEGER;
        ALTER TABLE delivery ADD COLUMN checksum INTEGER;
        ALTER TABLE journal_base ADD COLUMN checksum INTEGER;
        ALTER TABLE journal ADD COLUMN checksum INTEGER;
        """

    /// Version 1.3: the changes that wait for consumers are in a table with row numbers.
    ///
    /// Without row numbers a row was a key of an index, of which only a quarter of a page fits in place, and nearly every
    /// change had a separate overflow page. Unreadable rows are left out.
    private static let changesByRow = """
        CREATE TABLE delivery_by_row (
            shard INTEGER NOT NULL, sequence INTEGER NOT NULL, change TEXT NOT NULL, checksum INTEGER, PRIMARY KEY (shard, sequence)
        ) STRICT;
        INSERT OR IGNORE INTO delivery_by_row (shard, sequence, change, checksum)
            SELECT shard, sequence, change, checksum FROM delivery ORDER BY shard, sequence;
        DROP TABLE delivery;
        ALTER TABLE delivery_by_row RENAME TO delivery;
        """

    /// Version 2.0: an update that waits for consumers refers to its activity's row, which contains its content.
    ///
    /// A major version, as a program without support for the table would overwrite such a row, and a consumer would miss the
    /// update.
    private static let waitingUpdates = """
        CREATE TABLE waiting_update (
            shard INTEGER NOT NULL, sequence INTEGER NOT NULL, activity INTEGER NOT NULL, revision INTEGER NOT NULL,
            at_s REAL NOT NULL, checksum INTEGER, PRIMARY KEY (shard, sequence)
        ) STRICT, WITHOUT ROWID;
        """

    /// Version 2.1: a damaged permission's owner and prohibitions can be verified separately.
    private static let permissionParts = """
        ALTER TABLE permission ADD COLUMN owner_checksum INTEGER;
        ALTER TABLE permission ADD COLUMN denied_checksum INTEGER;
        """

    /// Version 2.2: a digest over all rows, from a clean close to the next batch (``StoreDigest``). An earlier version
    /// increments the run, so that the digest is then not used.
    private static let digest = """
        CREATE TABLE digest (
            id INTEGER PRIMARY KEY CHECK (id = 1), run INTEGER NOT NULL, rows INTEGER NOT NULL, sum INTEGER NOT NULL
        ) STRICT;
        """
}
#endif
