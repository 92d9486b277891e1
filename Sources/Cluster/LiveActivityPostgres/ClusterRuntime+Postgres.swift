#if Postgres
public import LiveActivities
public import LiveActivityCluster

extension ClusterRuntime {
    /// Joins the cluster in a PostgreSQL database. An empty database gets its schema, with
    /// ``PostgresCluster/partitionsDefault`` partitions.
    ///
    /// - Parameters:
    ///   - node: A name that no other process of the cluster has.
    ///   - database: Where the activities are stored.
    ///   - providers: The kinds. Use the same on all nodes.
    /// - Throws: The errors of ``PostgresPool/init(_:connections:)``, ``PostgresCluster/init(_:partitions:)`` and
    ///   ``/LiveActivityCluster/ClusterRuntime/init(_:providers:transport:clock:)``.
    public convenience init(_ node: NodeName, in database: PostgresAddress, providers: [AnyProvider]) throws {
        let cluster = try PostgresCluster(PostgresPool(database))
        try self.init(
            Configuration(node: node, partitions: cluster.partitions), providers: providers,
            transport: PostgresTransport(cluster))
    }
}
#endif
