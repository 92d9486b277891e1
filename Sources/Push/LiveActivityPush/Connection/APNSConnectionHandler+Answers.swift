#if Push
import LiveActivityCore
import NIOCore
import NIOHPACK
import NIOHTTP2

// Frames from the server.
extension APNSConnectionHandler {
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastReceived = context.eventLoop.now
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
        if answersSincePull > 0 { if isRetiring, exchanges.isEmpty { context.close(promise: nil) } else { pull() } }
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
            // Headers after the answer are trailers, which are ignored.
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
        // `Retry-After` may be a date; the pause is its distance from the server's own time if the answer has it.
        if let until { answer.retryAfter = max(0, until.timeIntervalSince(answer.date ?? Date())) }
        return answer
    }

    private func receive(_ frame: HTTP2Frame.FramePayload.Data, on stream: HTTP2StreamID) {
        if case .byteBuffer(let buffer) = frame.data {
            bytesSinceWindowUpdate += buffer.readableBytes + (frame.paddingBytes ?? 0)
            // A list of channels may be long; a refusal is short. A longer body is truncated, and then is not valid JSON.
            exchanges.update(stream) { if $0.body.count < 1 << 20 { $0.body += buffer.readableBytesView } }
            widenWindow(stream, buffer.readableBytes, isOver: frame.endStream)
        }
        if frame.endStream, let exchange = exchanges.remove(stream) { finish(exchange) }
    }

    /// Allows the server to send as many bytes as were read.
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
        // Sends the next requests before all answers of this read are processed, so that the server need not wait.
        if answersSincePull >= Self.answersPerPull { pull() }
    }

    private func receive(reset code: HTTP2ErrorCode, on stream: HTTP2StreamID) {
        guard let exchange = exchanges.remove(stream) else { return }
        answersSincePull += 1
        let reason = "the server reset the stream (\(code))"
        exchange.whenAnswered(.failure(code == .refusedStream ? .unprocessed(reason: reason) : .unanswered(reason: reason)))
    }

    /// Handles GOAWAY: the server closes the connection, and reports the last stream that it has processed.
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
}
#endif
