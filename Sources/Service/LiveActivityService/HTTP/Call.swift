#if Service
import Foundation
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import NIOCore
import NIOHTTPCompression

/// One request, as its route receives it. A class, because a copy of everything that it has would be made for each function of
/// a route.
final class Call: Sendable {
    let request: Request
    let context: ServiceContext
    let service: ServiceState
    /// The caller's permissions.
    let access: Access
    /// The trace that the request belongs to.
    let trace: TraceContext?

    init(_ request: Request, _ context: ServiceContext, _ service: ServiceState, _ access: Access) {
        (self.request, self.context, self.service, self.access) = (request, context, service, access)
        trace = request.headers[.traceparent].flatMap { TraceContext(traceparent: $0) }
    }

    var runtime: any ServiceRuntime { service.runtime }

    // MARK: - The path and the query

    /// The decoded value of a path parameter, such as `{id}`.
    func parameter(_ name: String) -> String {
        context.parameters.get(name)?.percentDecoded ?? ""
    }

    /// - Throws: ``Problem``, 404, if the parameter is not an activity id.
    func activity(_ name: String = "id") throws(Problem) -> ActivityID {
        guard let id = ActivityID(parameter(name)) else {
            throw Problem(
                .notFound, "unknownActivity",
                "'\(parameter(name).abridged)' is not an activity id: an id has 16 hexadecimal digits.")
        }
        return id
    }

    /// The parameters of the query. If a parameter is repeated, the last value counts.
    ///
    /// - Throws: ``Problem``, 400, for an unknown parameter and for text that is not percent-encoded.
    func query(_ known: [String]) throws(Problem) -> [String: String] {
        guard let query = request.uri.query, !query.isEmpty else { return [:] }
        var found: [String: String] = [:]
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = pair.map { String($0).replacing("+", with: " ").percentDecoded }
            guard let name = texts[0], let value = texts.count > 1 ? texts[1] : ""
            else { throw .badRequest("badQuery", "The query is not percent-encoded UTF-8.") }
            guard known.contains(name) || name == "access_token" else {
                throw .badRequest(
                    "badQuery", "Unknown parameter '\(name.abridged)'; the parameters are \(known.joined(separator: ", ")).",
                    path: name)
            }
            found[name] = value
        }
        return found
    }

    /// A date among the query's parameters; `nil` without the parameter.
    static func date(_ name: String, _ query: [String: String]) throws(Problem) -> Date? {
        guard let text = query[name] else { return nil }
        guard let date = Date(iso8601: text) else {
            throw .badRequest("badQuery", "'\(name)' must be a date such as 2026-06-20T17:00:00Z.", path: name)
        }
        return date
    }

    /// An activity id in the query's parameter `name`.
    static func activity(_ text: some StringProtocol, _ name: String) throws(Problem) -> ActivityID {
        guard let id = ActivityID(String(text)) else {
            throw .badRequest("badQuery", "'\(String(text).abridged)' is not an activity id.", path: name)
        }
        return id
    }

    /// The query's parameter `kind`; `nil` without it. A mistyped kind is refused, because nothing would ever match it.
    func kind(_ query: [String: String]) throws(Problem) -> ActivityKind? {
        guard let kind = query["kind"].map({ ActivityKind($0) }) else { return nil }
        return try provider(of: kind) { .badRequest("badQuery", $0, path: "kind") }.kind
    }

    /// The provider of a kind.
    ///
    /// - Parameter refusal: The problem where there is no such kind, with its reason, which suggests another one.
    func provider(of kind: ActivityKind, else refusal: (String) -> Problem) throws(Problem) -> AnyProvider {
        let providers = service.kinds.providers
        guard let provider = providers.first(where: { $0.kind == kind }) else {
            throw refusal(CaseNames.unknown(kind.rawValue, "kind", among: providers.map(\.kind.rawValue)))
        }
        return provider
    }

    /// The maximum number of elements in the answer: the query's parameter `limit`.
    static func limit(_ query: [String: String], default number: Int, max: Int) throws(Problem) -> Int {
        guard let text = query["limit"] else { return number }
        guard let limit = Int(text), 1...max ~= limit else {
            throw .badRequest("badQuery", "'limit' must be a number from 1 to \(max).", path: "limit")
        }
        return limit
    }

    // MARK: - The body

    /// Reads the whole body.
    ///
    /// - Throws: ``Problem``, 413, if it exceeds the service's limit.
    func body(upTo limit: Int? = nil) async throws -> ByteBuffer {
        try await Self.body(of: request, upTo: limit ?? service.configuration.limits.bodyBytes)
    }

    static func body(of request: Request, upTo limit: Int) async throws -> ByteBuffer {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge(limit) }
        if let encoding = request.headers[.contentEncoding], !["identity", "gzip", "deflate"].contains(encoding) {
            throw Problem(
                .unsupportedMediaType, "unsupportedEncoding",
                "The content encoding '\(encoding.abridged)' is not supported: use gzip, deflate or none.")
        }
        do { return try await request.body.collect(upTo: limit) } catch {
            switch error {
            case is NIOTooManyBytesError, NIOHTTPDecompression.DecompressionError.limit: throw tooLarge(limit)
            case is UnreadableRequests.BrokenBody: throw Problem.unreadable
            case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
                var problem = Problem.badRequest("badEncoding", "The body does not match its Content-Encoding.")
                problem.headers[.connection] = "close"
                throw problem
            default: throw error
            }
        }
    }

    private static func tooLarge(_ limit: Int) -> Problem {
        var problem = Problem(.contentTooLarge, "bodyTooLarge", "The body exceeds the limit of \(limit) bytes.")
        problem.headers[.connection] = "close"
        return problem
    }

    /// Reads the body as a JSON object.
    ///
    /// - Throws: ``Problem``, 400 for invalid JSON, 415 for another content type, 422 for a value that is not an object.
    func object() async throws -> JSONValue {
        try checkType(["application/json"])
        return try Self.object(parsing: try await body())
    }

    static func object(parsing body: ByteBuffer) throws(Problem) -> JSONValue {
        let value = try parse(body)
        guard value.kind == .object else { throw .unprocessable("notAnObject", "The body must be a JSON object.") }
        return value
    }

    /// Reads the body as a JSON object that has only these members.
    func object(_ members: [String]) async throws -> JSONValue { try Self.check(try await object(), members) }

    /// Refuses a body with an unknown member, which would otherwise be silently ignored.
    static func check(_ body: JSONValue, _ members: [String]) throws(Problem) -> JSONValue {
        for (name, _) in body.members where !members.contains(name) {
            let reason = CaseNames.unknown(name, "member", among: members)
            throw .unprocessable("undecodable", reason, path: String(name.prefix(64)))
        }
        return body
    }

    /// A member of a body; `nil` if it is missing or `null`.
    static func member<Value>(
        _ name: String, of body: JSONValue, _ value: (JSONValue) -> Value?
    ) throws(Problem) -> Value? {
        guard let member = body[name], member.kind != .null else { return nil }
        guard let value = value(member) else {
            throw .unprocessable("undecodable", "'\(name)' has the wrong type.", path: name)
        }
        return value
    }

    /// Reads the body as a JSON object; an empty body counts as an empty object.
    func objectIfAny() async throws -> JSONValue {
        let body = try await body()
        if body.readableBytes == 0 { return JSONValue(members: []) }
        try checkType(["application/json"])
        return try Self.object(parsing: body)
    }

    /// Refuses other content types. An HTML form on another site can send only a few types, and JSON is not one of them.
    func checkType(_ known: [String]) throws(Problem) {
        let type = request.headers[.contentType] ?? ""
        if known.contains(type) { return }
        guard known.contains(type.prefix { $0 != ";" }.lowercased().trimmed) else {
            throw Problem(
                .unsupportedMediaType, "unsupportedMediaType",
                "The body must be \(known.joined(separator: " or ")), as stated in the header Content-Type.")
        }
    }

    static func parse(_ body: ByteBuffer) throws(Problem) -> JSONValue {
        do throws(JSONParseError) {
            return try body.withUnsafeReadableBytes { (bytes) throws(JSONParseError) in
                try JSONValue(parsing: bytes.bindMemory(to: UInt8.self))
            }
        } catch { throw .badRequest("notJSON", "The body is not JSON: \(error)") }
    }

    /// Decodes a command from a JSON object.
    ///
    /// - Parameter members: Members that the route determines; they replace those of the body.
    func command(_ members: [(key: String, value: JSONValue)], _ body: JSONValue) throws(Problem) -> Command {
        let fixed = members.map(\.key)
        let all = members + body.members.filter { !fixed.contains($0.key) }.map { (key: $0.key, value: $0.value) }
        let timed: TimedCommand
        do { timed = try WireDecoder().decode(TimedCommand.self, from: JSONValue(members: all)) } catch {
            throw Problem(.engine(EngineError(error, reading: "body")))
        }
        // Lines of `live-activities run` have both members. They would have no effect here, so they are refused.
        if timed.at != nil {
            throw .unprocessable("undecodable", "A command is applied when it arrives: remove the member 'at'.", path: "at")
        }
        if timed.trace != nil {
            throw .unprocessable(
                "undecodable", "Send the trace in the header 'traceparent', not in the body.", path: "traceparent")
        }
        return timed.command
    }
}

extension String {
    /// The percent-decoded string; `nil` if it is not percent-encoded UTF-8.
    var percentDecoded: String? {
        let isPlain = utf8.withContiguousStorageIfAvailable { !$0.contains(UInt8(ascii: "%")) }
        return isPlain == true ? self : removingPercentEncoding
    }

    var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
#endif
