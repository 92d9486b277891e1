#if Cluster
import CNats
import LiveActivities
import Synchronization
import SystemLibraries

/// A connection to NATS servers, shared by all logs of a process. It reconnects automatically, to any of the servers.
///
/// **Use of libnats.** libnats before 3.6 uses a subscription's memory after it was freed, if the subscription is destroyed
/// while a message for it is being read (nats.c, issue 637): the process ends with signal 6 or 11. So subscriptions are kept as
/// long as the connection is open, and all answers arrive at one inbox, which drops those that no caller waits for.
public final class NATSConnection: Sendable {
    /// The servers and the credentials.
    public struct Configuration: Sendable {
        /// The URLs of the servers for the first connection, such as `nats://host:port`. They announce further servers.
        public var servers: [String]
        /// A file with a user's JWT and seed, as created by `nsc`.
        public var credentialsFile: String?
        /// A file with the trusted CA certificates. If set, the connection is encrypted, as with a `tls://` URL.
        public var trustedCertificatesFile: String?
        /// The client's certificate chain and key, with which it authenticates to the servers.
        public var certificate: (chainFile: String, keyFile: String)?
        /// The timeout of a request, in milliseconds.
        public var timeout_ms: Int64

        /// Creates a configuration without credentials and certificates.
        public init(servers: [String], timeout_ms: Int64 = 2_000) {
            self.servers = servers
            self.timeout_ms = timeout_ms
        }
    }

    /// The objects of libnats, which are thread-safe; destroyed with this one.
    nonisolated(unsafe) let connection: OpaquePointer
    nonisolated(unsafe) let stream: OpaquePointer
    let timeout_ms: Int64
    /// Receives the answers of requests that libnats does not wait for itself.
    let inbox = NATSInbox()
    private let subscriptions = Mutex<[NATSSubscription]>([])
    /// Ends the requests whose time is over.
    private let expiring = ThreadAlarm()

    /// Connects to one of the servers.
    ///
    /// - Throws: ``LogError/unavailable(reason:)`` if no server can be reached or accepts the credentials;
    ///   ``LogError/misconfigured(reason:)`` if a file cannot be read or the servers have no JetStream. No error contains a
    ///   password.
    public init(_ configuration: Configuration) throws(LogError) {
        let options = try Self.options(configuration)
        defer { natsOptions_Destroy(options) }
        var connection: OpaquePointer?
        let status = natsConnection_Connect(&connection, options)
        guard status == NATS_OK, let connection else {
            throw .unavailable(reason: Self.refusal(status, configuration))
        }
        var (stream, wait): (OpaquePointer?, jsOptions) = (nil, jsOptions())
        jsOptions_Init(&wait)
        wait.Wait = configuration.timeout_ms
        guard natsConnection_JetStream(&stream, connection, &wait) == NATS_OK, let stream else {
            natsConnection_Destroy(connection)
            throw .misconfigured(reason: "there is no JetStream on \(configuration.addresses)")
        }
        (self.connection, self.stream, timeout_ms) = (connection, stream, configuration.timeout_ms)
        try subscribe(inbox.subject + ".*") { [inbox] in inbox.take($0) }
        expire()
    }

    private func expire() {
        expiring.call(after: 0.05) { [weak self] in
            guard let self else { return }
            inbox.expire()
            expire()
        }
    }

    /// Sends a request, and suspends the task until the first answer or the timeout.
    func ask(_ subject: String, _ request: [UInt8], within time: Duration) async -> TransportAnswer {
        await withCheckedContinuation { continuation in
            ask(subject, request, within: time) { answer in
                continuation.resume(returning: answer)
                return false
            }
        }
    }

    /// Sends a request, and calls `receive` with each answer until it returns `false`.
    func ask(
        _ subject: String, _ request: [UInt8], within time: Duration, receive: @escaping @Sendable (TransportAnswer) -> Bool
    ) {
        let place = inbox.open(until: .now + time) { answer in
            guard answer.status != 503 else {
                _ = receive(.nobody)
                return false
            }
            return receive(.answer(answer.bytes))
        } expire: {
            _ = receive(.silence)
        }
        do throws(LogError) { try publish(request, to: subject, reply: inbox.subject(of: place)) } catch {
            // Unless the request has just timed out, in which case `receive` was already called.
            if inbox.close(place) { _ = receive(.notSent(reason: error.description)) }
        }
    }

    /// The maximum size of a message that the servers accept, in bytes.
    var payloadMax: Int64 { natsConnection_GetMaxPayload(connection) }

    deinit {
        jsCtx_Destroy(stream)
        // This joins the reading thread, so no further message arrives for the subscriptions.
        natsConnection_Close(connection)
        subscriptions.withLock { $0.removeAll() }
        natsConnection_Destroy(connection)
    }

    /// Publishes a message.
    ///
    /// - Parameter reply: The subject for answers.
    /// - Throws: ``LogError/unavailable(reason:)`` if the connection is lost and its buffer is full.
    func publish(_ bytes: [UInt8], to subject: String, reply: String? = nil) throws(LogError) {
        let status = bytes.withUnsafeBytes { bytes in
            // libnats has a separate call for messages without a reply subject.
            if let reply {
                natsConnection_PublishRequest(connection, subject, reply, bytes.baseAddress, Int32(bytes.count))
            } else {
                natsConnection_Publish(connection, subject, bytes.baseAddress, Int32(bytes.count))
            }
        }
        guard status == NATS_OK else { throw .unavailable(reason: "cannot send to \(subject): \(status.text)") }
    }

    /// Calls `receive` with each message to a subject, on a thread of this subscription, until the connection is closed.
    func subscribe(_ subject: String, _ receive: @escaping @Sendable (NATSMessage) -> Void) throws(LogError) {
        let subscription = try NATSSubscription(connection, subject, receive)
        subscriptions.withLock { $0.append(subscription) }
    }

    private static func options(_ configuration: Configuration) throws(LogError) -> OpaquePointer {
        do throws(SystemLibrary.Missing) { try SystemLibrary.nats.load() } catch { throw .misconfigured(reason: "\(error)") }
        var made: OpaquePointer?
        guard natsOptions_Create(&made) == NATS_OK, let options = made else { throw .unavailable(reason: "no memory") }
        func check(_ status: natsStatus, _ what: String) throws(LogError) {
            guard status != NATS_OK else { return }
            natsOptions_Destroy(options)
            throw .misconfigured(reason: "\(what): \(status.text)")
        }
        let copies = configuration.servers.map { strdup($0) }
        var names = copies.map { UnsafePointer($0) }
        let status = natsOptions_SetServers(options, &names, Int32(names.count))
        for copy in copies { free(copy) }
        try check(status, "the servers \(configuration.addresses)")
        try check(natsOptions_SetTimeout(options, configuration.timeout_ms), "the timeout")
        try check(natsOptions_SetMaxReconnect(options, -1), "reconnecting")
        try check(natsOptions_SetReconnectWait(options, 250), "reconnecting")
        // Otherwise libnats delays a message by up to a millisecond to combine it with others, and so each append and answer.
        try check(natsOptions_SetSendAsap(options, true), "sending")
        // libnats reports a file that it cannot read as "Error" or "SSL Error", some of them only when it connects.
        func checkReadable(_ file: String, _ what: String) throws(LogError) {
            guard access(file, R_OK) != 0 else { return }
            let reason = String(cString: strerror(errno))
            natsOptions_Destroy(options)
            throw .misconfigured(reason: "\(what) \(file) cannot be read: \(reason)")
        }
        if let file = configuration.credentialsFile {
            try checkReadable(file, "the credentials file")
            try check(natsOptions_SetUserCredentialsFromFiles(options, file, nil), "the credentials in \(file)")
        }
        if let file = configuration.trustedCertificatesFile {
            try checkReadable(file, "the certificates in")
            try check(natsOptions_SetSecure(options, true), "TLS")
            try check(natsOptions_LoadCATrustedCertificates(options, file), "the certificates in \(file)")
        }
        if let (chain, key) = configuration.certificate {
            try checkReadable(chain, "the certificate in")
            try checkReadable(key, "the key in")
            try check(natsOptions_LoadCertificatesChain(options, chain, key), "the certificate in \(chain) and \(key)")
        }
        return options
    }
}

extension NATSConnection {
    /// Describes why no server accepted the connection, and how to correct it.
    private static func refusal(_ status: natsStatus, _ configuration: Configuration) -> String {
        let servers = configuration.addresses
        switch status {
        case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED:
            let given =
                if let file = configuration.credentialsFile {
                    "the credentials in \(file)"
                } else if configuration.servers.contains(where: { $0.contains("@") }) {
                    "the user and password, or the token, in the address"
                } else { "a client without credentials" }
            return
                "the NATS servers of \(servers) refuse \(given): compare with 'authorization' and 'accounts' of their configuration"
        case NATS_NO_SERVER, NATS_TIMEOUT, NATS_IO_ERROR:
            return "no NATS server of \(servers) accepts a connection: \(status.text). Check that they run, and the addresses"
        default: return "no NATS server of \(servers) accepts a connection: \(status.text)"
        }
    }
}

extension NATSConnection.Configuration {
    /// The servers for use in error messages, without users, passwords and tokens.
    var addresses: String {
        servers.map { server in
            let scheme = server.firstRange(of: "://").map { server[..<$0.upperBound] } ?? ""
            let rest = server.dropFirst(scheme.count)
            return String(scheme + (rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest))
        }.joined(separator: ", ")
    }
}

extension natsStatus {
    var text: String { natsStatus_GetText(self).map { String(cString: $0) } ?? "status \(rawValue)" }
}
#endif
