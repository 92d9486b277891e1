#if Service
import HTTPTypes
import LiveActivities
import LiveActivityCore
import Logging
import Synchronization

extension HTTPField.Name {
    static let requestID = Self("X-Request-Id")!
    static let traceparent = Self("traceparent")!
    static let idempotencyKey = Self("Idempotency-Key")!
    static let rateLimit = Self("RateLimit")!
    static let rateLimitPolicy = Self("RateLimit-Policy")!
    static let lastEventID = Self("Last-Event-ID")!
}

/// A request that is being answered, with the headers and the log entry of every response. A class, because it is often copied
/// otherwise.
final class Exchange: Sendable {
    let head: RequestHead
    /// The client's request id if it is a short word; otherwise a new id.
    let id: String
    private let began = ContinuousClock.now

    init(_ head: RequestHead) {
        self.head = head
        if let given = head[.requestID], 1...64 ~= given.utf8.count,
            given.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        {
            id = given
        } else {
            id = String(Self.lastID.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue, radix: 16)
        }
    }

    /// The newest id. Ids only need to differ, so they are random from process to process, and an odd distance apart in one:
    /// a random number for each request would be a system call.
    private static let lastID = Atomic(UInt64.random(in: .min ... .max))

    /// Adds the headers of every response, and counts and logs the request.
    ///
    /// - Parameter route: The name of its route; `nil` for none.
    func finish(_ status: HTTPResponse.Status, _ headers: inout HTTPFields, route: String?, _ service: ServiceState) {
        // No route sets the first two, so nothing needs to be replaced.
        headers.append(HTTPField(name: .requestID, value: id))
        headers.append(HTTPField(name: .xContentTypeOptions, value: "nosniff"))
        if !headers.contains(.cacheControl) { headers.append(HTTPField(name: .cacheControl, value: "no-store")) }
        admitOrigin(&headers, service)
        service.metrics.count(route: route, status: status.code, duration: ContinuousClock.now - began)
        let level: Logger.Level = status.code >= 500 ? .warning : .debug
        guard service.logger.logLevel <= level else { return }
        service.logger.log(
            level: level, "request",
            metadata: ["request": "\(id)", "method": "\(head.method)", "path": "\(head.path)", "status": "\(status.code)"])
    }

    /// Lets the pages of a site that the service's configuration names read the response.
    private func admitOrigin(_ headers: inout HTTPFields, _ service: ServiceState) {
        guard let origin = head[.origin], service.configuration.origins.contains(origin) else { return }
        headers[.accessControlAllowOrigin] = origin
        headers[.vary] = "Origin"
        headers[.accessControlExposeHeaders] = "ETag, X-Request-Id, Retry-After, Location, RateLimit, RateLimit-Policy"
        if head.method == .options {
            headers[.accessControlAllowMethods] = "GET, HEAD, POST, PUT, PATCH, DELETE"
            headers[.accessControlAllowHeaders] =
                "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, traceparent"
            headers[.accessControlMaxAge] = "600"
        }
    }
}

extension ServiceState {
    /// The problem with which an error is answered.
    func problem(_ error: any Error, in exchange: Exchange) -> Problem {
        let kinds = kinds.providers.map(\.kind)
        switch error {
        case let error as Problem: return error
        case let error as RuntimeError: return Problem(error, among: kinds)
        case let error as EngineError: return Problem(.engine(error), among: kinds)
        default:
            // Details that the caller must not see are logged under the request's id.
            logger.error("request failed", metadata: ["request": "\(exchange.id)", "error": "\(error)"])
            return Problem(.internalServerError, "internal", "Internal error; see the log for request \(exchange.id).")
        }
    }
}
#endif
