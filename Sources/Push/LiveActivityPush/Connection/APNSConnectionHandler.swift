#if Push
import LiveActivityCore
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOSSL
import NIOTLS

/// Turns requests into HTTP/2 frames, and frames into answers. Used on one event loop.
///
/// It processes frames without a NIO channel for each stream: a request is two frames, its answer one or two, and a channel for
/// each stream would cost several times as much.
final class APNSConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    struct Exchange {
        let whenAnswered: @Sendable (Result<PushAnswer, PushError>) -> Void
        let deadline: NIODeadline
        var answer: PushAnswer?
        var body: [UInt8] = []
    }

    let client: APNSClient
    private let coalescer: WriteCoalescer
    /// Succeeds with the server's settings, the first frame that proves HTTP/2.
    var opening: EventLoopPromise<APNSConnection>?
    /// When a connection without the server's settings is given up. A server that accepts TCP may never answer, and while a
    /// connection is being opened, no other one is tried.
    private var opensUntil = NIODeadline.distantFuture
    var connection: APNSConnection?
    var context: ChannelHandlerContext?
    var exchanges = StreamTable<Exchange>()
    private var nextStream = HTTP2StreamID(1)
    var streamsAllowed = 100
    /// APNs allows one stream until it has accepted a provider token. Source: Documentation/Reference.md, CONN-05.
    var isTokenAccepted = false
    var isRetiring = false
    private var failure: PushError?
    var answersSincePull = 0
    var bytesSinceWindowUpdate = 0
    var lastReceived = NIODeadline.distantPast
    var pingSentAt: NIODeadline?
    private var ticking: RepeatedTask?
    /// The number of answers after which the next requests are sent even if more answers can be read.
    static let answersPerPull = 64

    init(_ client: APNSClient, _ coalescer: WriteCoalescer, _ opening: EventLoopPromise<APNSConnection>) {
        (self.client, self.coalescer, self.opening) = (client, coalescer, opening)
    }

    // MARK: - Opening and closing

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        lastReceived = context.eventLoop.now
        opensUntil = lastReceived + .nanoseconds(Int64(client.configuration.connectTimeout * 1e9))
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
        // A failed stream does not end the connection: a frame or a timeout reports the stream's result.
        guard !(error is NIOHTTP2Errors.StreamError) else { return }
        close(problem(for: error))
    }

    private func problem(for error: any Error) -> PushError {
        let text = "\(error)"
        if opening != nil {
            // BoringSSL's errors for a server that answers in plain text, or supports none of the offered protocols.
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

    /// Describes the error of a connection that was closed before it was open.
    private func opened(_ error: PushError) -> PushError {
        if case .unanswered(let reason) = error { .unreachable(endpoint: client.endpoint.name, reason: reason) } else { error }
    }

    func close(_ error: PushError) {
        if failure == nil { failure = error }
        context?.close(promise: nil)
    }

    private func giveUpOpening() {
        let error = PushError.unreachable(
            endpoint: client.endpoint.name,
            reason: "it completed neither TLS nor HTTP/2 within \(client.configuration.connectTimeout) s")
        // At once: the close waits some seconds for the other side to close TLS too.
        opening?.fail(error)
        opening = nil
        close(error)
    }

    func retire() {
        guard !isRetiring else { return }
        isRetiring = true
        if let connection { client.retired(connection) }
        if exchanges.isEmpty { context?.close(promise: nil) }
    }

    // MARK: - Sending

    /// Takes one request for each free stream, and sends them with one flush.
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
        let deadline = context.eventLoop.now + .nanoseconds(Int64(client.configuration.answerTimeout * 1e9))
        coalescer.hold {
            for request in requests {
                write(request, authorization, deadline, context)
                context.flush()
            }
        }
        // A stream's number has only 31 bits, so the connection is replaced in time.
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
        // Header fields that differ for each request are not put into HPACK's table, where they would only displace the others.
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

    // MARK: - Timeouts, checked twice a second

    private func tick() {
        guard let context else { return }
        let now = context.eventLoop.now
        if opening != nil, now >= opensUntil { return giveUpOpening() }
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
