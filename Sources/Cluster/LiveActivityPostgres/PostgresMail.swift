#if Postgres
import Dispatch
import LiveActivities
import LiveActivityCluster
import Synchronization

/// A message between nodes.
struct Mail: Sendable {
    enum Sort: Int64, Sendable { case heartbeat, changes, request, answer }

    /// The receiver; `nil` for all nodes.
    var target: String?
    /// The node that receives the answer. Set by the sender's mail.
    var sender = ""
    var sort: Sort
    /// Of a request, and of its answers.
    var number: Int64
    var bytes: [UInt8]

    init(to target: String?, _ sort: Sort, _ number: Int64, _ bytes: [UInt8]) {
        (self.target, self.sort, self.number, self.bytes) = (target, sort, number, bytes)
    }
}

/// Sends and receives the messages of one node, on two connections of its own, which are opened again when they are lost.
///
/// Messages sent while a statement is in progress are combined in the next one: the more there is to send, the larger the
/// statements are.
final class PostgresMail: Sendable {
    private struct State {
        var address = ""
        var outgoing: [Mail] = []
        var outgoingBytes = 0
        var isSending = false
        var requests: [Int64: Request] = [:]
        /// Whether the node has stopped.
        var hasLeft = false
        var lastNumber: Int64 = 0
    }

    private struct Request {
        var end: ContinuousClock.Instant
        var receive: @Sendable (TransportAnswer) -> Bool
    }

    /// The limit of mail that waits while the database does not answer. Beyond it, no more is accepted.
    private let outgoingBytesMax = 64 << 20
    /// The interval at which the table is read without a notification.
    private let pollInterval: Duration = .milliseconds(500)
    /// How long a message waits for a receiver that is stopped. No request waits as long for its answer.
    private let messageLifetime: Duration = .seconds(60)
    private let database: PostgresAddress
    private let state = Mutex(State())
    private let isClosed = Atomic(false)
    private let sending = DispatchQueue(label: "postgres.send")
    private let receiving = DispatchQueue(label: "postgres.receive")
    private let expiring = ThreadAlarm()
    /// The socket of the connection that receives; -1 without one. The lock is held while it is shut down and before it is
    /// closed, so that no other file has its number.
    private let receivingSocket = Mutex<Int32>(-1)
    /// Signaled when no more is received.
    private let hasEnded = DispatchSemaphore(value: 0)
    /// Used by the queue that sends.
    private let sender = Mutex<PostgresConnection?>(nil)

    init(_ database: PostgresAddress) { self.database = database }

    private var schema: String { database.schema }

    func close() { isClosed.store(true, ordering: .relaxed) }

    /// Closes the connection whose lock shows that the node exists. What was sent before is still delivered.
    ///
    /// Blocks for a moment: a process that exits must not free a connection at the same time.
    func leave() {
        state.withLock { $0.hasLeft = true }
        receivingSocket.withLock { if $0 >= 0 { PostgresConnection.shutDown($0) } }
        _ = hasEnded.wait(timeout: .now() + .seconds(1))
    }

    // MARK: - Sending

    /// Queues a message.
    ///
    /// - Throws: ``LogError/unavailable(reason:)`` where too much waits already.
    func send(_ mail: Mail) throws(LogError) {
        let (isFull, isFirst) = state.withLock { state in
            guard state.outgoingBytes + mail.bytes.count <= outgoingBytesMax else { return (true, false) }
            state.outgoing.append(mail)
            state.outgoingBytes += mail.bytes.count
            defer { state.isSending = true }
            return (false, !state.isSending)
        }
        if isFull { throw .unavailable(reason: "too many messages wait for the database") }
        if isFirst { sending.async { [weak self] in self?.sendAll() } }
    }

    /// Queues a request.
    ///
    /// - Parameter receive: As of ``ClusterTransport/ask(_:_:within:receive:)``.
    func ask(
        _ target: String, _ request: [UInt8], within time: Duration, receive: @escaping @Sendable (TransportAnswer) -> Bool
    ) {
        let number = state.withLock { state -> Int64? in
            if state.hasLeft { return nil }
            state.lastNumber += 1
            state.requests[state.lastNumber] = Request(end: .now + time, receive: receive)
            return state.lastNumber
        }
        guard let number else {
            _ = receive(.notSent(reason: "this node has stopped"))
            return
        }
        do throws(LogError) { try send(Mail(to: target, .request, number, request)) } catch {
            end(number, .notSent(reason: error.description))
        }
    }

    private func sendAll() {
        while true {
            let (batch, address) = state.withLock { state -> ([Mail], String) in
                defer { (state.outgoing, state.outgoingBytes) = ([], 0) }
                state.isSending = !state.outgoing.isEmpty
                return (state.outgoing, state.address)
            }
            guard !batch.isEmpty, !isClosed.load(ordering: .relaxed) else { return }
            do throws(PostgresError) {
                let live = try insert(batch, from: address)
                for mail in batch where mail.sort == .request && !live.contains(mail.target ?? "") { end(mail.number, .nobody) }
            } catch {
                // Mail that may have been sent is answered, or times out.
                switch error {
                case .unanswered: continue
                case .notSent(let reason), .refused(_, let reason):
                    for mail in batch where mail.sort == .request { end(mail.number, .notSent(reason: reason)) }
                }
            }
        }
    }

    /// - Returns: The nodes that exist.
    private func insert(_ batch: [Mail], from address: String) throws(PostgresError) -> Set<String> {
        let connection = try sender.withLock { (sender) throws(PostgresError) in
            if let sender { return sender }
            let made = try PostgresConnection.again(database)
            sender = made
            return made
        }
        do throws(PostgresError) {
            let rows = try connection.execute(
                """
                WITH live AS MATERIALIZED (\(liveNodes)), sent AS (
                    INSERT INTO \(schema).message (target, sender, sort, number, bytes)
                    SELECT live.address, $1, new.sort, new.number, new.bytes
                    FROM unnest($2::text[], $3::int8[], $4::int8[], $5::bytea[]) WITH ORDINALITY
                        AS new (target, sort, number, bytes, place)
                    JOIN live ON new.target IN ('', live.address) ORDER BY new.place RETURNING target
                )
                SELECT address, CASE WHEN address IN (SELECT target FROM sent) THEN pg_notify('\(schema)_' || address, '') END FROM live
                """,
                [
                    .text(address), .texts(batch.map { $0.target ?? "" }), .ints(batch.map(\.sort.rawValue)),
                    .ints(batch.map(\.number)), .byteArrays(batch.map(\.bytes)),
                ])
            return Set((0..<rows.count).map { rows.text($0, 0) })
        } catch {
            if case .refused = error {} else { sender.withLock { $0 = nil } }
            throw error
        }
    }

    // MARK: - Locks of nodes

    /// The SQL query of the nodes whose connection is open.
    private var liveNodes: String { "SELECT address FROM \(schema).node WHERE lock IN (\(heldLocks))" }

    /// Whether another node's connection is open; `nil` where the database does not answer.
    func hasOthers(besides address: String, _ pool: PostgresPool) -> Bool? {
        try? pool.execute(
            "SELECT EXISTS (SELECT FROM (\(liveNodes)) AS live WHERE address <> $1)", [.text(address)]
        ).int(0, 0) == 1
    }

    private var heldLocks: String {
        """
        SELECT objid::int8 FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
            AND classid::int8 = \(Self.hash(schema)) AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
        """
    }

    /// FNV-1a. Where two addresses have the same, a node that has ended seems to exist while the other one does: a request to
    /// it times out.
    private static func hash(_ text: String) -> UInt32 { text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } }

    /// As a parameter of the functions of advisory locks.
    static func lockNumber(_ text: String) -> Int32 { Int32(bitPattern: hash(text)) }

    // MARK: - Receiving

    /// Makes the node known, and begins to receive.
    ///
    /// - Parameter receive: Called with each message but answers, by one thread at a time.
    /// - Throws: ``LogError`` where the database accepts no connection.
    func open(_ address: String, receive: @escaping @Sendable (Mail) -> Void) throws(LogError) {
        state.withLock { $0.address = address }
        let first = try PostgresConnection(database)
        let isPooled: Bool
        do throws(PostgresError) {
            isPooled = try first.isPooledByTransaction(database)
            if !isPooled { try introduce(address, first) }
        } catch { throw LogError(error, "the node cannot be registered") }
        guard !isPooled else {
            throw .misconfigured(
                reason:
                    "a pooler in transaction mode is in front of the database, and a node needs sessions of its own: name the "
                    + "server itself, or set pool_mode = session for this database in pgbouncer's configuration")
        }
        receiving.async { [weak self] in
            var connection: PostgresConnection? = first
            var cleaned = ContinuousClock.now
            while let self, !isClosed.load(ordering: .relaxed), !state.withLock({ $0.hasLeft }) {
                do throws(PostgresError) {
                    let current = if let connection { connection } else { try connectAgain(address) }
                    connection = current
                    receivingSocket.withLock { $0 = current.socket }
                    try receiveAll(address, current, receive)
                    if ContinuousClock.now - cleaned > messageLifetime {
                        try removeOldMessages(current)
                        cleaned = .now
                    }
                } catch {
                    receivingSocket.withLock { $0 = -1 }
                    connection = nil
                    if !state.withLock({ $0.hasLeft }) { pause() }
                }
            }
            self?.receivingSocket.withLock { $0 = -1 }
            connection = nil
            self?.hasEnded.signal()
        }
        expire()
    }

    private func introduce(_ address: String, _ connection: PostgresConnection) throws(PostgresError) {
        _ = try connection.execute("LISTEN \"\(schema)_\(address)\"")
        let node = Self.hash(address)
        // Shared: an address with the same hash must not wait.
        _ = try connection.execute(
            "SELECT pg_advisory_lock_shared(\(Self.lockNumber(schema)), \(Self.lockNumber(address)))")
        // The row is updated also if it exists: a node that introduces itself at the same moment, and did not see this one's
        // lock, then waits with its DELETE for this transaction, and finds the lock.
        _ = try connection.execute(
            """
            INSERT INTO \(schema).node (address, lock) VALUES ('\(address)', \(node))
                ON CONFLICT (address) DO UPDATE SET lock = EXCLUDED.lock;
            DELETE FROM \(schema).node WHERE lock NOT IN (\(heldLocks));
            DELETE FROM \(schema).message WHERE target NOT IN (SELECT address FROM \(schema).node);
            """)
    }

    private func connectAgain(_ address: String) throws(PostgresError) -> PostgresConnection {
        let made = try PostgresConnection.again(database)
        try introduce(address, made)
        return made
    }

    /// A process that is stopped keeps its lock and receives nothing.
    private func removeOldMessages(_ connection: PostgresConnection) throws(PostgresError) {
        let age = Int(messageLifetime / .seconds(1))
        _ = try connection.execute("DELETE FROM \(schema).message WHERE sent < now() - interval '\(age) s'")
    }

    private func pause() { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(250)) }

    /// Takes what is there, and waits for more for a moment.
    private func receiveAll(
        _ address: String, _ connection: PostgresConnection, _ receive: (Mail) -> Void
    ) throws(PostgresError) {
        let rows = try connection.execute(
            "DELETE FROM \(schema).message WHERE target = $1 RETURNING id, sender, sort, number, bytes", [.text(address)])
        for row in (0..<rows.count).sorted(by: { rows.int($0, 0) < rows.int($1, 0) }) {
            guard let sort = Mail.Sort(rawValue: rows.int(row, 2)) else { continue }
            var mail = Mail(to: address, sort, rows.int(row, 3), rows.bytes(row, 4))
            mail.sender = rows.text(row, 1)
            if sort == .answer { take(mail) } else { receive(mail) }
        }
        // Rows that came meanwhile have sent a notification.
        try connection.awaitNotification(within: pollInterval)
    }

    // MARK: - Answers

    private func take(_ answer: Mail) {
        // Nobody else ends the request while its receiver is called.
        guard let request = state.withLock({ $0.requests.removeValue(forKey: answer.number) }) else { return }
        if request.receive(.answer(answer.bytes)) { state.withLock { $0.requests[answer.number] = request } }
    }

    private func end(_ number: Int64, _ answer: TransportAnswer) {
        guard let request = state.withLock({ $0.requests.removeValue(forKey: number) }) else { return }
        _ = request.receive(answer)
    }

    private func expire() {
        expiring.call(after: 0.05) { [weak self] in
            guard let self, !isClosed.load(ordering: .relaxed) else { return }
            let now = ContinuousClock.now
            let expired = state.withLock { state in state.requests.filter { $0.value.end < now }.map(\.key) }
            for number in expired { end(number, .silence) }
            expire()
        }
    }
}
#endif
