#if Service
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LiveActivityCore
import Logging
import NIOCore
import Synchronization

@testable import LiveActivityService

/// A webhook's endpoint, which answers with the given statuses in order.
final class Endpoint: Sendable {
    struct Call: Sendable {
        var id: String
        var timestamp: String
        var signature: String
        var trace: String
        var userAgent: String
        /// The client's port, which identifies its connection.
        var port: Int
        var body: [UInt8]
        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    }

    private let state: Mutex<(statuses: [Int], calls: [Call], accepted: [Call])>
    private let refuses: @Sendable (Call) -> Bool

    /// - Parameter refuses: Selects calls that are answered with 500 in any case.
    init(statuses: [Int], refuses: @escaping @Sendable (Call) -> Bool = { _ in false }) {
        state = Mutex((statuses, [], []))
        self.refuses = refuses
    }

    var calls: [Call] { state.withLock { $0.calls } }
    /// The calls answered with 200.
    var accepted: [Call] { state.withLock { $0.accepted } }

    func run(_ body: @Sendable (Int) async throws -> Void) async throws {
        let router = Router(context: ServiceContext.self)
        router.post("hook") { [self] request, context in
            let bytes = try await request.body.collect(upTo: 1 << 20)
            func header(_ name: String) -> String { HTTPField.Name(name).flatMap { request.headers[$0] } ?? "" }
            let call = Call(
                id: header("webhook-id"), timestamp: header("webhook-timestamp"), signature: header("webhook-signature"),
                trace: header("traceparent"), userAgent: header("user-agent"), port: context.channel.remoteAddress?.port ?? 0,
                body: Array(bytes.readableBytesView))
            let status = state.withLock { state in
                state.calls.append(call)
                if refuses(call) { return 500 }
                let status = state.statuses.isEmpty ? 200 : state.statuses.removeFirst()
                if status == 200 { state.accepted.append(call) }
                return status
            }
            return Response(status: .init(code: status))
        }
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        var logger = Logger(label: "endpoint")
        logger.logLevel = .critical
        let application = Application(
            router: router, server: HTTPServerBuilder { HTTPConnections(http1: HTTP1Channel(responder: $0)) },
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let running = Task { try await application.run() }
        var iterator = ports.makeAsyncIterator()
        let port = await iterator.next() ?? 0
        defer { running.cancel() }
        try await body(port)
    }
}
#endif
