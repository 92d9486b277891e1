#if Postgres
import CPostgres
import LiveActivityCluster
import SystemLibraries

/// Why a statement has no result.
enum PostgresError: Error {
    /// It was not sent: there is no connection.
    case notSent(reason: String)
    /// It was sent, and the connection was lost or the time was over: it may have been carried out, or still will be.
    case unanswered(reason: String)
    /// The server refused it, and has changed nothing. `state` is the SQLSTATE.
    case refused(state: String, reason: String)

    var reason: String {
        switch self {
        case .notSent(let reason), .unanswered(let reason), .refused(_, let reason): reason
        }
    }
}

/// One connection of libpq. It is used by one thread at a time, which ``PostgresPool`` ensures.
///
/// libpq is used and not a client in Swift: `PartitionLog`'s calls block, and libpq reads `.pgpass`, service files and TLS
/// parameters as every other tool of the database does. Statements are sent without being prepared, so that a pooler in
/// transaction mode may be in between.
final class PostgresConnection: Sendable {
    // Sendable: the pool hands a connection to one caller, and takes it back before another one gets it.
    nonisolated(unsafe) private let connection: OpaquePointer

    /// Connects.
    ///
    /// - Throws: ``LogError/unavailable(reason:)`` where no server can be reached now; ``LogError/misconfigured(reason:)``
    ///   where the server refuses this user, and a repetition would not help.
    init(_ address: PostgresAddress) throws(LogError) {
        // Later values take precedence: the connection string overrides the defaults.
        let parameters = [
            ("connect_timeout", "5"), ("fallback_application_name", "live-activities"), ("target_session_attrs", "read-write"),
            ("dbname", address.url), ("client_encoding", "UTF8"),
        ]
        let keys = parameters.map { strdup($0.0) } + [nil]
        let values = parameters.map { strdup($0.1) } + [nil]
        defer { for copy in keys + values { free(copy) } }
        guard let made = PQconnectdbParams(keys.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1) else {
            throw .unavailable(reason: "no memory")
        }
        guard PQstatus(made) == CONNECTION_OK else {
            let error = Self.refusal(made)
            PQfinish(made)
            throw error
        }
        // Otherwise libpq sends without a time limit: only the answer is awaited with one.
        PQsetnonblocking(made, 1)
        // Otherwise libpq prints notices to stderr.
        PQsetNoticeReceiver(made, { _, _ in }, nil)
        connection = made
    }

    deinit { PQfinish(connection) }

    /// Connects where a connection was lost. The reason goes to callers of commands, which need not know where the database is.
    static func again(_ address: PostgresAddress) throws(PostgresError) -> PostgresConnection {
        do throws(LogError) { return try PostgresConnection(address) } catch {
            throw .notSent(reason: "the database accepts no connection")
        }
    }

    /// The time that a statement may usually take.
    static let statementTime = Duration.seconds(10)

    /// Waits for the answer to a statement.
    ///
    /// - Parameters:
    ///   - statement: One statement with `$1`, `$2` and so on, or several without parameters, which are one transaction.
    ///   - time: How long to wait. Afterwards the connection must not be used any more, nor after any error but
    ///     ``PostgresError/refused(state:reason:)``.
    func execute(
        _ statement: String, _ parameters: [PostgresValue] = [], within time: Duration = PostgresConnection.statementTime
    ) throws(PostgresError) -> PostgresRows {
        // Finds out that the server has closed an idle connection before anything is sent on it: at its end there is always
        // input.
        while awaitInput(milliseconds: 0) {
            guard PQconsumeInput(connection) == 1 else { throw .notSent(reason: "the server has closed the connection") }
        }
        guard send(statement, parameters) else { throw .notSent(reason: message) }
        let end = ContinuousClock.now + time
        var last: PostgresRows?
        var refusal: PostgresError?
        while true {
            try awaitResult(until: end)
            guard let result = PQgetResult(connection) else { break }
            let status = PQresultStatus(result)
            if status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK {
                last = PostgresRows(result)
            } else {
                refusal = refusal ?? PostgresRows(result).error
            }
        }
        if let refusal { throw refusal }
        guard let last, PQstatus(connection) == CONNECTION_OK else { throw .unanswered(reason: message) }
        return last
    }

    private func send(_ statement: String, _ parameters: [PostgresValue]) -> Bool {
        // Several statements can only be sent without parameters.
        if parameters.isEmpty, statement.contains(";") { return PQsendQuery(connection, statement) == 1 }
        let encoded = parameters.map(\.encoded)
        return Self.withPointers(to: encoded[...]) { values in
            PQsendQueryParams(
                connection, statement, Int32(parameters.count), parameters.map(\.type), values, encoded.map { Int32($0.count) },
                parameters.map { _ in 1 }, 1) == 1
        }
    }

    /// Calls `body` with the address of each value, without copying what may be a large message.
    private static func withPointers<Result>(
        to values: ArraySlice<[UInt8]>, _ found: [UnsafePointer<CChar>?] = [],
        _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        guard let first = values.first else { return body(found) }
        // An empty buffer may have no address, and libpq takes that as NULL.
        return (first.isEmpty ? [0] : first).withUnsafeBytes { bytes in
            let address = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return withPointers(to: values.dropFirst(), found + [address], body)
        }
    }

    /// Waits until libpq can give a result without blocking.
    private func awaitResult(until end: ContinuousClock.Instant) throws(PostgresError) {
        while true {
            let flushed = PQflush(connection)
            if flushed == 0, PQisBusy(connection) == 0 { return }
            if flushed < 0 { throw .unanswered(reason: message) }
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else { throw .unanswered(reason: "no answer in time") }
            guard awaitInput(orRoom: flushed > 0, milliseconds: Int32(min(left + 1, 60_000))) else { continue }
            // After an error libpq has a result that says which.
            if PQconsumeInput(connection) == 0 { throw .unanswered(reason: message) }
        }
    }

    var socket: Int32 { PQsocket(connection) }

    /// Ends the connection of a socket, so that a thread that waits for the server resumes. It is closed with the connection.
    static func shutDown(_ socket: Int32) { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Waits until the server has sent something, or takes more.
    ///
    /// - Returns: Whether it has, and the time was not over first.
    @discardableResult
    func awaitInput(orRoom wantsRoom: Bool = false, milliseconds: Int32) -> Bool {
        var waiting = pollfd(fd: PQsocket(connection), events: Int16(POLLIN | (wantsRoom ? POLLOUT : 0)), revents: 0)
        return poll(&waiting, 1, milliseconds) > 0
    }

    /// Whether a pooler gives each transaction another session, so that locks and `LISTEN` do not belong to this connection.
    ///
    /// A pooler invents the process number of a connection. In transaction mode a second connection gets the idle session of
    /// the first connection, or the first connection gets another session.
    func isPooledByTransaction(_ address: PostgresAddress) throws(PostgresError) -> Bool {
        func session(_ connection: PostgresConnection) throws(PostgresError) -> Int64 {
            try connection.execute("SELECT pg_backend_pid()").int(0, 0)
        }
        let first = try session(self)
        guard first != Int64(PQbackendPID(connection)) else { return false }
        let second = try PostgresConnection.again(address)
        _ = try second.execute("BEGIN")
        if try session(second) == first { return true }
        return try session(self) != first
    }

    /// Waits for notifications, and drops them.
    ///
    /// - Throws: ``PostgresError/notSent(reason:)`` where the connection is lost.
    func awaitNotification(within time: Duration) throws(PostgresError) {
        let end = ContinuousClock.now + time
        while true {
            guard PQconsumeInput(connection) == 1 else { throw .notSent(reason: message) }
            var isNotified = false
            while let notification = PQnotifies(connection) {
                PQfreemem(notification)
                isNotified = true
            }
            let left = (end - .now) / .milliseconds(1)
            if isNotified || left <= 0 { return }
            awaitInput(milliseconds: Int32(left + 1))
        }
    }

    /// libpq's message about the last failure, in one line.
    private var message: String { Self.line(PQerrorMessage(connection)) }

    fileprivate static func line(_ text: UnsafePointer<CChar>?) -> String {
        let lines = text.map { String(cString: $0) }?.split(whereSeparator: \.isNewline) ?? []
        return lines.isEmpty
            ? "the connection was lost" : lines.map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: "; ")
    }
}

extension PostgresConnection {
    /// Why the server took no connection, and what to do. No part of it is of the connection string but the host, the port, the
    /// database and the user.
    private static func refusal(_ connection: OpaquePointer) -> LogError {
        let message = line(PQerrorMessage(connection))
        func has(_ words: String...) -> Bool { words.contains { message.contains($0) } }
        let name = "PostgreSQL database '\(text(PQdb(connection)))' on \(text(PQhost(connection))):\(text(PQport(connection)))"
        let user = "user '\(text(PQuser(connection)))'"
        if has("password authentication failed", "no password supplied") {
            return .misconfigured(reason: "\(name) refuses the password of \(user): set PGPASSWORD, or see .pgpass")
        }
        if has("session is read-only", "cannot execute", "hot standby mode is disabled") {
            return .unavailable(
                reason: "\(name) is a read-only standby: name the primary, or all hosts with commas between them")
        }
        if has("too many clients", "remaining connection slots", "too many connections") {
            return .unavailable(reason: "\(name) has no free connection: raise max_connections, or end other clients")
        }
        if has(
            "no pg_hba.conf entry", "authentication failed", "does not exist", "permission denied for database", "SSL",
            "certificate")
        {
            return .misconfigured(reason: "\(name) refuses \(user): \(message)")
        }
        return .unavailable(reason: "\(name) accepts no connection: \(message). Check that it runs, and the address")
    }

    private static func text(_ text: UnsafeMutablePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "?" }
}

// MARK: - Values

/// A parameter of a statement.
enum PostgresValue {
    case int(Int64)
    case text(String)
    case bytes([UInt8])
    case texts([String])
    case ints([Int64])
    case byteArrays([[UInt8]])

    static func position(_ position: LogPosition) -> Self { .int(Int64(clamping: position)) }

    /// The object identifiers of PostgreSQL's types: int8, text, bytea, text[], int8[], bytea[].
    fileprivate var type: Oid {
        switch self {
        case .int: 20
        case .text: 25
        case .bytes: 17
        case .texts: 1_009
        case .ints: 1_016
        case .byteArrays: 1_001
        }
    }

    /// In PostgreSQL's binary format.
    fileprivate var encoded: [UInt8] {
        switch self {
        case .int(let value): Self.bigEndian(value)
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        case .texts(let texts): Self.array(of: 25, texts.map { Array($0.utf8) })
        case .ints(let ints): Self.array(of: 20, ints.map(Self.bigEndian))
        case .byteArrays(let arrays): Self.array(of: 17, arrays)
        }
    }

    private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian, Array.init)
    }

    /// Of one dimension that begins at 1, without NULL.
    private static func array(of type: Int32, _ elements: [[UInt8]]) -> [UInt8] {
        let header = [elements.isEmpty ? 0 : 1, 0, type] + (elements.isEmpty ? [] : [Int32(elements.count), 1])
        var bytes = header.flatMap(bigEndian)
        bytes.reserveCapacity(bytes.count + elements.reduce(0) { $0 + 4 + $1.count })
        for element in elements {
            bytes += bigEndian(Int32(element.count))
            bytes += element
        }
        return bytes
    }
}

/// The rows that a statement has returned, in PostgreSQL's binary format.
struct PostgresRows: ~Copyable {
    private let result: OpaquePointer
    let count: Int

    fileprivate init(_ result: OpaquePointer) {
        self.result = result
        count = Int(PQntuples(result))
    }

    deinit { PQclear(result) }

    /// A column of type `bytea` or `text`; nothing for NULL.
    func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        let buffer = UnsafeRawBufferPointer(
            start: PQgetvalue(result, Int32(row), Int32(column)), count: Int(PQgetlength(result, Int32(row), Int32(column))))
        return Array(buffer)
    }

    func text(_ row: Int, _ column: Int) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

    /// A column of type `int8`, `int4` or `bool`; 0 for NULL.
    func int(_ row: Int, _ column: Int) -> Int64 {
        let bytes = bytes(row, column)
        let value = bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return bytes.count == 4 ? Int64(Int32(truncatingIfNeeded: value)) : value
    }

    func position(_ row: Int, _ column: Int) -> LogPosition { LogPosition(clamping: int(row, column)) }

    /// Of a result that is an error. A server that ends a connection may have carried the statement out.
    fileprivate var error: PostgresError {
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        let reason = field("M") ?? PostgresConnection.line(PQresultErrorMessage(result))
        guard let state = field("C"), field("V") == "ERROR" else { return .unanswered(reason: reason) }
        return .refused(state: state, reason: reason)
    }
}
#endif
