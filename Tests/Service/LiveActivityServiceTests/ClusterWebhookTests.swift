#if Service
import Foundation
import LiveActivities
import LiveActivityCore
import Logging
import Synchronization
import Testing

@testable import LiveActivityCluster
@testable import LiveActivityService

/// Webhooks of nodes in one process, one of which fails.
@Suite(.timeLimit(.minutes(10))) struct ClusterWebhookTests {
    private static func hook(_ port: Int) -> Webhook {
        Webhook(name: "test", url: "http://127.0.0.1:\(port)/hook", secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
    }

    private static func node(_ name: NodeName, _ transport: MemoryTransport) throws -> ClusterRuntime {
        var configuration = ClusterRuntime.Configuration(node: name, partitions: 4)
        // A node fails only when the test says so.
        (configuration.heartbeat, configuration.silence) = (.milliseconds(200), .seconds(600))
        (configuration.deadline, configuration.answerTimeout) = (.seconds(300), .seconds(300))
        return try ClusterRuntime(configuration, providers: TestService.providers, transport: transport)
    }

    /// - Parameter isHeld: While `true`, failed requests are not repeated.
    private static func sender(
        _ hook: Webhook, _ disabled: DisabledWebhooks, _ node: ClusterRuntime,
        while isHeld: @escaping @Sendable () -> Bool = { false }
    ) throws -> WebhookSender {
        try WebhookSender(
            hook, allowsPrivate: true, disabled: disabled, node, Logger(label: "test"),
            sleep: { _ in repeat { try await Task.sleep(for: .milliseconds(10)) } while isHeld() })
    }

    private static func start(_ owner: String, _ node: ClusterRuntime) async throws -> ActivityID {
        let text = TestService.start(owner: owner).dropLast() + #","command":"start"}"#
        return try #require(try await node.apply(json: JSONValue(parsing: String(text))).activity)
    }

    private func until(_ holds: () -> Bool) async throws {
        while !holds() { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// The node's process ends while requests fail. The next owner continues with what the endpoint has not accepted, in order
    /// for each activity.
    @Test func anOwnerThatDiesInTheMidstOfDeliveriesLosesNone() async throws {
        let isRefusing = Flag()
        let endpoint = Endpoint(statuses: []) { call in
            isRefusing.value.load(ordering: .relaxed) && call.json["data"]?["owner"]?.string?.hasPrefix("late") == true
        }
        try await endpoint.run { port in
            let transport = MemoryTransport()
            let nodes = [try Self.node("one", transport), try Self.node("two", transport)]
            let hook = Self.hook(port)
            let senders = try nodes.map { node in
                try Self.sender(hook, DisabledWebhooks(file: nil, in: node.sharedSettings()), node) {
                    isRefusing.value.load(ordering: .relaxed)
                }
            }
            let running = senders.map { sender in Task { await sender.run() } }
            try await until { nodes.allSatisfy { $0.reads(hook) == 2 } }

            var ids: [ActivityID] = []
            for number in 0..<24 {
                ids.append(try await Self.start("\(number.isMultiple(of: 3) ? "late" : "")\(number)", nodes[0]))
            }
            for id in ids { try await nodes[0].send(json: JSONValue(parsing: #"{"preparationStarted":{}}"#), to: id) }
            // Both nodes have delivered changes, and both have had requests refused.
            try await until { senders.allSatisfy { $0.statistics.delivered > 0 && $0.statistics.failed > 0 } }
            transport.detach(nodes[1].address)
            nodes[1].suspend()
            running[1].cancel()
            await running[1].value
            let before = endpoint.calls.count
            try await until {
                nodes[0].node.forget(nodes[1].address)
                return nodes[0].reads(hook) == 4
            }
            nodes[1].node.forget(nodes[0].address)
            isRefusing.value.store(false, ordering: .relaxed)

            let expected = Set(ids.map(\.description))
            try await until {
                Set(endpoint.accepted.filter { $0.json["type"]?.string == "activity.updated" }.compactMap(\.activity))
                    == expected
            }
            // Each activity's start comes before its update, and repeated requests have the same id.
            for (activity, calls) in Dictionary(grouping: endpoint.accepted, by: \.activity) {
                let sequences = calls.compactMap(\.sequence)
                let first = sequences.enumerated().filter { index, sequence in !sequences[..<index].contains(sequence) }.map(
                    \.element)
                #expect(first == first.sorted(), "\(activity ?? "")")
                #expect(Set(sequences).count == Set(calls.map(\.id)).count)
            }
            // The next owner repeats only what the failed one has read and not acknowledged.
            let repeated = endpoint.calls[before...].compactMap(\.activity)
            #expect(expected.isSuperset(of: repeated))
            running[0].cancel()
            await running[0].value
            for node in nodes { await node.stop() }
        }
    }

    /// A webhook is created at one node, and listed, tested, disabled, enabled and removed at the other.
    @Test func aCreatedWebhookBelongsToAllNodes() async throws {
        let endpoint = Endpoint(statuses: [])
        try await endpoint.run { port in
            let transport = MemoryTransport()
            let nodes = [try Self.node("one", transport), try Self.node("two", transport)]
            let registries = try nodes.map { try Self.registry($0) }
            try await until { nodes[0].status().nodes.count { $0.owns.count == 2 } == 2 && nodes[0].status().unowned.isEmpty }
            let running = registries.map { registry in Task { await registry.run() } }
            try await registries[0].create(Self.created(port))
            // The other node has stored changes for it since then, and has not even read the list.
            #expect(nodes.map { $0.statistics().consumers.count } == [1, 1] && registries[1].senders.isEmpty)
            await #expect(throws: Problem.self) { try await registries[1].create(Self.created(port)) }
            var ids: [ActivityID] = []
            for number in 0..<12 { ids.append(try await Self.start("\(number)", nodes[0])) }
            try registries[1].read()
            #expect(registries[1].senders.map(\.webhook.name) == ["shipping"])
            let expected = Set(ids.map(\.description))
            try await until { Set(endpoint.accepted.compactMap(\.activity)) == expected }
            #expect(Set(endpoint.accepted.map(\.id)).count == 12)
            // A sender counts a delivery after the endpoint has answered.
            try await until { registries.allSatisfy { $0.senders[0].statistics.delivered > 0 } }

            // The counts of each node are sums.
            try await until { nodes.allSatisfy { $0.statistics().consumers.values.reduce(0, +) == 0 } }
            let counts = try await registries[1].ask(.counts)
            #expect(counts.counts["shipping"]?.delivered == 12 && counts.unanswered == [])

            // The former secret signs at the other node until it has read the new one.
            let secret = WebhookSecret.random()
            #expect(try registries[1].exchangeSecret(of: "shipping", for: secret, keepingFormerUntil: Date()))
            try registries[0].read()
            _ = await registries[0].senders[0].test()
            let test = try #require(endpoint.accepted.last)
            let timestamp = try #require(Int(test.timestamp))
            #expect(WebhookSecret(secret)?.signature(id: test.id, timestamp: timestamp, body: test.body) == test.signature)

            // Disabled at one node, enabled at the other.
            try await registries[0].setEnabled(registries[0].senders[0], false)
            try registries[1].read()
            try await until { nodes.allSatisfy { $0.statistics().consumers.isEmpty } }
            _ = try await Self.start("unseen", nodes[0])
            #expect(registries.allSatisfy { $0.isDisabled($0.senders[0].webhook) })
            try await registries[1].setEnabled(registries[1].senders[0], true)
            try registries[0].read()
            #expect(nodes.map { $0.statistics().consumers.count } == [1, 1])
            let seen = try await Self.start("seen", nodes[0]).description
            try await until { endpoint.accepted.last?.activity == seen }
            #expect(endpoint.accepted.count == 14)

            // Removed at the node that did not create it.
            #expect(try await registries[1].remove("shipping"))
            #expect(try await registries[0].remove("shipping") == false)
            try registries[0].read()
            try await until { nodes.allSatisfy { $0.statistics().consumers.isEmpty } }
            #expect(registries[0].senders.isEmpty)
            for task in running { task.cancel() }
            for task in running { await task.value }
            for node in nodes { await node.stop() }
        }
    }

    /// Of two nodes that create a webhook with the same name at the same time one is refused. Where a partition has no owner,
    /// the webhook is not created.
    @Test func aWebhookIsCreatedOnceOrNotAtAll() async throws {
        let transport = MemoryTransport()
        // Nodes without a share own nothing.
        var configuration = ClusterRuntime.Configuration(node: "gateway", capacity: 0, partitions: 4)
        (configuration.heartbeat, configuration.silence) = (.milliseconds(200), .seconds(600))
        configuration.deadline = .milliseconds(100)
        let gateway = try ClusterRuntime(configuration, providers: TestService.providers, transport: transport)
        let alone = try Self.registry(gateway)
        await #expect(throws: RuntimeError.self) { try await alone.create(Self.created(1)) }
        #expect(alone.senders.isEmpty)
        #expect(try gateway.sharedSettings().values.isEmpty)
        await gateway.stop()

        let nodes = [try Self.node("one", transport), try Self.node("two", transport)]
        let registries = try nodes.map { try Self.registry($0) }
        let results = await withTaskGroup(of: Bool.self) { group in
            for registry in registries { group.addTask { (try? await registry.create(Self.created(1))) != nil } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 } == 1)
        for registry in registries { try registry.read() }
        let consumers = registries.map { $0.senders.map(\.webhook.consumer) }
        #expect(consumers[0].count == 1 && consumers[0] == consumers[1])
        for node in nodes { await node.stop() }
    }

    /// A partition that had no owner when its webhook was removed keeps the consumer in its log: the next owner removes it, and
    /// keeps the consumer of a new webhook with the same name.
    @Test func theNextOwnerRemovesTheConsumersOfRemovedWebhooks() async throws {
        let endpoint = Endpoint(statuses: [])
        try await endpoint.run { port in
            let transport = MemoryTransport()
            let one = try Self.node("one", transport)
            let before = try Self.registry(one)
            try await until { one.status().nodes.first?.owns.count == 4 }
            try await before.create(Self.created(port))
            let removed = try #require(before.senders.first?.webhook)
            await one.stop()
            let settings = SharedTable<WebhookRegistry.Created>(in: try one.sharedSettings(), "webhook/")
            try settings.change { $0["shipping"] = nil }

            let two = try Self.node("two", transport)
            try await until { two.status().nodes.first { $0.name == "two" }?.owns.count == 4 }
            let registry = try Self.registry(two)
            try await registry.create(Self.created(port))
            // The host's own consumers, with names that resemble the consumers of created webhooks.
            let own: Set<ConsumerName> = ["crm-webhook:eu@1", "every:crm-webhook:eu@2", "webhook:shipping"]
            for consumer in own { try await two.createConsumer(consumer) }
            #expect(two.statistics().consumers.count == 5 && two.reads(removed) == 4)
            await registry.forgetRemoved()
            #expect(Set(two.statistics().consumers.keys) == own.union(registry.senders.map(\.webhook.consumer)))
            await two.stop()
        }
    }

    /// All nodes removed its consumer, with the waiting changes, as if a request had created and removed the webhook.
    @Test func aConfiguredWebhookWithTheMarkOfACreatedOneIsRefused() async throws {
        func configured(_ name: String) -> [Webhook] {
            [Webhook(name: name, url: "http://127.0.0.1:1/hook", secrets: [WebhookSecret.random()])]
        }
        let one = try Self.node("one", MemoryTransport())
        #expect(try Self.registry(one, configured("orders-eu")).senders.count == 1)
        let refusal = #expect(throws: ServiceError.self) { try Self.registry(one, configured("orders@eu")) }
        #expect("\(try #require(refusal))".contains("must not contain '@'"))
        await one.stop()
        // A service of one process removes a consumer only with its webhook.
        var configuration = ServiceConfiguration()
        (configuration.webhooks, configuration.allowsPrivateWebhooks) = (configured("orders@eu"), true)
        let runtime = try LiveActivityRuntime(shards: 1, providers: TestService.providers)
        #expect(try WebhookRegistry(configuration, runtime, Logger(label: "test")).senders.count == 1)
        await runtime.close()
    }

    /// A dead letter is at the node that made the call; each node lists, resends and drops the letters of all.
    @Test func theDeadLettersOfAllNodesAreReadAndResentAtEach() async throws {
        let isRefusing = Flag()
        let endpoint = Endpoint(statuses: []) { _ in isRefusing.value.load(ordering: .relaxed) }
        try await endpoint.run { port in
            let transport = MemoryTransport()
            let nodes = [try Self.node("one", transport), try Self.node("two", transport)]
            let registries = try nodes.map { try Self.registry($0) }
            try await until { nodes.allSatisfy { $0.status().nodes.count == 2 } }
            try await registries[0].create(Self.created(port))
            try registries[1].read()
            let runtime = try LiveActivityRuntime(shards: 1, providers: TestService.providers)
            let seen = runtime.changes()
            for key in ["1", "2", "3"] {
                let text = TestService.start(key: key).dropLast() + #","command":"start"}"#
                _ = try await runtime.apply(json: JSONValue(parsing: String(text)))
            }
            let changes = seen.makeAsyncIterator()
            for (number, registry) in [registries[0], registries[1], registries[1]].enumerated() {
                try registry.letters.append(
                    DeadLetters.Letter(
                        webhook: "shipping", at: "2026-11-2\(5 - number)T00:00:00Z", reason: "\(number)",
                        change: try #require(await changes.next())))
            }
            let listed = try await registries[0].ask(.failures(of: "shipping"))
            #expect(listed.deadLetters.map(\.reason) == ["2", "1", "0"] && listed.unanswered == [])
            let refused = try await registries[0].ask(.resend(of: "shipping", id: nil, since: nil))
            #expect(refused.chosen == 3 && refused.accepted == 0 && refused.reason == "the endpoint answered 500")
            isRefusing.value.store(false, ordering: .relaxed)
            let one = try await registries[0].ask(.resend(of: "shipping", id: listed.deadLetters[0].id, since: nil))
            #expect(one.chosen == 1 && one.accepted == 1 && one.counts["shipping"]?.deadLetters == 2)
            #expect(endpoint.accepted.map(\.id) == [listed.deadLetters[0].id])
            #expect(try await registries[1].ask(.dropLetters(of: "shipping")).counts["shipping"]?.deadLetters == 0)
            // A node that serves nothing has no part.
            nodes[1].answerHosts { _ in Data() }
            #expect(try await registries[0].ask(.counts).unanswered == ["two"])
            await runtime.close()
            for node in nodes { await node.stop() }
        }
    }

    /// All nodes stop calling an endpoint that is gone (410) for one of them, also a node that starts later.
    @Test func anEndpointThatIsGoneIsGoneForAllNodes() async throws {
        let endpoint = Endpoint(statuses: [410])
        try await endpoint.run { port in
            let transport = MemoryTransport()
            let nodes = [try Self.node("one", transport), try Self.node("two", transport)]
            let hook = Self.hook(port)
            let registries = try nodes.map { try Self.registry($0, [hook]) }
            let running = registries.map { registry in Task { await registry.run() } }
            try await until { nodes.allSatisfy { $0.reads(hook) == 2 } }
            _ = try await Self.start("anna", nodes[0])
            try await until {
                for registry in registries { try? registry.read() }
                return registries.allSatisfy { $0.senders[0].statistics.isDisabled }
            }
            try await until { nodes.allSatisfy { $0.statistics().consumers == [:] } }
            #expect(endpoint.calls.count == 1)
            let late = try Self.registry(try Self.node("three", transport), [hook])
            #expect(late.isDisabled(hook))
            // A webhook with another URL is called.
            var moved = hook
            moved.url += "?2"
            #expect(!late.isDisabled(moved))
            for task in running { task.cancel() }
            for task in running { await task.value }
            for node in nodes + [try #require(late.cluster)] { await node.stop() }
        }
    }

    private static func registry(_ node: ClusterRuntime, _ configured: [Webhook] = []) throws -> WebhookRegistry {
        var configuration = ServiceConfiguration()
        (configuration.webhooks, configuration.allowsPrivateWebhooks) = (configured, true)
        let registry = try WebhookRegistry(configuration, node, Logger(label: "test"), in: node.sharedSettings())
        node.answerHosts { [weak registry] in await registry?.answer($0) ?? Data() }
        return registry
    }

    private static func created(_ port: Int) -> WebhookRegistry.Created {
        WebhookRegistry.Created(
            name: "shipping", url: "http://127.0.0.1:\(port)/hook",
            secrets: [DatedSecret(text: WebhookSecret.random(), until: nil)], kinds: [], changes: [], keepsNewestOnly: false)
    }
}

private final class Flag: Sendable { let value = Atomic(true) }

extension ClusterRuntime {
    /// The number of this node's partitions that store changes for a webhook.
    func reads(_ hook: Webhook) -> Int { partitionsStoring(hook.consumer) }
}

extension Endpoint.Call {
    fileprivate var activity: String? { json["data"]?["activity"]?.string }
    fileprivate var sequence: Int? { json["data"]?["sequence"]?.int }
}
#endif
