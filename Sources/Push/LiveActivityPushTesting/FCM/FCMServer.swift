#if Push
public import LiveActivityCore
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// An ``FCMModel`` as a server with HTTP/2 and TLS, on 127.0.0.1.
///
/// It answers `POST /token` and `POST /v1/projects/<project>/messages:send`.
public final class FCMServer: Sendable {
    /// The port that it listens on.
    public let port: Int
    /// The certificate that a client must trust, as PEM. Each server has a new one.
    public let authorityPEM: String
    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let model: SharedFCM

    /// Starts a server. It listens when this returns.
    ///
    /// - Throws: An error of NIO.
    public init(_ model: FCMModel, clock: @escaping @Sendable () -> Date = { Date() }) throws {
        let shared = SharedFCM(model, clock)
        let certificate = try ServerCertificate(now: Date())
        let context = try NIOSSLContext(configuration: certificate.tls())
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            channel = try ServerBootstrap(group: group)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandlers([
                            NIOSSLServerHandler(context: context), NIOHTTP2Handler(mode: .server), FCMConnectionHandler(shared),
                        ])
                    }
                }
                .bind(host: "127.0.0.1", port: 0).wait()
        } catch {
            try? group.syncShutdownGracefully()
            throw error
        }
        self.group = group
        self.model = shared
        port = channel.localAddress?.port ?? 0
        authorityPEM = certificate.authorityPEM
    }

    /// Reads or changes the model. Requests wait until this returns.
    public func update<Result: Sendable>(_ change: (inout sending FCMModel) -> Result) -> Result {
        model.state.withLock { change(&$0) }
    }

    /// Closes all connections and the server. Call it once, not on the server's thread.
    public func shutdown() {
        try? channel.close().wait()
        try? group.syncShutdownGracefully()
    }
}

private final class SharedFCM: Sendable {
    let state: Mutex<FCMModel>
    let clock: @Sendable () -> Date

    init(_ model: FCMModel, _ clock: @escaping @Sendable () -> Date) {
        state = Mutex(model)
        self.clock = clock
    }
}

/// One connection: makes requests from frames, and answers each at once.
private final class FCMConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let shared: SharedFCM
    private var requests: [HTTP2StreamID: (headers: HPACKHeaders, body: [UInt8])] = [:]

    init(_ shared: SharedFCM) { self.shared = shared }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Self.unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers):
            requests[frame.streamID] = (headers.headers, [])
            if headers.endStream { answer(frame.streamID, context) }
        case .data(let data):
            guard case .byteBuffer(let buffer) = data.data else { return }
            requests[frame.streamID]?.body += buffer.readableBytesView
            let update = HTTP2Frame(
                streamID: .rootStream, payload: .windowUpdate(windowSizeIncrement: max(1, buffer.readableBytes)))
            context.write(Self.wrapOutboundOut(update), promise: nil)
            if data.endStream { answer(frame.streamID, context) }
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.flush()
        context.fireChannelReadComplete()
    }

    private func answer(_ stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        guard let (headers, body) = requests.removeValue(forKey: stream) else { return }
        let now = shared.clock()
        let answer = shared.state.withLock { model in
            model.decide(
                method: headers.first(name: ":method") ?? "", path: headers.first(name: ":path") ?? "",
                authorization: headers.first(name: "authorization"), body: body, at: now)
        }
        var fields = HPACKHeaders([(":status", "\(answer.status)"), ("content-type", "application/json; charset=UTF-8")])
        for (name, value) in answer.headers.sorted(by: { $0.key < $1.key }) { fields.add(name: name, value: value) }
        context.write(
            Self.wrapOutboundOut(HTTP2Frame(streamID: stream, payload: .headers(.init(headers: fields)))), promise: nil)
        let bytes = ByteBuffer(bytes: answer.body.bytes)
        context.write(
            Self.wrapOutboundOut(
                HTTP2Frame(streamID: stream, payload: .data(.init(data: .byteBuffer(bytes), endStream: true)))), promise: nil)
    }
}
#endif
