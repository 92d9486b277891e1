#if Service
import Hummingbird
import ServiceFiles

/// The description of the API, written by hand. A test compares it with the routes, and schemathesis with their responses.
enum OpenAPIRoutes {
    static let document = service_openapi_json().contents

    static let all = [Route(.get, "/openapi.json", nil) { _ in Response(bytes: document) }]
}
#endif
