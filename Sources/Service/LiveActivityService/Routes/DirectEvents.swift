#if Service
import HTTPTypes
import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import NIOCore
import NIOHTTP1

/// Events that are answered on a connection's event loop: `POST /v1/activities/{id}/events` on a runtime in this process.
///
/// It answers what is usual, as ``EventRoutes`` does. A request that is refused before its event was sent, or that has a
/// condition or an `Idempotency-Key`, is not taken, and nothing was done.
final class DirectEvents: Sendable {
    /// The maximum size of a body. Larger ones are read as a stream.
    private static let bodyBytesMax = 1 << 14
    private static let prefix = "/v1/activities/"
    private static let suffix = "/events"
    /// The headers of requests that are passed on.
    private static let others: Set = [
        "expect", "if-match", "connection", "idempotency-key", "content-encoding", "transfer-encoding",
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

    /// Whether a request may be answered here, as far as its head shows.
    func takes(_ head: HTTPRequestHead) -> Bool {
        guard head.method == .POST, head.version == .http1_1, head.uri.hasPrefix(Self.prefix), head.uri.hasSuffix(Self.suffix)
        else { return false }
        var (length, isJSON): (Int?, Bool) = (nil, false)
        for (name, value) in head.headers {
            switch name.utf8.count {
            case 12: if name.lowercased() == "content-type" { isJSON = value == "application/json" }
            case 14: if name.lowercased() == "content-length" { length = Int(value) }
            case 6, 8, 10, 15, 16, 17: if Self.others.contains(name.lowercased()) { return false }
            default: break
            }
        }
        guard isJSON, let length else { return false }
        return length <= min(Self.bodyBytesMax, service.configuration.limits.bodyBytes)
    }

    /// Sends the event of a request.
    ///
    /// - Parameter complete: Called once, on any thread, with a function that makes the response.
    /// - Returns: `false` if the request must be passed on; `complete` is not called then.
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
        runtime.send(json: event, to: .id(id), eventID: eventID, trace: trace) { result in
            complete { self.response(to: event, id, result, body, exchange, access, limit) }
        }
        return true
    }

    private func activity(_ head: RequestHead) -> ActivityID? {
        head.path.flatMap { ActivityID(String($0.dropFirst(Self.prefix.count).dropLast(Self.suffix.count))) }
    }

    private func check(_ access: Access, _ id: ActivityID) throws(Problem) {
        if let needed = route.scope { try access.check(needed, admitsLinks: route.admitsLinks) }
        if access.owner != nil || access.activity != nil { try access.check(id, of: runtime.owner(of: id)) }
    }

    // MARK: - Responses

    private func response(
        to event: [UInt8], _ id: ActivityID, _ result: Result<Outcome, RuntimeError>, _ body: ByteBuffer,
        _ exchange: Exchange, _ access: Access, _ limit: HTTPFields
    ) -> BufferedResponse {
        var response: BufferedResponse
        do {
            let outcome = try EventRoutes.outcome(result, of: body)
            let notices = service.memberCheck.unknownMembers(inEvent: event, to: .id(id))
            response = try CommandAnswer(outcome, of: id, runtime.stateAndRevision(of: id), notices).response()
            for field in limit { response.headers[field.name] = field.value }
        } catch { response = service.problem(error, in: exchange).buffered(request: exchange.id) }
        service.audit(exchange.head, access, response.status)
        exchange.finish(response.status, &response.headers, route: route.name, service)
        response.headers.append(HTTPField(name: .date, value: date.text()))
        return response
    }
}
#endif
