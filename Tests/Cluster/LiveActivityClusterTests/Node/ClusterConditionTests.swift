import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import LiveActivityCluster

/// A node's reports about itself: its condition, its counters, and the notices of its partitions.
@Suite(.movedTime, .timeLimit(.minutes(15))) struct ClusterConditionTests {
    private func start(_ owner: OwnerID, _ node: ClusterRuntime) async throws -> ActivityID {
        try await node.start(TallyProvider.Attributes(name: "a"), owner: owner, options: StartOptions(key: "1"))
    }

    @Test func countersStayWhenAPartitionMoves() async throws {
        let cluster = TestCluster(partitions: 1)
        let (one, two) = (try cluster.node("one"), try cluster.node("two"))
        try await until { one.status().unowned.isEmpty && one.status().nodes.count == 2 }
        let (owner, other) = one.ownedPartitions.isEmpty ? (two, one) : (one, two)
        let id = try await start("anna", owner)
        for number in 1...3 { try await owner.send(TallyProvider.Event.happened(number), to: id) }
        let before = owner.statistics()
        #expect(before.commands[.init(.send, .applied)] == 3 && before.activities.values.reduce(0, +) == 1)
        owner.move(0, to: other === one ? "one" : "two")
        try await until { other.ownedPartitions == [0] && owner.ownedPartitions.isEmpty }
        let after = owner.statistics()
        #expect(after.commands == before.commands && after.batches >= before.batches)
        #expect(after.activities == [:], "the other node has it now")
        // A partition that is lost to a claim is counted too.
        try await other.send(TallyProvider.Event.happened(4), to: id)
        var claimant = PartitionFollower(cluster.transport.memoryLog(of: 0))
        let store = try PartitionStore(claiming: &claimant, as: "three")
        let refused = await #expect(throws: RuntimeError.self) {
            try await other.node.owned[0]?.runtime.send(TallyProvider.Event.happened(5), to: id)
        }
        guard case .fenced? = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        try await until { other.status().nodes.contains { $0.lost == 1 } }
        #expect(other.statistics().commands[.init(.send, .applied)] ?? 0 >= 1)
        store.close()
        await one.stop()
        await two.stop()
    }

    /// A node without a log that works, and one that is cut off from the others.
    @Test func aNodeThatCanDoNothingSaysSo() async throws {
        let transport = FaultTransport()
        var configuration = TestCluster.configuration("one", partitions: 2, silence: .seconds(4))
        configuration.deadline = .seconds(2)
        let one = try TestTime.current.node(configuration, transport)
        try await until { one.condition().unownedPartitions == 0 }
        let good = one.condition()
        #expect(!good.isDisconnected && !good.isDegraded && good.heartbeatAge < 4 && good.logBytes > 0)
        let id = try await start("anna", one)
        transport.memory.detach(one.address)
        try await until { one.condition().isDisconnected }
        #expect(one.condition().heartbeatAge > 4)
        await one.stop(within: .seconds(1))

        // Another node, which cannot claim one of the partitions.
        transport.appends(of: id.shard).fail(.refused, forNewWriters: true)
        configuration.node = "two"
        let two = try TestTime.current.node(configuration, transport)
        try await until { two.condition().failedClaims == 1 && two.condition().unownedPartitions == 1 }
        #expect(two.condition().isDegraded && !two.condition().isDisconnected)
        let error = await #expect(throws: RuntimeError.self) {
            try await two.send(TallyProvider.Event.happened(1), to: id)
        }
        #expect(error?.code == "storeUnavailable")
        await #expect(throws: RuntimeError.self) { try await two.state(of: id) }
        #expect(two.statistics().refusals["storeUnavailable"] == 1, "a query is not a command")
        transport.appends(of: id.shard).fail(nil)
        try await until { !two.condition().isDegraded }
        await two.stop()
    }

    /// The clock of a former owner was fast: the deadlines of its partition wait.
    @Test func aPartitionWhoseTimeIsAheadOfTheClockIsReported() async throws {
        let (transport, fast) = (MemoryTransport(), ManualClock())
        fast.advance(by: 60)
        var follower = PartitionFollower(transport.log(of: 1))
        let former = try OwnedPartition(
            1, of: 2, &follower, node: "former", address: "former", clock: ClusterClock(fast),
            providers: [AnyProvider(TallyProvider())])
        former.close(isLost: false)
        let one = try TestTime.current.node(TestCluster.configuration("one", partitions: 2), transport)
        try await until { one.ownedPartitions == [0, 1] }
        await TestTime.current.still {
            let seconds = fast.now.timeIntervalSince(one.clock.now)
            #expect(seconds > 0 && abs(one.clockBehind - seconds) < 0.001)
        }
        try await until { one.clockBehind == 0 }
        await one.stop()
    }

    @Test func noticesOfOwnedPartitionsReachTheHost() async throws {
        let transport = FaultTransport()
        var configuration = TestCluster.configuration("one", partitions: 2)
        configuration.deadline = .seconds(2)
        let one = try TestTime.current.node(configuration, transport)
        let noted = Noted<[String]>([])
        one.followReports { partition, report in
            guard case .notice(let notice) = report else { return }
            noted.change { $0.append("\(partition.map { "\($0)" } ?? "-") \(notice.name)") }
        }
        let id = try await start("anna", one)
        transport.appends(of: id.shard).fail(.refused)
        await #expect(throws: RuntimeError.self) { try await one.send(TallyProvider.Event.happened(1), to: id) }
        try await until { noted.value.contains("\(id.shard) storeFailed") }
        transport.appends(of: id.shard).fail(nil)
        try await until { noted.value.contains("\(id.shard) storeRecovered") }
        #expect(Set(noted.value) == ["\(id.shard) storeFailed", "\(id.shard) storeRecovered"])
        await one.stop()
    }

    /// Activities of a kind that the claimant lacks stay in the log, and the host learns of them.
    @Test func skippedActivitiesReachTheHost() async throws {
        let (transport, note) = (MemoryTransport(), AnyProvider(kind: "note"))
        func node(_ name: NodeName, _ providers: [AnyProvider]) throws -> ClusterRuntime {
            try TestTime.current.node(TestCluster.configuration(name, partitions: 1), transport, providers: providers)
        }
        let one = try node("one", [AnyProvider(TallyProvider()), note])
        let id = try await start("anna", one)
        await one.stop()
        let two = try node("two", [note])
        let noted = Noted<[SkippedActivity]>([])
        two.followReports { _, report in
            if case .skipped(let activities) = report { noted.change { $0 += activities } }
        }
        try await until { !noted.value.isEmpty }
        #expect(noted.value == [SkippedActivity(activity: id, kind: "tally", reason: nil)])
        #expect(two.skippedActivities == noted.value)
        await two.stop()
    }
}
