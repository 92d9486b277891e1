#if Service
import NIOHTTP1

/// Replaces input that the parser refuses by a request, which the service answers with a problem like any other.
///
/// Later handlers that pair requests with responses, such as the compressor, thus find a request for each response.
struct UnreadableRequests {
    /// The path of the substituted request. A client cannot send it, as it contains a space.
    static let path = "/ unreadable"

    /// Thrown when a request's body cannot be read to its end. The connection closes after the response.
    struct BrokenBody: Error {}

    /// The treatment of input that the parser has refused.
    enum Fate { case request(HTTPRequestHead), brokenBody, pass }

    /// The maximum number of headers. The parser of HTTP/1.1 checks it, but that of HTTP/2 limits only their size.
    let headerCount: Int
    private var isInRequest = false
    private var hasFailed = false

    init(headerCount: Int) { self.headerCount = headerCount }

    /// - Parameter hosts: The number of its `Host` headers. With several, each proxy on the way might choose another one.
    /// - Returns: The request that is answered instead; `nil` if it is answered itself.
    mutating func begin(_ head: HTTPRequestHead, hosts: Int) -> HTTPRequestHead? {
        isInRequest = true
        return (hosts == 1 || head.isOld) && head.headers.count <= headerCount ? nil : Self.request
    }

    mutating func end() { isInRequest = false }

    mutating func fail(_ error: any Error) -> Fate {
        guard error is HTTPParserError, !hasFailed else { return .pass }
        hasFailed = true
        return isInRequest ? .brokenBody : .request(Self.request)
    }

    private static var request: HTTPRequestHead {
        HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: ["connection": "close"])
    }
}
#endif
