#if Push
public import LiveActivityCore
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// A local server with the answers of an ``APNSModel``: HTTP/2 with TLS, by default on the loopback interface.
///
/// ```swift
/// let signer = ProviderSigner()
/// let server = try APNSServer { model in
///     model.register(signer.key)
///     model.register("a1b2", RegisteredToken(bundle: "com.example.food"))
///     model.add(APNSFault(.answer(.tooManyRequests), .next(1)))
/// }
/// defer { server.shutdown() }
/// // Connect to 127.0.0.1:server.port, and trust server.authorityPEM.
/// ```
///
/// Any client can connect to it. The requests of one connection are decided in the order in which they are complete. Safe to
/// use from any thread.
public final class APNSServer: Sendable {
    public let port: Int
    /// The certificate that a client must trust, as PEM. Each server has a new one, unless it is created with a file.
    public let authorityPEM: String

    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let shared: SharedModel

    /// Starts a server. It listens when this returns.
    ///
    /// - Parameters:
    ///   - configuration: The options of the modelled service.
    ///   - host: The IP address to listen on. The server's certificate names it too.
    ///   - port: The port; 0 for any free one.
    ///   - authorityFile: The file with the certificate that clients trust, and its key, created if it is missing: clients
    ///     of one server also trust the next one with the same file. `nil` creates a certificate for this server.
    ///   - threads: How many threads serve connections. Each connection stays on one.
    ///   - clock: The source of the current time. Slow answers are timed by the computer's clock in any case.
    ///   - onDelivery: Called with each accepted push, in the order of acceptance for each connection, on one of the server's
    ///     threads. It must not block.
    ///   - prepare: Registers keys, tokens and faults.
    /// - Throws: An error of NIO, for example if the port is taken, or if `host` is not an IP address of this computer.
    public init(
        _ configuration: APNSModel.Configuration = APNSModel.Configuration(), host: String = "127.0.0.1", port: Int = 0,
        authorityFile: String? = nil, threads: Int = 1, clock: @escaping @Sendable () -> Date = { Date() },
        onDelivery: (@Sendable (APNSDelivery) -> Void)? = nil, prepare: (inout APNSModel) -> Void
    ) throws {
        var model = APNSModel(configuration)
        prepare(&model)
        let shared = SharedModel(model, clock: clock, onDelivery: onDelivery)
        let address = try SocketAddress(ipAddress: host, port: port)
        let certificate = try ServerCertificate(address: address, authorityFile: authorityFile, now: Date())
        let context = try NIOSSLContext(configuration: certificate.tls())
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        do {
            channel = try ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try Self.configure(channel, context, shared)
                    }
                }
                .bind(to: address).wait()
        } catch {
            try? group.syncShutdownGracefully()
            throw error
        }
        self.group = group
        self.shared = shared
        self.port = channel.localAddress?.port ?? port
        authorityPEM = certificate.authorityPEM
    }

    private static func configure(_ channel: any Channel, _ context: NIOSSLContext, _ shared: SharedModel) throws {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: shared.read { $0.configuration.streamsBeforeSuccess }),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        // Clients that cancel many streams are part of the tests, not an attack.
        connection.controlFrameRateLimit.maximumCount = .max
        connection.maximumSequentialEmptyDataFrames = .max
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.streamResetFrameRateLimit.maximumCount = .max
        stream.streamErrorRateLimit.maximumCount = .max
        let handlers: [any ChannelHandler] = [
            NIOSSLServerHandler(context: context),
            NIOHTTP2Handler(mode: .server, connectionConfiguration: connection, streamConfiguration: stream),
            APNSConnectionHandler(shared),
        ]
        try channel.pipeline.syncOperations.addHandlers(handlers)
    }

    /// Changes the model, for example to register a token. Requests wait until this returns.
    public func update<Result: Sendable>(_ change: (inout sending APNSModel) -> Result) -> Result { shared.update(change) }

    /// The numbers of answers so far.
    public var statistics: APNSModel.Statistics { shared.read(\.statistics) }

    /// The numbers of connections opened so far, and of open connections.
    public var connections: (ever: Int, open: Int) { shared.connections }

    /// Closes every open connection with GOAWAY and a reason. Complete requests are answered first.
    public func goAway(_ reason: APNSReason) { for handler in shared.handlers { handler.goAway(reason) } }

    /// Closes every open connection without GOAWAY.
    public func disconnect() { for handler in shared.handlers { handler.disconnect() } }

    /// Closes all connections and the server. Call it once, not on one of the server's threads.
    public func shutdown() {
        try? channel.close().wait()
        try? group.syncShutdownGracefully()
    }
}

/// The model behind a lock, and the other state that a server's connections share.
final class SharedModel: Sendable {
    private struct State {
        var model: APNSModel
        var connectionsEver = 0
        var handlers: [Int: APNSConnectionHandler.Reference] = [:]
    }

    private let state: Mutex<State>
    private let clock: @Sendable () -> Date
    private let onDelivery: (@Sendable (APNSDelivery) -> Void)?

    init(_ model: APNSModel, clock: @escaping @Sendable () -> Date, onDelivery: (@Sendable (APNSDelivery) -> Void)?) {
        state = Mutex(State(model: model))
        self.clock = clock
        self.onDelivery = onDelivery
    }

    var now: Date { clock() }

    func read<Value: Sendable>(_ value: (APNSModel) -> Value) -> Value { state.withLock { value($0.model) } }

    func update<Value: Sendable>(_ change: (inout sending APNSModel) -> Value) -> Value { state.withLock { change(&$0.model) } }

    func decide(_ request: APNSRequest, on connection: inout APNSModel.Connection) -> APNSDecision.Outcome {
        let now = clock()
        let decision = state.withLock { $0.model.decide(request, on: &connection, at: now) }
        if let delivery = decision.delivery, let onDelivery { onDelivery(delivery) }
        return decision.outcome
    }

    var connections: (ever: Int, open: Int) { state.withLock { ($0.connectionsEver, $0.handlers.count) } }
    var handlers: [APNSConnectionHandler.Reference] {
        state.withLock { state in state.handlers.sorted { $0.key < $1.key }.map(\.value) }
    }

    func opened(_ handler: APNSConnectionHandler.Reference) -> (number: Int, APNSModel.Connection) {
        state.withLock { state in
            state.connectionsEver += 1
            state.handlers[state.connectionsEver] = handler
            return (state.connectionsEver, state.model.connect())
        }
    }

    func closed(_ number: Int) { state.withLock { _ = $0.handlers.removeValue(forKey: number) } }
}
#endif
