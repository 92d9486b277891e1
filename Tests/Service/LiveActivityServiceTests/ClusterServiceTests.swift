#if Service
import AsyncHTTPClient
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import Testing

@testable import LiveActivityService

/// A service on each of two nodes that share logs in memory.
@Suite(.timeLimit(.minutes(10))) struct ClusterServiceTests {
    /// A command to one node is seen by queries and streams of the other, and goes on when its node has stopped.
    @Test func eachNodeHasTheActivitiesOfAll() async throws {
        let transport = MemoryTransport()
        let (one, two) = (try node("one", transport), try node("two", transport))
        try await until { one.status().nodes.count { $0.owns.count == 2 } == 2 && one.status().unowned.isEmpty }
        try await run(on: one) { first in
            try await run(on: two) { second in
                let reader = try await second.stream("/v1/changes?owner=anna&state=true")
                #expect(try await reader.next()?.name == "reset")
                let id = try await first.start()
                #expect(try await second.get("/v1/activities/\(id)").json["owner"]?.string == "anna")
                #expect(try await second.get("/v1/activities").json["activities"]?.count == 1)
                // The change itself, or the state where the stream was told that it has missed it.
                var ids: [String?] = []
                while !ids.contains(id) {
                    let event = try #require(try await reader.next())
                    ids.append(event.json["activity"]?.string ?? event.json["activities"]?[0]?["activity"]?.string)
                }
            }
            let id = try await first.start(owner: "ben")
            #expect(try await first.get("/v1/activities/\(id)").json["owner"]?.string == "ben")
            #expect(try await first.get("/v1/activities").json["activities"]?.count == 2)
        }
    }

    @Test func whatAClusterDoesNotHaveIsRefused() throws {
        let node = try node("one", MemoryTransport())
        var configuration = ServiceConfiguration()
        configuration.webhooks = [Webhook(name: "orders", url: "https://example.com/hook", secrets: [])]
        #expect(throws: ServiceError.notInCluster("webhooks")) {
            try LiveActivityService(configuration, kinds: TestService.kinds(), runtime: node)
        }
    }

    /// As `TestService.run`; its `runtime` has nothing.
    private func run(on node: ClusterRuntime, _ body: (TestService) async throws -> Void) async throws {
        var configuration = ServiceConfiguration()
        configuration.port = 0
        let service = try LiveActivityService(configuration, kinds: TestService.kinds(), runtime: node)
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        let running = Task { try await service.run() }
        let unused = try LiveActivityRuntime(shards: 1, providers: [])
        var failure: (any Error)?
        do {
            try await body(TestService(service: service, runtime: unused, port: await service.port, client: client))
        } catch { failure = error }
        running.cancel()
        // The server waits until its clients have closed their connections.
        try await client.shutdown()
        _ = try? await running.value
        if let failure { throw failure }
    }

    private func node(_ name: NodeName, _ transport: MemoryTransport) throws -> ClusterRuntime {
        var configuration = ClusterRuntime.Configuration(node: name, partitions: 4)
        configuration.heartbeat = .milliseconds(50)
        return try ClusterRuntime(configuration, providers: TestService.providers, transport: transport)
    }

    private func until(_ holds: () -> Bool) async throws {
        while !holds() { try await Task.sleep(for: .milliseconds(10)) }
    }
}
#endif
