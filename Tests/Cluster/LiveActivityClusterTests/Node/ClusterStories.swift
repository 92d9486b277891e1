import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import LiveActivityCluster

/// Test stories that run on every kind of server.
struct ClusterStories {
    let partitions: Int
    /// Creates and starts a node with a name and a capacity.
    let node: (NodeName, Int) throws -> ClusterRuntime

    func nodesPassCommandsOnAndHandPartitionsOver() async throws {
        let cluster = TestCluster(partitions: partitions)
        let one = try node("one", 1)
        try await cluster.settled(one)
        let gateway = try node("gateway", 0)
        let load = cluster.load(gateway)
        let two = try node("two", 1)
        try await cluster.settled(one, two)
        let refused = await #expect(throws: RuntimeError.self) {
            try await gateway.resolve(.key(owner: "nobody", kind: "tally", key: "1"))
        }
        #expect(refused == .engine(.nothingRunning(owner: "nobody", kind: "tally", key: "1")))
        await one.stop()
        try await load.check(two)
        await two.stop()
        await gateway.stop()
        // A node that joins later reads everything that the others have written.
        let later = try node("later", 1)
        #expect(try await later.activities().count == 16)
        await later.stop()
    }

    /// Nodes that are paused and resume as former owners, under a load of numbered events. `SLA_TEST_ROUNDS` multiplies the
    /// number of rounds.
    func nodesVanishAndWakeUp() async throws {
        let cluster = TestCluster(partitions: partitions)
        var nodes = [try node("0", 1), try node("1", 1), try node("2", 1)]
        let gateway = try node("gateway", 0)
        try await until { gateway.status().unowned.isEmpty }
        let load = cluster.load(gateway)
        for (number, seed) in SeededGenerator.seeds(4).enumerated() {
            var generator = SeededGenerator(seed: seed)
            let victim = Int.random(in: 0..<3, using: &generator)
            // The node sends and receives nothing, but operations in progress continue; their appends are refused.
            nodes[victim].suspend()
            let gone = nodes[victim]
            nodes[victim] = try node(NodeName("\(number + 3)"), 1)
            try await until {
                gateway.status().unowned.isEmpty && gateway.status().nodes.count == 4 && !gateway.receivesHeartbeats(of: gone)
            }
            await gone.stop()
        }
        try await load.check(gateway)
        for node in nodes + [gateway] { await node.stop() }
    }
}
