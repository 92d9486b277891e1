#if Postgres
import Foundation
import Testing

@testable import LiveActivityCluster
@testable import LiveActivityPostgres

/// Each mistake is reported in one sentence without a password, and changes nothing.
@Suite(.serialized, .enabled(if: PostgresServer.programs != nil, "no PostgreSQL server is installed"), .timeLimit(.minutes(15)))
struct PostgresMistakeTests {
    private func error(_ url: String, schema: String = "live_activities", partitions: Int? = nil) -> LogError? {
        do throws(LogError) {
            _ = try PostgresCluster(PostgresPool(PostgresAddress(url, schema: schema)), partitions: partitions)
            return nil
        } catch {
            // Percent-encoded in the address too.
            for secret in [PostgresServer.password, "s3cret", "hunter2"] { #expect(!"\(error)".contains(secret)) }
            return error
        }
    }

    @Test func anUnreadableAddressIsExplained() {
        let form =
            "the PostgreSQL address cannot be read: write postgres://user@host:port/database, with '@', ':', '/' and '%' in a password "
            + "percent-encoded, or leave the password to PGPASSWORD or .pgpass"
        #expect(error("postgres://u:hunter2%zz@h/d") == .misconfigured(reason: form))
        #expect(error("postgres://u:hunter2@h/d?nonsense=hunter2") == .misconfigured(reason: form))
        #expect(
            error("postgres://u:x@hunter2@h/d")
                == .misconfigured(reason: "the PostgreSQL address has two '@': write one in a password as %40"))
        for name in ["", "Live", "a b", "a\";", "1a", "pg_live", String(repeating: "a", count: 33)] {
            #expect(
                error("postgres://h/d", schema: name)
                    == .misconfigured(
                        reason: "'\(name)' cannot name a schema: use at most 32 of a-z, 0-9 and '_', a letter first"))
        }
    }

    @Test func serversAndRights() throws {
        let server = try PostgresServer(options: ["-c", "max_connections=6", "-c", "superuser_reserved_connections=0"])
        let there = "PostgreSQL database 'postgres' on 127.0.0.1:\(server.port)"
        #expect(
            error(server.url(password: "hunter2"))
                == .misconfigured(reason: "\(there) refuses the password of user 'owner': set PGPASSWORD, or see .pgpass"))
        guard case .misconfigured(let missing)? = error(server.url(database: "nothing")) else {
            Issue.record("a database that does not exist is opened")
            return
        }
        #expect(
            missing.hasPrefix("PostgreSQL database 'nothing' on 127.0.0.1:\(server.port) refuses user 'owner'"), "\(missing)")
        #expect(missing.hasSuffix("database \"nothing\" does not exist"), "\(missing)")
        // The role has no right to create a schema.
        try server.execute("CREATE ROLE guest LOGIN PASSWORD '\(PostgresServer.password)'")
        #expect(
            error(server.url(user: "guest"))
                == .misconfigured(
                    reason:
                        "schema 'live_activities' cannot be created: permission denied for database postgres. An administrator may "
                        + "run: CREATE SCHEMA live_activities AUTHORIZATION the_user"))
        // Another role owns the schema.
        try server.execute("CREATE SCHEMA live_activities AUTHORIZATION guest")
        #expect(error(server.url(user: "guest")) == nil)
        // The server has no connection left.
        var others: [PostgresConnection] = []
        let full = LogError.unavailable(
            reason: "\(there) has no free connection: raise max_connections, or end other clients")
        try until(
            { error(server.url()) == full },
            afterwards: { others.append(try PostgresConnection(PostgresAddress(server.url()))) })
        others = []
        server.kill()
        guard case .unavailable(let reason)? = error(server.url()) else {
            Issue.record("a server that does not run is opened")
            return
        }
        #expect(reason.hasPrefix("\(there) accepts no connection: "), "\(reason)")
        #expect(reason.hasSuffix("Check that it runs, and the address"), "\(reason)")
    }

    private func until(_ holds: () -> Bool, afterwards: () throws -> Void) throws {
        for _ in 0..<100 {
            if holds() { return }
            try? afterwards()
        }
        Issue.record("it did not come about")
    }

    @Test func versionsAndPartitions() throws {
        let server = try PostgresServer()
        let pool = try server.pool()
        let none = "the database has no schema 'live_activities' of this program: start a node with 'serve'"
        #expect(throws: LogError.misconfigured(reason: none)) { try PostgresCluster(existing: pool) }
        #expect(try PostgresCluster(pool).partitions == PostgresCluster.partitionsDefault)
        #expect(try PostgresCluster(pool, partitions: 16).partitions == 16)
        #expect(try PostgresCluster(existing: pool).partitions == 16)
        #expect(
            error(server.url(), partitions: 4)
                == .misconfigured(reason: "schema 'live_activities' has 16 partitions, not 4: their number never changes"))
        // Several clusters share a database.
        #expect(try PostgresCluster(server.pool(schema: "another"), partitions: 4).partitions == 4)
        let current = PostgresSchema.version
        try server.execute("UPDATE live_activities.cluster SET version = \(current + 1)")
        let later =
            "schema 'live_activities' has version \(current + 1); this program supports \(current): use a later program"
        #expect(throws: LogError.misconfigured(reason: later)) { try PostgresCluster(existing: pool) }
        #expect(error(server.url()) == .misconfigured(reason: later))
    }

    /// Processes that start concurrently on an empty database create one schema.
    @Test func severalCreateOneSchema() throws {
        let server = try PostgresServer()
        let pools = try (0..<6).map { _ in try server.pool(connections: 1) }
        DispatchQueue.concurrentPerform(iterations: pools.count) { index in
            #expect(throws: Never.self) { try PostgresCluster(pools[index], partitions: 5) }
        }
        #expect(try server.execute("SELECT count(*)::text FROM live_activities.cluster") == ["1"])
        #expect(try server.execute("SELECT count(*)::text FROM live_activities.head") == ["5"])
    }
}
#endif
