#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import NIOCore

/// Applies the commands of requests: checks access, `If-Match` and `Idempotency-Key`, and encodes the response.
extension Call {
    /// Refuses a caller without access to this activity.
    func checkAccess(to id: ActivityID) async throws {
        guard access.isLimited else { return }
        try access.check(id, of: try await runtime.owner(of: id))
    }

    func checkAccess(to reference: ActivityReference) async throws {
        switch reference {
        case .id(let id): try await checkAccess(to: id)
        case .key(let owner, _, _): try access.check(owner: owner)
        }
    }

    /// Refuses a caller without access to the command's target.
    func checkAccess(to command: Command) async throws {
        switch command.target {
        case .owner(let owner): try access.check(owner: owner)
        case .activity(let reference): try await checkAccess(to: reference)
        case .topic, .all: try access.checkEveryOwner()
        }
    }

    /// The revision in `If-Match`; `nil` without the header, and for `*`.
    func wantedRevision() throws(Problem) -> UInt32? {
        guard let text = request.headers[.ifMatch], text != "*" else { return nil }
        guard text.hasPrefix("\""), text.hasSuffix("\""), let revision = UInt32(text.dropFirst().dropLast()) else {
            throw .badRequest("badHeader", "If-Match must be a single ETag of this activity, such as \"7\".", path: "If-Match")
        }
        return revision
    }

    /// The value of `Idempotency-Key`, which identifies the request across repetitions.
    func idempotencyKey() throws(Problem) -> String? {
        guard let text = request.headers[.idempotencyKey] else { return nil }
        guard 1...255 ~= text.utf8.count else {
            throw .badRequest("badHeader", "An Idempotency-Key must have 1 to 255 bytes.", path: "Idempotency-Key")
        }
        return text
    }

    /// Applies any command of a client: checks the caller's access, applies it once for each `Idempotency-Key`, and responds
    /// with the activity after the command.
    ///
    /// - Parameters:
    ///   - route: The scope of an `Idempotency-Key`: with the same key, a request to another route is a different one.
    ///   - body: The request's body; the same key with another body is refused.
    func perform(_ command: Command, as route: @autoclosure () -> String, _ body: JSONValue) async throws -> Response {
        if case .start = command, service.isDraining { throw Problem.draining }
        try await checkAccess(to: command)
        return try await once(route(), JSONText(body).bytes) { key in
            var command = command
            if let key { command.identify(by: key) }
            return try await apply(command)
        }
    }

    /// Applies a command if the activity has the revision in `If-Match`.
    func carryOut(_ command: Command) async throws -> Outcome {
        let revision = try wantedRevision()
        do throws(RuntimeError) { return try await runtime.apply(command, ifRevision: revision, trace: trace) } catch {
            if case .otherRevision = error { throw Problem(.preconditionFailed, error.code, error.description) }
            // A client without an answer repeats the request, whose effect already exists.
            if case .end = command, case .engine(.activityEnded) = error { return .unchanged }
            throw error
        }
    }

    /// Applies a command, and responds with the activity after it.
    func apply(_ command: Command) async throws -> Response {
        let outcome = try await carryOut(command)
        return try await answer(outcome, command.activity, notices: service.memberCheck.unknownMembers(in: command))
    }

    /// Encodes a command's outcome with the activity's current state.
    func answer(
        _ outcome: Outcome, _ reference: ActivityReference?, notices: [UnknownMember] = []
    ) async throws -> Response {
        var id = outcome.activity
        if id == nil, let reference { id = try? await runtime.resolve(reference) }
        guard let id else { return try Response(encoding: CommandAnswer(outcome, notices: notices)) }
        // The command has been applied, so a failure to read the activity must not report an error.
        var answer = CommandAnswer(outcome, notices: notices)
        answer.activity = id
        do { answer = CommandAnswer(outcome, of: id, try await runtime.stateAndRevision(of: id), notices) } catch {}
        var response = try Response(encoding: answer, revision: answer.revision)
        switch outcome {
        case .started: response.status = .created
        // A repeated start joins the activity that the first one started.
        case .joined: break
        default: return response
        }
        response.headers[.location] = "/v1/activities/\(id)"
        return response
    }

    /// Carries out a request once for each `Idempotency-Key` of a caller; a repetition gets the first response.
    ///
    /// - Parameters:
    ///   - route: The scope of the key.
    ///   - body: The request's body; the same key with another body is refused.
    ///   - carryOut: Receives the key; `nil` for a request without one.
    func once(
        _ route: @autoclosure () -> String, _ body: @autoclosure () -> [UInt8],
        _ carryOut: (_ key: String?) async throws -> Response
    ) async throws -> Response {
        try await once(route(), body()) { (try await carryOut($0), true) }
    }

    /// - Parameter carryOut: Also returns whether its response may be given to a repetition. If not, the key may be used again.
    func once(
        _ route: @autoclosure () -> String, _ body: @autoclosure () -> [UInt8],
        _ carryOut: (_ key: String?) async throws -> (response: Response, isFinal: Bool)
    ) async throws -> Response {
        guard let key = try idempotencyKey() else { return try await carryOut(nil).response }
        let name = IdempotencyCache.Key(caller: access.client, route: route(), key: key)
        switch service.idempotency.begin(name, hash: body().hashValue) {
        case .known(var response):
            response.headers[.idempotentReplay] = "true"
            return response
        case .otherBody:
            throw Problem.unprocessable(
                "idempotencyKeyReused",
                "This Idempotency-Key was already used with another body: use a new key for a new request.")
        case .underWay:
            throw Problem(.conflict, "idempotencyKeyInUse", "The first request with this Idempotency-Key is still in progress.")
        case .new: break
        }
        do {
            let (response, isFinal) = try await carryOut(key)
            service.idempotency.end(name, isFinal ? response : nil)
            return response
        } catch {
            service.idempotency.end(name, nil)
            throw error
        }
    }
}

extension Command {
    /// Derives an event id or a start key from the `Idempotency-Key` if the command has none, so that the runtime recognises a
    /// repetition also after a restart.
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
