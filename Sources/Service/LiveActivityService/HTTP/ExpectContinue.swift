#if Service
import NIOHTTP1

/// Answers `Expect: 100-continue` immediately. Clients such as curl otherwise wait a second before they send a large body.
///
/// A body larger than every route's limit is not requested: the route refuses it.
struct ExpectContinue {
    /// The maximum size of a body on any route, in bytes.
    let limit: Int

    /// Whether a request with the header `Expect` is answered with 100. HTTP/1.0 does not know it.
    func answers(_ head: HTTPRequestHead) -> Bool {
        guard !head.isOld, head.headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" }) else {
            return false
        }
        return head.headers.first(name: "content-length").flatMap { Int($0) }.map { $0 <= limit } ?? true
    }
}
#endif
