#if Service
import NIOCore
import NIOHTTP1

/// Answers `Expect: 100-continue` at once, for which clients such as curl wait a second before they send a large body.
///
/// A body that is larger than every route's limit is not requested: the route refuses it. The handler is next to the parser.
final class ExpectContinue: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limit: Int
    /// Requests without a whole answer. A client that sends several at once gets no interim answer between two others.
    private var unanswered = 0

    /// - Parameter limit: The bytes of the largest body that is read.
    init(limit: Int) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            unanswered += 1
            let isExpected = head.headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
            let isTooLong = head.headers.first(name: "content-length").flatMap { Int($0) }.map { $0 > limit } ?? false
            if isExpected, !isTooLong, unanswered == 1, !head.isOld {
                context.writeAndFlush(
                    wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
            }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { unanswered -= 1 }
        context.write(data, promise: promise)
    }
}
#endif
