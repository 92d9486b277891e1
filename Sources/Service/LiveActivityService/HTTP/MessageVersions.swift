#if Service
import NIOHTTP1

/// Answers HTTP/1.0 requests with HTTP/1.0 responses: not chunked, and the connection closes afterwards (``ClosingResponses``).
/// nginx uses HTTP/1.0 by default.
struct MessageVersions {
    /// Whether the request being answered is HTTP/1.0.
    var isOld = false

    func answer(_ head: inout HTTPResponseHead) {
        guard isOld else { return }
        head.version = .http1_0
        head.headers.remove(name: "transfer-encoding")
        head.headers.replaceOrAdd(name: "connection", value: "close")
    }
}

extension HTTPRequestHead {
    /// `true` for a version before HTTP/1.1.
    var isOld: Bool { (version.major, version.minor) < (1, 1) }
}
#endif
