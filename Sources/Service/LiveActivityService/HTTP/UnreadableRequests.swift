#if Service
import NIOCore
import NIOHTTP1

/// Replaces input that the parser refuses by a request, which the service answers with a problem like any other.
///
/// It is the first handler after the parser, so that later handlers that count requests and responses, such as the compressor,
/// find a request for each response.
final class UnreadableRequests: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// The path of the substituted request. A client cannot send it, as it contains a space.
    static let path = "/ unreadable"

    /// Thrown when a request's body cannot be read to its end. The connection closes after the response.
    struct BrokenBody: Error {}

    /// The maximum number of headers. The parser of HTTP/1.1 checks it, but that of HTTP/2 limits only their size.
    private let headerCount: Int
    private var isInRequest = false
    private var hasFailed = false

    init(headerCount: Int) { self.headerCount = headerCount }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            isInRequest = true
            // With several `Host` headers, each proxy on the way might choose another one.
            guard head.headers.count(of: "host") == 1 || head.isOld, head.headers.count <= headerCount else {
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

extension HTTPHeaders {
    /// The number of headers with a name, in lower case; faster than to list their values.
    fileprivate func count(of name: String) -> Int {
        reduce(0) { $1.name.utf8.count == name.utf8.count && $1.name.lowercased() == name ? $0 + 1 : $0 }
    }
}
#endif
