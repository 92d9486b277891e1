#if Cluster
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import LiveActivityTesting

extension ClusterBench {
    /// Commands per second to one log and to three logs, on three nodes, from callers at the node that owns the activities; to
    /// three logs also from callers at any node. The baseline is one command per message to one log.
    func commands(callers: Int) async throws {
        let one = try await ClusterBench(servers, name).owned(callers, partitions: 1)
        let baseline = ("one command a message", one.alone)
        report("", one.owned, "commands/s", baseline: baseline)
        report("-messages", one.messages, "messages/s")
        let three = try await ClusterBench(servers, name).owned(callers, partitions: 3)
        report("-3-logs", three.owned, "commands/s", baseline: baseline)
        report("-3-logs-any-node", three.any, "commands/s", baseline: baseline)
        report("-3-logs-any-node-messages", three.anyMessages, "messages/s")
    }

    private struct Rates {
        var (owned, any, alone, messages, anyMessages) = (0.0, 0.0, 0.0, 0.0, 0.0)
    }

    private func owned(_ callers: Int, partitions: Int) async throws -> Rates {
        var nodes: [ClusterRuntime] = []
        for number in 0..<3 { nodes.append(try await node(NodeName("node-\(number)"), partitions: partitions)) }
        try await settled(nodes[0], partitions, partitions)
        let all = nodes
        let ids = try await deliveries(9_000, nodes[0])
        let owners = Owners(nodes)
        _ = try await rate(callers, ids, seconds: 2) { id, _ in try owners.node(of: id) }
        var (owned, any, alone, messages): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        var anyMessages: [Double] = []
        for _ in 0..<3 {
            _ = appended.take()
            owned.append(try await rate(callers, ids, seconds: 3) { id, _ in try owners.node(of: id) })
            messages.append(Double(appended.take().count) / 3)
            if partitions > 1 {
                any.append(
                    try await rate(callers, ids, seconds: 3) { _, random in all.randomElement(using: &random) ?? all[0] })
                anyMessages.append(Double(appended.take().count) / 3)
            }
            // The only caller waits for each command, so each message has one command.
            if partitions == 1 { alone.append(try await rate(1, ids, seconds: 3) { id, _ in try owners.node(of: id) }) }
        }
        for node in nodes { await node.stop() }
        return Rates(
            owned: owned.median, any: any.median, alone: alone.median, messages: messages.median,
            anyMessages: anyMessages.median)
    }

    /// The commands per second of this number of callers, each of which waits for its command before it sends the next one.
    func rate<Runtime: ActivityCommands>(
        _ callers: Int, _ ids: [ActivityID], seconds: Double,
        node: @escaping @Sendable (ActivityID, inout SeededGenerator) throws -> Runtime
    ) async throws -> Double {
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for caller in 0..<callers {
                group.addTask {
                    // The system's generator makes a system call for each number.
                    var random = SeededGenerator(seed: UInt64(caller))
                    var count = 0
                    while ContinuousClock.now < end {
                        let id = ids.randomElement(using: &random) ?? ids[0]
                        try await node(id, &random).send(DeliveryEvent.move(at: Date()), to: id)
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }
}

/// The owners of the partitions, among the nodes of this process. They do not change while no node joins or leaves.
struct Owners: Sendable {
    private var nodes: [Int: ClusterRuntime] = [:]

    init(_ all: [ClusterRuntime]) {
        let owned = all[0].status().nodes
        for (number, node) in all.enumerated() {
            for partition in owned.first(where: { $0.name == NodeName("node-\(number)") })?.owns ?? [] {
                nodes[partition] = node
            }
        }
    }

    func node(of id: ActivityID) throws -> ClusterRuntime {
        guard let node = nodes[id.shard] else { throw BenchError(description: "nobody owns partition \(id.shard)") }
        return node
    }
}
#endif
