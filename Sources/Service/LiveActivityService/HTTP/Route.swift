#if Service
import Foundation
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore

/// One route of the API.
struct Route: Sendable {
    var method: HTTPRequest.Method
    /// The path pattern, such as `/v1/activities/{id}`.
    var path: String
    /// The method and path, which identify the route in metrics.
    var name: String
    /// The scope that a caller needs; `nil` for a public route.
    var scope: Scope?
    /// Whether the token of a shared link is sufficient: for the requests of the link's page and of `<live-activity>`.
    var admitsLinks: Bool
    var handle: @Sendable (Call) async throws -> Response

    /// Whether the method may change something.
    var writes: Bool { ![.get, .head, .options].contains(method) }

    init(
        _ method: HTTPRequest.Method, _ path: String, _ scope: Scope?, admitsLinks: Bool = false,
        _ handle: @escaping @Sendable (Call) async throws -> Response
    ) {
        self.method = method
        self.path = path
        name = "\(method) \(path)"
        self.scope = scope
        self.admitsLinks = admitsLinks
        self.handle = handle
    }
}

/// Answers the requests of one route.
struct RouteResponder: HTTPResponder {
    let service: ServiceState
    let route: Route

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        context.coreContext.endpointPath.value = route.name
        let access = try service.access(RequestHead(request.head), route)
        guard route.writes else { return try await response(to: request, context, access) }
        var status = HTTPResponse.Status.internalServerError
        defer { service.audit(RequestHead(request.head), access, status) }
        do {
            let response = try await response(to: request, context, access)
            status = response.status
            return response
        } catch {
            status = Problem.status(of: error)
            throw error
        }
    }

    private func response(to request: Request, _ context: ServiceContext, _ access: Access) async throws -> Response {
        let limit = try service.limit(access, context.channel)
        if let needed = route.scope { try access.check(needed, admitsLinks: route.admitsLinks) }
        var request = request
        if request.headers[.contentEncoding] != nil {
            // The connection ends at a body that cannot be decompressed. That would cut off a long response of a route that
            // does not read the body.
            let limits = service.configuration.limits
            let body = try await Call.body(of: request, upTo: max(limits.bodyBytes, limits.batchBytes))
            request.body = RequestBody(buffer: body)
        }
        var response = try await route.handle(Call(request, context, service, access))
        for field in limit { response.headers[field.name] = field.value }
        return response
    }
}

/// Answers requests without a route: 405 if the path has other methods, otherwise 404.
struct NoRoute: RouterMiddleware {
    /// Each path with its methods, in the form of the header `Allow`.
    private let paths: [(path: RouterPath, allowed: String)]

    init(_ routes: [Route]) {
        paths = Dictionary(grouping: routes, by: \.path).map { path, routes in
            let methods = routes.map(\.method)
            let allowed = methods.map(\.rawValue) + (methods.contains(.get) ? ["HEAD"] : []) + ["OPTIONS"]
            return (RouterPath(path), allowed.sorted().joined(separator: ", "))
        }
    }

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let segments = request.uri.path.split(separator: "/")
        let known = paths.first { path, _ in
            path.count == segments.count && zip(path, segments).allSatisfy { $0 ~= $1 }
        }
        guard let allowed = known?.allowed else {
            throw Problem.notFound("No route for '\(request.uri.path.abridged)'; see /openapi.json.")
        }
        if request.method == .options { return Response(status: .noContent, headers: [.allow: allowed]) }
        var problem = Problem(.methodNotAllowed, "methodNotAllowed", "This path does not support the method \(request.method).")
        problem.headers[.allow] = allowed
        throw problem
    }
}
#endif
