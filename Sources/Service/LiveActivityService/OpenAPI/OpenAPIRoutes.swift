#if Service
import Hummingbird

/// The description of the API, written by hand. A test compares it with the routes, and schemathesis with their responses.
enum OpenAPIRoutes {
    static let document = PackageResources.openapi_json

    static let all = [Route(.get, "/openapi.json", nil) { _ in Response(bytes: document) }]
}
#endif
