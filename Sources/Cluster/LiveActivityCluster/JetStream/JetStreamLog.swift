#if Cluster
import CNats
import LiveActivities

/// A partition's log as a JetStream stream with one subject.
///
/// A message is appended with `Nats-Expected-Last-Sequence`, which every replica checks where the stream's order is decided,
/// and with `Nats-Msg-Id`. The expected sequence per subject, on which key-value buckets rely, is not used: before version 2.11
/// only the leader checks it, before the order is decided.
public final class JetStreamLog: PartitionLog {
    /// The required settings of the stream.
    public struct Configuration: Hashable, Sendable {
        /// The number of servers that replicate the stream: 1, 3 or 5.
        public var replicas: Int64
        /// The maximum size of the stream in bytes, which the servers reserve. A cluster needs at least ``bytesMin``.
        public var bytesMax: Int64
        /// The time for which message ids are remembered to detect duplicates, in seconds.
        public var duplicates_s: Int64

        /// The minimum size of a partition's log: half of it has room for several of the largest messages, so that a snapshot
        /// and the messages written meanwhile fit beside the existing ones.
        public static let bytesMin: Int64 = 4 << 20

        /// Creates a configuration.
        public init(replicas: Int64 = 3, bytesMax: Int64 = 256 << 20, duplicates_s: Int64 = 30) {
            self.replicas = replicas
            self.bytesMax = bytesMax
            self.duplicates_s = duplicates_s
        }
    }

    /// How long a message waits for a leader, in timeouts of the connection: 5 of 2 s each, as an election takes 4 to 9 s. The
    /// creation of a stream waits as long for the servers' statistics.
    private let electionTimeouts: Int64 = 5
    private let connection: NATSConnection
    private let name: String
    private let subject: String

    /// Opens a stream, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - name: The stream's name, such as `LA_P17`. Its subject is `la.log.` followed by the name.
    ///   - configuration: The settings of a new stream, which an existing one must match.
    /// - Throws: ``LogError/misconfigured(reason:)`` if the stream exists with settings under which messages could be lost;
    ///   ``LogError/unavailable(reason:)``; ``LogError/full(reason:)`` if the servers lack space, after retries for five
    ///   timeouts of the connection.
    public init(
        _ connection: NATSConnection, stream name: String, _ configuration: Configuration = Configuration()
    ) throws(LogError) {
        (self.connection, self.name, subject) = (connection, name, "la.log.\(name)")
        do throws(LogError) { try check(configuration) } catch .trimmed {
            try make(configuration)
            do throws(LogError) { try check(configuration) } catch .trimmed {
                // Refused as existing, but the server does not know it yet: another node is creating it.
                throw .unavailable(reason: "\(name) is being created")
            }
        }
    }

    /// Opens an existing stream, and creates none.
    ///
    /// - Throws: The errors of the other initializer; ``LogError/misconfigured(reason:)`` if the stream does not exist.
    init(
        _ connection: NATSConnection, existing name: String, _ configuration: Configuration
    ) throws(LogError) {
        (self.connection, self.name, subject) = (connection, name, "la.log.\(name)")
        do throws(LogError) { try check(configuration) } catch .trimmed {
            throw .misconfigured(reason: "there is no stream \(name)")
        }
    }

    // MARK: - PartitionLog

    public func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
        let size = message.bytes.count
        guard size <= messageBytesMax else { throw .tooLarge(bytes: size, limit: messageBytesMax) }
        // While the servers elect the stream's leader, each message is refused immediately, so it is retried.
        let end = ContinuousClock.now + .milliseconds(electionTimeouts * connection.timeout_ms)
        while true {
            let sent = try publish(message, after: expected)
            if sent.status == NATS_NO_RESPONDERS, ContinuousClock.now < end {
                nats_Sleep(50)
                continue
            }
            guard let position = sent.position else { throw Self.appendError(sent.status, sent.code) }
            return position
        }
    }

    private func publish(
        _ message: LogMessage, after expected: LogPosition
    ) throws(LogError) -> (position: LogPosition?, status: natsStatus, code: jsErrCode) {
        var made: OpaquePointer?
        let status = message.bytes.withUnsafeBytes { bytes in
            natsMsg_Create(&made, subject, nil, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
        guard status == NATS_OK, let made else { throw .unavailable(reason: status.text) }
        defer { natsMsg_Destroy(made) }
        // Set by hand, as libnats omits an expected sequence of 0.
        natsMsgHeader_Set(made, "Nats-Msg-Id", message.id)
        natsMsgHeader_Set(made, "Nats-Expected-Last-Sequence", "\(expected)")
        natsMsgHeader_Set(made, "Nats-Expected-Stream", name)
        var (answer, options, code): (UnsafeMutablePointer<jsPubAck>?, jsPubOptions, jsErrCode) = (nil, .init(), .init(0))
        jsPubOptions_Init(&options)
        options.MaxWait = connection.timeout_ms
        let sent = js_PublishMsg(&answer, connection.stream, made, &options, &code)
        defer { jsPubAck_Destroy(answer) }
        return (sent == NATS_OK ? answer?.pointee.Sequence : nil, sent, code)
    }

    public func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        let bounds = try bounds()
        guard position + 1 >= bounds.first else { throw .trimmed(first: bounds.first) }
        guard position < bounds.last else { return [] }
        return bounds.last - position == 1 || bytes <= 1
            ? [try message(at: position + 1)] : try messages(after: position, through: bounds.last, bytes: bytes)
    }

    public func bounds() throws(LogError) -> LogBounds {
        try withInfo { info in LogBounds(first: max(info.State.FirstSeq, 1), last: info.State.LastSeq) }
    }

    public func size() throws(LogError) -> LogSize {
        try withInfo { info in
            let limit = info.Config?.pointee.MaxBytes ?? 0
            return LogSize(bytes: Int(clamping: info.State.Bytes), bytesMax: limit > 0 ? Int(limit) : nil)
        }
    }

    /// The maximum size of a message: the servers' `max_payload`, minus the headers.
    public var messageBytesMax: Int { min(LogMessage.bytesMax, max(Int(connection.payloadMax) - 1_024, 1_024)) }

    public func trim(through position: LogPosition) throws(LogError) {
        var (options, code): (jsOptions, jsErrCode) = (.init(), .init(0))
        jsOptions_Init(&options)
        options.Wait = connection.timeout_ms
        options.Stream.Purge.Sequence = position + 1
        let status = js_PurgeStream(connection.stream, name, &options, &code)
        guard status == NATS_OK else { throw Self.readError(status, code, "the beginning of \(name) cannot be deleted") }
    }

    /// The number of replicas that do not have the whole log, because the server is down or was just restarted. Until they have
    /// caught up, fewer further failures can be tolerated.
    ///
    /// - Throws: ``LogError/unavailable(reason:)``, also while the servers elect a leader.
    public func replicasBehind() throws(LogError) -> Int {
        let behind = try withInfo { info -> Int? in
            // A stream on a single server has no other replicas.
            guard let cluster = info.Cluster?.pointee, info.Config?.pointee.Replicas ?? 1 > 1 else { return 0 }
            guard cluster.Leader != nil else { return nil }
            return (0..<Int(cluster.ReplicasLen)).count { index in
                guard let replica = cluster.Replicas?[index]?.pointee else { return true }
                return !replica.Current || replica.Offline
            }
        }
        guard let behind else { throw .unavailable(reason: "\(name) has no leader") }
        return behind
    }

    // MARK: - Reading

    /// Requests a message from the stream's leader.
    private func message(at position: LogPosition) throws(LogError) -> LogEntry {
        for isRepeated in [false, true] {
            var (message, code): (OpaquePointer?, jsErrCode) = (nil, .init(0))
            let status = js_GetMsg(&message, connection.stream, name, position, nil, &code)
            defer { natsMsg_Destroy(message) }
            if status == NATS_OK, let message { return LogEntry(position: position, message: LogMessage(message)) }
            guard code == JSNoMessageFoundErr else {
                throw Self.readError(status, code, "position \(position) of \(name) cannot be read")
            }
            let bounds = try bounds()
            guard position >= bounds.first else { throw .trimmed(first: bounds.first) }
            // Another server may have become the leader meanwhile: it has the message if it has later ones.
            guard position <= bounds.last else { break }
            if isRepeated { throw .lost(position) }
        }
        throw .unavailable(reason: "\(name) does not show position \(position) yet")
    }

    /// Requests many messages concurrently, each by its position, and returns those without a gap.
    private func messages(
        after position: LogPosition, through last: LogPosition, bytes: Int
    ) throws(LogError) -> [LogEntry] {
        let batch = NATSBatch(connection, subject: "$JS.API.DIRECT.GET.\(name)")
        var (found, size, count): ([LogEntry], Int, LogPosition) = ([], 0, 16)
        while size < bytes, position + LogPosition(found.count) < last {
            let first = position + LogPosition(found.count) + 1
            let positions = first...min(first + count - 1, last)
            let answers = try batch.request(positions.map { "{\"seq\":\($0)}" })
            let entries = zip(positions, answers).map { position, answer -> LogEntry? in
                // The server lags behind and does not have it yet, or has already trimmed it.
                guard let answer, answer.status == nil, answer.sequence == position else { return nil }
                return LogEntry(position: position, message: LogMessage(id: answer.id, bytes: answer.bytes))
            }
            let whole = entries.prefix { $0 != nil }.compactMap(\.self)
            found += whole
            size += whole.reduce(0) { $0 + $1.message.bytes.count }
            guard whole.count == positions.count else { break }
            count = max(16, min(512, count * LogPosition(bytes - min(size, bytes)) / LogPosition(max(size, 1)) + 1))
        }
        // The answers come from any server, also from one that lags behind.
        return found.isEmpty ? [try message(at: position + 1)] : found
    }

    private func withInfo<Value>(_ body: (jsStreamInfo) -> Value) throws(LogError) -> Value {
        var (info, code): (UnsafeMutablePointer<jsStreamInfo>?, jsErrCode) = (nil, .init(0))
        let status = js_GetStreamInfo(&info, connection.stream, name, nil, &code)
        defer { jsStreamInfo_Destroy(info) }
        guard status == NATS_OK, let info else { throw Self.readError(status, code, "\(name) does not report its end") }
        return body(info.pointee)
    }

    // MARK: - Settings

    /// - Throws: ``LogError/trimmed(first:)`` if the stream does not exist.
    private func check(_ wanted: Configuration) throws(LogError) {
        var (info, code): (UnsafeMutablePointer<jsStreamInfo>?, jsErrCode) = (nil, .init(0))
        let status = js_GetStreamInfo(&info, connection.stream, name, nil, &code)
        defer { jsStreamInfo_Destroy(info) }
        if status == NATS_NOT_FOUND || code == JSStreamNotFoundErr { throw .trimmed(first: 0) }
        guard status == NATS_OK, let stream = info?.pointee.Config?.pointee else {
            throw Self.readError(status, code, "\(name) cannot be opened")
        }
        var faults: [String] = []
        func check(_ holds: Bool, _ fault: String) { if !holds { faults.append(fault) } }
        check(stream.Replicas == wanted.replicas, "\(stream.Replicas) replicas instead of \(wanted.replicas)")
        check(stream.Storage == js_FileStorage, "memory storage")
        check(stream.Retention == js_LimitsPolicy, "a retention policy other than limits")
        check(stream.Discard == js_DiscardNew, "it discards old messages when it is full")
        check(stream.MaxAge == 0 && stream.MaxMsgs <= 0 && stream.MaxMsgsPerSubject <= 0, "a limit of age or of messages")
        check(
            stream.SubjectsLen == 1 && stream.Subjects[0].map { String(cString: $0) } == subject,
            "other subjects than \(subject)")
        check(stream.AllowDirect, "it does not allow direct reads")
        check(!stream.DenyPurge && !stream.Sealed && !stream.NoAck, "it denies purges, is sealed or does not acknowledge")
        guard faults.isEmpty else { throw .misconfigured(reason: "stream \(name): \(faults.joined(separator: "; "))") }
    }

    private func make(_ configuration: Configuration) throws(LogError) {
        var (stream, code): (jsStreamConfig, jsErrCode) = (.init(), .init(0))
        jsStreamConfig_Init(&stream)
        stream.Retention = js_LimitsPolicy
        stream.Discard = js_DiscardNew
        stream.Storage = js_FileStorage
        stream.Replicas = configuration.replicas
        stream.MaxBytes = configuration.bytesMax
        stream.Duplicates = configuration.duplicates_s * 1_000_000_000
        // Lets every replica answer reads, as ``messages(after:through:bytes:)`` needs.
        stream.AllowDirect = true
        // The servers place a stream by statistics that they exchange periodically. Shortly after streams were removed, they
        // may refuse a new one for lack of space that is in fact free.
        let end = ContinuousClock.now + .milliseconds(electionTimeouts * connection.timeout_ms)
        var status = add(&stream, &code)
        while configuration.replicas > 1, Self.lacksRoom(code), ContinuousClock.now < end {
            nats_Sleep(200)
            code = .init(0)
            status = add(&stream, &code)
        }
        // Another node may have created it at the same time.
        guard status == NATS_OK || code == JSStreamNameExistErr else {
            throw Self.readError(status, code, "stream \(name) cannot be created")
        }
    }

    private func add(_ stream: inout jsStreamConfig, _ code: inout jsErrCode) -> natsStatus {
        name.withCString { name in
            subject.withCString { subject in
                var subjects: [UnsafePointer<CChar>?] = [subject]
                return subjects.withUnsafeMutableBufferPointer { subjects in
                    stream.Name = name
                    stream.Subjects = subjects.baseAddress
                    stream.SubjectsLen = 1
                    return js_AddStream(nil, connection.stream, &stream, nil, &code)
                }
            }
        }
    }

    // MARK: - Errors

    private static func appendError(_ status: natsStatus, _ code: jsErrCode) -> LogError {
        switch code {
        case JSStreamWrongLastSequenceErr: .wrongPosition
        case JSStorageResourcesExceededErr, JSInsufficientResourcesErr: .full(reason: text(status, code))
        // All replicas agree that the stream is full. With any other failure of the leader, other replicas may have stored the
        // message.
        case JSStreamStoreFailedErr:
            lastError.contains("maximum") ? .full(reason: lastError) : .unanswered(reason: text(status, code))
        case JSStreamMessageExceedsMaximumErr: .unavailable(reason: text(status, code))
        // No server received the message.
        default:
            status == NATS_NO_RESPONDERS ? .unavailable(reason: text(status, code)) : .unanswered(reason: text(status, code))
        }
    }

    static func readError(_ status: natsStatus, _ code: jsErrCode, _ what: String) -> LogError {
        let reason = "\(what): \(text(status, code))"
        switch code {
        case _ where lacksRoom(code): return .full(reason: reason)
        case JSClusterNoPeersErr:
            return .unavailable(
                reason: "\(reason): fewer servers with JetStream are connected to each other than it has replicas")
        case JSStreamReplicasNotSupportedErr:
            return .misconfigured(
                reason: "\(what): this NATS server is alone, not part of a cluster of servers, and can keep 1 replica only")
        case JSNotEnabledErr, JSNotEnabledForAccountErr:
            return .misconfigured(reason: "\(what): JetStream is not enabled on these servers, or not for this account")
        default: return .unavailable(reason: reason)
        }
    }

    /// Whether the last call of this thread was refused because the servers lack space.
    private static func lacksRoom(_ code: jsErrCode) -> Bool {
        switch code {
        case JSStorageResourcesExceededErr, JSInsufficientResourcesErr: true
        // Version 2.9 reports a lack of space with this error.
        case JSClusterNoPeersErr: lastError.contains("insufficient storage")
        default: false
        }
    }

    /// libnats' error text for the last call of this thread.
    static var lastError: String { nats_GetLastError(nil).map { String(cString: $0) } ?? "" }

    private static func text(_ status: natsStatus, _ code: jsErrCode) -> String {
        if code.rawValue == 0 { return status.text }
        let description = lastError.isEmpty ? status.text : String(lastError.prefix(200))
        return "\(description) (JetStream error \(code.rawValue))"
    }
}

extension LogMessage {
    fileprivate init(_ message: OpaquePointer) {
        var id: UnsafePointer<CChar>?
        natsMsgHeader_Get(message, "Nats-Msg-Id", &id)
        let data = UnsafeRawPointer(natsMsg_GetData(message))
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(natsMsg_GetDataLength(message)))
        self.init(id: id.map { String(cString: $0) } ?? "", bytes: Array(bytes))
    }
}
#endif
