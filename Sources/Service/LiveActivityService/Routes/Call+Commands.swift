#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import NIOCore
import Synchronization

/// Carries out commands of requests: who may, `If-Match`, `Idempotency-Key`, and what the answer says.
extension Call {
    /// Refuses a caller that may not touch this activity.
    func checkAccess(to id: ActivityID) async throws {
        if access.owner == nil, access.activity == nil { return }
        try access.check(id, of: try await runtime.owner(of: id))
    }

    func checkAccess(to reference: ActivityReference) async throws {
        switch reference {
        case .id(let id): try await checkAccess(to: id)
        case .key(let owner, _, _): try access.check(owner: owner)
        }
    }

    /// The revision that `If-Match` asks for; `nil` without the header, and for `*`.
    func wantedRevision() throws(Problem) -> UInt32? {
        guard let text = request.headers[.ifMatch], text != "*" else { return nil }
        guard text.hasPrefix("\""), text.hasSuffix("\""), let revision = UInt32(text.dropFirst().dropLast()) else {
            throw .badRequest("badHeader", "If-Match is one ETag of this activity, such as \"7\".", path: "If-Match")
        }
        return revision
    }

    /// The client's name of what it asks for, to be carried out once.
    func idempotencyKey() throws(Problem) -> String? {
        guard let text = request.headers[.idempotencyKey] else { return nil }
        guard 1...255 ~= text.utf8.count else {
            throw .badRequest("badHeader", "An Idempotency-Key has 1 to 255 bytes.", path: "Idempotency-Key")
        }
        return text
    }

    /// Applies a command, and answers with the activity after it.
    func apply(_ command: Command) async throws -> Response {
        do {
            let outcome: Outcome
            if let revision = try wantedRevision() {
                outcome = try await runtime.apply(command, ifRevision: revision, trace: trace)
            } else {
                outcome = try await runtime.apply(command, trace: trace)
            }
            return try await answer(outcome, command.activity)
        } catch let error as RuntimeError {
            if case .otherRevision = error { throw Problem(.preconditionFailed, error.code, error.description) }
            throw error
        }
    }

    /// What came of a command, with the activity as it is then.
    func answer(_ outcome: Outcome, _ reference: ActivityReference?) async throws -> Response {
        var id = outcome.activity
        if id == nil, let reference { id = try? await runtime.resolve(reference) }
        var pieces = JSONPieces()
        pieces.put(#"{"outcome":"#)
        pieces.put(string: outcome.name)
        if case .ignored(let reason) = outcome {
            pieces.put(#","reason":"#)
            pieces.put(string: reason.rawValue)
        }
        if case .published(let report) = outcome {
            pieces.put(",")
            pieces.put(report.members)
        }
        var status = HTTPResponse.Status.ok
        var headers = HTTPFields()
        if let id {
            pieces.put(#","activity":"#)
            pieces.put(string: "\(id)")
            // The command is carried out. That the activity cannot be read now must not say otherwise.
            do {
                if let record = try await runtime.record(of: id) {
                    pieces.put(#","state":"#)
                    pieces.put(string: record.state.rawValue)
                    pieces.put(#","revision":"#)
                    pieces.put(record.revision)
                    headers[.eTag] = ActivityJSON.etag(record.revision)
                } else {
                    pieces.put(#","state":"dismissed""#)
                }
            } catch {}
            if case .started = outcome {
                status = .created
                headers[.location] = "/v1/activities/\(id)"
            }
        }
        pieces.put("}")
        var response = Response(bytes: pieces.bytes, status: status)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }

    /// Carries out a request once for each `Idempotency-Key` of a caller: a repetition gets the first answer.
    func once(_ route: String, _ body: [UInt8], _ carryOut: () async throws -> Response) async throws -> Response {
        try await once(route, body) { (try await carryOut(), true) }
    }

    /// - Parameter carryOut: Says too whether its answer is the answer to a repetition. If not, the key may be used again.
    func once(
        _ route: String, _ body: [UInt8], _ carryOut: () async throws -> (response: Response, isFinal: Bool)
    ) async throws -> Response {
        guard let key = try idempotencyKey() else { return try await carryOut().response }
        let name = IdempotencyCache.Key(caller: access.name, route: route, key: key)
        switch service.idempotency.begin(name, hash: body.hashValue) {
        case .known(let status, let body, let etag):
            var response = Response(bytes: body, status: .init(code: status))
            if let etag { response.headers[.eTag] = etag }
            response.headers[.idempotentReplay] = "true"
            return response
        case .otherBody:
            throw Problem.unprocessable(
                "idempotencyKeyReused", "This Idempotency-Key came before with another body: a new request needs a new key.")
        case .underWay:
            throw Problem(.conflict, "idempotencyKeyInUse", "The first request with this Idempotency-Key is still under way.")
        case .new: break
        }
        do {
            let (response, isFinal) = try await carryOut()
            guard isFinal else {
                service.idempotency.end(name, nil)
                return response
            }
            service.idempotency.end(
                name, (status: response.status.code, body: try await response.body.bytes, etag: response.headers[.eTag]))
            return response
        } catch {
            service.idempotency.end(name, nil)
            throw error
        }
    }
}

extension HTTPField.Name {
    static let idempotentReplay = Self("Idempotent-Replay")!
}

extension Outcome {
    /// A permanent name for the case.
    var name: String {
        switch self {
        case .started: "started"
        case .joined: "joined"
        case .applied: "applied"
        case .unchanged: "unchanged"
        case .ignored: "ignored"
        case .published: "published"
        }
    }
}

extension PublishReport {
    /// The counts as members of a JSON object.
    var members: [UInt8] {
        Array(#""reached":\#(reached),"applied":\#(applied),"unchanged":\#(unchanged),"refused":\#(refused)"#.utf8)
    }
}

/// Collects what a body writes.
private struct BodyCollector: ResponseBodyWriter {
    final class Box: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    let box: Box
    mutating func write(_ buffer: ByteBuffer) async throws { box.bytes.withLock { $0 += buffer.readableBytesView } }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension ResponseBody {
    fileprivate var bytes: [UInt8] {
        get async throws {
            let box = BodyCollector.Box()
            try await write(BodyCollector(box: box))
            return box.bytes.withLock { $0 }
        }
    }
}
#endif
