import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivityCluster

/// Mistakes of operators are reported, and lose no data.
@Suite(.movedTime, .timeLimit(.minutes(15))) struct ClusterMistakeTests {
    /// A provider of another service.
    private struct OtherProvider: ActivityProvider {
        typealias Attributes = TallyProvider.Attributes
        typealias Event = TallyProvider.Event
        let kind: ActivityKind = "other"

        func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
            ActivityContent(state: .init(), staleDate: nil)
        }
        func handle(_ event: Event, in activity: inout Scope) {}
    }

    private func node(_ name: NodeName, _ cluster: TestCluster, _ providers: [AnyProvider]) throws -> ClusterRuntime {
        try TestTime.current.node(TestCluster.configuration(name, partitions: 2), cluster.transport, providers: providers)
    }

    private func start(_ owner: Int, _ node: ClusterRuntime) async throws -> ActivityID {
        try await node.start(
            TallyProvider.Attributes(name: "anna"), owner: OwnerID("\(owner)"), options: StartOptions(key: "1"))
    }

    /// The second service takes no partition from the first, and reports the reason.
    @Test func twoServicesWithOneName() async throws {
        let cluster = TestCluster(partitions: 2)
        let one = try node("one", cluster, [AnyProvider(TallyProvider())])
        try await one.joined()
        try await cluster.settled(one)
        let other = try node("other", cluster, [AnyProvider(OtherProvider())])
        let reason =
            "the cluster is another service's: its nodes (one) have the kinds tally, and this one other. "
            + "Two services on the same servers need two names"
        await #expect(throws: LogError.misconfigured(reason: reason)) { try await other.joined() }
        // After a heartbeat it still owns nothing, and the first service owns everything.
        let id = try await start(1, one)
        try await one.send(TallyProvider.Event.happened(1), to: id)
        #expect(other.status().nodes.first { $0.name == "other" }?.owns == [])
        await other.stop()
        // One common kind is enough, as in a version of the service with more kinds.
        let newer = try node("newer", cluster, [AnyProvider(TallyProvider()), AnyProvider(OtherProvider())])
        try await newer.joined()
        try await until { newer.status().nodes.count { $0.owns.count == 1 } == 2 }
        #expect(newer.status().differences == ["kind 'other': not on one; version 1 on newer"])
        #expect(try await cluster.numbers(id, newer) == [1])
        await one.stop()
        await newer.stop()
    }

    /// An older plugin refuses an activity that a newer version has written, but keeps it.
    @Test func nodesWithTwoVersionsOfAPlugin() async throws {
        let cluster = TestCluster(partitions: 2)
        let old = try node("old", cluster, [AnyProvider(TallyProvider())])
        let before = try await start(1, old)
        try await old.send(TallyProvider.Event.happened(1), to: before)
        await old.stop()

        let new = try node("new", cluster, [AnyProvider(TallyProvider(schemaVersion: 2))])
        try await cluster.settled(new)
        try await new.send(TallyProvider.Event.happened(2), to: before)
        let after = try await start(2, new)
        try await new.send(TallyProvider.Event.happened(1), to: after)
        let again = try node("again", cluster, [AnyProvider(TallyProvider())])
        try await cluster.settled(new, again)
        #expect(again.status().differences == ["kind 'tally': version 1 on again; version 2 on new"])
        await new.stop()
        try await cluster.settled(again)
        for id in [before, after] {
            let error = await #expect(throws: RuntimeError.self) {
                try await again.send(TallyProvider.Event.happened(3), to: id)
            }
            #expect(error == .engine(.unknownActivity(id)))
        }
        // The node's own activities continue to work.
        let own = try await start(3, again)
        try await again.send(TallyProvider.Event.happened(1), to: own)
        await again.stop()

        let last = try node("last", cluster, [AnyProvider(TallyProvider(schemaVersion: 2))])
        try await cluster.settled(last)
        for (id, numbers) in [(before, [1, 2]), (after, [1]), (own, [1])] {
            #expect(try await cluster.numbers(id, last) == numbers)
            try await last.send(TallyProvider.Event.happened(9), to: id)
            #expect(try await cluster.numbers(id, last) == numbers + [9])
        }
        await last.stop()
    }

    /// The first process keeps everything; the second owns nothing and reports the reason. When the first has ended, its name
    /// is free.
    @Test func twoProcessesWithOneName() async throws {
        let cluster = TestCluster(partitions: 2)
        let one = try node("one", cluster, [AnyProvider(TallyProvider())])
        try await one.joined()
        try await cluster.settled(one)
        let again = try node("one", cluster, [AnyProvider(TallyProvider())])
        let reason =
            "a node with the name 'one' is running already: give each process a name of its own (--node), or stop the other one first"
        await #expect(throws: LogError.misconfigured(reason: reason)) { try await again.joined() }
        #expect(again.status().nodes.filter { !$0.owns.isEmpty }.map(\.address) == [one.address])
        await again.stop()
        let id = try await start(1, one)
        try await one.send(TallyProvider.Event.happened(1), to: id)
        await one.stop()
        let next = try node("one", cluster, [AnyProvider(TallyProvider())])
        try await next.joined()
        try await cluster.settled(next)
        #expect(try await cluster.numbers(id, next) == [1])
        await next.stop()
    }

    /// The owner and the follower say so while the state is still in the owner's memory, which keeps the partition.
    @Test func aDamagedLog() async throws {
        let (transport, cluster) = (FaultTransport(), TestCluster(partitions: 1))
        var configuration = TestCluster.configuration("one", partitions: 1)
        configuration.snapshotBytes = 1
        configuration.snapshotInterval = .seconds(10)
        let log = transport.appends(of: 0)
        log.damage(2)
        let one = try TestTime.current.node(configuration, transport)
        let id = try await start(1, one)
        try await one.send(TallyProvider.Event.happened(1), to: id)
        try await until { !one.status().warnings.isEmpty }
        let damage = "the store is damaged: "
        #expect(one.status().warnings.count == 1)
        let warning = "no snapshot of partition 0 can be written, which is retried: \(damage)"
        #expect(one.status().warnings.first?.hasPrefix(warning) == true)
        configuration.node = "two"
        let two = try TestTime.current.node(configuration, transport)
        try await until { !two.status().unreadable.isEmpty }
        #expect(two.status().unreadable[0]?.hasPrefix(damage) == true)
        // Neither a drain nor a stop gives it away.
        one.drain("one")
        let waits = "node 'two' has not read its log; if it cannot, its own warnings say why"
        try await until { two.status().waitingMoves == [0: waits] }
        try await one.send(TallyProvider.Event.happened(2), to: id)
        #expect(one.ownedPartitions == [0])
        log.damage(nil)
        try await until { two.ownedPartitions == [0] && one.status().warnings + two.status().warnings == [] }
        #expect(try await cluster.numbers(id, two) == [1, 2])
        await one.stop()
        await two.stop()
    }

    @Test func aLogThatIsDamagedAfterAFollowerHasReadIt() async throws {
        let transport = FaultTransport()
        let log = transport.appends(of: 0)
        let stories = ClusterStories(partitions: 1) { name, _ in
            var configuration = TestCluster.configuration(name, partitions: 1)
            (configuration.snapshotBytes, configuration.snapshotInterval) = (1, .seconds(10))
            return try TestTime.current.node(configuration, transport)
        }
        try await stories.aDamagedLogIsRepaired(log) { position in
            log.damage(position)
            return true
        }
    }

    /// Other partitions are moved and claimed meanwhile.
    @Test func aLogThatDoesNotAnswer() async throws {
        let transport = FaultTransport()
        let one = try TestTime.current.node(TestCluster.configuration("one", partitions: 4), transport)
        try await until { one.ownedPartitions == [0, 1, 2, 3] }
        let two = try TestTime.current.node(TestCluster.configuration("two", partitions: 4), transport)
        try await until { two.ownedPartitions.count == 2 }
        let stuck = try #require(one.ownedPartitions.first)
        let others = (0..<4).filter { $0 != stuck }
        transport.appends(of: stuck).pause()
        one.drain("one")
        try await until { two.ownedPartitions == others }
        transport.appends(of: stuck).resume()
        try await until { two.ownedPartitions == [0, 1, 2, 3] }
        one.drain("one", false)
        try await until { one.ownedPartitions.count == 2 }
        await one.stop()
        await two.stop()
    }

    /// Even the smallest log is never filled by data that a snapshot removes, and another node can claim it.
    @Test func aSmallLogNeverFills() async throws {
        let transport = MemoryTransport()
        transport.memoryLog(of: 0).bytesMax = 200_000
        let cluster = TestCluster(partitions: 1)
        let configuration = TestCluster.configuration("one", partitions: 1)
        let one = try TestTime.current.node(configuration, transport)
        var ids: [ActivityID] = []
        for owner in 0..<10 { ids.append(try await start(owner, one)) }
        for number in 1...200 {
            for id in ids { try await one.send(TallyProvider.Event.happened(number), to: id) }
        }
        #expect(one.storeFailure == nil)
        transport.detach(one.address)
        let two = try TestTime.current.node(TestCluster.configuration("two", partitions: 1), transport)
        try await until { two.status().unowned.isEmpty }
        for id in ids { #expect(try await cluster.numbers(id, two) == Array(1...200)) }
        await two.stop()
        await one.stop(within: .milliseconds(100))
    }

    /// A full log refuses appends and loses nothing acknowledged. It accepts appends again when there is space.
    @Test func aFullLog() async throws {
        let transport = MemoryTransport()
        let log = transport.memoryLog(of: 0)
        let cluster = TestCluster(partitions: 1)
        var configuration = TestCluster.configuration("one", partitions: 1)
        configuration.deadline = .seconds(60)
        let one = try TestTime.current.node(configuration, transport)
        try await until { one.status().unowned.isEmpty }
        let id = try await start(1, one)
        log.bytesMax = log.byteCount + 20_000
        var count = 0
        let error = await #expect(throws: RuntimeError.self) {
            while true {
                try await one.send(
                    TallyProvider.Event.happened(count + 1), to: id, eventID: EventID("\(count + 1)"), timestamp: nil)
                count += 1
            }
        }
        #expect(count > 5)
        #expect(error?.description.contains("the log is full: it has ") == true, "\(String(describing: error))")
        #expect(one.storeFailure?.description.contains("full") == true)
        log.bytesMax = .max
        // The store retries after a while; until then a command may fail at its deadline.
        let next = count + 1
        while (try? await one.send(
            TallyProvider.Event.happened(next), to: id, eventID: EventID("\(next)"), timestamp: nil)) == nil
        {}
        #expect(one.storeFailure == nil)
        #expect(try await cluster.numbers(id, one) == Array(1...count + 1))
        await one.stop()
        configuration.node = "two"
        let two = try TestTime.current.node(configuration, transport)
        #expect(try await cluster.numbers(id, two) == Array(1...count + 1))
        await two.stop()
    }
}
