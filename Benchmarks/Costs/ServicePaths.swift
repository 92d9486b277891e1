#if Service
import DeliveryActivity
import HTTPTypes
import HummingbirdCore
import LiveActivities
import LiveActivityService
import Logging
import NIOCore
import NIOEmbedded

extension Costs {
    static let ofService = [
        // The service's part of a request: route, access, body, command and answer. Parsing and writing HTTP are not counted.
        HotPath(name: "http-event", commands: 2_000) { count in
            let (deliveries, texts) = (try Deliveries(payloadBytes: 4_096), try Deliveries.texts(count))
            let service = try LiveActivityService(
                ServiceConfiguration(), kinds: ServiceKinds(providers: [AnyProvider(DeliveryProvider())]),
                runtime: deliveries.runtime, logger: Logger(label: "costs") { _ in SwiftLogNoOpLogHandler() })
            let channel = EmbeddedChannel()
            let paths = (0..<count).map { "/v1/activities/\(deliveries.id($0))/events" }
            let bodies = texts.map { ByteBuffer(bytes: Array(#"{"event":"#.utf8) + $0 + Array("}".utf8)) }
            return .asynchronous { number in
                let head = HTTPRequest(
                    method: .post, scheme: "http", authority: "127.0.0.1:8080", path: paths[number],
                    headerFields: [.contentType: "application/json"])
                let request = Request(head: head, body: RequestBody(buffer: bodies[number]))
                let response = try await service.response(to: request, on: channel)
                guard response.status == .ok else { throw CostsError(reason: "request \(number): \(response.status)") }
            }
        }
    ]
}
#else
extension Costs {
    static let ofService: [HotPath] = []
}
#endif
