#if Service
import NIOCore
import NIOHTTP1

/// Answers `Expect: 100-continue` immediately. Clients such as curl otherwise wait a second before they send a large body.
///
/// A body larger than every route's limit is not requested: the route refuses it. The handler is next to the parser.
final class ExpectContinue: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limit: Int
    /// The number of requests without a complete response. While a client pipelines requests, an interim response could come
    /// between two others, so none is sent.
    private var unanswered = 0

    /// - Parameter limit: The maximum size of a body on any route, in bytes.
    init(limit: Int) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            unanswered += 1
            if unanswered == 1, !head.isOld, isExpected(head.headers) {
                context.writeAndFlush(
                    wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
            }
        }
        context.fireChannelRead(data)
    }

    private func isExpected(_ headers: HTTPHeaders) -> Bool {
        guard headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" }) else { return false }
        return headers.first(name: "content-length").flatMap { Int($0) }.map { $0 <= limit } ?? true
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { unanswered -= 1 }
        context.write(data, promise: promise)
    }
}
#endif
