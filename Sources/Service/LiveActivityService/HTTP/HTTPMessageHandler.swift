#if Service
import NIOCore
import NIOHTTP1

/// Applies the service's rules to the messages of HTTP/1.1 and HTTP/2, between their parser and the conversion to HTTP types.
///
/// The rules are values, and share one handler: a handler for each would cost every part of every message a call and a dynamic
/// cast, and every open stream its memory.
///
/// It closes a connection of HTTP/1.1 whose requests arrive too slowly, that is unused for long, or whose client has closed its
/// side. A stream of HTTP/2 has ``StreamGuard`` for that.
final class HTTPMessageHandler: ChannelDuplexHandler, ChannelDeadline {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var unreadable: UnreadableRequests
    private let expect: ExpectContinue
    private var closing = ClosingResponses()
    private var versions = MessageVersions()
    private var compression: Compression
    /// The number of requests without a complete response. Above one the client pipelines requests.
    private var unanswered = 0
    private let timeouts: (header: TimeAmount, body: TimeAmount, idle: TimeAmount)
    /// The open connections; `nil` for a stream of HTTP/2.
    private let connections: Connections?
    /// Whether the service stops, so that the connection closes after the responses to the requests in progress.
    private var isStopping = false
    /// When the request that is being received must be complete, or the next one must begin; `nil` while one is answered.
    var deadline: NIODeadline?
    var timer: DeadlineTimer?
    /// Whether the deadline is the next request's.
    private var isUnused = false
    /// Closes the connection after its last response.
    private var closer: Scheduled<Void>?

    /// The sizes of a connection's buffer for reading, in bytes. It stays with the connection, and most requests for a stream
    /// are shorter than the smallest one. NIO begins with 2,048, which it keeps where TLS has read before.
    private static let readBuffer = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 512, maximum: 65_536)

    /// - Parameter connections: The list that has a connection of HTTP/1.1 while it is open; `nil` for a stream of HTTP/2.
    init(_ limits: ServiceConfiguration.Limits, _ connections: Connections? = nil) {
        self.connections = connections
        timeouts = (
            TimeAmount(seconds: limits.headerTimeout), TimeAmount(seconds: limits.bodyTimeout),
            TimeAmount(seconds: limits.idleTimeout)
        )
        let bytesMax = max(limits.bodyBytes, limits.batchBytes)
        unreadable = UnreadableRequests(headerCount: limits.headerCount)
        (expect, compression) = (ExpectContinue(limit: bytesMax), Compression(limit: bytesMax))
    }

    // MARK: - The connection

    func handlerAdded(context: ChannelHandlerContext) {
        guard let connections else { return }
        connections.insert(context.channel)
        try? context.channel.syncOptions?.setOption(.recvAllocator, value: Self.readBuffer)
        if context.channel.isActive { expect(within: timeouts.header, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end(context) }

    func channelActive(context: ChannelHandlerContext) {
        if connections != nil { expect(within: timeouts.header, context) }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Removed here rather than in `handlerRemoved`, which runs only after those waiting for the connection's end have
        // resumed.
        end(context)
        context.fireChannelInactive()
    }

    private func end(_ context: ChannelHandlerContext) {
        timer?.cancel()
        closer?.cancel()
        connections?.remove(context.channel)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard connections != nil else { return context.fireUserInboundEventTriggered(event) }
        switch event {
        case is ChannelShouldQuiesceEvent:
            isStopping = true
            if unanswered == 0 { context.close(promise: nil) }
        case ChannelEvent.inputClosed:
            context.fireUserInboundEventTriggered(event)
            // The client can no longer receive what a stream writes.
            if deadline == nil || isUnused || closing.isLingering { context.close(promise: nil) }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    /// Moves the deadline of a connection at the beginning or the end of a request.
    private func moveDeadline(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head:
            isUnused = false
            expect(within: timeouts.body, context)
        case .body: break
        case .end:
            deadline = nil
            // The response may have been written before.
            awaitRequest(context)
        }
    }

    /// A connection without a request in progress is closed after some time.
    private func awaitRequest(_ context: ChannelHandlerContext) {
        guard connections != nil, unanswered == 0, deadline == nil else { return }
        isUnused = true
        expect(within: timeouts.idle, context)
    }

    // MARK: - Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { receive(unwrapInboundIn(data), data, context) }

    private func receive(_ part: HTTPServerRequestPart, _ data: NIOAny, _ context: ChannelHandlerContext) {
        if case .end = part { unreadable.end() }
        switch closing.receive(part) {
        case .drop: return
        case .close: return context.close(promise: nil)
        case .pass: break
        }
        if connections != nil { moveDeadline(part, context) }
        guard case .head(let head) = part else { return context.fireChannelRead(data) }
        let known = KnownHeaders(head.headers)
        let replaced = unreadable.begin(head, hosts: known.hosts)
        if replaced == nil { prepare(head, known, context) }
        versions.isOld = (replaced ?? head).isOld
        unanswered += 1
        if let replaced { return context.fireChannelRead(wrapInboundOut(.head(replaced))) }
        // The compressor would add a body to the response to HEAD.
        let isHead = head.method == .HEAD && known.acceptsEncoding
        // The decompressor refuses a request without a body.
        let isEmpty = known.isEncoded && !head.hasBody
        guard isHead || isEmpty else { return context.fireChannelRead(data) }
        var plain = head
        if isHead { plain.headers.remove(name: "accept-encoding") }
        if isEmpty { plain.headers.remove(name: "content-encoding") }
        context.fireChannelRead(wrapInboundOut(.head(plain)))
    }

    /// Requests the body, and adds the handlers of encodings. While the client pipelines requests, the body cannot be
    /// requested, because an interim response could come between two others, and responses are not compressed.
    private func prepare(_ head: HTTPRequestHead, _ known: KnownHeaders, _ context: ChannelHandlerContext) {
        let isAlone = unanswered == 0
        if isAlone, known.expects, expect.answers(head) {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
        }
        let handlers = compression.missingHandlers(
            isEncoded: known.isEncoded, acceptsEncoding: isAlone && known.acceptsEncoding)
        if !handlers.isEmpty { try? context.pipeline.syncOperations.addHandlers(handlers, position: .after(self)) }
    }

    /// The headers that the rules look for, found in one pass.
    private struct KnownHeaders {
        var hosts = 0
        var expects = false, isEncoded = false, acceptsEncoding = false

        init(_ headers: HTTPHeaders) {
            for (name, _) in headers {
                switch name.utf8.count {
                case 4: if name.lowercased() == "host" { hosts += 1 }
                case 6: if name.lowercased() == "expect" { expects = true }
                case 15: if name.lowercased() == "accept-encoding" { acceptsEncoding = true }
                case 16: if name.lowercased() == "content-encoding" { isEncoded = true }
                default: break
                }
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The parser reports an error for all input after the first one that it cannot read.
        guard !closing.isOver else { return }
        switch unreadable.fail(error) {
        case .pass: context.fireErrorCaught(error)
        case .brokenBody: context.fireErrorCaught(UnreadableRequests.BrokenBody())
        case .request(let head):
            receive(.head(head), wrapInboundOut(.head(head)), context)
            receive(.end(nil), wrapInboundOut(.end(nil)), context)
            context.fireChannelReadComplete()
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The connection's reader, which no longer receives anything, requests no further reads.
        if closing.isLingering, !closing.isFull { context.read() } else { context.fireChannelReadComplete() }
    }

    /// The channel requests reads automatically.
    func read(context: ChannelHandlerContext) { if !closing.isFull { context.read() } }

    // MARK: - Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // A request that was pipelined may have a response too.
        guard !closing.isOver else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            versions.answer(&head)
            closing.answer(head)
            if versions.isOld { return context.write(wrapOutboundOut(.head(head)), promise: promise) }
        case .body: break
        case .end:
            unanswered -= 1
            if closing.closes { return writeLast(data, promise, context) }
            if isStopping, unanswered == 0 {
                context.writeAndFlush(data, promise: promise)
                return context.close(promise: nil)
            }
            awaitRequest(context)
        }
        context.write(data, promise: promise)
    }

    /// Writes the end of a response, and closes the connection.
    private func writeLast(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        closing.end()
        // The client may not read the response.
        close(in: timeouts.idle, context)
        let written = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        written.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.finish(context)
        }
        context.writeAndFlush(data, promise: written)
    }

    private func finish(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        guard !closing.finish(isPipelined: connections != nil && !versions.isOld) else { return context.close(promise: nil) }
        close(in: ClosingResponses.linger, context)
        // The client receives the end of the responses now.
        if connections != nil { context.close(mode: .output, promise: nil) }
        context.read()
    }

    private func close(in time: TimeAmount, _ context: ChannelHandlerContext) {
        closer?.cancel()
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        closer = context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
    }

    /// The server closes the connection at once after a pipelined request whose response it cannot write. The last response
    /// may not be sent by then, so this handler closes the connection.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard closing.isOver, connections != nil, mode == .all else { return context.close(mode: mode, promise: promise) }
        context.channel.closeFuture.cascade(to: promise)
    }
}

extension HTTPRequestHead {
    /// Whether a body follows, as the headers say. For a request of HTTP/2 its codec adds these headers.
    fileprivate var hasBody: Bool {
        headers.contains(name: "transfer-encoding") || headers.first(name: "content-length").map { $0 != "0" } ?? false
    }
}
#endif
