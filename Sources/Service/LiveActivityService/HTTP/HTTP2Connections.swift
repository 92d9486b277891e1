#if Service
import HummingbirdCore
import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP1
import NIOTLS

/// Sets up connections of HTTP/2. A stream has the handlers of an HTTP/1.1 connection between its two codecs, so that both
/// protocols answer alike.
///
/// SwiftNIO closes a connection after 200 resets, stream errors or control frames (SETTINGS, PING, PRIORITY) within 30 seconds,
/// and after more than five CONTINUATION frames in a row.
struct HTTP2Connections: Sendable {
    /// The maximum number of open streams of one connection, which the client learns at the start.
    static let streamsMax = 100

    let limits: ServiceConfiguration.Limits
    /// The open streams of all connections.
    let streams: Connections

    func setup(channel: any Channel) -> EventLoopFuture<NIOHTTP2Handler.AsyncStreamMultiplexer<ServedChannel>> {
        channel.eventLoop.makeCompletedFuture {
            let guardian = HTTP2Guard(limits)
            let bound = NIOLoopBound(guardian, eventLoop: channel.eventLoop)
            var configuration = NIOHTTP2Handler.Configuration()
            configuration.connection.initialSettings = [
                HTTP2Setting(parameter: .maxConcurrentStreams, value: Self.streamsMax),
                HTTP2Setting(parameter: .maxHeaderListSize, value: limits.headerBytes),
            ]
            let pipeline = channel.pipeline.syncOperations
            let multiplexer = try pipeline.configureAsyncHTTP2Pipeline(
                mode: .server,
                // Announces the end of an idle connection, and of all connections of a stopping service, with GOAWAY.
                connectionManagerConfiguration: .init(
                    maxIdleTime: TimeAmount(seconds: limits.idleTimeout), maxAge: nil, maxGraceTime: nil, keepalive: nil),
                http2HandlerConfiguration: configuration
            ) { stream in
                stream.eventLoop.makeCompletedFuture {
                    let pipeline = stream.pipeline.syncOperations
                    try pipeline.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
                    try pipeline.addHandler(HTTPMessageHandler(limits))
                    try pipeline.addHandlers([
                        HTTP1ToHTTPServerCodec(secure: true), StreamGuard(limits, streams, of: bound.value),
                    ])
                    return ServedChannel(try HTTP1Channel.Value(wrappingChannelSynchronously: stream))
                }
            }
            try pipeline.addHandler(guardian)
            return multiplexer
        }
    }
}

/// Closes connections whose TLS handshake takes too long, and keeps the list of those connections.
final class HandshakeGuard: ChannelInboundHandler, ChannelDeadline {
    typealias InboundIn = ByteBuffer

    private let connections: Connections
    private let timeout: TimeAmount
    /// When the handshake must be complete; `nil` afterwards.
    var deadline: NIODeadline?
    var timer: DeadlineTimer?

    init(_ limits: ServiceConfiguration.Limits, _ connections: Connections) {
        self.connections = connections
        timeout = TimeAmount(seconds: limits.headerTimeout)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connections.insert(context.channel)
        if context.channel.isActive { expect(within: timeout, context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        expect(within: timeout, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        connections.remove(context.channel)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case TLSUserEvent.handshakeCompleted: deadline = nil
        // After the handshake, the handlers of the chosen protocol receive these.
        case ChannelEvent.inputClosed where deadline != nil, is ChannelShouldQuiesceEvent where deadline != nil:
            context.close(promise: nil)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }
}

/// Closes connections of HTTP/2 that are unused, that break the protocol, and whose client has closed its side.
final class HTTP2Guard: ChannelInboundHandler, ChannelDeadline {
    typealias InboundIn = HTTP2Frame

    private let headerTimeout: TimeAmount
    private let idleTimeout: TimeAmount
    private var openStreams = 0
    private var context: ChannelHandlerContext?
    /// When a stream must be open; `nil` while one is. A client that keeps a header block incomplete has no stream.
    var deadline: NIODeadline?
    var timer: DeadlineTimer?

    init(_ limits: ServiceConfiguration.Limits) {
        headerTimeout = TimeAmount(seconds: limits.headerTimeout)
        // GOAWAY is sent after the idle timeout. The client may ignore it.
        idleTimeout = TimeAmount(seconds: limits.idleTimeout + limits.headerTimeout)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        expect(within: headerTimeout, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        self.context = nil
    }

    func openStream() {
        openStreams += 1
        deadline = nil
    }

    func closeStream() {
        openStreams -= 1
        if openStreams == 0, let context { expect(within: idleTimeout, context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        // Errors of one stream. A client may open one before it receives GOAWAY.
        case is NIOHTTP2Errors.StreamError, is NIOHTTP2Errors.ContentLengthViolated: break
        default: context.close(promise: nil)
        }
    }
}
#endif
