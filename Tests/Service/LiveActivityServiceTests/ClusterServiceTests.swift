#if Service
import AsyncHTTPClient
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import LiveActivityPush
import NIOHTTP1
import Synchronization
import Testing

@testable import LiveActivityService

/// A service on each of two nodes that share logs in memory.
@Suite(.timeLimit(.minutes(10))) struct ClusterServiceTests {
    /// A command to one node is visible to queries and streams of the other, also after its node has stopped.
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
                // The change itself, or the state if the stream had to be reset.
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

    /// The first node repeats its cached answer; the other one sends the batch again, and the owners recognise the events.
    @Test func aBatchIsAppliedOnceAtWhicheverNode() async throws {
        let transport = MemoryTransport()
        let (one, two) = (try node("one", transport), try node("two", transport))
        try await until { one.status().nodes.count { $0.owns.count == 2 } == 2 && one.status().unowned.isEmpty }
        try await run(on: one) { first in
            try await run(on: two) { second in
                var ids: [String] = []
                for owner in 0..<8 { ids.append(try await first.start(owner: "\(owner)")) }
                let batch = ids.map { #"{"activity":"\#($0)","event":{"courierAssigned":{"name":"Alexandra"}}}"# }
                    .joined(separator: "\n")
                let headers = [("Idempotency-Key", "b1"), ("Content-Type", "application/jsonl")]
                func outcomes(_ answer: TestService.Answer) -> Set<String?> {
                    Set((answer.json["results"] ?? .null).elements.map { $0["outcome"]?.string })
                }
                let sent = try await first.send(.POST, "/v1/events", batch, headers)
                #expect(sent.status == 200 && outcomes(sent) == ["applied"])
                let again = try await first.send(.POST, "/v1/events", batch, headers)
                #expect(again.bytes == sent.bytes && again.headers["Idempotent-Replay"] == ["true"])
                #expect(outcomes(try await second.send(.POST, "/v1/events", batch, headers)) == ["ignored"])
                for id in ids { #expect(try await second.get("/v1/activities/\(id)").json["revision"]?.int == 2) }
            }
        }
    }

    /// Each node calls the configured webhooks for its partitions.
    @Test func webhooksAreCalledByTheOwners() async throws {
        let transport = MemoryTransport()
        let (one, two) = (try node("one", transport), try node("two", transport))
        try await until { one.status().nodes.count { $0.owns.count == 2 } == 2 && one.status().unowned.isEmpty }
        let endpoint = Endpoint(statuses: [])
        try await endpoint.run { port in
            let hook = Webhook(
                name: "test", url: "http://127.0.0.1:\(port)/hook", secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
            try await run(on: one, webhooks: [hook]) { first in
                try await run(on: two, webhooks: [hook]) { second in
                    // The consumer begins with the next change.
                    try await until { one.reads(hook) == 2 && two.reads(hook) == 2 }
                    var ids: Set<String> = []
                    for owner in 0..<40 { ids.insert(try await first.start(owner: "\(owner)")) }
                    let all = ids
                    try await until { Set(endpoint.calls.compactMap { $0.json["data"]?["activity"]?.string }) == all }
                    #expect(endpoint.calls.count == 40 && Set(endpoint.calls.map(\.id)).count == 40)
                    let delivered = [first, second].map { $0.service.state.webhooks.senders[0].statistics.delivered }
                    #expect(delivered.allSatisfy { $0 > 0 })
                }
            }
        }
    }

    /// A token or a link that one node makes is accepted at the other, and refused there after it was revoked, which also ends
    /// its streams.
    @Test func tokensAndLinksHoldAtEveryNode() async throws {
        try await withFolder { folder in
            let transport = MemoryTransport()
            let (one, two) = (try node("one", transport), try node("two", transport))
            try await until { one.status().nodes.count { $0.owns.count == 2 } == 2 && one.status().unowned.isEmpty }
            let files = ["one", "two"].map { "\(folder)/\($0).json" }
            let admin = [("Authorization", "Bearer \(try TokenFile(path: files[0]).create(name: "a", scope: .admin).text)")]
            try await run(on: one, tokens: files[0]) { first in
                try await run(on: two, tokens: files[1]) { second in
                    let made = try await first.send(.POST, "/v1/access-tokens", #"{"name":"b","scope":"admin"}"#, admin)
                    let shared = [("Authorization", "Bearer \(try #require(made.json["token"]?.string))")]
                    let id = try #require(made.json["id"]?.string)
                    while try await second.get("/v1/activities", shared).status != 200 { await Task.yield() }
                    // The second node requires a token from now on. The command's own token is known at its node only.
                    #expect(try await second.get("/v1/activities").status == 401)
                    #expect(try await second.get("/v1/activities", admin).status == 401)
                    let listed = try await second.get("/v1/access-tokens", shared)
                    #expect(listed.json["tokens"]?.elements.map { $0["id"]?.string } == [id])

                    let text = TestService.start(owner: "anna")
                    let activity = try #require(
                        try await first.send(.POST, "/v1/activities", text, shared).json["activity"]?.string)
                    let path = "/v1/activities/\(activity)"
                    let link = try await first.send(.POST, path + "/link", "{}", shared)
                    let guest = [("Authorization", "Bearer \(try #require(link.json["access_token"]?.string))")]
                    #expect(try await second.get(path, guest).status == 200)
                    let ends = [
                        try await first.stream("/v1/changes?activity=\(activity)", guest),
                        try await first.stream("/v1/changes", shared),
                    ]
                    #expect(try await second.send(.DELETE, path + "/link", "", shared).status == 204)
                    #expect(try await second.send(.DELETE, "/v1/access-tokens/\(id)", "", shared).status == 204)
                    for end in ends {
                        var event = try await end.next()
                        while let other = event, other.name != "end" { event = try await end.next() }
                        #expect(event?.json["code"]?.string == "revoked")
                    }
                    #expect(try await first.get(path, guest).status == 401)
                    #expect(try await first.get("/v1/activities", shared).status == 401)
                    #expect(try await first.get("/v1/activities", admin).status == 200)
                }
            }
            // The node that knew the revoked token only still requires one.
            #expect(TokenFile(path: files[1]).areNeeded)
        }
    }

    /// Apps register at any node; any node explains what a device shows; a refused request changes nothing.
    @Test func pushesWorkAtEveryNode() async throws {
        let transport = MemoryTransport()
        let taken = DeviceTests.Taken()
        let (first, second) = (try pusher(taken), try pusher(taken))
        let (one, two) = (try node("one", transport, first), try node("two", transport, second))
        try await until { one.status().nodes.count { $0.owns.count == 2 } == 2 && one.status().unowned.isEmpty }
        try await run(on: one, first) { first in
            try await run(on: two, second) { second in
                for (index, owner) in ["anna", "ben", "cara", "dora"].enumerated() {
                    let (here, there) = index % 2 == 0 ? (first, second) : (second, first)
                    func token(_ target: String, _ digit: Int) -> String {
                        #"{"installation":"phone-\#(owner)","owner":"\#(owner)","app":"com.example.food","#
                            + #""environment":"production","token":"\#(String(repeating: "a\(digit)", count: 32))",\#(target)}"#
                    }
                    let id = try await here.start(owner: owner)
                    let refused = try await here.send(.POST, "/v1/tokens", token(#""activity":"x""#, index))
                    #expect(refused.status == 422)
                    let unknown = try await here.send(.POST, "/v1/tokens", token(#""start":"other""#, index))
                    #expect(unknown.code == "kindNotConfigured")
                    #expect(try await there.get("/v1/devices/phone-\(owner)").status == 404)
                    let register = token(#""activity":"\#(id)""#, index)
                    #expect(try await there.send(.POST, "/v1/tokens", register).status == 201)
                    #expect(try await here.send(.POST, "/v1/tokens", register).status == 200)
                    for service in [here, there] {
                        let shown = try await service.get("/v1/activities/\(id)/devices").json["devices"]?[0]
                        #expect(try await service.get("/v1/devices/phone-\(owner)").json == shown)
                        let receipt = #"{"installation":"phone-\#(owner)","owner":"\#(owner)"}"#
                        #expect(try await service.send(.POST, "/v1/receipts", receipt).status == 204)
                    }
                    #expect(
                        try await here.send(.POST, "/v1/receipts", #"{"installation":"phone-\#(owner)"}"#).status == 204)
                    #expect(
                        try await there.send(.PUT, "/v1/devices/phone-\(owner)", #"{"frequentUpdates":true}"#).status == 204)
                    _ = try await there.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
                    for service in [here, there] {
                        while true {
                            let steps = try await service.get("/v1/activities/\(id)/why").text
                            if steps.contains("answer: "), steps.contains("sent: update") { break }
                        }
                    }
                    #expect(try await there.get("/dashboard/pictures").json["hasPushes"]?.bool == true)
                    #expect(try await here.send(.DELETE, "/v1/devices/phone-\(owner)").status == 204)
                    #expect(try await there.get("/v1/devices/phone-\(owner)").status == 404)
                }
                let ready = try await second.get("/readyz")
                #expect(ready.status == 200 && ready.json["push"]?["inFlight"]?.int == 0)
            }
        }
        #expect(taken.requests.withLock { $0.count } >= 4)
    }

    /// A load balancer removes it, and an operator finds the partitions that no node can claim.
    @Test func aNodeThatCanDoNothingIsNotReady() async throws {
        let transport = MemoryTransport()
        var configuration = ClusterRuntime.Configuration(node: "one", partitions: 2)
        (configuration.heartbeat, configuration.silence) = (.milliseconds(200), .seconds(2))
        let one = try ClusterRuntime(configuration, providers: TestService.providers, transport: transport)
        try await run(on: one) { service in
            while try await service.get("/readyz").json != ["status": "ready", "store": "ok"] { await Task.yield() }
            transport.detach(one.address)
            while try await service.get("/readyz").status != 503 { await Task.yield() }
            let ready = try await service.get("/readyz").json
            #expect(ready["status"]?.string == "unready" && ready["cluster"]?["disconnected"]?.bool == true)
            let metrics = try await service.get("/metrics").text
            #expect(metrics.contains("\nlive_activities_cluster_failed_claims 0\n"))
            #expect(try await service.get("/v1/status").json["warnings"]?.count == 0)
        }

        // A log that takes no claim.
        transport.memoryLog(of: 0).bytesMax = 0
        configuration.node = "two"
        let two = try ClusterRuntime(configuration, providers: TestService.providers, transport: transport)
        try await run(on: two) { service in
            while two.condition().failedClaims != 1 { await Task.yield() }
            let ready = try await service.get("/readyz")
            #expect(ready.status == 200 && ready.json["status"]?.string == "degraded")
            #expect(ready.json["cluster"]?["failedClaims"]?.int == 1 && ready.json["cluster"]?["unowned"]?.int == 1)
            let warnings = try await service.get("/v1/status").json["warnings"]
            #expect(warnings?[0]?.string?.hasPrefix("partition 0 cannot be claimed") == true)
        }
    }

    /// It forwards commands, so a load balancer keeps it, and an operator corrects its clock.
    @Test func aNodeThatIsExcludedByItsClockIsDegraded() async throws {
        let transport = MemoryTransport()
        let one = try node("one", transport)
        try await until { one.status().unowned.isEmpty }
        var configuration = ClusterRuntime.Configuration(node: "two", partitions: 4)
        // It receives a heartbeat of the other node before it may claim partitions.
        (configuration.heartbeat, configuration.silence, configuration.deadline) = (.seconds(10), .seconds(600), .seconds(300))
        let two = try ClusterRuntime(
            configuration, providers: TestService.providers, transport: transport, clock: FastClock())
        try await run(on: one) { _ in
            try await run(on: two) { service in
                try await until { two.condition().isExcludedByClock }
                #expect(!one.condition().isExcludedByClock)
                let ready = try await service.get("/readyz")
                #expect(ready.status == 200 && ready.json["status"]?.string == "degraded")
                #expect(ready.json["cluster"]?["excludedByClock"]?.bool == true)
                #expect(try await service.get("/metrics").text.contains("\nlive_activities_cluster_excluded_by_clock 1\n"))
                let warnings = try await service.get("/v1/status").json["warnings"]
                #expect(warnings?[0]?.string?.hasPrefix("the clock of this node, 'two', differs") == true)
                let id = try await service.start()
                #expect(try await service.get("/v1/activities/\(id)").status == 200)
            }
        }
    }

    /// The pusher of another runtime would never send the cluster's changes.
    @Test func aPusherOfOneRuntimeIsRefused() throws {
        let runtime = try LiveActivityRuntime(shards: 1, providers: [])
        let other = try ActivityPusher(commands: runtime, apps: [], transports: [:])
        #expect(throws: ServiceError.notInCluster("pusher of one runtime")) {
            try LiveActivityService(
                ServiceConfiguration(), kinds: TestService.kinds(), runtime: try node("one", MemoryTransport()), pusher: other)
        }
    }

    private func pusher(_ taken: DeviceTests.Taken) throws -> ClusterPusher {
        let app = PushAppID(try BundleID("com.example.food"), .production)
        var delivery = PushKind(attributesType: "DeliveryAttributes")
        delivery.startsByPush = false
        return try ClusterPusher(apps: [PushApp(app, kinds: ["delivery": delivery])], transports: [app: taken])
    }

    /// Like `TestService.run`, but its `runtime` has no activities.
    private func run(
        on node: ClusterRuntime, _ pusher: ClusterPusher? = nil, webhooks: [Webhook] = [], tokens: String? = nil,
        _ body: (TestService) async throws -> Void
    ) async throws {
        var configuration = ServiceConfiguration()
        configuration.port = 0
        (configuration.webhooks, configuration.allowsPrivateWebhooks, configuration.tokens) = (webhooks, true, tokens)
        let service = try LiveActivityService(configuration, kinds: TestService.kinds(), runtime: node, pusher: pusher)
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

    private func node(
        _ name: NodeName, _ transport: MemoryTransport, _ pusher: ClusterPusher? = nil
    ) throws -> ClusterRuntime {
        var configuration = ClusterRuntime.Configuration(node: name, partitions: 4)
        // No node times out, however late heartbeats and answers are.
        (configuration.heartbeat, configuration.silence) = (.milliseconds(200), .seconds(600))
        (configuration.deadline, configuration.answerTimeout) = (.seconds(300), .seconds(300))
        guard let pusher else {
            return try ClusterRuntime(configuration, providers: TestService.providers, transport: transport)
        }
        return try ClusterRuntime(configuration, providers: TestService.providers, transport: transport, pusher: pusher)
    }

    private func until(_ holds: () -> Bool) async throws {
        while !holds() { try await Task.sleep(for: .milliseconds(10)) }
    }
}

/// A clock that is an hour fast.
private struct FastClock: RuntimeClock {
    private let system = SystemClock()
    private let lead: TimeInterval = 3_600

    var now: Date { system.now + lead }
    func sleep(until date: Date) async throws { try await system.sleep(until: date - lead) }
    func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        system.setAlarm(at: date - lead, action)
    }
}
#endif
