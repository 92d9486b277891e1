#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import NIOCore

/// Why a request was not carried out, as RFC 9457 writes it.
///
/// ```json
/// {"type":"urn:live-activities:problem:unknownActivity","title":"Not Found","status":404,"code":"unknownActivity","detail":"…"}
/// ```
struct Problem: Error, Hashable, Sendable {
    var status: HTTPResponse.Status
    /// A permanent name: the code of a ``RuntimeError``, or one of the service's own.
    var code: String
    /// What is wrong and what to do, in words.
    var detail: String
    /// Where in the body, such as `content.state`; `nil` if that is not known.
    var path: String?
    /// The event id with which the request can be repeated; `nil` unless it is not known whether it was carried out.
    var eventID: EventID?
    /// Headers of the response, such as `Allow`.
    var headers = HTTPFields()

    init(_ status: HTTPResponse.Status, _ code: String, _ detail: String, path: String? = nil) {
        self.status = status
        self.code = code
        // A quoted value may be as large as a body.
        self.detail = detail.utf8.count > Self.detailMax ? String(detail.prefix(Self.detailMax)) + "…" : detail
        self.path = path
    }

    private static let detailMax = 2_000

    /// Whether a repetition would be answered in the same way: not where the store failed.
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

    func response(request id: String) -> Response {
        var response = Response(json: value(request: id), status: status, type: "application/problem+json")
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}

extension Problem {
    static func badRequest(_ code: String, _ detail: String, path: String? = nil) -> Self {
        Self(.badRequest, code, detail, path: path)
    }
    static func notFound(_ detail: String) -> Self { Self(.notFound, "notFound", detail) }
    static func unprocessable(_ code: String, _ detail: String, path: String? = nil) -> Self {
        Self(.unprocessableContent, code, detail, path: path)
    }

    static let draining: Problem = {
        var problem = Problem(
            .serviceUnavailable, "draining", "The service is stopping and starts nothing more: try again with another one.")
        problem.headers[.retryAfter] = "5"
        return problem
    }()

    /// The connection ends: where the next request begins cannot be told.
    static let unreadable: Problem = {
        var problem = Problem.badRequest(
            "unreadableRequest",
            "The request is not HTTP/1.1, has not exactly one Host, or has larger headers than the service accepts.")
        problem.headers[.connection] = "close"
        return problem
    }()

    init(_ error: RuntimeError) {
        self.init(error.status, error.code, error.description)
        if case .engine(.undecodable(_, let path, _)) = error { self.path = path }
        if case .outcomeUnknown(_, let id) = error { eventID = id }
        if status == .serviceUnavailable || status == .gatewayTimeout { headers[.retryAfter] = "1" }
    }
}

extension RuntimeError {
    /// The status of a response that reports this.
    var status: HTTPResponse.Status {
        switch self {
        case .engine(let error): error.status
        // It is applied: a client that repeats it would apply it twice.
        case .notDurable: .accepted
        case .otherPartition: .misdirectedRequest
        // Where the activity lives nobody has answered.
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
