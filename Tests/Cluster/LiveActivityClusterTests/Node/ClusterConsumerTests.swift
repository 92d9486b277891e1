import LiveActivities
import LiveActivityCore
import Synchronization
import Testing

@testable import LiveActivityCluster

/// Named consumers that every node reads in its partitions.
@Suite(.movedTime, .timeLimit(.minutes(15))) struct ClusterConsumerTests {
    /// The changes that one consumer has received on all nodes.
    final class Given: Sendable {
        private let all = Mutex<[(node: NodeName, partition: Int, change: Change)]>([])

        var changes: [Change] { all.withLock { $0.map(\.change) } }
        func changes(on node: NodeName) -> [Change] { all.withLock { $0.filter { $0.node == node }.map(\.change) } }

        /// Reads on a node until the task is cancelled, or the node has stopped.
        func read(
            _ node: ClusterRuntime, _ name: NodeName, acknowledging: Bool = true,
            until isOver: @escaping @Sendable (Change) -> Bool = { _ in false }
        ) -> Task<Void, Never> {
            Task {
                await node.consume("watch") { [self] partition, changes in
                    for await change in changes {
                        all.withLock { $0.append((name, partition, change)) }
                        #expect(change.activity.shard == partition)
                        if isOver(change) { return false }
                        if acknowledging { changes.acknowledge(change) }
                    }
                    return true
                }
            }
        }
    }

    private func start(_ owner: Int, _ node: ClusterRuntime) async throws -> ActivityID {
        try await node.start(
            TallyProvider.Attributes(name: "anna"), owner: OwnerID("\(owner)"), options: StartOptions(key: "1"))
    }

    /// The owner is disconnected under load, and continues for a while without detecting it.
    @Test func aTakeoverLosesNothingAndKeepsTheOrder() async throws {
        let cluster = TestCluster(partitions: 8)
        let (one, two) = (try cluster.node("one"), try cluster.node("two"))
        let given = Given()
        let reading = [given.read(one, "one"), given.read(two, "two")]
        try await cluster.settled(one, two)
        let load = cluster.load(one)
        try await until { !given.changes(on: "two").isEmpty && !given.changes(on: "one").isEmpty }
        cluster.disconnect(two)
        try await cluster.settled(one)
        try await load.check(one)

        // Each activity's latest change arrives; it may have replaced earlier ones.
        var latest: [ActivityID: UInt32] = [:]
        for id in try await one.activities() { latest[id] = try #require(try await one.record(of: id)).revision }
        #expect(latest.count == 16)
        try await until { Self.revisions(given.changes) == latest }
        // On one node each change arrives once, and the changes of an activity in order.
        for node: NodeName in ["one", "two"] {
            for (id, its) in Dictionary(grouping: given.changes(on: node), by: \.activity) {
                #expect(zip(its, its.dropFirst()).allSatisfy { $0.sequence < $1.sequence }, "\(id) on \(node)")
            }
        }
        #expect(Set(given.changes.filter { $0.what == .started }.map(\.activity)) == Set(latest.keys))
        await two.stop()
        await one.stop()
        for task in reading { await task.value }
    }

    /// Regression: the activities of a partition stayed in memory as long as the node read the consumer.
    @Test func aPartitionThatWasHandedOverIsFreed() async throws {
        struct Weak: Sendable { weak let partition: OwnedPartition? }
        let cluster = TestCluster(partitions: 4)
        let one = try cluster.node("one")
        let given = Given()
        let reading = given.read(one, "one")
        try await cluster.settled(one)
        for owner in 0..<16 { _ = try await start(owner, one) }
        try await until { given.changes.count == 16 }
        let all = one.node.owned.mapValues { Weak(partition: $0) }
        let two = try cluster.node("two")
        try await cluster.settled(one, two)
        let moved = all.filter { one.node.owned[$0.key] == nil }
        #expect(moved.count == 2)
        try await until { moved.values.allSatisfy { $0.partition == nil } }
        await two.stop()
        await one.stop()
        await reading.value
    }

    private static func revisions(_ changes: [Change]) -> [ActivityID: UInt32] {
        changes.reduce(into: [:]) { $0[$1.activity] = max($0[$1.activity] ?? 0, $1.revision) }
    }

    /// `serve` creates the consumers of its webhooks before it accepts requests, and reads them later.
    @Test func aConsumerReceivesTheChangesSinceItWasCreated() async throws {
        let cluster = TestCluster(partitions: 2)
        let one = try cluster.node("one")
        try await cluster.settled(one)
        try await one.beginConsumer("watch")
        let before = try await start(1, one)
        let two = try cluster.node("two")
        try await two.beginConsumer("watch")
        try await cluster.settled(one, two)
        #expect(one.partitionsStoring("watch") == 1 && two.partitionsStoring("watch") == 1)
        let (given, again) = (Given(), Given())
        let reading = [given.read(one, "one"), again.read(two, "two")]
        try await until { (given.changes + again.changes).contains { $0.activity == before && $0.what == .started } }
        await two.stop()
        await one.stop()
        for task in reading { await task.value }
    }

    /// After a planned move, only unacknowledged changes are delivered again.
    @Test func aPlannedMoveRepeatsWhatWasNotAcknowledgedAndNothingElse() async throws {
        let cluster = TestCluster(partitions: 2)
        let one = try cluster.node("one")
        let (given, again) = (Given(), Given())
        let reading = given.read(one, "one")
        try await until { one.partitionsStoring("watch") == 2 }
        let acknowledged = try await start(1, one)
        try await until { given.changes.contains { $0.activity == acknowledged } }
        reading.cancel()
        await reading.value
        // From now on the consumer acknowledges nothing.
        let without = given.read(one, "one", acknowledging: false)
        let open = try await start(2, one)
        try await one.send(TallyProvider.Event.happened(1), to: open)
        try await until { given.changes.count { $0.activity == open } == 2 }

        let two = try cluster.node("two")
        let next = again.read(two, "two")
        await one.stop()
        await without.value
        try await until { again.changes.count == 2 }
        let marker = try await start(3, two)
        try await until { again.changes.contains { $0.activity == marker } }
        #expect(again.changes.filter { $0.activity == acknowledged } == [])
        #expect(again.changes.filter { $0.activity == open } == given.changes.filter { $0.activity == open })
        await two.stop()
        await next.value
    }

    /// A new consumer receives the first change of every partition, because no command is accepted before the consumer is known
    /// there.
    @Test func aNewConsumerMissesNoChangeAfterTheClaim() async throws {
        let cluster = TestCluster(partitions: 16)
        let (former, one) = (try cluster.node("former"), try cluster.node("one"))
        let given = Given()
        let reading = given.read(one, "one")
        try await cluster.settled(former, one)
        // The second node's reader exists before the node claims the other half.
        try await until { one.partitionsStoring("watch") == 8 }
        await former.stop()
        var ids: Set<ActivityID> = []
        for owner in 0..<64 { ids.insert(try await start(owner, one)) }
        let all = ids
        try await until { Set(given.changes.filter { $0.what == .started }.map(\.activity)) == all }
        await one.stop()
        await reading.value
    }

    @Test func aConsumerThatIsRemovedIsStoredNoMore() async throws {
        let cluster = TestCluster(partitions: 4)
        let (one, two) = (try cluster.node("one"), try cluster.node("two"))
        let given = Given()
        // Each partition's first change ends the consumer in that partition.
        let reading = [given.read(one, "one", until: { _ in true }), given.read(two, "two", until: { _ in true })]
        try await cluster.settled(one, two)
        try await until { one.partitionsStoring("watch") == 2 && two.partitionsStoring("watch") == 2 }
        var ids: [ActivityID] = []
        for owner in 0..<40 { ids.append(try await start(owner, one)) }
        #expect(Set(ids.map(\.shard)).count == 4)
        try await until {
            one.statistics().consumers["watch"] == nil && two.statistics().consumers["watch"] == nil
        }
        #expect(Set(given.changes.map(\.activity.shard)).count == 4)
        #expect(given.changes.count == 4, "one for each partition")
        // The next owner does not have the consumer either, because it has no reader.
        for task in reading { task.cancel() }
        for task in reading { await task.value }
        await one.stop()
        try await cluster.settled(two)
        #expect(two.statistics().consumers == [:])
        // The consumer starts again, with the changes from now on.
        let anew = Given()
        let next = anew.read(two, "two")
        try await two.forgetConsumer("other")
        var number = 0
        while anew.changes.isEmpty {
            number += 1
            try await two.send(TallyProvider.Event.happened(number), to: ids[0])
        }
        #expect(!anew.changes.contains { $0.what == .started })
        next.cancel()
        await next.value
        try await two.forgetConsumer("watch")
        #expect(two.statistics().consumers == [:])
        await two.stop()
    }

    /// A consumer that one node creates has every change of all partitions after that, whichever node owns them.
    @Test func aCreatedConsumerBeginsInAllPartitionsAtOnce() async throws {
        let cluster = TestCluster(partitions: 4)
        let (one, two) = (try cluster.node("one"), try cluster.node("two"))
        try await cluster.settled(one, two)
        try await one.createConsumer("watch")
        #expect(one.partitionsStoring("watch") == 2 && two.partitionsStoring("watch") == 2)
        _ = try await start(1, one)
        // The next owner has it from the log.
        await one.stop()
        try await until { two.partitionsStoring("watch") == 4 }
        let given = Given()
        let reading = given.read(two, "two")
        try await until { given.changes.count == 1 }
        reading.cancel()
        await reading.value
        await two.stop()
    }

    /// The hosts of all nodes answer, including the sender's; a node without a host gives no answer.
    @Test func aRequestReachesTheHostsOfAllNodes() async throws {
        let cluster = TestCluster(partitions: 2)
        let nodes = try ["one", "two", "three"].map { try cluster.node(NodeName(rawValue: $0)) }
        try await until { nodes[0].status().nodes.count == 3 }
        for (node, name) in zip(nodes, ["one", "two"]) { node.answerHosts { Data(name.utf8) + $0 } }
        let answers = await nodes[0].askHosts(Data("!".utf8), within: .seconds(60))
        #expect(answers.map(\.node) == ["one", "three", "two"])
        #expect(answers.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } } == ["one!", nil, "two!"])
        for node in nodes { await node.stop() }
    }

    /// Reading ends on a node that has stopped, and on a node that never owned anything.
    @Test func readingEndsWithTheNode() async throws {
        let cluster = TestCluster(partitions: 2)
        let one = try cluster.node("one")
        let given = Given()
        let before = given.read(one, "one")
        await one.stop()
        await before.value
        await given.read(one, "one").value
        #expect(given.changes == [])
    }
}
