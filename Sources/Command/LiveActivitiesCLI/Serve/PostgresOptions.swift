#if Service && Postgres
import ArgumentParser
import LiveActivityCluster
import LiveActivityPostgres

/// The options for the PostgreSQL database that stores the activities.
struct PostgresOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Store the activities in a PostgreSQL database with this libpq URI. Pass the password in PGPASSWORD or .pgpass.",
            valueName: "postgres://…"))
    var store: String?

    @Option(help: "The schema in the database, which is created if it does not exist.") var storeSchema = "live_activities"

    @Option(
        help: "The number of partitions of a new schema, \(PostgresCluster.partitionsDefault) by default. It never changes.")
    var storePartitions: Int?

    func validate() throws {
        if let store, !PostgresAddress.isAddress(store) {
            throw ValidationError(
                "--store takes the URL of a PostgreSQL database, postgres://…; for a file set 'state' in the configuration.")
        }
        if let storePartitions, !(1...64 ~= storePartitions) {
            throw ValidationError("--store-partitions must be from 1 to 64.")
        }
    }

    /// Connects, and creates or migrates the schema.
    ///
    /// - Parameter creates: `false` opens only an existing schema of this version.
    /// - Throws: ``LogError`` if the database cannot be reached or the schema is not usable.
    func connect(_ store: String, creates: Bool = true) throws(LogError) -> PostgresCluster {
        let pool = try PostgresPool(PostgresAddress(store, schema: storeSchema))
        return creates ? try PostgresCluster(pool, partitions: storePartitions) : try PostgresCluster(existing: pool)
    }
}
#endif
