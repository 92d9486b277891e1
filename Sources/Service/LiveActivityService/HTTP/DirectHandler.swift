#if Service
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Answers the most frequent requests of a connection on its event loop (``DirectEvents``), and passes on all others.
///
/// A request that Hummingbird answers is passed to a task and its response back: on a busy connection that costs as much as
/// parsing it, applying its event and writing its response.
final class DirectHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let events: DirectEvents
    private var requests: DirectRequests
    /// Whether the channel requested a read that waits for a response.
    private var mustRead = false
    /// Whether the response to the current request is written, and the client has not read enough of it.
    private var isStalled = false

    init(_ events: DirectEvents) {
        self.events = events
        requests = DirectRequests { events.takes($0) }
    }

    // MARK: - Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { receive(unwrapInboundIn(data), context) }

    private func receive(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        switch requests.receive(part) {
        case .nothing: break
        case .pass(let part): context.fireChannelRead(wrapInboundOut(part))
        case .answer(let head, let body):
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            let isTaken = events.respond(to: head, body, on: context.channel) { response in
                bound.eventLoop.runNowOrLater {
                    let (handler, context) = bound.value
                    handler.answer(response(), context)
                }
            }
            if !isTaken { handOver(context) }
        }
    }

    private func handOver(_ context: ChannelHandlerContext) {
        for part in requests.handOver() { context.fireChannelRead(wrapInboundOut(part)) }
    }

    /// The handler that answers an incomplete request must receive its error too.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        handOver(context)
        context.fireErrorCaught(error)
    }

    func read(context: ChannelHandlerContext) { if requests.isFull { mustRead = true } else { context.read() } }

    // MARK: - Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { requests.endPassed() }
        context.write(data, promise: promise)
    }

    private func answer(_ response: BufferedResponse, _ context: ChannelHandlerContext) {
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: response.status.code),
            headers: HTTPHeaders(response.headers))
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        isStalled = !context.channel.isWritable
        if !isStalled { goOn(context) }
    }

    /// Receives the parts that waited for the response.
    private func goOn(_ context: ChannelHandlerContext) {
        requests.endAnswer()
        guard requests.isFull else { return }
        while let part = requests.next() { receive(part, context) }
        context.fireChannelReadComplete()
        if mustRead, !requests.isFull {
            mustRead = false
            context.read()
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isStalled, context.channel.isWritable {
            isStalled = false
            goOn(context)
        }
        context.fireChannelWritabilityChanged()
    }
}

extension EventLoop {
    /// Carries out work at once on this event loop's thread, otherwise in its next turn.
    fileprivate func runNowOrLater(_ work: @escaping @Sendable () -> Void) {
        if inEventLoop { work() } else { execute(work) }
    }
}
#endif
