#if Service
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import LiveActivityPreview
import ServiceFiles

/// The dashboard's files (a page, style sheets and scripts), which are embedded in the program and need no build step.
enum DashboardPages {
    struct File: Sendable {
        var bytes: [UInt8]
        var type: String
        var etag: String

        init(_ bytes: [UInt8], _ type: String) {
            self.bytes = bytes
            self.type = "\(type); charset=utf-8"
            etag = "\"\(TokenFile.hexadecimal(SHA256.hash(data: Data(bytes)).prefix(8)))\""
        }
    }

    static let page = File(service_dashboard_html().contents, "text/html")
    /// The page of a shared link.
    static let shared = File(service_shared_html().contents, "text/html")

    /// The web component `<live-activity>`, in one script for any page. It declares nothing else there.
    static let component = File(
        Array("\"use strict\";\n(() => {\n".utf8) + WebSurfaces.script + service_client_js().contents
            + service_live_activity_js().contents + Array("})();\n".utf8),
        "text/javascript")
    /// Its declarations in TypeScript.
    static let componentTypes = File(service_live_activity_d_ts().contents, "text/plain")

    static let assets: [String: File] = [
        "dashboard.css": File(service_dashboard_css().contents, "text/css"),
        "client.js": File(service_client_js().contents, "text/javascript"),
        "service.js": File(service_service_js().contents, "text/javascript"),
        "parts.js": File(service_parts_js().contents, "text/javascript"),
        "activity.js": File(service_activity_js().contents, "text/javascript"),
        "dashboard.js": File(service_dashboard_js().contents, "text/javascript"),
        "shared.css": File(service_shared_css().contents, "text/css"),
        "shared.js": File(service_shared_js().contents, "text/javascript"),
        "surfaces.js": File(WebSurfaces.script, "text/javascript"),
        "page.css": File(WebSurfaces.styleSheet, "text/css"),
    ]

    /// Content-Security-Policy: only the service's own resources may be loaded, run or requested, and no page may frame this
    /// one.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    static func response(_ file: File, to request: Request) -> Response {
        var headers: HTTPFields = [.eTag: file.etag, .cacheControl: "no-cache"]
        headers[.contentSecurityPolicy] = policy
        headers[.referrerPolicy] = "no-referrer"
        if request.headers[.ifNoneMatch] == file.etag { return Response(status: .notModified, headers: headers) }
        var response = Response(bytes: file.bytes, type: file.type)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}

extension ServiceFile {
    var contents: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: size)) }
}

extension HTTPField.Name {
    static let referrerPolicy = Self("Referrer-Policy")!
}
#endif
