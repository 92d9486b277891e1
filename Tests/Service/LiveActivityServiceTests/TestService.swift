#if Service
import AsyncHTTPClient
import DeliveryActivity
import DeliveryWidget
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import LiveActivitySQLite
import LiveActivitySurfaces
import Logging
import MeditationTimerActivity
import NIOCore
import NIOHTTP1
import NIOSSL
import SportsActivity
import Synchronization
import WaitQueueActivity

@testable import LiveActivityService

/// A service on a loopback port, and a client for it.
struct TestService: Sendable {
    let service: LiveActivityService
    let runtime: LiveActivityRuntime
    let port: Int
    let client: HTTPClient
    var isSecure = false

    /// The URL of the root, without a slash.
    var base: String { isSecure ? "https://localhost:\(port)" : "http://127.0.0.1:\(port)" }

    struct Answer: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var bytes: [UInt8]

        var json: JSONValue { (try? JSONValue(parsing: bytes)) ?? .null }
        var text: String { String(decoding: bytes, as: UTF8.self) }
        var code: String? { json["code"]?.string }
    }

    static let providers = [
        AnyProvider(DeliveryProvider()), AnyProvider(MeditationTimerProvider()), AnyProvider(SportsProvider()),
        AnyProvider(WaitQueueProvider()),
    ]

    static func kinds() throws -> ServiceKinds {
        var widgets = ActivityWidgets()
        try widgets.register(
            DeliveryWidget.self, kind: DeliveryProvider().kind, attributes: DeliveryAttributes.self,
            strings: DeliveryWidget.strings)
        return ServiceKinds(providers: providers, widgets: widgets, summaries: ["delivery": "an order"])
    }

    /// Runs `body` with a service, then stops it.
    ///
    /// - Parameters:
    ///   - store: The file of a store; in memory if `nil`.
    ///   - given: A runtime to use in place of one with that store.
    ///   - certificate: The certificate of `configuration.tls`. The client trusts it and chooses HTTP/2; `nil` for HTTP/1.1.
    static func run(
        _ configuration: ServiceConfiguration = ServiceConfiguration(), store: String? = nil,
        on given: LiveActivityRuntime? = nil, certificate: ServerCertificate? = nil,
        clock: any RuntimeClock = SystemClock(), pusher: ((LiveActivityRuntime) throws -> ActivityPusher)? = nil,
        pushProblems: (@Sendable () async -> [String])? = nil,
        _ body: @Sendable (TestService) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.port = 0
        let runtime: LiveActivityRuntime
        var journal: SQLiteStore?
        if let given {
            runtime = given
        } else if let store {
            runtime = try LiveActivityRuntime(
                clock: clock, providers: providers, store: try SQLiteStore(path: store), journal: JournalLimits())
            journal = try SQLiteStore(reading: store)
        } else {
            runtime = try LiveActivityRuntime(shards: 1, clock: clock, providers: providers)
        }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let service = try LiveActivityService(
            configuration, kinds: kinds(), runtime: runtime, journal: journal, pusher: try pusher?(runtime),
            pushProblems: pushProblems, logger: logger)
        var clients = HTTPClient.Configuration()
        // A test may have many pending requests.
        clients.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        if let certificate { clients.tlsConfiguration = try certificate.trusting }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: clients)
        let running = Task { try await service.run() }
        let port = try await service.port
        let test = TestService(
            service: service, runtime: runtime, port: port, client: client, isSecure: certificate != nil)
        do { try await body(test) } catch {
            running.cancel()
            try await client.shutdown()
            _ = try? await running.value
            throw error
        }
        running.cancel()
        _ = try? await running.value
        try await client.shutdown()
    }

    /// The timeout of requests. Only a fault takes so long, even on a machine that is twenty times slower.
    static let timeout = TimeAmount.minutes(5)

    func send(
        _ method: HTTPMethod, _ path: String, _ body: String? = nil, _ headers: [(String, String)] = []
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: base + path)
        request.method = method
        if let body {
            request.body = .bytes(ByteBuffer(string: body))
            if !headers.contains(where: { $0.0 == "Content-Type" }) {
                request.headers.add(name: "Content-Type", value: "application/json")
            }
        }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await client.execute(request, timeout: Self.timeout)
        let buffer = try await response.body.collect(upTo: 64 << 20)
        return Answer(status: Int(response.status.code), headers: response.headers, bytes: Array(buffer.readableBytesView))
    }

    func get(_ path: String, _ headers: [(String, String)] = []) async throws -> Answer {
        try await send(.GET, path, nil, headers)
    }

    /// Starts a delivery, and returns its id.
    func start(owner: String = "anna", key: String = "42") async throws -> String {
        let answer = try await send(.POST, "/v1/activities", Self.start(owner: owner, key: key))
        return answer.json["activity"]?.string ?? answer.text
    }

    static func start(owner: String = "anna", key: String = "42") -> String {
        #"{"kind":"delivery","owner":"\#(owner)","key":"\#(key)","attributes":{"orderNumber":42,"restaurantName":"Pizza"}}"#
    }

    static let preparing = #"{"event":{"preparationStarted":{}}}"#

    /// The first events of a stream.
    func events(_ count: Int, _ path: String, _ headers: [(String, String)] = []) async throws -> [StreamEvent] {
        let reader = try await stream(path, headers)
        var events: [StreamEvent] = []
        while events.count < count, let event = try await reader.next() { events.append(event) }
        return events
    }

    func stream(_ path: String, _ headers: [(String, String)] = []) async throws -> EventReaderOfStream {
        var request = HTTPClientRequest(url: base + path)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await client.execute(request, timeout: Self.timeout)
        return EventReaderOfStream(response)
    }
}

extension ServerCertificate {
    /// The configuration of a client that trusts the certificate.
    var trusting: TLSConfiguration {
        get throws {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .certificates([try NIOSSLCertificate(bytes: Array(authorityPEM.utf8), format: .pem)])
            return tls
        }
    }

    /// Writes the certificate and its key to a folder.
    func files(in folder: String) throws -> ServiceConfiguration.TLS {
        let (chain, key) = (folder + "/cert.pem", folder + "/key.pem")
        try Data(certificatePEM.utf8).write(to: URL(filePath: chain))
        try Data(keyPEM.utf8).write(to: URL(filePath: key))
        return .init(certificate: chain, key: key)
    }
}

/// An event parsed as the specification of EventSource requires.
struct StreamEvent: Hashable, Sendable {
    var id: String
    var name: String
    var data: String

    var json: JSONValue { (try? JSONValue(parsing: data)) ?? .null }
}

/// Reads a stream as a browser does.
final class EventReaderOfStream {
    let status: Int
    let headers: HTTPHeaders
    private var iterator: HTTPClientResponse.Body.AsyncIterator
    private var text: [UInt8] = []
    private(set) var id = ""

    init(_ response: HTTPClientResponse) {
        status = Int(response.status.code)
        headers = response.headers
        iterator = response.body.makeAsyncIterator()
    }

    func next() async throws -> StreamEvent? {
        var event = StreamEvent(id: "", name: "message", data: "")
        while true {
            while let end = text.firstIndex(of: 0x0A) {
                let line = String(decoding: text[..<end], as: UTF8.self)
                text.removeSubrange(...end)
                if line.isEmpty {
                    event.id = id
                    if !event.data.isEmpty { return event }
                    event.name = "message"
                } else if line.hasPrefix("id: ") {
                    id = String(line.dropFirst(4))
                } else if line.hasPrefix("event: ") {
                    event.name = String(line.dropFirst(7))
                } else if line.hasPrefix("data: ") {
                    event.data += line.dropFirst(6)
                }
            }
            guard let part = try await iterator.next() else { return nil }
            text += part.readableBytesView
        }
    }
}

/// Suspends the task once. A loop that waits for a condition with it ends at the test's time limit.
func yieldUnlessCancelled() async throws {
    try Task.checkCancellation()
    await Task.yield()
}

/// Runs `body` with a temporary folder.
func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("service-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
}
#endif
