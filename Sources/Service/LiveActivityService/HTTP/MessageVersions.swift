#if Service
import NIOCore
import NIOHTTP1

/// Answers HTTP/1.0 requests with HTTP/1.0 responses: not chunked, and the connection closes afterwards (``ClosingResponses``).
/// nginx uses HTTP/1.0 by default.
///
/// It precedes the codec, which discards the version.
final class MessageVersions: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Whether the request being answered is HTTP/1.0.
    private var isOld = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            isOld = head.isOld
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOld else { return context.write(data, promise: promise) }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            head.version = .http1_0
            head.headers.remove(name: "transfer-encoding")
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body, .end: context.write(data, promise: promise)
        }
    }
}

extension HTTPRequestHead {
    /// `true` for a version before HTTP/1.1.
    var isOld: Bool { (version.major, version.minor) < (1, 1) }
}
#endif
