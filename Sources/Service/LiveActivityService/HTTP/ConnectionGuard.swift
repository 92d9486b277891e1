#if Service
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Closes connections of HTTP/1.1 whose requests arrive too slowly, and those whose client has closed its side.
final class ConnectionGuard: ChannelInboundHandler, RemovableChannelHandler, ChannelDeadline {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// The sizes of a connection's buffer for reading, in bytes. It stays with the connection, and most requests for a stream
    /// are shorter than the smallest one. NIO begins with 2,048, which it keeps where TLS has read before.
    private static let readBuffer = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 512, maximum: 65_536)

    private let connections: Connections
    private let limits: ServiceConfiguration.Limits
    /// When the request that is being received must be complete; `nil` between requests.
    var deadline: NIODeadline?
    var timer: DeadlineTimer?

    init(_ limits: ServiceConfiguration.Limits, _ connections: Connections) {
        self.connections = connections
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connections.insert(context.channel)
        try? context.channel.syncOptions?.setOption(.recvAllocator, value: Self.readBuffer)
        let pipeline = context.pipeline.syncOperations
        if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? pipeline.addHandler(HTTPMessageHandler(limits), position: .before(codec))
        }
        if context.channel.isActive { expect(within: TimeAmount(seconds: limits.headerTimeout), context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        connections.remove(context.channel)
    }

    func channelActive(context: ChannelHandlerContext) {
        expect(within: TimeAmount(seconds: limits.headerTimeout), context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        // Removed here rather than in `handlerRemoved`, which runs only after those waiting for the connection's end have
        // resumed.
        connections.remove(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: expect(within: TimeAmount(seconds: limits.bodyTimeout), context)
        case .body: break
        case .end: deadline = nil
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        // The client can no longer receive what a stream writes.
        if case ChannelEvent.inputClosed? = event as? ChannelEvent, deadline == nil { context.close(promise: nil) }
    }
}
#endif
