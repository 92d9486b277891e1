#if Service
import HTTPTypes
import HummingbirdCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The head of a request, in the form that Hummingbird passes to its routes, or as the parser of HTTP/1.1 wrote it. To convert
/// one to the other takes a tenth of the time that an event does.
struct RequestHead: Sendable {
    private enum Form {
        case converted(HTTPRequest)
        case parsed(HTTPRequestHead)
    }

    private let form: Form

    init(_ head: HTTPRequest) { form = .converted(head) }
    init(_ head: HTTPRequestHead) { form = .parsed(head) }

    var method: HTTPRequest.Method {
        switch form {
        case .converted(let head): head.method
        case .parsed(let head): (try? HTTPRequest.Method(head.method)) ?? .get
        }
    }

    /// The path, without the query.
    var path: String { URI(target ?? "").path }

    /// The path with the query.
    var target: String? {
        switch form {
        case .converted(let head): head.path
        case .parsed(let head): head.uri
        }
    }

    /// The header `Host`.
    var authority: String? {
        switch form {
        case .converted(let head): head.authority
        case .parsed(let head): head.headers.first(name: "host")
        }
    }

    /// A header's value.
    subscript(name: HTTPField.Name) -> String? {
        switch form {
        case .converted(let head): head.headerFields[name]
        case .parsed(let head): Self.value(name.canonicalName, head.headers)
        }
    }

    /// The values of a repeated header, joined as in the other form.
    private static func value(_ wanted: String, _ headers: HTTPHeaders) -> String? {
        var found: String?
        for (name, value) in headers where name.utf8.count == wanted.utf8.count && name.lowercased() == wanted {
            found = found.map { "\($0), \(value)" } ?? value
        }
        return found
    }
}
#endif
