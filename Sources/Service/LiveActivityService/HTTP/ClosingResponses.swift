#if Service
import NIOCore
import NIOHTTP1

/// Closes the connection after a response with `Connection: close`, in place of reading the rest of the request.
///
/// A socket that is closed with unread input resets the connection, and the client may lose the response. So the rest of the
/// request is dropped for up to ``linger`` before the connection closes, and at most ``droppedMax`` bytes of it.
final class ClosingResponses: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private static let linger = TimeAmount.seconds(1)
    private static let droppedMax = 1 << 20

    /// Whether a request has begun and is not yet complete.
    private var isReceiving = false
    /// Whether the response being written announces that the connection closes.
    private var closes = false
    /// Whether that response is complete.
    private var isAnswered = false
    private var dropped = 0
    private var timer: Scheduled<Void>?

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard !isAnswered else {
            switch part {
            case .head: break
            case .body(let bytes): dropped += bytes.readableBytes
            case .end: context.close(promise: nil)
            }
            return
        }
        switch part {
        case .head: isReceiving = true
        case .body: break
        case .end: isReceiving = false
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The connection's reader, which no longer receives anything, requests no further reads.
        if isAnswered, dropped < Self.droppedMax { context.read() } else { context.fireChannelReadComplete() }
    }

    /// The channel requests reads automatically. At the limit the rest stays in the socket, and the client can send no more.
    func read(context: ChannelHandlerContext) {
        if isAnswered, dropped >= Self.droppedMax { return }
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // A pipelined request that arrived in part may have a response too.
        guard !isAnswered else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code >= 200: closes = head.headers[canonicalForm: "connection"].contains("close")
        case .head, .body: break
        case .end:
            guard closes else { break }
            let written = promise ?? context.eventLoop.makePromise()
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            written.futureResult.whenComplete { _ in
                let (handler, context) = bound.value
                handler.finish(context)
            }
            return context.writeAndFlush(data, promise: written)
        }
        context.write(data, promise: promise)
    }

    private func finish(_ context: ChannelHandlerContext) {
        guard isReceiving else { return context.close(promise: nil) }
        isAnswered = true
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: Self.linger) { bound.value.close(promise: nil) }
        context.read()
    }
}
#endif
