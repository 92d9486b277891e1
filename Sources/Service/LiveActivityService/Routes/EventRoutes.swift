#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import NIOCore

/// The routes that send events to one activity, in batches, and to a topic.
enum EventRoutes {
    static let all = [
        one,
        Route(.post, "/v1/events", .write) { call in try await sendMany(call) },
        Route(.post, "/v1/topics/{topic}/events", .write) { call in
            let body = try await call.object(), topic = call.parameter("topic")
            let command = try call.command([("command", "publish"), ("topic", JSONValue(topic))], body)
            return try await call.perform(command, as: "publish \(topic)", body)
        },
    ]

    // MARK: - One event

    /// The route of one event. ``DirectEvents`` answers most of its requests.
    static let one = Route(.post, "/v1/activities/{id}/events", .write) { call in try await send(call) }

    private static func send(_ call: Call) async throws -> Response {
        let id = try call.activity()
        try call.checkType(["application/json"])
        let body = try await call.body()
        guard let (event, eventID) = EventBody.read(body), call.request.headers[.ifMatch] == nil else {
            let value = try Call.object(parsing: body)
            let command = try call.command([("command", "send"), ("activity", JSONValue("\(id)"))], value)
            return try await call.perform(command, as: "send \(id)", value)
        }
        try await call.checkAccess(to: id)
        return try await call.once("send \(id)", JSONText((try? Call.parse(body)) ?? .null).bytes) { key in
            let result: Result<Outcome, RuntimeError>
            do throws(RuntimeError) {
                result = .success(
                    try await call.runtime.send(
                        json: event, to: .id(id), eventID: eventID ?? key.map { EventID($0) }, timestamp: nil,
                        trace: call.trace))
            } catch { result = .failure(error) }
            let outcome = try outcome(result, of: body)
            let notices = call.service.memberCheck.unknownMembers(inEvent: event, to: .id(id))
            return try await call.answer(outcome, .id(id), notices: notices)
        }
    }

    /// The outcome of an event whose body was not parsed: invalid JSON must be reported as such, before an unknown event.
    static func outcome(_ result: Result<Outcome, RuntimeError>, of body: ByteBuffer) throws -> Outcome {
        if case .failure = result { _ = try Call.parse(body) }
        return try result.get()
    }

    // MARK: - Batches

    /// Sends a batch. Each line, or each element of an array, is a `send` command without its name. The response has one result
    /// for each, in the same order.
    ///
    /// The response is sent when all events are durable, after a single wait for the store.
    private static func sendMany(_ call: Call) async throws -> Response {
        try call.checkType(["application/json", "application/jsonl", "application/x-ndjson"])
        let body = try await call.body(upTo: call.service.configuration.limits.batchBytes)
        let limit = call.service.configuration.limits.batchEvents
        let elements = try EventBatch.elements(of: body, limit: limit)
        return try await call.once("events", body.withUnsafeReadableBytes { Array($0) }) { key in
            let (response, isFinal) = try await answer(elements, key, call)
            return (response, isFinal)
        }
    }

    /// - Parameter key: Used with the index in the batch as the id of events without one.
    /// - Returns: The results, and whether a repeated batch would get the same ones: not if the store failed for an event.
    private static func answer(
        _ elements: [EventBatch.Element], _ key: String?, _ call: Call
    ) async throws -> (response: Response, isFinal: Bool) {
        var isFinal = true
        var events: [JSONEvent] = []
        events.reserveCapacity(elements.count)
        var problems: [Int: Problem] = [:]
        for (index, element) in elements.enumerated() {
            do {
                var event = try await event(element, call)
                if event.id == nil, let key { event.id = eventID(key, index) }
                events.append(event)
            } catch let error as Problem {
                problems[index] = error
            } catch let error as RuntimeError { problems[index] = Problem(error) }
        }
        var results = zip(events, await call.runtime.send(json: events, trace: call.trace)).makeIterator()
        let answers = try elements.indices.map { index -> JSONText in
            func refused(_ problem: Problem) throws -> JSONText {
                isFinal = isFinal && problem.isFinal
                return JSONText(trusted: try WireEncoder().encode(CommandAnswer(problem)))
            }
            if let problem = problems[index] { return try refused(problem) }
            guard let (event, result) = results.next() else {
                preconditionFailure("a batch has a result for each event")
            }
            switch result {
            case .success(let outcome):
                let notices = call.service.memberCheck.unknownMembers(inEvent: event.json, to: event.activity)
                return try CommandAnswer.text(outcome, notices)
            case .failure(let error): return try refused(Problem(error))
            }
        }
        return (try Response(encoding: ["results": answers]), isFinal)
    }

    /// The id of an event in a batch, derived from the key. A long key is replaced by its hash, as ids are stored with the
    /// activity.
    static func eventID(_ key: String, _ index: Int) -> EventID {
        EventID("\(key.utf8.count > 128 ? TokenFile.hash(key) : key)/\(index)")
    }

    /// Decodes an event of a batch and checks the caller's access to its activity.
    private static func event(_ element: EventBatch.Element, _ call: Call) async throws -> JSONEvent {
        switch element {
        case .event(let event, let id, let reference):
            try await call.checkAccess(to: reference)
            return JSONEvent(event, to: reference, id: id)
        case .value(let value):
            guard value.kind == .object else {
                throw Problem.unprocessable("notAnObject", "An event of a batch must be a JSON object.")
            }
            guard case .send(let reference, let event, let id, let timestamp) = try call.command([("command", "send")], value)
            else { throw Problem.unprocessable("undecodable", "An event of a batch must have 'activity' and 'event'.") }
            try await call.checkAccess(to: reference)
            return JSONEvent(JSONText(event).bytes, to: reference, id: id, timestamp: timestamp)
        case .notJSON(let reason): throw Problem.badRequest("notJSON", reason)
        }
    }
}
#endif
