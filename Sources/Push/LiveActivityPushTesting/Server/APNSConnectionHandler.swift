#if Push
import LiveActivityCore
import LiveActivityPush
import NIOCore
import NIOHPACK
import NIOHTTP2

/// One connection: makes requests from frames, and answers them.
///
/// It handles the frames of all streams itself: a channel for each stream, as NIO's multiplexer creates it, would cost several
/// times as much as the answer.
final class APNSConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// The connection's operations for other threads.
    struct Reference: Sendable {
        fileprivate let eventLoop: any EventLoop
        fileprivate let handler: NIOLoopBound<APNSConnectionHandler>

        func goAway(_ reason: APNSReason) { eventLoop.execute { handler.value.end(with: reason, upTo: nil) } }

        func disconnect() { eventLoop.execute { handler.value.context?.close(promise: nil) } }
    }

    /// A request whose body is incomplete.
    private struct Incoming { var request: APNSRequest }

    /// The maximum number of bytes that are read of a body. It is above every limit of the service, and below the window of a
    /// stream.
    private static let bytesRead = 32_768
    private static let window = 1 << 30

    private let shared: SharedModel
    private var connection: APNSModel.Connection?
    private var number = 0
    private var incoming: [HTTP2StreamID: Incoming] = [:]
    private var streamsAllowed = 0
    private var bytesSinceUpdate = 0
    private var lastStream = HTTP2StreamID.rootStream
    private var isEnding = false
    private var mustFlush = false
    fileprivate var context: ChannelHandlerContext?

    init(_ shared: SharedModel) { self.shared = shared }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let (number, connection) = shared.opened(
            Reference(eventLoop: context.eventLoop, handler: NIOLoopBound(self, eventLoop: context.eventLoop)))
        self.number = number
        self.connection = connection
        streamsAllowed = connection.streams
    }

    func channelActive(context: ChannelHandlerContext) {
        // A large window for all bodies of the connection. With the default of 64 KiB clients would have to wait.
        write(.windowUpdate(windowSizeIncrement: Self.window), .rootStream)
        context.flush()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        shared.closed(number)
        self.context = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Self.unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers):
            lastStream = max(lastStream, frame.streamID)
            let request = Self.request(headers.headers)
            if headers.endStream {
                answer(request, frame.streamID)
            } else {
                incoming[frame.streamID] = Incoming(request: request)
            }
        case .data(let data): read(data, frame.streamID)
        case .rstStream: incoming[frame.streamID] = nil
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if mustFlush {
            mustFlush = false
            context.flush()
        }
        context.fireChannelReadComplete()
    }

    /// Closes a connection after an error, as clients must expect.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is NIOHTTP2Errors.StreamError { return }
        context.close(promise: nil)
    }

    // MARK: - Reading

    private static func request(_ headers: HPACKHeaders) -> APNSRequest {
        var request = APNSRequest(method: "", path: "", headers: [])
        request.headers.reserveCapacity(headers.count)
        for (name, value, _) in headers {
            switch name {
            case ":method": request.method = value
            case ":path": request.path = value
            default: if name.utf8.first != UInt8(ascii: ":") { request.headers.append((name, value)) }
            }
        }
        return request
    }

    private func read(_ data: HTTP2Frame.FramePayload.Data, _ stream: HTTP2StreamID) {
        guard case .byteBuffer(let buffer) = data.data else { return }
        bytesSinceUpdate += buffer.readableBytes + (data.paddingBytes.map { $0 + 1 } ?? 0)
        if bytesSinceUpdate > Self.window / 2 {
            write(.windowUpdate(windowSizeIncrement: bytesSinceUpdate), .rootStream)
            bytesSinceUpdate = 0
        }
        guard let index = incoming.index(forKey: stream) else { return }
        incoming.values[index].request.body.append(contentsOf: buffer.readableBytesView)
        let isTooLong = incoming.values[index].request.body.count > Self.bytesRead
        guard data.endStream || isTooLong else { return }
        answer(incoming.remove(at: index).value.request, stream)
        if isTooLong, !data.endStream { write(.rstStream(.noError), stream) }
    }

    // MARK: - Answering

    private func answer(_ request: APNSRequest, _ stream: HTTP2StreamID) {
        guard !isEnding, var connection else { return }
        self.connection = nil
        let outcome = shared.decide(request, on: &connection)
        self.connection = connection
        // This is sent before the answer, so that a client that has read the answer knows how many streams it may open.
        if connection.streams != streamsAllowed {
            streamsAllowed = connection.streams
            write(.settings(.settings([HTTP2Setting(parameter: .maxConcurrentStreams, value: streamsAllowed)])), .rootStream)
        }
        switch outcome {
        case .answer(let answer, .zero): write(answer, stream)
        case .answer(let answer, let delay):
            context?.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(delay)) { [weak self] in
                guard let self, self.context != nil else { return }
                self.write(answer, stream)
                self.context?.flush()
            }
        case .stall: break
        case .reset: write(.rstStream(.internalError), stream)
        case .goAway(let reason, let answer):
            if let answer { write(answer, stream) }
            // Before a connection's first stream there is only the root stream.
            let before = Int(stream) > 2 ? HTTP2StreamID(Int(stream) - 2) : .rootStream
            end(with: reason, upTo: answer == nil ? before : stream)
        case .disconnect: context?.close(promise: nil)
        }
        if connection.isOver { end(with: .tooManyRequests, upTo: stream) }
    }

    private func write(_ answer: APNSAnswer, _ stream: HTTP2StreamID) {
        var headers = HPACKHeaders()
        headers.reserveCapacity(4)
        headers.add(name: ":status", value: answer.status == 200 ? "200" : String(answer.status))
        if let id = answer.id { headers.add(name: answer.idHeader, value: id, indexing: .nonIndexable) }
        if let id = answer.uniqueID { headers.add(name: "apns-unique-id", value: id, indexing: .nonIndexable) }
        if let channel = answer.channel { headers.add(name: "apns-channel-id", value: channel, indexing: .nonIndexable) }
        let body = answer.body
        if !body.isEmpty { headers.add(name: "content-type", value: "application/json") }
        // A refusal has a date, so that the sender can compare the clocks.
        if answer.reason != nil { headers.add(name: "date", value: HTTPDate.text(of: shared.now)) }
        write(.headers(HTTP2Frame.FramePayload.Headers(headers: headers, endStream: body.isEmpty)), stream)
        guard !body.isEmpty else { return }
        write(.data(HTTP2Frame.FramePayload.Data(data: .byteBuffer(ByteBuffer(bytes: body)), endStream: true)), stream)
    }

    private func write(_ payload: HTTP2Frame.FramePayload, _ stream: HTTP2StreamID) {
        context?.write(Self.wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
        mustFlush = true
    }

    /// - Parameter stream: The last stream that counts as processed; `nil` for the last received one.
    fileprivate func end(with reason: APNSReason, upTo stream: HTTP2StreamID?) {
        guard let context, !isEnding else { return }
        isEnding = true
        let text = ByteBuffer(string: #"{"reason":"\#(reason.rawValue)"}"#)
        write(.goAway(lastStreamID: stream ?? lastStream, errorCode: .noError, opaqueData: text), .rootStream)
        context.flush()
        // The client reads the answers and closes the connection. If it does not, the server does.
        context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(200)) { [weak self] in
            self?.context?.close(promise: nil)
        }
    }
}
#endif
