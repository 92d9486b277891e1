#if Postgres
import LiveActivityCluster

/// The tables, their version, and how an earlier version becomes the current one.
struct PostgresSchema {
    let pool: PostgresPool

    /// The SQL statements of each version; `SCHEMA` stands for the schema's name. A released version never changes.
    static let migrations = [
        // Version 1. A head is updated by each append: with free space in its page the update needs no new index entry and is
        // cleaned up without autovacuum. The messages are in a table for each segment, which `PostgresLog` creates and drops.
        """
        CREATE TABLE SCHEMA.cluster (version int NOT NULL, partitions int NOT NULL);
        CREATE TABLE SCHEMA.head (
            partition int PRIMARY KEY, first bigint NOT NULL DEFAULT 1, last bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 20);
        """,
        // Version 2: the messages between nodes (`PostgresMail`).
        """
        CREATE UNLOGGED TABLE SCHEMA.node (address text PRIMARY KEY, lock bigint NOT NULL);
        CREATE UNLOGGED TABLE SCHEMA.message (
            id bigint GENERATED ALWAYS AS IDENTITY, target text NOT NULL, sender text NOT NULL, sort bigint NOT NULL,
            number bigint NOT NULL, bytes bytea NOT NULL, sent timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX ON SCHEMA.message (target);
        """,
        // Version 3: what other programs may write and read (`PostgresInbox`, `PostgresActivityTable`). The one row of
        // `inbox_batch` has the rows that are being carried out, and the number of the first.
        """
        CREATE TABLE SCHEMA.inbox (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, command jsonb NOT NULL,
            inserted timestamptz NOT NULL DEFAULT now(), refused timestamptz, code text, error text
        );
        CREATE INDEX ON SCHEMA.inbox (id) WHERE refused IS NULL;
        CREATE TABLE SCHEMA.inbox_batch (number bigint NOT NULL, ids bigint[] NOT NULL);
        INSERT INTO SCHEMA.inbox_batch VALUES (1, '{}');
        CREATE FUNCTION SCHEMA.inbox_inserted() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_notify('SCHEMA_inbox', ''); RETURN NULL; END $$;
        CREATE TRIGGER inserted AFTER INSERT ON SCHEMA.inbox FOR EACH STATEMENT EXECUTE FUNCTION SCHEMA.inbox_inserted();
        CREATE TABLE SCHEMA.activity (
            id text PRIMARY KEY, partition int NOT NULL, kind text NOT NULL, owner text NOT NULL, key text, state text NOT NULL,
            revision bigint NOT NULL, content jsonb, attributes jsonb, topics text[], started timestamptz NOT NULL,
            stale timestamptz, closes timestamptz
        );
        CREATE INDEX ON SCHEMA.activity (owner, kind, key);
        CREATE INDEX ON SCHEMA.activity (partition);
        CREATE TABLE SCHEMA.activity_position (partition int PRIMARY KEY, position bigint);
        """,
    ]
    static var version: Int { migrations.count }

    private var name: String { pool.address.schema }

    /// Creates what is missing.
    ///
    /// - Parameter partitions: Of a new cluster; `nil` for as many as it has, and the default of a new one.
    /// - Returns: The number of partitions.
    /// - Throws: ``LogError/misconfigured(reason:)`` where the user has no right to create the schema, the schema is of a later
    ///   version, or the cluster has another number of partitions. Nothing is changed then.
    func open(partitions: Int?, default defaultPartitions: Int) throws(LogError) -> Int {
        if let existing = try existing(), existing.version == Self.version { return try check(existing.partitions, partitions) }
        let count = partitions ?? defaultPartitions
        for _ in 0..<2 {
            // Of two processes that start at the same time one waits for the other, and then finds its work.
            let existing = try existing()
            if let existing, existing.version == Self.version { break }
            try migrate(from: existing?.version ?? 0, partitions: existing?.partitions ?? count)
        }
        guard let made = try self.existing() else { throw .unavailable(reason: "schema '\(name)' was removed just now") }
        return try check(made.partitions, partitions)
    }

    /// How many partitions a cluster that exists has. Nothing is created.
    func openExisting() throws(LogError) -> Int {
        guard let existing = try existing() else {
            throw .misconfigured(reason: "the database has no schema '\(name)' of this program: start a node with 'serve'")
        }
        guard existing.version == Self.version else {
            throw .misconfigured(
                reason:
                    "schema '\(name)' has version \(existing.version), and this program \(Self.version): start a node with 'serve'"
            )
        }
        return existing.partitions
    }

    private func check(_ partitions: Int, _ wanted: Int?) throws(LogError) -> Int {
        guard let wanted, wanted != partitions else { return partitions }
        throw .misconfigured(
            reason: "schema '\(name)' has \(partitions) partitions, not \(wanted): their number never changes")
    }

    /// - Returns: `nil` where there is none.
    private func existing() throws(LogError) -> (version: Int, partitions: Int)? {
        let (version, partitions): (Int, Int)
        do throws(PostgresError) {
            let there = try pool.execute("SELECT to_regclass($1) IS NOT NULL", [.text("\(name).cluster")])
            guard there.int(0, 0) == 1 else { return nil }
            let rows = try pool.execute("SELECT version, partitions FROM \(name).cluster")
            guard rows.count == 1 else { return nil }
            (version, partitions) = (Int(rows.int(0, 0)), Int(rows.int(0, 1)))
        } catch { throw LogError(error, "schema '\(name)' cannot be read") }
        guard version <= Self.version else {
            throw .misconfigured(
                reason: "schema '\(name)' has version \(version); this program supports \(Self.version): use a later program")
        }
        return (version, partitions)
    }

    private func migrate(from version: Int, partitions: Int) throws(LogError) {
        // Statements that are sent together are one transaction.
        var statements = "SELECT pg_advisory_xact_lock(hashtext('live_activities'), hashtext('\(name)'));"
        if version == 0 {
            // Where somebody has created the schema for this user, no right to create one is needed.
            statements += "DO $$ BEGIN IF to_regnamespace('\(name)') IS NULL THEN CREATE SCHEMA \(name); END IF; END $$;"
        }
        for migration in Self.migrations[version...] { statements += migration.replacing("SCHEMA", with: name) }
        statements +=
            version == 0
            ? """
            INSERT INTO \(name).cluster VALUES (\(Self.version), \(partitions));
            INSERT INTO \(name).head (partition) SELECT generate_series(0, \(partitions - 1));
            """
            : "UPDATE \(name).cluster SET version = \(Self.version);"
        do throws(PostgresError) { _ = try pool.execute(statements) } catch {
            switch error {
            // Another process was faster.
            case .refused("42P07", _), .refused("23505", _), .refused("42P06", _), .refused("42701", _): return
            case .refused("42501", let reason):
                throw .misconfigured(
                    reason: "schema '\(name)' cannot be created: \(reason). An administrator may run: "
                        + "CREATE SCHEMA \(name) AUTHORIZATION the_user")
            default: throw LogError(error, "schema '\(name)' cannot be created")
            }
        }
    }
}
#endif
