#if Service
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Compresses large responses for clients that accept it, and decompresses request bodies.
///
/// The compressing handlers are added to a connection when its client first accepts compression: most clients of an API never
/// do, and a long-lived stream then needs no memory for them.
final class Compression: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The minimum size of a body to compress, in bytes. A smaller body fits into one or two packets uncompressed.
    static let bytesMin = 1_024
    private static let types = ["application/json", "application/problem+json", "text/", "image/svg+xml"]

    /// The maximum size of a decompressed body, in bytes.
    private let limit: Int
    private var hasCompressor = false
    private var hasDecompressor = false
    /// The number of requests without a complete response. A handler that pairs requests with responses may be added only while
    /// there are none.
    private var unanswered = 0

    init(limit: Int) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if unanswered == 0 { join(head, context) }
        unanswered += 1
        guard head.method == .HEAD else { return context.fireChannelRead(data) }
        // The compressor would add a body to the response to HEAD.
        head.headers.remove(name: "accept-encoding")
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
