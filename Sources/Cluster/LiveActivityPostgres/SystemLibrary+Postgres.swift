#if Postgres
import SystemLibraries

extension SystemLibrary {
    /// libpq, with the libraries for TLS, Kerberos and LDAP that it needs.
    static let postgres = SystemLibrary(
        for: "stores in PostgreSQL", package: "libpq5", function: "PQconninfoParse", files: ["libpq.so.5"])
}
#endif
