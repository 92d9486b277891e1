#if Service
import DeliveryActivity
import HTTPTypes
import HummingbirdCore
import LiveActivities
import LiveActivityService
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1

extension Costs {
    static let ofService = [
        // The service's part of a request: route, access, body, command and answer. Parsing and writing HTTP are not counted.
        HotPath(name: "http-event", commands: 2_000) { count in
            let (service, paths, bodies) = try serviceAndEvents(count)
            let channel = EmbeddedChannel()
            return .asynchronous { number in
                let head = HTTPRequest(
                    method: .post, scheme: "http", authority: "127.0.0.1:8080", path: paths[number],
                    headerFields: [.contentType: "application/json"])
                let request = Request(head: head, body: RequestBody(buffer: bodies[number]))
                let response = try await service.response(to: request, on: channel)
                guard response.status == .ok else { throw CostsError(reason: "request \(number): \(response.status)") }
            }
        },
        // The same for a request that the connection's event loop answers.
        HotPath(name: "http-event-direct", commands: 2_000) { count in
            let (service, paths, bodies) = try serviceAndEvents(count)
            let channel = EmbeddedChannel()
            return .synchronous { number in
                let head = HTTPRequestHead(
                    version: .http1_1, method: .POST, uri: paths[number],
                    headers: [
                        "Host": "127.0.0.1:8080", "Content-Type": "application/json",
                        "Content-Length": "\(bodies[number].readableBytes)",
                    ])
                let status = service.directStatus(of: head, bodies[number], on: channel)
                guard status == .ok else { throw CostsError(reason: "request \(number): \(status.map { "\($0)" } ?? "none")") }
            }
        },
    ]

    private static func serviceAndEvents(_ count: Int) throws -> (LiveActivityService, paths: [String], bodies: [ByteBuffer]) {
        let (deliveries, texts) = (try Deliveries(payloadBytes: 4_096), try Deliveries.texts(count))
        let service = try LiveActivityService(
            ServiceConfiguration(), kinds: ServiceKinds(providers: [AnyProvider(DeliveryProvider())]),
            runtime: deliveries.runtime, logger: Logger(label: "costs") { _ in SwiftLogNoOpLogHandler() })
        let paths = (0..<count).map { "/v1/activities/\(deliveries.id($0))/events" }
        return (service, paths, texts.map { ByteBuffer(bytes: Array(#"{"event":"#.utf8) + $0 + Array("}".utf8)) })
    }
}
#else
extension Costs {
    static let ofService: [HotPath] = []
}
#endif
