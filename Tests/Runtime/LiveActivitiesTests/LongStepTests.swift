import LiveActivities
import LiveActivityTesting
import Testing

/// A single step of time in which an activity renews itself more often than a slot can be reused before the store has written.
@Suite struct LongStepTests {
    let configuration = EngineConfiguration(seed: 7)
    let clock = JumpingClock()

    /// The results of a runtime, to compare two runs.
    struct Told: Equatable {
        var changes: [Change]
        var later: ActivityID
    }

    private func open(_ store: MemoryStore?, shards: Int = 1, _ log: Log<Change>) throws -> LiveActivityRuntime {
        guard let store else {
            let runtime = try LiveActivityRuntime(
                configuration: configuration, shards: shards, clock: clock, providers: Kinds.all)
            runtime.observe { log.append($0) }
            return runtime
        }
        return try LiveActivityRuntime(
            configuration: configuration, shards: shards, clock: clock, providers: Kinds.all, store: store,
            journal: JournalLimits(age: 1_000 * 86_400)
        ) { $0.observe { log.append($0) } }
    }

    /// One renewing activity, `days` without a command, then the actions of `wakes` on the runtime.
    private func story(_ store: MemoryStore?, days: Double, shards: Int = 1, _ wakes: (LiveActivityRuntime) throws -> Void)
        throws -> Told
    {
        clock.now = Scenario.epoch
        let log = Log<Change>()
        let runtime = try open(store, shards: shards, log)
        try runtime.start(
            CounterProvider.Attributes(topics: ["all"]), owner: "anna", options: StartOptions(key: "long", renews: true))
        clock.now += days * 86_400
        try wakes(runtime)
        let later = try runtime.start(NoteAttributes(title: "b"), content: .note("b"), owner: "ben")
        runtime.close()
        return Told(changes: log.all, later: later)
    }

    /// Regression: 256 renewals in one step got other ids with a store than without, and the journal could not be replayed.
    @Test(arguments: [84.0, 85, 86, 170, 171, 400])
    func anActivityThatRenewsItselfForMonthsHasTheSameIdsWithAStore(days: Double) throws {
        let store = MemoryStore()
        let told = try story(store, days: days) { try $0.apply(.advance) }
        #expect(try told == story(nil, days: days) { try $0.apply(.advance) })
        #expect(told.changes.count(where: { $0.what.name == "started" }) > Int(days * 3))
        #expect(try store.replay(with: Kinds.all) == JournalReplay.same(commands: 2))
    }

    @Test func soItHasWhereTheAlarmRingsMonthsLater() throws {
        let store = MemoryStore()
        let told = try story(store, days: 400) { _ in #expect(clock.ring() > 3, "the alarm rings again after each write") }
        #expect(try told == story(nil, days: 400) { _ in clock.ring() })
        #expect(try store.replay(with: Kinds.all) == JournalReplay.same(commands: 2))
    }

    @Test(arguments: [1, 3])
    func soItHasWhereAnEventIsPublishedMonthsLater(shards: Int) throws {
        let store = MemoryStore()
        let publish = { (runtime: LiveActivityRuntime) throws -> Void in
            try runtime.publish(CounterProvider.Event.added(1), to: "all")
        }
        let told = try story(store, days: 400, shards: shards, publish)
        #expect(try told == story(nil, days: 400, shards: shards, publish))
        #expect(try store.replay(with: Kinds.all) == JournalReplay.same(commands: 3))
    }

    /// The time that a provider's registration needs is caught up with before the lock that a batch needs.
    @Test func aProviderIsRegisteredMonthsLater() throws {
        let store = MemoryStore()
        let runtime = try LiveActivityRuntime(
            configuration: configuration, shards: 3, clock: clock, providers: [Kinds.all[1]], store: store)
        try runtime.start(CounterProvider.Attributes(), owner: "anna", options: StartOptions(key: "long", renews: true))
        clock.now += 400 * 86_400
        try runtime.register(Kinds.all[0])
        try runtime.start(NoteAttributes(title: "b"), content: .note("b"), owner: "ben")
        #expect(runtime.activityCount == 2)
        runtime.close()
    }

    @Test func soItHasWhereTheStoreIsOpenedMonthsLater() throws {
        let store = MemoryStore()
        let first = Log<Change>()
        let runtime = try open(store, first)
        let id = try runtime.start(
            CounterProvider.Attributes(), owner: "anna", options: StartOptions(key: "long", renews: true))
        runtime.close()
        clock.now += 400 * 86_400
        let second = Log<Change>()
        try open(store, second).close()

        clock.now = Scenario.epoch
        let without = Log<Change>()
        let other = try open(nil, without)
        #expect(
            try other.start(
                CounterProvider.Attributes(), owner: "anna", options: StartOptions(key: "long", renews: true)) == id)
        clock.now += 400 * 86_400
        try other.apply(.advance)
        #expect(first.all + second.all == without.all)
    }

    /// Deadlines wait while the store fails, and are applied when it writes again.
    @Test func aStoreThatFailsHoldsTheDeadlinesBack() throws {
        let store = FaultyStore()
        let log = Log<Change>()
        let runtime = try LiveActivityRuntime(
            configuration: configuration, shards: 1, clock: clock, providers: Kinds.all, store: store
        ) { $0.observe { log.append($0) } }
        try runtime.start(CounterProvider.Attributes(), owner: "anna", options: StartOptions(key: "long", renews: true))
        store.fail(with: .unavailable(reason: "full"))
        clock.now += 400 * 86_400
        #expect(throws: RuntimeError.self) { try runtime.apply(.advance) }
        let before = log.all.count
        #expect(before < 3 * 512, "no more than one slot can be used for")
        store.fail(with: nil)
        try runtime.flush()
        try runtime.apply(.advance)
        #expect(log.all.count(where: { $0.what.name == "started" }) > 1_200)
        #expect(
            Set(log.all.filter { $0.what.name == "started" }.map(\.activity)).count
                == log.all.count(where: { $0.what.name == "started" }))
        runtime.close()
    }
}
