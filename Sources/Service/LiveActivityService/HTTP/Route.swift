#if Service
import HTTPTypes
import Hummingbird
import LiveActivityCore

/// One route of the API.
struct Route: Sendable {
    var method: HTTPRequest.Method
    /// Such as `/v1/activities/{id}`.
    var path: String
    /// What a caller needs; `nil` for everybody.
    var scope: Scope?
    var handle: @Sendable (Call) async throws -> Response

    init(
        _ method: HTTPRequest.Method, _ path: String, _ scope: Scope?,
        _ handle: @escaping @Sendable (Call) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.scope = scope
        self.handle = handle
    }
}

/// Answers the requests for one path, by their method.
struct PathResponder: HTTPResponder {
    private let service: ServiceState
    private let routes: [HTTPRequest.Method: Route]
    /// The methods that the path takes, as the header `Allow` lists them.
    private let allowed: String

    init(_ service: ServiceState, _ routes: [Route]) {
        self.service = service
        self.routes = Dictionary(uniqueKeysWithValues: routes.map { ($0.method, $0) })
        let methods = routes.map(\.method.rawValue) + (self.routes[.get] == nil ? [] : ["HEAD"]) + ["OPTIONS"]
        allowed = methods.sorted().joined(separator: ", ")
    }

    func respond(to asked: Request, context: ServiceContext) async throws -> Response {
        let request = context.request ?? asked
        guard let route = routes[request.method == .head ? .get : request.method] else {
            if request.method == .options { return Response(status: .noContent, headers: [.allow: allowed]) }
            var problem = Problem(.methodNotAllowed, "methodNotAllowed", "This path does not take \(request.method).")
            problem.headers[.allow] = allowed
            throw problem
        }
        let access = try service.access(request, route)
        try service.limit(access, context)
        if let needed = route.scope { try access.check(needed) }
        return try await route.handle(
            Call(
                request: request, context: context, service: service, access: access,
                trace: request.headers[.traceparent].flatMap { TraceContext(traceparent: $0) }))
    }
}

/// Refuses a path that there is not.
struct NoRoute: RouterMiddleware {
    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        throw Problem.notFound("No route for '\(request.uri.path.abridged)'; see /openapi.json.")
    }
}
#endif
