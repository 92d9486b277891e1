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

    /// A node that read the log of the only partition before the damage takes the partition over, and writes its state again.
    /// Then a node that never read the log before can read it.
    ///
    /// - Parameter damage: Makes the message at a position unreadable; `false` if a snapshot has replaced it.
    func aDamagedLogIsRepaired(_ log: some PartitionLog, _ damage: (LogPosition) throws -> Bool) async throws {
        let nodes = [try node("one", 1), try node("two", 1)]
        try await until { nodes.allSatisfy { $0.status().nodes.count == 2 && $0.status().unowned == [] } }
        let first = try #require(nodes.firstIndex { $0.ownedPartitions == [0] })
        let (owner, follower) = (nodes[first], nodes[1 - first])
        let id = try await owner.start(TallyProvider.Attributes(name: "anna"), owner: "anna", options: StartOptions())
        var (count, last) = (0, LogPosition(0))
        func send() async throws {
            count += 1
            try await owner.send(TallyProvider.Event.happened(count), to: id)
        }
        repeat {
            try await send()
            last = try log.bounds().last
            try await until { follower.node.state.read { $0.standbys[0]?.position ?? 0 } >= last }
        } while try !damage(last)
        try await send()
        try await until { (try? log.bounds().first) ?? 0 > last && owner.ownedPartitions == [0] }
        try await until { nodes.allSatisfy { $0.status().warnings == [] } }
        try await send()
        for node in nodes { await node.stop() }
        let next = try node("next", 1)
        #expect(try await TestCluster(partitions: 1).numbers(id, next) == Array(1...count))
        await next.stop()
    }
}
