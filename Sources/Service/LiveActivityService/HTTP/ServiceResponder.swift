#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import Logging
import NIOCore
import Synchronization

extension HTTPField.Name {
    static let requestID = Self("X-Request-Id")!
    static let traceparent = Self("traceparent")!
    static let idempotencyKey = Self("Idempotency-Key")!
    static let rateLimit = Self("RateLimit")!
    static let rateLimitPolicy = Self("RateLimit-Policy")!
    static let lastEventID = Self("Last-Event-ID")!
}

/// Passes each request to its route, and converts errors into problems.
struct ServiceResponder: HTTPResponder {
    private let service: ServiceState
    private let router: RouterResponder<ServiceContext>

    init(_ service: ServiceState, _ routes: [Route]) {
        self.service = service
        let router = Router(context: ServiceContext.self)
        for route in routes {
            let responder = RouteResponder(service: service, route: route)
            router.on(RouterPath(route.path), method: route.method, responder: responder)
            if route.method == .get { router.on(RouterPath(route.path), method: .head, responder: responder) }
        }
        // Added after the routes, so that it receives only requests without a route.
        router.add(middleware: NoRoute(routes))
        self.router = router.buildResponder()
    }

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        guard request.head.path?.hasPrefix(StreamRoutes.path) == true else { return await response(to: request, context) }
        // A task's stack never shrinks below its deepest call. A stream keeps its connection's task for long, so the route
        // lookup, which needs some kilobytes of stack, runs in a task of its own.
        return await Task { await response(to: request, context) }.value
    }

    private func response(to request: Request, _ context: ServiceContext) async -> Response {
        let began = ContinuousClock.now
        let id = Self.requestID(request)
        let path = request.uri.path
        var response: Response
        do { response = try await answer(request, path, context) } catch {
            response = problem(error, id).response(request: id)
        }
        if request.method == .head { response = response.createHeadResponse() }
        decorate(&response, request, id)
        service.metrics.count(
            route: context.endpointPath, status: response.status.code, duration: ContinuousClock.now - began)
        if response.status.code >= 500 || service.logger.logLevel <= .debug {
            service.logger.log(
                level: response.status.code >= 500 ? .warning : .debug, "request",
                metadata: [
                    "request": "\(id)", "method": "\(request.method)", "path": "\(path)", "status": "\(response.status.code)",
                ])
        }
        return response
    }

    private func answer(_ request: Request, _ path: String, _ context: ServiceContext) async throws -> Response {
        if path == UnreadableRequests.path { throw Problem.unreadable }
        if path.percentDecoded == nil {
            throw Problem.badRequest("badPath", "The path is not percent-encoded UTF-8.")
        }
        return try await router.respond(to: request, context: context)
    }

    // MARK: - Answers

    private func decorate(_ response: inout Response, _ request: Request, _ id: String) {
        // No route sets the first two, so nothing needs to be replaced.
        response.headers.append(HTTPField(name: .requestID, value: id))
        response.headers.append(HTTPField(name: .xContentTypeOptions, value: "nosniff"))
        if !response.headers.contains(.cacheControl) {
            response.headers.append(HTTPField(name: .cacheControl, value: "no-store"))
        }
        guard let origin = request.headers[.origin], service.configuration.origins.contains(origin) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.vary] = "Origin"
        response.headers[.accessControlExposeHeaders] = "ETag, X-Request-Id, Retry-After, Location, RateLimit, RateLimit-Policy"
        if request.method == .options {
            response.headers[.accessControlAllowMethods] = "GET, HEAD, POST, PUT, PATCH, DELETE"
            response.headers[.accessControlAllowHeaders] =
                "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, traceparent"
            response.headers[.accessControlMaxAge] = "600"
        }
    }

    /// The client's request id if it is a short word; otherwise a new id.
    private static func requestID(_ request: Request) -> String {
        if let given = request.headers[.requestID], 1...64 ~= given.utf8.count,
            given.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        {
            return given
        }
        return String(lastID.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue, radix: 16)
    }

    /// The newest id. Ids only need to differ, so they are random from process to process, and an odd distance apart in one:
    /// a random number for each request would be a system call.
    private static let lastID = Atomic(UInt64.random(in: .min ... .max))

    private func problem(_ error: any Error, _ id: String) -> Problem {
        let kinds = service.kinds.providers.map(\.kind)
        switch error {
        case let error as Problem: return error
        case let error as RuntimeError: return Problem(error, among: kinds)
        case let error as EngineError: return Problem(.engine(error), among: kinds)
        default:
            // Details that the caller must not see are logged under the request's id.
            service.logger.error("request failed", metadata: ["request": "\(id)", "error": "\(error)"])
            return Problem(.internalServerError, "internal", "Internal error; see the log for request \(id).")
        }
    }
}
#endif
