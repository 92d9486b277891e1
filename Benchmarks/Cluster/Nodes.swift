#if Cluster
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import Synchronization

extension ClusterBench {
    /// Seconds from the kill of one of three nodes until a command for each of its partitions is answered.
    func failover() async throws {
        let partitions = 12
        var nodes = try (0..<3).map { try NodeProcess(self, "node-\($0)", partitions: partitions) }
        let gateway = try await node("gateway", partitions: partitions, capacity: 0)
        try await settled(gateway, 3, partitions)
        let ids = Dictionary(grouping: try await deliveries(1_200, gateway)) { $0.shard }
        var times: [Double] = []
        for round in 0..<8 {
            let victim = round % 3
            let owned = gateway.status().nodes.first { $0.name == NodeName("node-\(victim)") }?.owns ?? []
            let start = ContinuousClock.now
            nodes[victim].kill()
            times += try await withThrowingTaskGroup(of: Double.self) { group in
                for partition in owned {
                    guard let id = ids[partition]?.first else { continue }
                    group.addTask {
                        try await gateway.send(DeliveryEvent.move(at: Date()), to: id)
                        return (ContinuousClock.now - start) / .seconds(1)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            nodes[victim] = try NodeProcess(self, "node-\(victim)", partitions: partitions)
            try await settled(gateway, 3, partitions)
        }
        report("-p50", times.median, "s", higherIsBetter: false)
        report("-max", times.max() ?? .nan, "s", higherIsBetter: false)
        await gateway.stop()
    }

    /// The longest time that a command takes while nodes are drained and get their partitions back, under load.
    func move() async throws {
        let partitions = 12
        let nodes = try await nodes(3, partitions: partitions)
        let gateway = try await node("gateway", partitions: partitions, capacity: 0)
        try await settled(gateway, 3, partitions)
        let ids = try await deliveries(1_200, gateway)
        let isOver = Flag()
        var moved = 0
        let load = Task { try await longest(64, ids, gateway, isOver) }
        for round in 0..<6 {
            let name = NodeName("node-\(round % 3)")
            for isDrained in [true, false] {
                gateway.drain(name, isDrained)
                try await until { gateway.status().nodes.first { $0.name == name }?.owns.isEmpty == isDrained }
                try await settled(gateway, isDrained ? 2 : 3, partitions)
                moved += partitions / 3
            }
        }
        isOver.value.store(true, ordering: .relaxed)
        let times = try await load.value.sorted()
        report("", (times.last ?? .nan) * 1_000, "ms", higherIsBetter: false)
        report("-p99", times[times.count * 99 / 100] * 1_000, "ms", higherIsBetter: false)
        report("-commands", Double(times.count), "commands")
        report("-moves", Double(moved), "moves")
        for node in nodes + [gateway] { await node.stop() }
    }

    private func longest(_ callers: Int, _ ids: [ActivityID], _ node: ClusterRuntime, _ isOver: Flag) async throws -> [Double] {
        try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var times: [Double] = []
                    while !isOver.value.load(ordering: .relaxed) {
                        let start = ContinuousClock.now
                        try await node.send(DeliveryEvent.move(at: Date()), to: ids.randomElement() ?? ids[0])
                        times.append((ContinuousClock.now - start) / .seconds(1))
                        try await Task.sleep(for: .milliseconds(10))
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// The memory of 100,000 deliveries in the process of a standby. The baseline is the owner's process.
    func standby() async throws {
        let partitions = 4
        let owner = try NodeProcess(self, "owner", partitions: partitions)
        let gateway = try await node("gateway", partitions: partitions, capacity: 0)
        try await settled(gateway, 1, partitions)
        let empty = owner.residentBytes
        for partition in 0..<partitions { gateway.move(partition, to: "owner") }
        _ = try await deliveries(100_000, gateway)
        let standby = try NodeProcess(self, "standby", partitions: partitions)
        try await until { gateway.status().nodes.first { $0.name == "standby" }?.follows.count == partitions }
        var (last, same) = (0.0, 0)
        // Waits until it has read everything and returned the memory that it does not need.
        try await until {
            try await Task.sleep(for: .seconds(1))
            let now = standby.residentBytes
            same = abs(now - last) < 1e6 ? same + 1 : 0
            last = now
            return same >= 5
        }
        report("-empty", empty / 1e6, "MB", higherIsBetter: false)
        report("", standby.residentBytes / 1e6, "MB", higherIsBetter: false, baseline: ("the owner", owner.residentBytes / 1e6))
        await gateway.stop()
    }
}

final class Flag: Sendable { let value = Atomic(false) }
#endif
