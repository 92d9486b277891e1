import LiveActivities
import LiveActivityTesting
import Testing

/// A runtime's reports about itself: notices, statistics and calls of the observer.
@Suite struct NoticeTests {
    private let clock = ManualClock()

    private func runtime(_ store: (any ActivityStore)? = nil, limits: EngineLimits = EngineLimits()) throws
        -> LiveActivityRuntime
    {
        let configuration = EngineConfiguration(seed: 1, limits: limits)
        let providers = Kinds.all + [AnyProvider(BreakingProvider())]
        guard let store else {
            return try LiveActivityRuntime(configuration: configuration, shards: 1, clock: clock, providers: providers)
        }
        return try LiveActivityRuntime(
            configuration: configuration, shards: 1, clock: clock, providers: providers, store: store)
    }

    /// Fails at each wake, and refuses each event.
    struct BreakingProvider: ActivityProvider {
        struct Attributes: ActivityAttributes {
            struct ContentState: Codable, Hashable, Sendable {}
        }
        struct Failure: Error, CustomStringConvertible { var description: String { "out of order" } }
        enum Event: Codable, Hashable, Sendable { case tried }
        var kind: ActivityKind { "breaking" }
        func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
            ActivityContent(state: .init(), staleDate: nil)
        }
        func topics(for attributes: Attributes) -> [Topic] { ["t"] }
        func begin(_ activity: inout Scope) { activity.wake(at: activity.now + 60) }
        func tick(_ activity: inout Scope) throws { throw Failure() }
        func handle(_ event: Event, in activity: inout Scope) throws { throw Failure() }
    }

    /// Ends the runtime, and returns the notices that it has sent.
    private func all(_ notices: NoticeSequence, of runtime: LiveActivityRuntime) async -> [RuntimeNotice] {
        await runtime.close()
        var all: [RuntimeNotice] = []
        for await notice in notices { all.append(notice) }
        return all
    }

    /// An event's JSON is decoded ahead of the engine, attributes by the engine: both report a member, and each member once.
    @Test func aMemberThatItsKindDoesNotHaveIsReportedOnce() async throws {
        let runtime = try runtime()
        // Nobody subscribes yet.
        let id = try await runtime.start(json: #"{"y":1}"#, kind: "breaking", owner: "bo")
        let notices = runtime.notices()
        for owner in ["anna", "bert"] {
            _ = try await runtime.start(json: #"{"x":1}"#, kind: "breaking", owner: OwnerID(owner))
        }
        for _ in 0..<2 {
            await #expect(throws: RuntimeError.self) { try await runtime.send(json: #"{"tried":{"how":"hard"}}"#, to: id) }
        }
        let results = await runtime.send(json: [
            JSONEvent(#"{"tried":{"often":1}}"#, to: .id(id)), JSONEvent(#"{"tried":{"often":2}}"#, to: .id(id)),
        ])
        #expect(results.count == 2)
        var found: [String] = []
        for notice in await all(notices, of: runtime) {
            if case .unknownMember(let member) = notice { found.append("\(member.kind) \(member.path): \(notice.name)") }
        }
        #expect(
            found == [
                "breaking attributes.x: unknownMember", "breaking event.tried.how: unknownMember",
                "breaking event.tried.often: unknownMember",
            ])
    }

    @Test func aStoreThatBeginsToFailAndWorksAgainIsToldOnceEach() async throws {
        let store = FaultyStore()
        let runtime = try runtime(store)
        let notices = runtime.notices()
        let id = try await runtime.start(NoteAttributes(title: "a"), content: .note("1"), owner: "anna")
        let (full, broken) = (StoreError.unavailable(reason: "full"), StoreError.unavailable(reason: "broken"))
        store.fail(with: full)
        await #expect(throws: RuntimeError.notDurable(reason: full.description)) { try await runtime.update(id, .note("2")) }
        for _ in 0..<3 { await #expect(throws: full) { try await runtime.flush() } }
        store.fail(with: broken)
        await #expect(throws: broken) { try await runtime.flush() }
        store.fail(with: nil)
        try await runtime.flush()
        try await runtime.update(id, .note("3"))
        #expect(await all(notices, of: runtime) == [.storeFailed(full), .storeFailed(broken), .storeRecovered])
    }

    @Test func aStoreThatBelongsToAnotherRuntimeIsToldAsFenced() async throws {
        let store = FaultyStore()
        let runtime = try runtime(store)
        let notices = runtime.notices()
        let id = try await runtime.start(NoteAttributes(title: "a"), content: .note("1"), owner: "anna")
        store.fail(with: .fenced(reason: "run 2"))
        await #expect(throws: RuntimeError.self) { try await runtime.update(id, .note("2")) }
        #expect(await all(notices, of: runtime) == [.storeFenced(reason: "run 2")])
    }

    @Test func whatNoCallerIsToldBecomesANotice() async throws {
        let runtime = try runtime(limits: EngineLimits(alertsPerHour: 0))
        let notices = runtime.notices()
        let broken = try await runtime.start(BreakingProvider.Attributes(), owner: "anna")
        let counter = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        clock.advance(by: 59.9)
        clock.advance(by: 0.1)
        try await runtime.publish(BreakingProvider.Event.tried, to: "t")
        await #expect(throws: RuntimeError.self) { try await runtime.send(BreakingProvider.Event.tried, to: broken) }
        try await runtime.send(CounterProvider.Event.alerted, to: counter)
        try await runtime.end(counter)
        await #expect(throws: RuntimeError.self) { try await runtime.send(CounterProvider.Event.added(1), to: counter) }
        #expect(
            await all(notices, of: runtime) == [
                .providerFaulted(broken, "breaking", reason: "breaking: out of order"),
                .eventRefused(broken, "breaking", reason: "breaking: out of order"),
                .alertSuppressed(counter, "counter"), .lateUpdateRefused(counter, "counter"),
            ])
    }

    @Test func aSubscriberGetsWhatIsSentFromThenOnAndALeaverNothing() async throws {
        let store = FaultyStore()
        let runtime = try runtime(store)
        store.fail(with: .unavailable(reason: "full"))
        await #expect(throws: RuntimeError.self) {
            try await runtime.start(NoteAttributes(title: "a"), content: .note("1"), owner: "anna")
        }
        do { _ = runtime.notices() }
        let notices = runtime.notices()
        store.fail(with: nil)
        try await runtime.flush()
        #expect(await all(notices, of: runtime) == [.storeRecovered])
        for await notice in runtime.notices() { Issue.record("a closed runtime sent \(notice)") }
    }

    @Test func aSlowSubscriberIsToldOnceUntilItHasTakenAChange() async throws {
        let runtime = try runtime()
        let notices = runtime.notices()
        let slow = runtime.changes(of: .owner("anna"), bufferLimit: 1, label: "slow")
        let changes = slow.makeAsyncIterator()
        func start(_ count: Int) async throws {
            for _ in 0..<count { try await runtime.start(CounterProvider.Attributes(), owner: "anna") }
        }
        try await start(3)
        #expect(await changes.next()?.what == .started)
        try await start(1)
        try await start(2)
        let missed = RuntimeNotice.changesMissed(label: "slow", of: .owner("anna"))
        #expect(await all(notices, of: runtime) == [missed, missed])
    }

    // MARK: Statistics

    @Test func countsCommandsByOutcomeAndActivitiesByState() throws {
        let runtime = try runtime()
        let id = try runtime.start(CounterProvider.Attributes(topics: ["t"]), owner: "anna", options: StartOptions(key: "k"))
        try runtime.start(CounterProvider.Attributes(), owner: "anna", options: StartOptions(key: "k"))
        try runtime.send(CounterProvider.Event.added(1), to: id, eventID: "e")
        try runtime.send(CounterProvider.Event.added(0), to: id)
        try runtime.send(json: #"{"added":{"_0":1}}"#, to: id, eventID: "e")
        try runtime.send([(id, CounterProvider.Event.added(1)), (id, .added(2))])
        try runtime.publish(CounterProvider.Event.added(1), to: "t")
        #expect(throws: RuntimeError.self) { try runtime.send(json: "[]", to: id) }
        #expect(throws: RuntimeError.self) { try runtime.perform("unheard of", on: id, surface: .lockScreen) }
        let note = try runtime.start(NoteAttributes(title: "a"), content: .note("1", staleDate: clock.now + 10), owner: "ben")
        let other = try runtime.start(NoteAttributes(title: "b"), content: .note("1"), owner: "ben")
        try runtime.update(note, .note("2", staleDate: clock.now + 20))
        clock.advance(by: 20)
        try runtime.end(other)
        try runtime.apply(.advance)

        var expected = RuntimeStatistics()
        expected.commands = [
            .init(.start, .started): 3, .init(.start, .joined): 1, .init(.send, .applied): 1, .init(.send, .unchanged): 1,
            .init(.send, .ignored): 1, .init(.send, .refused): 1, .init(.sendMany, .published): 1,
            .init(.publish, .published): 1,
            .init(.perform, .refused): 1, .init(.update, .applied): 1, .init(.end, .applied): 1, .init(.advance, .applied): 1,
        ]
        expected.refusals = ["undecodable": 1, "refused": 1]
        expected.activities = [.init("counter", .active): 1, .init("note", .stale): 1, .init("note", .ended): 1]
        #expect(runtime.statistics() == expected)
    }

    @Test func batchesAndWaitingConsumersAreCounted() throws {
        let store = FaultyStore()
        let runtime = try runtime(store)
        let opening = runtime.statistics().batches
        let push = try runtime.changes(for: "push")
        let mail = try runtime.changes(for: "mail")
        for name in ["a", "b", "c"] { try runtime.start(NoteAttributes(title: name), content: .note("1"), owner: "anna") }
        let first = try #require(push.nextIfAny())
        push.acknowledge(first)
        store.fail(with: .unavailable(reason: "full"))
        #expect(throws: StoreError.self) { try runtime.flush() }
        let statistics = runtime.statistics()
        #expect(statistics.batches - opening == 5, "two consumers and three starts")
        #expect(statistics.failedBatches == 1)
        #expect(statistics.consumers == ["push": 2, "mail": 3])
        withExtendedLifetime(mail) {}
    }

    // MARK: A recording observer

    /// Records the calls it receives.
    final class Diary: RuntimeObserver {
        let lines = Log<String>()

        struct Command: ObservedCommand {
            let name: CommandName
            let lines: Log<String>
            let trace: TraceContext?
            func ended(_ result: Result<CommandOutcome, RuntimeError>) {
                switch result {
                case .success(let outcome): lines.append("\(name) \(outcome)")
                case .failure(let error): lines.append("\(name) \(error.code)")
                }
            }
        }

        static let trace = TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")

        func commandBegins(_ name: CommandName, _ trace: TraceContext?) -> (any ObservedCommand)? {
            Command(name: name, lines: lines, trace: trace ?? Self.trace)
        }
        func deadlinesRan(late seconds: Double) { lines.append("late by \(seconds)") }
        func batchEnded(_ batch: BatchReport) {
            lines.append("batch of \(batch.activities), \(batch.consumerChanges)\(batch.failure.map { ", \($0.code)" } ?? "")")
        }
    }

    @Test func anObserverReceivesCommandsAndSuppliesTheirTrace() throws {
        let store = FaultyStore()
        let runtime = try runtime(store)
        let (diary, changes) = (Diary(), Log<String>())
        runtime.observe { changes.append("\($0.what.name) \($0.trace == nil ? "without" : "with") trace") }
        runtime.setObserver(diary)
        let id = try runtime.start(CounterProvider.Attributes(every: 60), owner: "anna")
        try runtime.send(json: #"{"added":{"_0":1}}"#, to: id)
        #expect(throws: RuntimeError.self) { try runtime.send(json: "1", to: id) }
        clock.advance(by: 60)
        store.fail(with: .unavailable(reason: "full"))
        #expect(throws: RuntimeError.self) { try runtime.send(CounterProvider.Event.added(1), to: id) }
        store.fail(with: nil)
        try runtime.flush()
        runtime.setObserver(nil)
        try runtime.send(CounterProvider.Event.added(1), to: id)
        #expect(
            diary.lines.all == [
                "start started", "batch of 1, 0", "send applied", "batch of 1, 0", "send undecodable", "late by 0.0",
                "batch of 1, 0", "send applied", "batch of 1, 0, unavailable", "batch of 1, 0",
            ])
        #expect(
            changes.all == [
                "started with trace", "updated with trace", "updated without trace", "updated with trace",
                "updated without trace",
            ])
    }
}
