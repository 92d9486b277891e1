#if Postgres
import Dispatch
public import LiveActivityCluster
import Synchronization

/// The connections of a process to its database, for all logs. Lost connections are opened again when they are needed.
public final class PostgresPool: Sendable {
    /// Where the database is.
    public let address: PostgresAddress
    private let idle = Mutex<[PostgresConnection]>([])
    private let free: DispatchSemaphore
    /// The maximum time of a statement.
    private let time: Duration
    let appends = PostgresAppends()

    /// Opens the first connection, so that an address that is wrong fails here.
    ///
    /// - Parameter connections: The maximum number of open connections, and so of concurrent appends. From 1 to 1,000.
    /// - Throws: ``/LiveActivityCluster/LogError/unavailable(reason:)`` where no server can be reached,
    ///   ``/LiveActivityCluster/LogError/misconfigured(reason:)`` where it refuses this user. No error contains a password.
    public convenience init(_ address: PostgresAddress, connections: Int = 8) throws(LogError) {
        try self.init(address, connections: connections, within: PostgresConnection.statementTime)
    }

    /// - Parameter time: The maximum time of a statement, also of one that waits for a lock.
    init(_ address: PostgresAddress, connections: Int, within time: Duration) throws(LogError) {
        (self.address, self.time) = (address, time)
        free = DispatchSemaphore(value: min(max(connections, 1), 1_000))
        let first = try PostgresConnection(address)
        idle.withLock { $0.append(first) }
    }

    /// Executes a statement on a free connection, for which it may wait.
    func execute(_ statement: String, _ parameters: [PostgresValue] = []) throws(PostgresError) -> PostgresRows {
        free.wait()
        defer { free.signal() }
        let (taken, isIdle) = try take()
        do throws(PostgresError) {
            let rows = try taken.execute(statement, parameters, within: time)
            idle.withLock { $0.append(taken) }
            return rows
        } catch {
            if case .refused = error {
                idle.withLock { $0.append(taken) }
                throw error
            }
            // The others were probably lost with it.
            idle.withLock { $0.removeAll() }
            guard isIdle, case .notSent = error else { throw error }
        }
        // The server had closed it while it was idle.
        let (another, _) = try take()
        let rows = try another.execute(statement, parameters, within: time)
        idle.withLock { $0.append(another) }
        return rows
    }

    private func take() throws(PostgresError) -> (PostgresConnection, isIdle: Bool) {
        if let one = idle.withLock({ $0.popLast() }) { return (one, true) }
        return (try PostgresConnection.again(address), false)
    }
}

extension LogError {
    /// For what changes nothing, or may be repeated.
    init(_ error: PostgresError, _ what: String) {
        switch error {
        case .notSent(let reason): self = .unavailable(reason: reason)
        case .unanswered(let reason): self = .unanswered(reason: "\(what): \(reason)")
        case .refused("53100", let reason): self = .full(reason: "\(what): the disk of the database is full: \(reason)")
        case .refused("25006", _): self = .unavailable(reason: "\(what): the database is a read-only standby")
        case .refused("42501", let reason), .refused("3F000", let reason), .refused("42P01", let reason):
            self = .misconfigured(reason: "\(what): \(reason)")
        case .refused(let state, let reason): self = .unavailable(reason: "\(what): \(reason) (SQLSTATE \(state))")
        }
    }
}
#endif
