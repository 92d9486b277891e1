#if Service
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Answers requests that need no task.
protocol DirectResponder: Sendable {
    /// Whether a request may be answered, as far as its head shows.
    func takes(_ head: HTTPRequestHead) -> Bool

    /// Carries out a request.
    ///
    /// - Parameter complete: Called once, on any thread, with a function that makes the response.
    /// - Returns: `false` if the request must be passed on; nothing was done then, and `complete` is not called.
    func respond(
        to parsed: HTTPRequestHead, _ body: ByteBuffer, on channel: any Channel,
        _ complete: @escaping @Sendable (_ response: @escaping @Sendable () -> BufferedResponse) -> Void
    ) -> Bool
}

/// Answers the most frequent requests of a connection on its event loop (``DirectEvents``), and passes on all others.
///
/// A request that Hummingbird answers is passed to a task and its response back: on a busy connection that costs as much as
/// parsing it, applying its event and writing its response.
final class DirectHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let responder: any DirectResponder
    private var requests: DirectRequests
    /// Whether the channel requested a read that waits for a response.
    private var mustRead = false
    /// Whether the response to the current request is written, and the client has not read enough of it.
    private var isStalled = false
    /// Whether waiting requests are being received. Each of them may be answered at once, however many there are.
    private var isResuming = false

    init(_ responder: any DirectResponder) {
        self.responder = responder
        requests = DirectRequests { responder.takes($0) }
    }

    // MARK: - Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { receive(.part(unwrapInboundIn(data)), context) }

    /// An error is about the last request, and waits as its parts do: the response to an earlier one may still be written.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { receive(.error(error), context) }

    private func receive(_ arrival: DirectRequests.Arrival, _ context: ChannelHandlerContext) {
        switch requests.receive(arrival) {
        case .nothing: break
        case .pass: pass(arrival, context)
        case .passAll(let arrivals): for arrival in arrivals { pass(arrival, context) }
        case .answer(let head, let body):
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            let isTaken = responder.respond(to: head, body, on: context.channel) { response in
                bound.eventLoop.runNowOrLater {
                    let (handler, context) = bound.value
                    handler.answer(response(), context)
                }
            }
            if !isTaken { for arrival in requests.takeBack() { pass(arrival, context) } }
        }
    }

    private func pass(_ arrival: DirectRequests.Arrival, _ context: ChannelHandlerContext) {
        switch arrival {
        case .part(let part): context.fireChannelRead(wrapInboundOut(part))
        case .error(let error): context.fireErrorCaught(error)
        }
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
        isStalled = !context.channel.isWritable && context.channel.isActive
        if !isStalled { resume(context) }
    }

    /// Receives the parts that waited for the response.
    private func resume(_ context: ChannelHandlerContext) {
        requests.endAnswer()
        guard requests.isFull, !isResuming else { return }
        isResuming = true
        while let arrival = requests.next() { receive(arrival, context) }
        isResuming = false
        context.fireChannelReadComplete()
        if mustRead, !requests.isFull {
            mustRead = false
            context.read()
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isStalled, context.channel.isWritable {
            isStalled = false
            resume(context)
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
