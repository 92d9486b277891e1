#if Postgres
public import LiveActivityCluster

/// The partitions of a cluster in one schema of a database.
public struct PostgresCluster: Sendable {
    let pool: PostgresPool
    /// The number of partitions of the cluster. It never changes.
    public let partitions: Int

    /// The partitions of a new cluster, unless it is given another number.
    public static let partitionsDefault = 16

    /// Opens a cluster. Its schema is created where there is none, and changed to the current version where it has an earlier
    /// one.
    ///
    /// - Parameter partitions: How many there must be; `nil` for as many as there are, and ``partitionsDefault`` in a new
    ///   schema.
    /// - Throws: ``/LiveActivityCluster/LogError/misconfigured(reason:)`` where the user may not create the schema, where the
    ///   schema is of a later version, and where it has another number of partitions;
    ///   ``/LiveActivityCluster/LogError/unavailable(reason:)`` where the database cannot be reached. Nothing is changed then.
    public init(_ pool: PostgresPool, partitions: Int? = nil) throws(LogError) {
        self.pool = pool
        self.partitions = try PostgresSchema(pool: pool).open(partitions: partitions, default: Self.partitionsDefault)
    }

    /// Opens a cluster that exists. Nothing is created.
    ///
    /// - Throws: As ``init(_:partitions:)``; ``/LiveActivityCluster/LogError/misconfigured(reason:)`` where there is none.
    public init(existing pool: PostgresPool) throws(LogError) {
        self.pool = pool
        partitions = try PostgresSchema(pool: pool).openExisting()
    }

    /// The log of a partition.
    ///
    /// - Throws: ``/LiveActivityCluster/LogError/misconfigured(reason:)`` where there is no such partition.
    public func log(of partition: Int) throws(LogError) -> any PartitionLog {
        guard 0..<partitions ~= partition else {
            throw .misconfigured(
                reason: "schema '\(pool.address.schema)' has partitions 0 to \(partitions - 1), and no partition \(partition)")
        }
        return PostgresLog(pool, partition: partition)
    }
}
#endif
