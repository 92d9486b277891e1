#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import NIOCore

/// An error response in the format of RFC 9457.
///
/// ```json
/// {"type":"urn:live-activities:problem:unknownActivity","title":"Not
/// Found","status":404,"code":"unknownActivity","detail":"…"}
/// ```
struct Problem: Error, Hashable, Sendable {
    var status: HTTPResponse.Status
    /// A stable identifier: the code of a ``RuntimeError``, or one of the service's own.
    var code: String
    /// Describes what is wrong and how to correct it.
    var detail: String
    /// The location of the error in the body, such as `content.state`; `nil` if unknown.
    var path: String?
    /// The event id with which the client can safely repeat the request; `nil` unless the outcome is unknown.
    var eventID: EventID?
    /// Additional response headers, such as `Allow`.
    var headers = HTTPFields()

    init(_ status: HTTPResponse.Status, _ code: String, _ detail: String, path: String? = nil) {
        self.status = status
        self.code = code
        // The detail may quote a value that is as large as a body, so its length is limited.
        self.detail = detail.utf8.count > Self.detailMax ? String(detail.prefix(Self.detailMax)) + "…" : detail
        self.path = path
    }

    private static let detailMax = 2_000

    /// Whether a repeated request would get the same answer. `false` if the store failed.
    var isFinal: Bool { status.code < 500 && status != .accepted }

    func value(request id: String) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("type", JSONValue("urn:live-activities:problem:\(code)")), ("title", JSONValue(status.reasonPhrase)),
            ("status", JSONValue(status.code)), ("code", JSONValue(code)), ("detail", JSONValue(detail)),
        ]
        if let path, !path.isEmpty { members.append(("path", JSONValue(path))) }
        if let eventID { members.append(("eventId", JSONValue(eventID.rawValue))) }
        members.append(("requestId", JSONValue(id)))
        return JSONValue(members: members)
    }

    func response(request id: String) -> BufferedResponse {
        var bytes: [UInt8] = []
        value(request: id).appendText(to: &bytes)
        var response = BufferedResponse(ByteBuffer(bytes: bytes), status: status, type: "application/problem+json")
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}

extension Problem {
    /// The status of the response to a request that failed with an error.
    static func status(of error: any Error) -> HTTPResponse.Status {
        switch error {
        case let error as Problem: error.status
        case let error as RuntimeError: error.status
        case let error as EngineError: error.status
        default: .internalServerError
        }
    }

    static func badRequest(_ code: String, _ detail: String, path: String? = nil) -> Self {
        Self(.badRequest, code, detail, path: path)
    }
    static func notFound(_ detail: String) -> Self { Self(.notFound, "notFound", detail) }
    static func unprocessable(_ code: String, _ detail: String, path: String? = nil) -> Self {
        Self(.unprocessableContent, code, detail, path: path)
    }

    static let draining: Problem = {
        var problem = Problem(
            .serviceUnavailable, "draining", "The service is shutting down: send the request to another instance.")
        problem.headers[.retryAfter] = "5"
        return problem
    }()

    /// The response to a request that cannot be parsed. It closes the connection, as the start of the next request cannot be
    /// found.
    static let unreadable: Problem = {
        var problem = Problem.badRequest(
            "unreadableRequest",
            "The request is not HTTP/1.1, has not exactly one Host, or has larger headers than the service accepts.")
        problem.headers[.connection] = "close"
        return problem
    }()

    /// - Parameter kinds: The existing kinds, which the detail for an unknown one lists.
    init(_ error: RuntimeError, among kinds: [ActivityKind] = []) {
        self.init(error.status, error.code, error.description(among: kinds))
        if case .engine(.undecodable(_, let path, _)) = error { self.path = path }
        if case .outcomeUnknown(_, let id) = error { eventID = id }
        if status == .serviceUnavailable || status == .gatewayTimeout { headers[.retryAfter] = "1" }
    }
}

extension RuntimeError {
    /// The response status for this error.
    var status: HTTPResponse.Status {
        switch self {
        case .engine(let error): error.status
        // The command is applied; an error status would make the client apply it twice.
        case .notDurable: .accepted
        case .otherPartition: .misdirectedRequest
        // The activity's owner did not answer.
        case .outcomeUnknown: .gatewayTimeout
        case .closed, .storeUnavailable, .fenced: .serviceUnavailable
        default: .internalServerError
        }
    }
}

extension EngineError {
    var status: HTTPResponse.Status {
        switch self {
        case .unknownActivity, .nothingRunning: .notFound
        case .denied: .forbidden
        case .activityEnded, .tooManyActivitiesOfOwner, .alreadyRunning, .dismissedByPerson, .refused: .conflict
        case .payloadTooLarge, .alertTooLarge: .contentTooLarge
        case .tooManyActivities, .changesNotDrained, .permissionsDamaged: .serviceUnavailable
        case .cannotRegister, .cannotRestore, .unencodable, .wakeNotInFuture: .internalServerError
        default: .unprocessableContent
        }
    }
}
#endif
