#if Service
import NIOCore
import NIOHTTP1

/// Closes the connection after a response with `Connection: close`, in place of reading more of its request, or further ones.
///
/// A socket that is closed with unread input resets the connection, and the client may lose the response, and also those to
/// the requests that it had pipelined before. So only the output is closed after the response. What still arrives is dropped
/// until the client closes its side, for up to ``linger``, and at most ``droppedMax`` bytes of bodies.
struct ClosingResponses {
    static let linger = TimeAmount.seconds(1)
    private static let droppedMax = 1 << 20

    /// The treatment of a part of a request.
    enum Fate { case pass, drop, close }

    /// Whether a request has begun and is not yet complete.
    private var isReceiving = false
    /// Whether the response being written announces that the connection closes.
    private(set) var closes = false
    /// Whether that response is complete, but perhaps not yet sent. No other one follows it, and input is dropped.
    private(set) var isOver = false
    /// Whether that response is sent, and the connection closes soon.
    private(set) var isLingering = false
    /// Whether lingering ends with the request that is being received.
    private var endsWithRequest = false
    private var dropped = 0

    mutating func receive(_ part: HTTPServerRequestPart) -> Fate {
        switch part {
        case .head: if !isOver { isReceiving = true }
        case .body(let bytes): if isOver { dropped += bytes.readableBytes }
        case .end:
            isReceiving = false
            if isLingering, endsWithRequest { return .close }
        }
        return isOver ? .drop : .pass
    }

    /// A response begins.
    mutating func answer(_ head: HTTPResponseHead) {
        guard head.status.code >= 200 else { return }
        // The list of values, which is an array, is made only where there is one.
        closes = head.headers.contains(name: "connection") && head.headers[canonicalForm: "connection"].contains("close")
    }

    /// The end of the response that closes the connection is written.
    mutating func end() { isOver = true }

    /// The response that closes the connection is sent.
    ///
    /// - Parameter isPipelined: Whether further requests may arrive on the connection.
    /// - Returns: Whether the connection closes now; otherwise it lingers.
    mutating func finish(isPipelined: Bool) -> Bool {
        isLingering = isReceiving || isPipelined
        endsWithRequest = !isPipelined
        return !isLingering
    }

    /// Whether more of the request is read. At the limit the rest stays in the socket, and the client can send no more.
    var isFull: Bool { isLingering && dropped >= Self.droppedMax }
}
#endif
