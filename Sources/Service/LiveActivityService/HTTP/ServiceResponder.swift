#if Service
import Hummingbird

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
        let exchange = Exchange(RequestHead(request.head))
        var response: Response
        do { response = try await answer(request, request.uri.path, context) } catch {
            response = Response(service.problem(error, in: exchange).response(request: exchange.id))
        }
        if request.method == .head { response = response.createHeadResponse() }
        exchange.finish(response.status, &response.headers, route: context.endpointPath, service)
        return response
    }

    private func answer(_ request: Request, _ path: String, _ context: ServiceContext) async throws -> Response {
        if path == UnreadableRequests.path { throw Problem.unreadable }
        if path.percentDecoded == nil {
            throw Problem.badRequest("badPath", "The path is not percent-encoded UTF-8.")
        }
        return try await router.respond(to: request, context: context)
    }
}
#endif
