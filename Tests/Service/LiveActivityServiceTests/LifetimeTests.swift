#if Service
import AsyncHTTPClient
import Foundation
import HummingbirdCore
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing

@testable import LiveActivityService

/// How a service starts to listen, and how it ends.
@Suite(.timeLimit(.minutes(5))) struct LifetimeTests {
    @Test func aPortThatIsInUseIsAnErrorForWhoeverWaitsForIt() async throws {
        try await TestService.run { first in
            var configuration = ServiceConfiguration()
            configuration.port = first.port
            let service = try Self.service(configuration)
            let port = Task { try await service.port }
            let inUse = ServiceError.cannotListen(host: "127.0.0.1", port: first.port, reason: "Address already in use")
            await #expect(throws: inUse) { try await service.run() }
            await #expect(throws: ServiceError.notListening) { try await port.value }
            await #expect(throws: ServiceError.notListening) { try await service.port }
        }
    }

    @Test func aConnectionThatIsKeptOpenHoldsUpNoCancelledService() async throws {
        // Longer than the time limit of these tests.
        var configuration = ServiceConfiguration()
        configuration.limits.idleTimeout = 600
        let service = try Self.service(configuration)
        let running = Task { try await service.run() }
        let channel = try await Self.connection(to: try await service.port)
        try await channel.executeThenClose { inbound, outbound in
            var iterator = inbound.makeAsyncIterator()
            try await outbound.write(ByteBuffer(string: Self.question))
            #expect(try await Self.answer(&iterator).hasPrefix("HTTP/1.1 200 "))
            running.cancel()
            _ = try? await running.value
            #expect(service.state.connections.count == 0)
        }
    }

    @Test func aServiceThatStopsSaysSoOnNewConnectionsUntilItHasStopped() async throws {
        var configuration = ServiceConfiguration()
        configuration.drainDelay = 600
        let service = try Self.service(configuration)
        let group = ServiceGroup(configuration: .init(services: [service], logger: Self.logger))
        let running = Task { try await group.run() }
        let port = try await service.port
        await group.triggerGracefulShutdown()
        while !service.state.isDraining { try await yieldUnlessCancelled() }
        let channel = try await Self.connection(to: port)
        try await channel.executeThenClose { inbound, outbound in
            var iterator = inbound.makeAsyncIterator()
            try await outbound.write(ByteBuffer(string: Self.question))
            let answer = try await Self.answer(&iterator)
            #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains(#""draining":true"#))
        }
        running.cancel()
        _ = try? await running.value
    }

    @Test func whatIsLeftOfTheStoreIsOneWholeFile() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            try await TestService.run(store: path) { service in
                let id = try await service.start()
                #expect(try await service.get("/v1/activities/\(id)/history").status == 200)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.sqlite"])
            // The file as cp would copy it.
            try FileManager.default.copyItem(atPath: path, toPath: folder + "/b.sqlite")
            var owners: [OwnerID] = []
            try SQLiteStore(reading: folder + "/b.sqlite").forEachActivity { owners.append($0.owner) }
            #expect(owners == ["anna"])
        }
    }

    @Test func whatWasAcknowledgedAndCannotBeStoredIsAnError() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            let runtime = try LiveActivityRuntime(
                providers: TestService.providers, store: try SQLiteStore(path: path), durability: .relaxed(interval: 600))
            let service = try LiveActivityService(
                {
                    var configuration = ServiceConfiguration(); configuration.port = 0; return configuration
                }(),
                kinds: TestService.kinds(), runtime: runtime, logger: Self.logger)
            let group = ServiceGroup(configuration: .init(services: [service], logger: Self.logger))
            let running = Task { try await group.run() }
            _ = try await service.port
            try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
            try await runtime.apply(
                .start(.init(kind: "delivery", owner: "anna", attributes: ["orderNumber": 1, "restaurantName": "Pizza"])))
            await group.triggerGracefulShutdown()
            let ended = await running.result
            #expect("\(ended)".contains("could not be stored"), "\(ended)")
        }
    }

    @Test func aGracefulShutdownEndsWithAConnectionThatIsKeptOpen() async throws {
        var configuration = ServiceConfiguration()
        configuration.limits.idleTimeout = 600
        let service = try Self.service(configuration)
        let group = ServiceGroup(configuration: .init(services: [service], logger: Self.logger))
        let running = Task { try await group.run() }
        let channel = try await Self.connection(to: try await service.port)
        try await channel.executeThenClose { inbound, outbound in
            var iterator = inbound.makeAsyncIterator()
            try await outbound.write(ByteBuffer(string: Self.question))
            #expect(try await Self.answer(&iterator).hasPrefix("HTTP/1.1 200 "))
            await group.triggerGracefulShutdown()
            // No error is thrown, so the exit status of 'serve' is 0.
            try await running.value
        }
    }

    @Test func aConnectionThatAStoppingServerDoesNotTakeIsClosed() async throws {
        let connections = HTTPConnections(http1: HTTP1Channel { _, _, _ in Issue.record("nothing serves it") })
        // Like a server that has stopped listening: it sets the connection up and releases it.
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { connections.setup(channel: $0, logger: Self.logger).map { _ in } }
            .bind(host: "127.0.0.1", port: 0).get()
        let channel = try await Self.connection(to: try #require(server.localAddress?.port))
        try await channel.executeThenClose { inbound, _ in
            for try await _ in inbound { Issue.record("nothing answers it") }
        }
        try await server.close()
    }

    private static let question = "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private static var logger: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }

    private static func service(_ configuration: ServiceConfiguration) throws -> LiveActivityService {
        var configuration = configuration
        if configuration.port == ServiceConfiguration().port { configuration.port = 0 }
        return try LiveActivityService(
            configuration, kinds: TestService.kinds(),
            runtime: LiveActivityRuntime(shards: 1, providers: TestService.providers), logger: logger)
    }

    private static func connection(to port: Int) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(host: "127.0.0.1", port: port) {
            channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
    }

    /// Reads to the end of a short JSON object.
    private static func answer(
        _ iterator: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    ) async throws -> String {
        var text = ""
        while !text.hasSuffix("}"), let part = try await iterator.next() { text += String(buffer: part) }
        return text
    }
}
#endif
