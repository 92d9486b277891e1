#if Service
import AsyncHTTPClient
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityPushTesting
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import Testing

@testable import LiveActivityService

/// With TLS a client may choose HTTP/2: everything else is as on HTTP/1.1. `Tests/Service/http2.py` has the hostile clients.
@Suite(.timeLimit(.minutes(5))) struct HTTP2Tests {
    @Test func aClientOfHTTP2HasTheSameAnswersOnOneConnection() async throws {
        var configuration = ServiceConfiguration()
        configuration.limits.bodyBytes = 1_024
        try await Self.run(configuration) { service in
            #expect(try await service.version(.GET, "/healthz") == .http2)
            let id = try await service.start()
            let sent = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
            #expect(sent.status == 200 && sent.json["revision"]?.int == 2)
            #expect(try await service.send(.DELETE, "/v1/activities/\(id)/link").status == 204)
            #expect(try await service.get("/v1/nothing").code == "notFound")

            let plain = try await service.get("/openapi.json")
            let compressed = try await service.get("/openapi.json", [("Accept-Encoding", "gzip")])
            #expect(compressed.headers["Content-Encoding"] == ["gzip"] && compressed.headers["Vary"] == ["Accept-Encoding"])
            #expect(compressed.bytes.count * 4 < plain.bytes.count)
            let head = try await service.send(.HEAD, "/openapi.json", nil, [("Accept-Encoding", "gzip")])
            #expect(head.status == 200 && head.bytes.isEmpty)

            let large = try await service.send(.POST, "/v1/activities", String(repeating: " ", count: 1 << 20))
            #expect(large.status == 413 && large.code == "bodyTooLarge")
            let many = try await service.get("/healthz", (0..<101).map { ("x-\($0)", "") })
            #expect(many.status == 400 && many.code == "unreadableRequest")
            #expect(try await service.get("/healthz", [("Expect", "100-continue")]).status == 200)
            #expect(try await service.get("/v1/activities/\(id)").json["revision"]?.int == 2)
            #expect(service.service.state.connections.count == 1, "none of these closes the connection")
        }
    }

    /// Without tokens only loopback names are answered, against DNS rebinding.
    @Test func theAuthorityIsCheckedAsTheHostIs() async throws {
        try await Self.run { service in
            #expect(try await service.get("/v1/activities", [("Host", "evil.example")]).code == "foreignHost")
            let foreign = try await service.send(
                .POST, "/v1/activities", TestService.start(), [("Origin", "https://evil.example")])
            #expect(foreign.code == "foreignOrigin")
        }
    }

    @Test func manyStreamsShareOneConnectionUntilTheirTokenIsRevoked() async throws {
        try await withFolder { folder in
            let path = folder + "/tokens.json"
            let tokens = TokenFile(path: path)
            let write = try tokens.create(name: "w", scope: .write).text
            let (read, entry) = try tokens.create(name: "r", scope: .read)
            var configuration = ServiceConfiguration()
            configuration.tokens = path
            try await Self.run(configuration) { service in
                var streams: [EventReaderOfStream] = []
                for _ in 0..<20 {
                    streams.append(try await service.stream("/v1/changes", [("Authorization", "Bearer \(read)")]))
                }
                #expect(streams.allSatisfy { $0.status == 200 } && service.service.state.connections.count == 1)
                let started = try await service.send(
                    .POST, "/v1/activities", TestService.start(), [("Authorization", "Bearer \(write)")])
                for stream in streams {
                    #expect(try await stream.next()?.json["activity"]?.string == started.json["activity"]?.string)
                }
                _ = try tokens.revoke(entry.id)
                for stream in streams {
                    let end = try await stream.next()
                    #expect(end?.name == "end" && end?.json["code"]?.string == "revoked")
                    #expect(try await stream.next() == nil, "the stream ends without an error")
                }
            }
        }
    }

    /// The client keeps its connection open, and would keep the service from ending.
    @Test func aStoppingServiceEndsItsStreamsAndThenTheConnection() async throws {
        try await withFolder { folder in
            let certificate = try ServerCertificate(now: Date())
            var configuration = ServiceConfiguration()
            (configuration.port, configuration.tls) = (0, try certificate.files(in: folder))
            // Longer than the time limit of these tests.
            (configuration.limits.idleTimeout, configuration.drainTimeout) = (3_600, 3_600)
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            let service = try LiveActivityService(
                configuration, kinds: TestService.kinds(),
                runtime: LiveActivityRuntime(shards: 1, providers: TestService.providers), logger: logger)
            let group = ServiceGroup(configuration: .init(services: [service], logger: logger))
            let running = Task { try await group.run() }
            let base = "https://localhost:\(try await service.port)"
            var clients = HTTPClient.Configuration()
            clients.tlsConfiguration = try certificate.trusting
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: clients)
            let response = try await client.execute(.init(url: base + "/v1/changes"), timeout: TestService.timeout)
            let stream = EventReaderOfStream(response)
            await group.triggerGracefulShutdown()
            #expect(try await stream.next()?.name == "end")
            #expect(try await stream.next() == nil)
            try await running.value
            // The connection is closed on its event loop.
            while service.state.connections.count > 0 { try await yieldUnlessCancelled() }
            try await client.shutdown()
        }
    }

    /// A paused reader receives everything later: each stream has its own flow-control window.
    @Test func aReaderThatPausesHoldsUpNoOtherStream() async throws {
        try await Self.run { service in
            let paused = try await service.stream("/v1/changes")
            let reading = try await service.stream("/v1/changes")
            let id = try await service.start()
            var ids = [id]
            for number in 0..<300 { ids.append(try await service.start(owner: "o\(number)")) }
            for id in ids { #expect(try await reading.next()?.json["activity"]?.string == id) }
            for id in ids { #expect(try await paused.next()?.json["activity"]?.string == id) }
        }
    }

    private static func run(
        _ configuration: ServiceConfiguration = ServiceConfiguration(), _ body: @Sendable (TestService) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            var configuration = configuration
            let certificate = try ServerCertificate(now: Date())
            configuration.tls = try certificate.files(in: folder)
            try await TestService.run(configuration, certificate: certificate, body)
        }
    }
}

extension TestService {
    fileprivate func version(_ method: HTTPMethod, _ path: String) async throws -> HTTPVersion {
        var request = HTTPClientRequest(url: base + path)
        request.method = method
        return try await client.execute(request, timeout: Self.timeout).version
    }
}
#endif
