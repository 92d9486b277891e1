#if Service
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Compresses large responses for clients that accept it, and decompresses request bodies.
///
/// The compressing handlers are added to a connection when its client first accepts compression: most clients of an API never
/// do, and a long-lived stream then needs no memory for them.
struct Compression {
    /// The minimum size of a body to compress, in bytes. A smaller body fits into one or two packets uncompressed.
    static let bytesMin = 1_024
    private static let types = ["application/json", "application/problem+json", "text/", "image/svg+xml"]

    /// The maximum size of a decompressed body, in bytes.
    private let limit: Int
    private var hasCompressor = false
    private var hasDecompressor = false

    init(limit: Int) { self.limit = limit }

    /// The handlers that a request needs and its connection does not have yet.
    ///
    /// - Parameters:
    ///   - isEncoded: Whether the request has the header `Content-Encoding`.
    ///   - acceptsEncoding: Whether its response may be compressed. The compressor pairs requests with responses, so it may be
    ///     added only while no response is missing.
    mutating func missingHandlers(isEncoded: Bool, acceptsEncoding: Bool) -> [any ChannelHandler] {
        var handlers: [any ChannelHandler] = []
        if acceptsEncoding, !hasCompressor {
            hasCompressor = true
            handlers.append(HTTPResponseCompressor(initialByteBufferCapacity: 0) { head, _ in Self.intent(&head) })
        }
        if isEncoded, !hasDecompressor {
            hasDecompressor = true
            handlers.append(NIOHTTPRequestDecompressor(limit: .size(limit)))
        }
        return handlers
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
