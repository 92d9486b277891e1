#if Postgres
import Dispatch
public import LiveActivityCluster
import Synchronization

/// A cluster in a PostgreSQL database: its logs are tables, and its nodes reach each other by rows of the table `message`.
///
/// A sender inserts a row for each receiver and wakes it up with `NOTIFY`; the receiver deletes and returns its rows. The
/// notifications carry nothing: every role of a database may send and read them, and only the schema's owner may read and write
/// the rows. The table is unlogged: what a crash of the database loses is requested again.
///
/// A node holds an advisory lock as long as its connection is open, so that a request to a process that has ended is answered
/// with ``/LiveActivityCluster/TransportAnswer/nobody`` at once.
public final class PostgresTransport: ClusterTransport {
    private let cluster: PostgresCluster
    private let mail: PostgresMail

    /// Joins a cluster. One node can be attached.
    public init(_ cluster: PostgresCluster) {
        self.cluster = cluster
        mail = PostgresMail(cluster.pool.address)
    }

    deinit { mail.close() }

    public func log(of partition: Int) throws(LogError) -> any PartitionLog { try cluster.log(of: partition) }

    /// Opens the tables `log_settings_…`.
    ///
    /// - Throws: ``/LiveActivityCluster/LogError`` if the database cannot be written.
    public func settingsLog() throws(LogError) -> any PartitionLog { try PostgresLog.settings(cluster.pool) }

    /// - Throws: ``/LiveActivityCluster/LogError/unavailable(reason:)``,
    ///   ``/LiveActivityCluster/LogError/misconfigured(reason:)`` where the database accepts no connection.
    public func attach(
        _ address: String, receiveHeartbeat: @escaping @Sendable ([UInt8]) -> Void,
        receiveChanges: @escaping @Sendable ([UInt8]) -> Void,
        answer: @escaping @Sendable ([UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) -> Void
    ) throws(LogError) {
        try mail.open(address) { [weak mail] message in
            switch message.sort {
            case .heartbeat: receiveHeartbeat(message.bytes)
            case .changes: receiveChanges(message.bytes)
            case .request:
                // If an answer is lost, the request times out at the node that sent it.
                answer(message.bytes) { [weak mail] bytes in
                    try? mail?.send(Mail(to: message.sender, .answer, message.number, bytes))
                }
            case .answer: break
            }
        }
    }

    public func leave(_ address: String) { mail.leave() }

    public func hasOthers(besides address: String) -> Bool? { mail.hasOthers(besides: address, cluster.pool) }

    public func sendHeartbeat(_ heartbeat: [UInt8], from address: String) throws(LogError) {
        try mail.send(Mail(to: nil, .heartbeat, 0, heartbeat))
    }

    public func publish(_ changes: [UInt8], from address: String) throws(LogError) {
        try mail.send(Mail(to: nil, .changes, 0, changes))
    }

    public func ask(
        _ address: String, _ request: [UInt8], within time: Duration, receive: @escaping @Sendable (TransportAnswer) -> Bool
    ) { mail.ask(address, request, within: time, receive: receive) }

    /// Settings of the database under which acknowledged commands can be lost, a line each.
    ///
    /// - Throws: ``/LiveActivityCluster/LogError/unavailable(reason:)``.
    public func warnings() throws(LogError) -> [String] {
        do throws(PostgresError) {
            let rows = try cluster.pool.execute(
                """
                SELECT current_setting('fsync'), current_setting('synchronous_commit'), current_setting('synchronous_standby_names'),
                    current_setting('server_version_num')
                """)
            var warnings: [String] = []
            if rows.text(0, 0) == "off" { warnings.append("fsync is off: a power failure can damage the database") }
            switch (rows.text(0, 1), rows.text(0, 2)) {
            case ("off", _): warnings.append("synchronous_commit is off: a crash of the database loses acknowledged commands")
            case (let commit, let standbys) where standbys.isEmpty || commit == "local":
                warnings.append(
                    "replication is not synchronous (synchronous_standby_names): a standby that is promoted can lack acknowledged commands"
                )
            default: break
            }
            if (Int(rows.text(0, 3)) ?? 0) < 150_000 {
                warnings.append("PostgreSQL is older than 15, with which this was tested")
            }
            return warnings
        } catch { throw LogError(error, "the settings of the database cannot be read") }
    }
}
#endif
