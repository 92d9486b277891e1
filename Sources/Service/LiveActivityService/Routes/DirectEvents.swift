#if Service
import HTTPTypes
import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import NIOCore
import NIOHTTP1

/// Events that are answered on a connection's event loop: `POST /v1/activities/{id}/events` on a runtime in this process.
///
/// It answers as ``EventRoutes`` does. It passes on a request that has a condition or an `Idempotency-Key`, and one that is
/// refused before its event was sent.
final class DirectEvents: DirectResponder {
    /// The maximum size of a body. Larger ones are read as a stream.
    private static let bodyBytesMax = 1 << 14
    private static let prefix = "/v1/activities/"
    private static let suffix = "/events"
    /// The headers of requests that are passed on.
    private static let others: Set = [
        "expect", "if-match", "idempotency-key", "content-encoding", "transfer-encoding",
    ]

    private let service: ServiceState
    private let runtime: LiveActivityRuntime
    private let route: Route
    private let date = DateHeader()

    /// - Returns: `nil` in a cluster, whose commands may be sent to other nodes.
    init?(_ service: ServiceState) {
        guard let runtime = service.runtime as? LiveActivityRuntime else { return nil }
        (self.service, self.runtime, route) = (service, runtime, EventRoutes.one)
    }

    // MARK: - Requests

    func takes(_ head: HTTPRequestHead) -> Bool {
        guard head.method == .POST, head.version == .http1_1, head.uri.hasPrefix(Self.prefix), head.uri.hasSuffix(Self.suffix)
        else { return false }
        var (length, isJSON): (Int?, Bool) = (nil, false)
        for (name, value) in head.headers {
            switch name.utf8.count {
            case 10: if name.lowercased() == "connection", value.lowercased() != "keep-alive" { return false }
            case 12:
                guard name.lowercased() == "content-type" else { break }
                // Of two values neither is right.
                guard !isJSON, value == "application/json" else { return false }
                isJSON = true
            case 14: if name.lowercased() == "content-length" { length = Int(value) }
            case 6, 8, 15, 16, 17: if Self.others.contains(name.lowercased()) { return false }
            default: break
            }
        }
        guard isJSON, let length else { return false }
        return length <= min(Self.bodyBytesMax, service.configuration.limits.bodyBytes)
    }

    func respond(
        to parsed: HTTPRequestHead, _ body: ByteBuffer, on channel: any Channel,
        _ complete: @escaping @Sendable (_ response: @escaping @Sendable () -> BufferedResponse) -> Void
    ) -> Bool {
        let head = RequestHead(parsed)
        let exchange = Exchange(head)
        guard let id = activity(head), let (event, eventID) = EventBody.read(body),
            let access = try? service.access(head, route), (try? check(access, id)) != nil,
            let limit = try? service.limit(access, channel)
        else { return false }
        let trace = head[.traceparent].flatMap { TraceContext(traceparent: $0) }
        runtime.send(json: event, to: .id(id), eventID: eventID, trace: trace) { [self] result in
            let outcome = Result { try EventRoutes.outcome(result, of: body) }
            // Here, because the connection's event loop may end before it writes a response.
            switch outcome {
            case .success: service.audit(head, access, .ok)
            case .failure(let error): service.audit(head, access, Problem.status(of: error))
            }
            complete { self.response(to: event, id, outcome, exchange, limit) }
        }
        return true
    }

    private func activity(_ head: RequestHead) -> ActivityID? {
        // By bytes: to count characters takes longer than to read the event.
        let id = head.target?.utf8.dropFirst(Self.prefix.utf8.count).dropLast(Self.suffix.utf8.count)
        return id.flatMap { String($0) }.flatMap { ActivityID($0) }
    }

    private func check(_ access: Access, _ id: ActivityID) throws(Problem) {
        if let needed = route.scope { try access.check(needed, admitsLinks: route.admitsLinks) }
        if access.isLimited { try access.check(id, of: runtime.owner(of: id)) }
    }

    // MARK: - Responses

    private func response(
        to event: [UInt8], _ id: ActivityID, _ outcome: Result<Outcome, any Error>, _ exchange: Exchange, _ limit: HTTPFields
    ) -> BufferedResponse {
        var response: BufferedResponse
        do {
            let outcome = try outcome.get()
            let notices = service.memberCheck.unknownMembers(inEvent: event, to: .id(id))
            let answer = CommandAnswer(outcome, of: id, runtime.stateAndRevision(of: id), notices)
            response = try BufferedResponse(encoding: answer, revision: answer.revision)
            for field in limit { response.headers[field.name] = field.value }
        } catch { response = service.problem(error, in: exchange).response(request: exchange.id) }
        exchange.finish(response.status, &response.headers, route: route.name, service)
        response.headers.append(HTTPField(name: .date, value: date.text()))
        return response
    }
}
#endif
