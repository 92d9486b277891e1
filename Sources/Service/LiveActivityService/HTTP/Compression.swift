#if Service
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Compresses large answers for clients that accept it, and reads compressed bodies.
///
/// The compressing handlers join a connection when its client first accepts compression: most clients of an API never do, and a
/// stream that is open for hours needs no memory for them.
final class Compression: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A smaller body fits into a packet or two uncompressed.
    static let bytesMin = 1_024
    private static let types = ["application/json", "application/problem+json", "text/", "image/svg+xml"]

    /// Bytes of a body when it is no longer compressed.
    private let limit: Int
    private var hasCompressor = false
    private var hasDecompressor = false
    /// Requests without a complete answer. A handler that pairs requests with answers may join only between requests.
    private var unanswered = 0

    init(limit: Int) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if unanswered == 0 { join(head, context) }
        unanswered += 1
        // The compressor would give the answer to HEAD a body.
        if head.method == .HEAD { head.headers.remove(name: "accept-encoding") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { unanswered -= 1 }
        context.write(data, promise: promise)
    }

    private func join(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        if !hasDecompressor, head.headers.contains(name: "content-encoding") {
            hasDecompressor = true
            try? pipeline.addHandler(NIOHTTPRequestDecompressor(limit: .size(limit)), position: .after(self))
        }
        if !hasCompressor, head.headers.contains(name: "accept-encoding") {
            hasCompressor = true
            try? pipeline.addHandler(
                HTTPResponseCompressor(initialByteBufferCapacity: 0) { head, _ in Self.intent(&head) }, position: .after(self))
        }
    }

    private static func intent(_ head: inout HTTPResponseHead) -> HTTPResponseCompressor.CompressionIntent {
        let type = head.headers.first(name: "content-type") ?? ""
        guard let length = head.headers.first(name: "content-length").flatMap({ Int($0) }), length >= bytesMin,
            types.contains(where: { type.hasPrefix($0) })
        else { return .doNotCompress }
        head.headers.add(name: "vary", value: "Accept-Encoding")
        return .compressIfPossible
    }
}
#endif
