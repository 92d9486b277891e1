#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import NIOCore

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

    /// Refuses a caller that may not give this command.
    func checkAccess(to command: Command) async throws {
        switch command.target {
        case .owner(let owner): try access.check(owner: owner)
        case .activity(let reference): try await checkAccess(to: reference)
        case .topic, .all: try access.checkEveryOwner()
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

    /// Carries out any command of a client: checks the caller's access, applies it once for each `Idempotency-Key`, and answers
    /// with the activity after it.
    ///
    /// - Parameters:
    ///   - route: What one `Idempotency-Key` is for: the same key in another route is another request.
    ///   - body: The request's body: another body with the same key is refused.
    func perform(_ command: Command, as route: @autoclosure () -> String, _ body: JSONValue) async throws -> Response {
        if case .start = command, service.isDraining { throw Problem.draining }
        try await checkAccess(to: command)
        var command = command
        if let key = try idempotencyKey() { command.identify(by: key) }
        return try await once(route(), JSONText(body).bytes) { [command] in try await apply(command) }
    }

    /// Applies a command, at the revision that `If-Match` asks for.
    func carryOut(_ command: Command) async throws -> Outcome {
        let revision = try wantedRevision()
        do throws(RuntimeError) { return try await runtime.apply(command, ifRevision: revision, trace: trace) } catch {
            if case .otherRevision = error { throw Problem(.preconditionFailed, error.code, error.description) }
            throw error
        }
    }

    /// Applies a command, and answers with the activity after it.
    func apply(_ command: Command) async throws -> Response {
        try await answer(try await carryOut(command), command.activity)
    }

    /// What came of a command, with the activity as it is then.
    func answer(_ outcome: Outcome, _ reference: ActivityReference?) async throws -> Response {
        var id = outcome.activity
        if id == nil, let reference { id = try? await runtime.resolve(reference) }
        var answer = CommandAnswer(outcome)
        guard let id else { return try Response(encoding: answer) }
        answer.activity = id
        // The command is carried out. That the activity cannot be read now must not say otherwise.
        do {
            let record = try await runtime.record(of: id)
            (answer.state, answer.revision) = (record?.state ?? .dismissed, record?.revision)
        } catch {}
        var response = try Response(encoding: answer, revision: answer.revision)
        switch outcome {
        case .started: response.status = .created
        // A repeated start joins the activity of the first one.
        case .joined: break
        default: return response
        }
        response.headers[.location] = "/v1/activities/\(id)"
        return response
    }

    /// Carries out a request once for each `Idempotency-Key` of a caller: a repetition gets the first answer.
    ///
    /// - Parameters:
    ///   - route: What is asked for.
    ///   - body: With what: another body with the same key is refused.
    func once(
        _ route: @autoclosure () -> String, _ body: @autoclosure () -> [UInt8], _ carryOut: () async throws -> Response
    ) async throws -> Response {
        try await once(route(), body()) { (try await carryOut(), true) }
    }

    /// - Parameter carryOut: Says too whether its answer is the answer to a repetition. If not, the key may be used again.
    func once(
        _ route: @autoclosure () -> String, _ body: @autoclosure () -> [UInt8],
        _ carryOut: () async throws -> (response: Response, isFinal: Bool)
    ) async throws -> Response {
        guard let key = try idempotencyKey() else { return try await carryOut().response }
        let name = IdempotencyCache.Key(caller: access.name, route: route(), key: key)
        switch service.idempotency.begin(name, hash: body().hashValue) {
        case .known(var response):
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
            service.idempotency.end(name, isFinal ? response : nil)
            return response
        } catch {
            service.idempotency.end(name, nil)
            throw error
        }
    }
}

extension Command {
    /// Lets the runtime recognise a repetition by its `Idempotency-Key`, also after a restart, where the command names nothing
    /// of its own: an event by its id, a start by its key.
    mutating func identify(by key: String) {
        if case .start(var start) = self, start.options.key == nil {
            start.options.key = StartKey("idempotency:\(key)")
            self = .start(start)
        } else if eventID == nil {
            eventID = EventID(key)
        }
    }
}

extension HTTPField.Name {
    static let idempotentReplay = Self("Idempotent-Replay")!
}
#endif
