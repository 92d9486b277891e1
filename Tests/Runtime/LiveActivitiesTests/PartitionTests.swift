import LiveActivities
import LiveActivityTesting
import Testing

/// The runtime of one numbered partition.
@Suite(.timeLimit(.minutes(5))) struct PartitionTests {
    let clock = ManualClock()

    func open(_ partition: Int, of count: Int = 64, _ store: any ActivityStore) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            partition: partition, of: count, configuration: EngineConfiguration(seed: 7), clock: clock, providers: Kinds.all,
            store: store)
    }

    /// The owners of a partition, in ascending order of their numbers.
    func owners(of partition: Int, among count: Int = 64) -> some Sequence<OwnerID> {
        (0...).lazy.map { OwnerID("owner\($0)") }.filter { LiveActivityRuntime.partition(of: $0, among: count) == partition }
    }

    @Test func anOwnersPartitionIsTheSameInEveryVersion() {
        #expect(["anna", "ben", "cleo", ""].map { LiveActivityRuntime.partition(of: $0, among: 64) } == [56, 51, 55, 1])
        #expect(LiveActivityRuntime.partition(of: "anna", among: 1) == 0)
    }

    @Test(arguments: [0, 17, 63])
    func idsContainThePartition(partition: Int) throws {
        let runtime = try open(partition, MemoryStore())
        #expect(runtime.partition == partition)
        let owner = try #require(owners(of: partition).first { _ in true })
        let id = try runtime.start(CounterProvider.Attributes(topics: ["all"]), owner: owner, options: StartOptions(key: "tea"))
        #expect(id.shard == partition)
        #expect(try runtime.send(CounterProvider.Event.added(1), to: id) == .applied)
        #expect(try runtime.send([(id, CounterProvider.Event.added(1))]).applied == 1)
        guard case .published(let report) = try runtime.publish(CounterProvider.Event.added(1), to: "all") else {
            Issue.record("not published")
            return
        }
        #expect(report.applied == 1)
        #expect(try runtime.resolve(.key(owner: owner, kind: "counter", key: "tea")) == id)
        #expect(runtime.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 3)
        #expect(runtime.activities == [id] && runtime.activityCount == 1)
    }

    @Test func whatBelongsToAnotherPartitionIsRefused() throws {
        let runtime = try open(17, MemoryStore())
        let (stranger, its) = try (#require(owners(of: 18).first { _ in true }), #require(owners(of: 17).first { _ in true }))
        let other = try open(18, MemoryStore())
        let foreign = try other.start(CounterProvider.Attributes(), owner: stranger)
        let refusal = RuntimeError.otherPartition(18)
        #expect(throws: refusal) { try runtime.start(CounterProvider.Attributes(), owner: stranger) }
        #expect(throws: refusal) { try runtime.permit(false, owner: stranger) }
        #expect(throws: refusal) { try runtime.apply(.permitFrequentUpdates(owner: stranger, allowed: false)) }
        #expect(throws: refusal) { try runtime.apply(.dismiss(.key(owner: stranger, kind: "counter", key: "tea"))) }
        #expect(throws: refusal) { try runtime.send(CounterProvider.Event.added(1), to: foreign) }
        #expect(throws: refusal) { try runtime.apply(.end(.id(foreign))) }
        #expect(try runtime.send([(foreign, CounterProvider.Event.added(1))]).refused == 1)
        #expect(runtime.state(of: foreign) == nil && runtime.activities(of: stranger).isEmpty)
        #expect(runtime.activityCount == 0 && runtime.isPermitted("counter", by: stranger))
        #expect(throws: Never.self) { try runtime.start(CounterProvider.Attributes(), owner: its) }
    }

    @Test func aPartitionsStoreIsOpenedAsThatPartition() throws {
        let store = MemoryStore()
        let owner = try #require(owners(of: 17).first { _ in true })
        let runtime = try open(17, store)
        let id = try runtime.start(CounterProvider.Attributes(every: 60), owner: owner)
        let dismissed = try runtime.start(CounterProvider.Attributes(), owner: owner, options: StartOptions(key: "b"))
        try runtime.dismiss(dismissed)
        let consumed = try runtime.changes(for: "push")
        try runtime.send(CounterProvider.Event.added(1), to: id)
        let change = try #require(consumed.nextIfAny())
        consumed.acknowledge(change)
        runtime.close()
        #expect(store.head().shards == 64 && store.head().partition == 17)
        #expect(store.head().engines.map(\.shard) == [17])

        func refusal(_ wanted: String) -> RuntimeError {
            .engine(.cannotRestore(reason: "the store has partition 17 of 64, this runtime has \(wanted)"))
        }
        #expect(throws: refusal("partition 16 of 64")) { try open(16, store) }
        #expect(throws: refusal("partition 17 of 32")) { try open(17, of: 32, store) }
        #expect(throws: refusal("64 shards")) { try LiveActivityRuntime(clock: clock, providers: Kinds.all, store: store) }

        clock.advance(by: 60)
        let next = try open(17, store)
        #expect(next.activities == [id])
        #expect(next.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 2, "its deadline ran")
        #expect(try next.changes(for: "push").nextIfAny()?.sequence == change.sequence + 1)
        #expect(try next.start(CounterProvider.Attributes(), owner: owner, options: StartOptions(key: "b")) != dismissed)
    }

    @Test func aWholeStoreIsNotOpenedAsAPartition() throws {
        let store = MemoryStore()
        try LiveActivityRuntime(shards: 64, clock: clock, providers: Kinds.all, store: store).close()
        #expect(
            throws: RuntimeError.engine(.cannotRestore(reason: "the store has 64 shards, this runtime has partition 17 of 64"))
        ) {
            try open(17, store)
        }
    }
}
