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
                try Self.sender(hook, DisabledWebhooks(file: nil, webhooks: [hook], cluster: node), node) {
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

    /// All nodes stop calling an endpoint that is gone (410) for one of them, and remember it.
    @Test func anEndpointThatIsGoneIsGoneForAllNodes() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "webhooks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let endpoint = Endpoint(statuses: [410])
        try await endpoint.run { port in
            let transport = MemoryTransport()
            let hook = Self.hook(port)
            let nodes = [try Self.node("one", transport), try Self.node("two", transport)]
            let files = (0...2).map { folder.appending(path: "\($0).json").path }
            let senders = try zip(nodes, files).map {
                try Self.sender(hook, DisabledWebhooks(file: $1, webhooks: [hook], cluster: $0), $0)
            }
            let running = senders.map { sender in Task { await sender.run() } }
            try await until { nodes.allSatisfy { $0.reads(hook) == 2 } }
            _ = try await Self.start("anna", nodes[0])
            for task in running { await task.value }
            #expect(senders.allSatisfy { $0.statistics.isDisabled } && endpoint.calls.count == 1)
            for (node, file) in zip(nodes, files) {
                #expect(node.statistics().consumers == [:])
                #expect(try DisabledWebhooks(file: file).contains(hook))
            }
            // A node that joins later, with another file, is informed; a webhook with another URL is called.
            let three = try Self.node("three", transport)
            let disabled = try DisabledWebhooks(file: files[2], webhooks: [hook], cluster: three)
            try await until { disabled.contains(hook) }
            let late = try Self.sender(hook, disabled, three)
            await late.run()
            #expect(late.statistics.isDisabled && endpoint.calls.count == 1)
            var moved = hook
            moved.url += "?2"
            #expect(!disabled.contains(moved))
            for node in nodes + [three] { await node.stop() }
        }
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
