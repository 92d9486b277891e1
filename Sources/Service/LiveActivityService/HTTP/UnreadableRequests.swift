#if Service
import NIOCore
import NIOHTTP1

/// Turns what the parser refuses into a request that the service answers with a problem, as every other request.
///
/// It stands first after the parser. A handler behind it that counts requests and answers, such as the compressor, is right
/// with it: each answer has a request.
final class UnreadableRequests: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// The path of the request that stands for one that cannot be read. A client cannot send it, as it has a space.
    static let path = "/ unreadable"

    /// The body of a request cannot be read to its end. The connection ends after the answer.
    struct BrokenBody: Error {}

    private var isInRequest = false
    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            isInRequest = true
            // Which of several hosts counts would be another one for each program on the way.
            guard head.headers[canonicalForm: "host"].count == 1 || head.isOld else {
                return context.fireChannelRead(
                    wrapInboundOut(
                        .head(
                            HTTPRequestHead(version: .http1_1, method: .GET, uri: Self.path, headers: ["connection": "close"])))
                )
            }
        case .body: break
        case .end: isInRequest = false
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError, !hasFailed else { return context.fireErrorCaught(error) }
        hasFailed = true
        if isInRequest { return context.fireErrorCaught(BrokenBody()) }
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: Self.path, headers: ["connection": "close"])
        context.fireChannelRead(wrapInboundOut(.head(head)))
        context.fireChannelRead(wrapInboundOut(.end(nil)))
        context.fireChannelReadComplete()
    }
}
#endif
