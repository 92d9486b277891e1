import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The service's address and the access token: makes the HTTP requests.
struct ServiceAddress: Sendable {
    var url: URL
    var token: String?

    /// A request for `path`, whose parts may have any characters.
    func request(_ method: String, _ path: [String], query: [(String, String)] = []) -> URLRequest? {
        var text = url.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        text += path.map { "/" + Self.escaped($0) }.joined()
        if !query.isEmpty { text += "?" + query.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&") }
        guard let url = URL(string: text) else { return nil }
        var request = URLRequest(url: url, timeoutInterval: 30)
        request.httpMethod = method
        if method == "POST" { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func escaped(_ part: String) -> String {
        part.addingPercentEncoding(withAllowedCharacters: unreserved) ?? part
    }
}

extension Answer {
    /// A response is the service's if it has the `type` of the service's problems, and where the request was accepted also if
    /// it has JSON, or if it is 204, which has no body. Others come from a proxy or from a network that asks to sign in:
    /// gateways answer with JSON too.
    ///
    /// - Parameter body: The body, which has a code and a reason if the request was refused.
    init(_ response: URLResponse?, body: Data) {
        guard let response = response as? HTTPURLResponse else {
            self = .failed("the response is not HTTP")
            return
        }
        struct Problem: Decodable {
            var type: String?, code: String?, detail: String?
            var isOfService: Bool { type?.hasPrefix("urn:live-activities:problem:") == true }
        }
        let (status, retryAfter) = (
            response.statusCode, response.value(forHTTPHeaderField: "Retry-After").flatMap(Double.init)
        )
        let type = response.value(forHTTPHeaderField: "Content-Type") ?? "no content"
        let problem = try? JSONDecoder().decode(Problem.self, from: body)
        let hasResult = status == 204 || (200..<300).contains(status) && type.hasPrefix("application/json")
        if hasResult || problem?.isOfService == true {
            self = .response(status: status, code: problem?.code, detail: problem?.detail, retryAfter: retryAfter)
        } else if let place = response.value(forHTTPHeaderField: "Location") {
            self = .foreign(status: status, reason: "a redirect to \(place), which is not followed", retryAfter: retryAfter)
        } else {
            self = .foreign(status: status, reason: "not a response of the service, but \(type)", retryAfter: retryAfter)
        }
    }
}
