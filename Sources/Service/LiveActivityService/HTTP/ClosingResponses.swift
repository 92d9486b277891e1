#if Service
import NIOCore
import NIOHTTP1

/// Closes the connection after a response with `Connection: close`, in place of reading the rest of the request.
///
/// A socket that is closed with unread input resets the connection, and the client may lose the response. So the rest of the
/// request is dropped for up to ``linger`` before the connection closes, and at most ``droppedMax`` bytes of it.
struct ClosingResponses {
    static let linger = TimeAmount.seconds(1)
    private static let droppedMax = 1 << 20

    /// The treatment of a part of a request.
    enum Fate { case pass, drop, close }

    /// Whether a request has begun and is not yet complete.
    private var isReceiving = false
    /// Whether the response being written announces that the connection closes.
    private(set) var closes = false
    /// Whether that response is complete, and the rest of its request is dropped.
    private(set) var isLingering = false
    private var dropped = 0

    mutating func receive(_ part: HTTPServerRequestPart) -> Fate {
        switch part {
        case .head:
            if isLingering { return .drop }
            isReceiving = true
        case .body(let bytes):
            guard isLingering else { break }
            dropped += bytes.readableBytes
            return .drop
        case .end:
            if isLingering { return .close }
            isReceiving = false
        }
        return .pass
    }

    /// A response begins.
    mutating func answer(_ head: HTTPResponseHead) {
        guard head.status.code >= 200 else { return }
        // The list of values, which is an array, is made only where there is one.
        closes = head.headers.contains(name: "connection") && head.headers[canonicalForm: "connection"].contains("close")
    }

    /// A response that closes the connection is written.
    ///
    /// - Returns: Whether the connection closes now; otherwise it lingers.
    mutating func finish() -> Bool {
        isLingering = isReceiving
        return !isLingering
    }

    /// Whether more of the request is read. At the limit the rest stays in the socket, and the client can send no more.
    var isFull: Bool { isLingering && dropped >= Self.droppedMax }
}
#endif
