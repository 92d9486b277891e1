#if Push
public import LiveActivities
public import NIOCore
import NIOHTTP2
public import NIOPosix
import NIOSSL
import Synchronization

/// Sends requests to APNs over HTTP/2, on connections that stay open.
///
/// All connections use one key and one endpoint, as APNs requires: one developer team and one environment for each connection.
/// The first request opens a connection, and more are opened as the load grows (``APNSClientConfiguration``). When a connection
/// is lost, its requests fail with an error that says if the server may have processed them. The connection is reopened after a
/// pause; the client repeats no request, because there may be newer content by then.
///
/// Safe to use from any thread. Call ``close()`` at the end: open connections keep the client in memory.
public final class APNSClient: PushTransport {
    /// The server to connect to.
    public let endpoint: APNSEndpoint
    /// The limits of connections and their timeouts.
    public let configuration: APNSClientConfiguration
    private let group: any EventLoopGroup
    private let clock: any RuntimeClock
    private let tls: Result<NIOSSLContext, PushError>
    private let tokens: Mutex<ProviderTokens?>
    private let pool = Mutex(ConnectionPool())

    /// A client without a connection.
    ///
    /// - Parameters:
    ///   - endpoint: The server to connect to.
    ///   - key: The key that signs provider tokens; `nil` sends none, which only a test's server accepts.
    ///   - configuration: The limits of connections and their timeouts.
    ///   - group: The event loops; by default those of the process.
    ///   - clock: The time in provider tokens. Timeouts use the computer's clock.
    public init(
        endpoint: APNSEndpoint, key: ProviderKey?, configuration: APNSClientConfiguration = .init(),
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton, clock: any RuntimeClock = SystemClock()
    ) {
        (self.endpoint, self.configuration, self.group, self.clock) = (endpoint, configuration, group, clock)
        tokens = Mutex(key.map { ProviderTokens(key: $0) })
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.applicationProtocols = ["h2"]
        settings.minimumTLSVersion = .tlsv12
        if let roots = endpoint.trustRoots { settings.trustRoots = .certificates(roots) }
        do { tls = .success(try NIOSSLContext(configuration: settings)) } catch {
            tls = .failure(.unreachable(endpoint: endpoint.name, reason: "TLS cannot be set up: \(error)"))
        }
    }

    /// The client's current connections and requests.
    public var statistics: APNSClientStatistics {
        pool.withLock { pool in
            APNSClientStatistics(
                connections: pool.connections.count, waiting: pool.waiting.count,
                inFlight: pool.connections.reduce(0) { $0 + $1.inFlight },
                sent: pool.sent, connectionsOpened: pool.opened, lastGoAway: pool.lastGoAway)
        }
    }

    public func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void) {
        let waiting = WaitingRequest(
            request: request, waitsUntil: .now() + .nanoseconds(Int64(configuration.answerTimeout * 1e9)),
            whenAnswered: whenAnswered)
        let step = pool.withLock { $0.add(waiting) }
        switch step {
        case .none: break
        case .refuse: whenAnswered(.failure(.closed))
        case .poke(let connection): connection.poke()
        case .connect: connect()
        }
    }

    public func renewProviderToken() -> Bool {
        let now = clock.now
        return tokens.withLock { $0?.refuse(at: now) ?? false }
    }

    public func useNewConnections() {
        let connections = pool.withLock { $0.retireAll() }
        for connection in connections { connection.retire() }
    }

    public func close() async {
        let (connections, waiting) = pool.withLock { $0.close() }
        for request in waiting { request.whenAnswered(.failure(.closed)) }
        for connection in connections { connection.close() }
        for connection in connections { try? await connection.channel.closeFuture.get() }
    }

    // MARK: - For the connections

    /// The value of the header `authorization`; `nil` without a key.
    func authorization() throws(PushError) -> String? {
        let now = clock.now
        let token = tokens.withLock { tokens in Result { () throws(PushError) in try tokens?.token(at: now) } }
        return try token.get().map { "bearer \($0)" }
    }

    func take(_ room: Int, for connection: APNSConnection, inFlight: Int) -> [WaitingRequest] {
        pool.withLock { $0.take(room, for: connection, inFlight: inFlight) }
    }

    func received(goAway reason: String) { pool.withLock { $0.lastGoAway = reason } }

    /// Removes a connection that accepts no more requests, and opens another one if needed.
    func retired(_ connection: APNSConnection) { if pool.withLock({ $0.retire(connection) }) { connect() } }

    private func connect() {
        let loop = group.next()
        let pause = pool.withLock {
            $0.pause(first: configuration.firstReconnectPause, longest: configuration.longestReconnectPause)
        }
        guard pause > 0 else { return open(on: loop) }
        loop.scheduleTask(in: .nanoseconds(Int64(pause * 1e9))) { self.open(on: loop) }
    }

    private func open(on loop: any EventLoop) {
        startTicking(on: loop)
        guard case .success(let context) = tls else {
            if case .failure(let error) = tls { failed(error) }
            return
        }
        let opening = loop.makePromise(of: APNSConnection.self)
        let name = endpoint.serverName ?? (endpoint.isAddress ? nil : endpoint.host)
        ClientBootstrap(group: loop)
            .connectTimeout(.nanoseconds(Int64(configuration.connectTimeout * 1e9)))
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let coalescer = WriteCoalescer()
                    try channel.pipeline.syncOperations.addHandlers([
                        try NIOSSLClientHandler(context: context, serverHostname: name), coalescer, Self.http2(),
                        APNSConnectionHandler(self, coalescer, opening),
                    ])
                }
            }
            .connect(host: endpoint.host, port: endpoint.port)
            .cascadeFailure(to: opening)
        opening.futureResult.whenComplete { result in
            switch result {
            case .success(let connection): self.opened(connection)
            case .failure(let error):
                self.failed(error as? PushError ?? .unreachable(endpoint: self.endpoint.name, reason: "\(error)"))
            }
        }
    }

    private static func http2() -> NIOHTTP2Handler {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .enablePush, value: 0), HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        // This client makes the headers of requests itself and reads an answer's headers only by name, so the check is not
        // needed. It costs as much as making the headers.
        connection.headerBlockValidation = .disabled
        connection.contentLengthValidation = .disabled
        var stream = NIOHTTP2Handler.StreamConfiguration()
        // NIO limits the rate of reset streams to protect servers. For a client, many refused requests are not an attack.
        stream.streamResetFrameRateLimit.maximumCount = .max
        stream.streamErrorRateLimit.maximumCount = .max
        return NIOHTTP2Handler(mode: .client, connectionConfiguration: connection, streamConfiguration: stream)
    }

    private func opened(_ connection: APNSConnection) {
        if pool.withLock({ $0.add(connection) }) { connection.poke() } else { connection.close() }
    }

    private func failed(_ error: PushError) {
        // After these failures another attempt fails too, so waiting requests fail at once. After other failures they wait
        // until their timeout.
        let (refused, retries) = pool.withLock { $0.connectionFailed(error) }
        for request in refused { request.whenAnswered(.failure(error)) }
        if retries { connect() }
    }

    // MARK: - Maintenance, once a second

    private func startTicking(on loop: any EventLoop) {
        guard pool.withLock({ $0.startTicking() }) else { return }
        loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { task in
            if !self.tick() { task.cancel() }
        }
    }

    /// Fails requests that have waited too long, and opens connections for a higher load.
    ///
    /// - Returns: `true` while the client is open.
    private func tick() -> Bool {
        let (overdue, error, grows, isOpen) = pool.withLock { $0.tick(configuration) }
        for request in overdue {
            request.whenAnswered(
                .failure(
                    error
                        ?? .unreachable(
                            endpoint: endpoint.name, reason: "no stream was free for \(configuration.answerTimeout) s")))
        }
        if grows { connect() }
        return isOpen
    }
}

/// The numbers of an ``APNSClient``'s connections and requests at one moment.
public struct APNSClientStatistics: Hashable, Sendable {
    /// The number of open connections.
    public var connections: Int
    /// The number of requests that wait for a free stream.
    public var waiting: Int
    /// The number of requests that were sent and have no answer.
    public var inFlight: Int
    /// The total number of requests sent.
    public var sent: UInt64
    /// The number of connections opened so far.
    public var connectionsOpened: Int
    /// The reason that a server last gave for closing a connection.
    public var lastGoAway: String?
}

extension APNSEndpoint {
    /// `true` if the host is an IP address.
    var isAddress: Bool { (try? SocketAddress(ipAddress: host, port: port)) != nil }
}
#endif
