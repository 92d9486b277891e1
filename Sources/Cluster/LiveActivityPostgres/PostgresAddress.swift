#if Postgres
import CPostgres
public import LiveActivityCluster
import SystemLibraries

/// Which database, and which schema in it.
///
/// libpq reads the connection string as `psql` does: passwords may come from `PGPASSWORD`, `.pgpass` or a service file, and
/// `sslmode` and its companions choose TLS. No error and no description contains any part of it but the host, the port, the
/// database and the user.
public struct PostgresAddress: Sendable {
    /// The connection string, which may contain a password: never print it.
    let url: String
    /// The name of the schema that has everything this package writes.
    let schema: String

    /// The longest name of a schema, in bytes: the names of notification channels are made from it.
    static let schemaBytesMax = 32

    /// Reads a connection string. Nothing is connected.
    ///
    /// - Parameters:
    ///   - url: A URI such as `postgres://user@host:5432/database?sslmode=verify-full`, or libpq's `key=value` pairs.
    ///   - schema: Begins with a lower-case letter and has lower-case letters, digits and `_`, at most 32.
    /// - Throws: ``/LiveActivityCluster/LogError/misconfigured(reason:)`` where either cannot be used.
    public init(_ url: String, schema: String = "live_activities") throws(LogError) {
        guard schema.utf8.count <= Self.schemaBytesMax, schema.first?.isLowercaseLetter == true,
            schema.allSatisfy({ $0.isLowercaseLetter || ("0"..."9").contains($0) || $0 == "_" }), !schema.hasPrefix("pg_")
        else {
            throw .misconfigured(
                reason:
                    "'\(schema)' cannot name a schema: use at most \(Self.schemaBytesMax) of a-z, 0-9 and '_', a letter first"
            )
        }
        do throws(SystemLibrary.Missing) { try SystemLibrary.postgres.load() } catch {
            throw .misconfigured(reason: "\(error)")
        }
        // libpq's own message repeats parts of the string, which may be parts of a password.
        guard let options = PQconninfoParse(url, nil) else {
            throw .misconfigured(
                reason:
                    "the PostgreSQL address cannot be read: write postgres://user@host:port/database, with '@', ':', '/' and '%' "
                    + "in a password percent-encoded, or leave the password to PGPASSWORD or .pgpass")
        }
        defer { PQconninfoFree(options) }
        if let host = Self.value("host", options), !host.hasPrefix("/"), !host.hasPrefix("@"), host.contains("@") {
            throw .misconfigured(reason: "the PostgreSQL address has two '@': write one in a password as %40")
        }
        (self.url, self.schema) = (url, schema)
    }

    /// Whether a text is meant as the address of a PostgreSQL database: it begins with `postgres://` or `postgresql://`.
    public static func isAddress(_ text: String) -> Bool { text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") }

    /// The value of an option that is set.
    static func value(_ name: String, _ options: UnsafeMutablePointer<PQconninfoOption>) -> String? {
        var option = options
        while let keyword = option.pointee.keyword {
            if String(cString: keyword) == name { return option.pointee.val.map { String(cString: $0) } }
            option += 1
        }
        return nil
    }
}

extension Character {
    fileprivate var isLowercaseLetter: Bool { ("a"..."z").contains(self) }
}
#endif
