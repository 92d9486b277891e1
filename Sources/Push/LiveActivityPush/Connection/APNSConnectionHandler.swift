#if Push
import LiveActivityCore
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOSSL
import NIOTLS

/// Turns requests into HTTP/2 frames, and frames into answers. On one event loop.
///
/// It works on frames and not with a channel for each stream: a request is two frames out and one or two in, and a channel for each costs
/// several times as much as these.
final class APNSConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private struct Exchange {
        let whenAnswered: @Sendable (Result<PushAnswer, PushError>) -> Void
        let deadline: NIODeadline
        var answer: PushAnswer?
        var body: [UInt8] = []
    }

    private let client: APNSClient
    private let coalescer: WriteCoalescer
    /// Fulfilled with the server's settings, the first frame that proves HTTP/2.
    private var opening: EventLoopPromise<APNSConnection>?
    private var connection: APNSConnection?
    private var context: ChannelHandlerContext?
    private var exchanges = StreamTable<Exchange>()
    private var nextStream = HTTP2StreamID(1)
    private var streamsAllowed = 100
    /// Until a provider token was accepted APNs allows one stream. Source: Documentation/Reference.md, CONN-05.
    private var isTokenAccepted = false
    private var isRetiring = false
    private var failure: PushError?
    private var answersSincePull = 0
    private var bytesSinceWindowUpdate = 0
    private var lastReceived = NIODeadline.now()
    private var pingSentAt: NIODeadline?
    private var ticking: RepeatedTask?
    /// Answers after which the next requests are sent, though more answers wait to be read.
    private static let answersPerPull = 64

    init(_ client: APNSClient, _ coalescer: WriteCoalescer, _ opening: EventLoopPromise<APNSConnection>) {
        self.client = client
        self.coalescer = coalescer
        self.opening = opening
    }

    // MARK: - Opening and closing

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        ticking = context.eventLoop.scheduleRepeatedTask(initialDelay: .milliseconds(500), delay: .milliseconds(500)) { _ in
            handler.value.tick()
        }
        context.fireChannelActive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted(let negotiated)? = event as? TLSUserEvent, negotiated != "h2" {
            close(.notHTTP2(endpoint: client.endpoint.name, negotiated: negotiated))
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A stream that failed is no failure of the connection: a frame or a timeout says what became of it.
        guard !(error is NIOHTTP2Errors.StreamError) else { return }
        close(problem(for: error))
    }

    private func problem(for error: any Error) -> PushError {
        let text = "\(error)"
        if opening != nil {
            // What BoringSSL says of a server that answers TLS with plain text, or knows none of the protocols offered.
            let signs = [
                "WRONG_VERSION_NUMBER", "HTTP_REQUEST", "NO_APPLICATION_PROTOCOL", "badClientMagic", "PACKET_LENGTH_TOO_LONG",
            ]
            if signs.contains(where: text.contains) { return .notHTTP2(endpoint: client.endpoint.name, negotiated: nil) }
            return .unreachable(endpoint: client.endpoint.name, reason: text)
        }
        return .unanswered(reason: "the connection failed: \(text)")
    }

    func channelInactive(context: ChannelHandlerContext) {
        ticking?.cancel()
        let error = failure ?? .unanswered(reason: "the server closed the connection")
        if let opening {
            self.opening = nil
            opening.fail(opened(error))
        }
        isRetiring = true
        if let connection { client.retired(connection) }
        let lost = exchanges
        exchanges = StreamTable()
        for stream in lost.streams { lost[stream]?.whenAnswered(.failure(error)) }
        context.fireChannelInactive()
    }

    /// What a connection says that was closed before it was open.
    private func opened(_ error: PushError) -> PushError {
        if case .unanswered(let reason) = error { .unreachable(endpoint: client.endpoint.name, reason: reason) } else { error }
    }

    func close(_ error: PushError) {
        if failure == nil { failure = error }
        context?.close(promise: nil)
    }

    func retire() {
        guard !isRetiring else { return }
        isRetiring = true
        if let connection { client.retired(connection) }
        if exchanges.isEmpty { context?.close(promise: nil) }
    }

    // MARK: - Out

    /// Takes as many requests as streams are free, and sends them with one flush.
    func pull() {
        guard !isRetiring, let context, let connection else { return }
        answersSincePull = 0
        let allowed = isTokenAccepted ? min(streamsAllowed, client.configuration.streamsMax) : min(streamsAllowed, 1)
        let requests = client.take(max(0, allowed - exchanges.count), for: connection, inFlight: exchanges.count)
        guard !requests.isEmpty else { return }
        let authorization: String?
        do throws(PushError) { authorization = try client.authorization() } catch {
            for request in requests { request.whenAnswered(.failure(error)) }
            return
        }
        let deadline = NIODeadline.now() + .nanoseconds(Int64(client.configuration.answerTimeout * 1e9))
        coalescer.hold {
            for request in requests {
                write(request, authorization, deadline, context)
                context.flush()
            }
        }
        // A stream's number has 31 bits.
        if nextStream > HTTP2StreamID(1 << 30) { retire() }
    }

    private func write(
        _ waiting: WaitingRequest, _ authorization: String?, _ deadline: NIODeadline, _ context: ChannelHandlerContext
    ) {
        let (request, stream) = (waiting.request, nextStream)
        nextStream = stream.advanced(by: 2)
        exchanges[stream] = Exchange(whenAnswered: waiting.whenAnswered, deadline: deadline)
        var headers = HPACKHeaders()
        headers.reserveCapacity(request.headers.count + 5)
        headers.add(name: ":method", value: request.method)
        headers.add(name: ":scheme", value: "https")
        headers.add(name: ":authority", value: client.endpoint.host)
        // What differs with each request is not indexed: it would only push the rest out of the table.
        // Source: Documentation/Reference.md, CONN-08.
        headers.add(name: ":path", value: request.path, indexing: .nonIndexable)
        if let authorization { headers.add(name: "authorization", value: authorization) }
        for header in request.headers {
            headers.add(
                name: header.name, value: header.value, indexing: Self.isUnique(header.name) ? .nonIndexable : .indexable)
        }
        let isWhole = request.body.isEmpty
        context.write(
            wrapOutboundOut(HTTP2Frame(streamID: stream, payload: .headers(.init(headers: headers, endStream: isWhole)))),
            promise: nil)
        guard !isWhole else { return }
        let body = context.channel.allocator.buffer(bytes: request.body)
        context.write(
            wrapOutboundOut(HTTP2Frame(streamID: stream, payload: .data(.init(data: .byteBuffer(body), endStream: true)))),
            promise: nil)
    }

    private static func isUnique(_ name: String) -> Bool {
        switch name {
        case "apns-id", "apns-request-id", "apns-collapse-id", "apns-expiration": true
        default: false
        }
    }

    // MARK: - In

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastReceived = .now()
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers): receive(headers, on: frame.streamID)
        case .data(let data): receive(data, on: frame.streamID)
        case .settings(.settings(let settings)): receive(settings)
        case .rstStream(let code): receive(reset: code, on: frame.streamID)
        case .goAway(let last, let code, let debug): receive(goAway: debug, code, last: last)
        case .ping(_, ack: true): pingSentAt = nil
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if answersSincePull > 0 {
            if isRetiring, exchanges.isEmpty { context.close(promise: nil) } else { pull() }
        }
        context.fireChannelReadComplete()
    }

    private func receive(_ settings: HTTP2Settings) {
        for setting in settings where setting.parameter == .maxConcurrentStreams { streamsAllowed = setting.value }
        guard let opening, let context else { return pull() }
        self.opening = nil
        let connection = APNSConnection(context.channel, NIOLoopBound(self, eventLoop: context.eventLoop))
        self.connection = connection
        opening.succeed(connection)
    }

    private func receive(_ frame: HTTP2Frame.FramePayload.Headers, on stream: HTTP2StreamID) {
        let answer = Self.answer(frame.headers)
        if frame.endStream {
            guard var exchange = exchanges.remove(stream) else { return }
            // These may be trailers: the answer came before.
            if exchange.answer == nil { exchange.answer = answer }
            return finish(exchange)
        }
        guard answer.status >= 200 else { return }
        exchanges.update(stream) { if $0.answer == nil { $0.answer = answer } }
    }

    private static func answer(_ headers: HPACKHeaders) -> PushAnswer {
        var answer = PushAnswer(status: 0)
        var until: Date?
        for (name, value, _) in headers {
            switch name {
            case ":status": answer.status = value == "200" ? 200 : Int(value) ?? 0
            case "apns-id", "apns-request-id": answer.id = value
            case "apns-unique-id": answer.uniqueID = value
            case "apns-channel-id": answer.channelID = value
            case "retry-after":
                answer.retryAfter = TimeInterval(value)
                until = HTTPDate.date(value)
            case "date": answer.date = HTTPDate.date(value)
            default: break
            }
        }
        // HTTP allows a date there: as far from the server's own time, where it says it.
        if let until { answer.retryAfter = max(0, until.timeIntervalSince(answer.date ?? Date())) }
        return answer
    }

    private func receive(_ frame: HTTP2Frame.FramePayload.Data, on stream: HTTP2StreamID) {
        if case .byteBuffer(let buffer) = frame.data {
            bytesSinceWindowUpdate += buffer.readableBytes + (frame.paddingBytes ?? 0)
            // A list of channels may be long; a reason is not. What is longer than this is cut off, and then is no JSON.
            exchanges.update(stream) { if $0.body.count < 1 << 20 { $0.body += buffer.readableBytesView } }
            widenWindow(stream, buffer.readableBytes, isOver: frame.endStream)
        }
        if frame.endStream, let exchange = exchanges.remove(stream) { finish(exchange) }
    }

    /// Lets the server send as much again as was read.
    private func widenWindow(_ stream: HTTP2StreamID, _ bytes: Int, isOver: Bool) {
        guard let context else { return }
        if !isOver, bytes > 0 {
            context.writeAndFlush(
                wrapOutboundOut(HTTP2Frame(streamID: stream, payload: .windowUpdate(windowSizeIncrement: bytes))), promise: nil)
        }
        guard bytesSinceWindowUpdate >= 16_384 else { return }
        let update = HTTP2Frame(streamID: .rootStream, payload: .windowUpdate(windowSizeIncrement: bytesSinceWindowUpdate))
        bytesSinceWindowUpdate = 0
        context.writeAndFlush(wrapOutboundOut(update), promise: nil)
    }

    private func finish(_ exchange: Exchange) {
        answersSincePull += 1
        guard var answer = exchange.answer, answer.status >= 200 else {
            return exchange.whenAnswered(.failure(.unanswered(reason: "the answer has no status")))
        }
        if !exchange.body.isEmpty { answer.read(exchange.body) }
        if answer.status != 403 { isTokenAccepted = true }
        exchange.whenAnswered(.success(answer))
        // The server need not wait for the next requests until all answers that came with this one are read.
        if answersSincePull >= Self.answersPerPull { pull() }
    }

    private func receive(reset code: HTTP2ErrorCode, on stream: HTTP2StreamID) {
        guard let exchange = exchanges.remove(stream) else { return }
        answersSincePull += 1
        let reason = "the server reset the stream (\(code))"
        exchange.whenAnswered(.failure(code == .refusedStream ? .unprocessed(reason: reason) : .unanswered(reason: reason)))
    }

    /// The server closes the connection, and says up to which stream it has looked at requests.
    private func receive(goAway debug: ByteBuffer?, _ code: HTTP2ErrorCode, last: HTTP2StreamID) {
        let body = debug.flatMap { try? JSONValue(parsing: Array($0.readableBytesView)) }
        let reason = body?["reason"]?.string ?? "\(code)"
        client.received(goAway: reason)
        retire()
        for stream in exchanges.streams where stream > last {
            exchanges.remove(stream)?.whenAnswered(
                .failure(.unprocessed(reason: "the server closes the connection: \(reason)")))
        }
        if exchanges.isEmpty { context?.close(promise: nil) }
    }

    // MARK: - Twice a second

    private func tick() {
        guard let context else { return }
        let now = NIODeadline.now()
        let overdue = exchanges.streams.filter { exchanges[$0].map { $0.deadline <= now } ?? false }
        for stream in overdue {
            guard let exchange = exchanges.remove(stream) else { continue }
            context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: .rstStream(.cancel))), promise: nil)
            exchange.whenAnswered(.failure(.unanswered(reason: "no answer within \(client.configuration.answerTimeout) s")))
        }
        if let pingSentAt {
            if now - pingSentAt > .nanoseconds(Int64(client.configuration.pingTimeout * 1e9)) {
                close(.unanswered(reason: "the server did not answer a PING"))
            }
        } else if !overdue.isEmpty || now - lastReceived > .nanoseconds(Int64(client.configuration.pingAfter * 1e9)) {
            pingSentAt = now
            context.write(
                wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: .ping(HTTP2PingData(withInteger: 1), ack: false))),
                promise: nil)
        }
        context.flush()
        if isRetiring, exchanges.isEmpty { context.close(promise: nil) } else if !overdue.isEmpty { pull() }
    }
}
#endif
