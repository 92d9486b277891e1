#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import Logging
import NIOCore

extension HTTPField.Name {
    static let requestID = Self("X-Request-Id")!
    static let traceparent = Self("traceparent")!
    static let idempotencyKey = Self("Idempotency-Key")!
    static let lastEventID = Self("Last-Event-ID")!
}

/// Finds the route of each request, checks who asks, and turns errors into problems.
struct ServiceResponder: HTTPResponder {
    typealias Context = ServiceContext

    let service: ServiceState
    let table: RouteTable

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        guard request.head.path?.hasPrefix(StreamRoutes.path) == true else { return await response(to: request, context) }
        // A task keeps the memory of its deepest call as long as it lives. That of a stream's connection lives long: what finds the
        // answer, some kilobytes, is another one.
        return await Task { await response(to: request, context) }.value
    }

    private func response(to request: Request, _ context: ServiceContext) async -> Response {
        let began = ContinuousClock.now
        let id = Self.requestID(request)
        let path = (request.head.path ?? "/").prefix { $0 != "?" && $0 != "#" }
        var number: Int?
        var response: Response
        do {
            response = try await answer(request, context, id, path, &number)
        } catch {
            let problem = Self.problem(error, id, service.logger)
            response = problem.response(request: id)
        }
        if request.method == .head { response = response.createHeadResponse() }
        decorate(&response, request, id)
        service.metrics.count(route: number, status: response.status.code, duration: ContinuousClock.now - began)
        if response.status.code >= 500 || service.logger.logLevel <= .debug {
            service.logger.log(
                level: response.status.code >= 500 ? .warning : .debug, "request",
                metadata: [
                    "request": "\(id)", "method": "\(request.method)", "path": "\(path)", "status": "\(response.status.code)",
                ])
        }
        return response
    }

    private func answer(
        _ request: Request, _ context: ServiceContext, _ id: String, _ path: Substring, _ number: inout Int?
    ) async throws -> Response {
        switch table.match(request.method, path) {
        case .none where path == UnreadableRequests.path: throw Problem.unreadable
        case .none: throw Problem.notFound("There is nothing at '\(path.abridged)': /openapi.json lists what there is.")
        case .malformed: throw Problem.badRequest("badPath", "The path is not percent-encoded UTF-8.")
        case .otherMethods(let methods):
            let allowed = Set(methods.map(\.rawValue) + (methods.contains(.get) ? ["HEAD"] : []) + ["OPTIONS"])
            if request.method == .options {
                return Response(status: .noContent, headers: [.allow: allowed.sorted().joined(separator: ", ")])
            }
            var problem = Problem(.methodNotAllowed, "methodNotAllowed", "This path does not take \(request.method).")
            problem.headers[.allow] = allowed.sorted().joined(separator: ", ")
            throw problem
        case .route(let route, let found, let parameters):
            number = found
            let access = try access(request, route)
            try limit(access, context)
            if let needed = route.scope { try access.check(needed) }
            let trace = request.headers[.traceparent].flatMap { TraceContext(traceparent: $0) }
            return try await route.handle(
                Call(
                    request: request, context: context, service: service, id: id, parameters: parameters, access: access,
                    trace: trace))
        }
    }

    // MARK: - Who asks

    private func access(_ request: Request, _ route: Route) throws(Problem) -> Access {
        let header = request.headers[.authorization]
        if header == nil, !service.needsToken { return .everything }
        if route.scope == nil { return Access(name: "anonymous", scope: .read) }
        let text: String?
        if let header {
            let parts = header.split(separator: " ", maxSplits: 1)
            text = parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
        } else if request.method == .get {
            // A page's EventSource can set no headers.
            text = request.uri.queryParameters["access_token"].map(String.init)
        } else {
            text = nil
        }
        if let text, let access = service.tokens?.access(text) ?? service.links.access(text) { return access }
        var problem = Problem(
            .unauthorized, "unauthorized",
            text == nil
                ? "This needs a token: 'live-activities token create' makes one." : "The token is not known, or has expired.")
        problem.headers[.wwwAuthenticate] = "Bearer"
        throw problem
    }

    private func limit(_ access: Access, _ context: ServiceContext) throws(Problem) {
        guard let limiter = service.limiter else { return }
        let client = access.name == "anonymous" ? context.channel.remoteAddress?.ipAddress ?? "" : access.name
        guard let wait = limiter.take(client) else { return }
        var problem = Problem(.tooManyRequests, "tooManyRequests", "There are too many requests: wait before the next.")
        problem.headers[.retryAfter] = "\(Int(wait.rounded(.up)))"
        throw problem
    }

    // MARK: - Answers

    private func decorate(_ response: inout Response, _ request: Request, _ id: String) {
        response.headers[.requestID] = id
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        guard let origin = request.headers[.origin], service.configuration.origins.contains(origin) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.vary] = "Origin"
        response.headers[.accessControlExposeHeaders] = "ETag, X-Request-Id, Retry-After, Location"
        if request.method == .options {
            response.headers[.accessControlAllowMethods] = "GET, HEAD, POST, PUT, PATCH, DELETE"
            response.headers[.accessControlAllowHeaders] =
                "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, traceparent"
            response.headers[.accessControlMaxAge] = "600"
        }
    }

    /// The client's name of the request, if it is a short word; else a new one.
    private static func requestID(_ request: Request) -> String {
        if let given = request.headers[.requestID], 1...64 ~= given.utf8.count,
            given.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        {
            return given
        }
        return String(UInt64.random(in: .min ... .max), radix: 16)
    }

    private static func problem(_ error: any Error, _ id: String, _ logger: Logger) -> Problem {
        switch error {
        case let error as Problem: return error
        case let error as RuntimeError: return Problem(error)
        case let error as EngineError: return Problem(.engine(error))
        default:
            // What a caller may not see is in the log, under the request's name.
            logger.error("request failed", metadata: ["request": "\(id)", "error": "\(error)"])
            return Problem(.internalServerError, "internal", "Something failed; the log says more about request \(id).")
        }
    }
}
#endif
