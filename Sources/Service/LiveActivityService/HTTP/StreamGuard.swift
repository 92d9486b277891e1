#if Service
import NIOCore
import NIOHTTPTypes

/// Closes streams of HTTP/2 whose requests arrive, or whose responses leave, too slowly.
///
/// A client that opens no flow-control window keeps a response in memory. On HTTP/1.1 it needs a connection for each response;
/// on HTTP/2 one connection has ``HTTP2Connections/streamsMax`` of them. So each write has a deadline, and the streams of all
/// connections together have the limit of connections.
final class StreamGuard: ChannelDuplexHandler, ChannelDeadline {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The bytes that a client must receive within ``ServiceConfiguration/Limits/bodyTimeout``.
    private static let bytesPerTimeout = 1 << 16

    private let streamsMax: Int
    private let timeout: TimeAmount
    private let streams: Connections
    private let connection: HTTP2Guard
    private var isReceiving = false
    private var isRefused = false
    private var pendingWrites = 0
    /// When the request must be complete, and what is written must have been sent; `nil` while neither is pending.
    var deadline: NIODeadline?
    var timer: DeadlineTimer?

    init(_ limits: ServiceConfiguration.Limits, _ streams: Connections, of connection: HTTP2Guard) {
        (streamsMax, timeout) = (limits.connections, TimeAmount(seconds: limits.bodyTimeout))
        (self.streams, self.connection) = (streams, connection)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connection.openStream()
        streams.insert(context.channel)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        connection.closeStream()
        streams.remove(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        switch unwrapInboundIn(data) {
        case .head:
            guard streams.count <= streamsMax else { return refuse(context) }
            isReceiving = true
            expect(within: timeout, context)
        case .body: break
        case .end:
            isReceiving = false
            if pendingWrites == 0 { deadline = nil }
        }
        context.fireChannelRead(data)
    }

    /// Closes the stream in the next turn of the event loop: NIOHTTP2 announces a stream to its connection only after this one.
    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.execute { bound.value.close(promise: nil) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = 0
        if case .body(let buffer) = unwrapOutboundIn(data) { bytes = buffer.readableBytes }
        if pendingWrites == 0 { expect(within: timeout, context) }
        // A later write leaves the deadline of earlier ones, or the heartbeats of a stalled stream would move it.
        deadline = deadline.map { $0 + timeout * (bytes / Self.bytesPerTimeout) }
        pendingWrites += 1
        let written = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        written.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.endWrite(context)
        }
        context.write(data, promise: written)
    }

    private func endWrite(_ context: ChannelHandlerContext) {
        pendingWrites -= 1
        if pendingWrites == 0, !isReceiving { deadline = nil }
        // Moved after progress.
        if let deadline, deadline < .now() + timeout { expect(within: timeout, context) }
    }
}
#endif
