import LiveActivities
import LiveActivityTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct RuntimeLifeTests {
    let clock = ManualClock()
    let start = Scenario.epoch
    let hour: Double = 3_600

    func makeRuntime(_ clock: some RuntimeClock) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(clock: clock, providers: Kinds.all)
    }

    // MARK: Deadlines without calls

    @Test func anUntouchedActivityEndsAfterEightHoursAndIsGoneAfterTwelve() throws {
        let runtime = try makeRuntime(clock)
        let id = try runtime.start(NoteAttributes(title: "a note"), content: .note("first"), owner: "anna")
        clock.advance(by: 8 * hour - 0.001)
        #expect(runtime.state(of: id) == .active)
        clock.advance(by: 0.001)
        #expect(runtime.state(of: id) == .ended)
        clock.advance(by: 4 * hour)
        #expect(runtime.state(of: id) == nil)
        #expect(clock.nextDate == nil, "no alarm is left behind")
    }

    @Test func theAlarmIsSetAnewOnlyForAnEarlierDeadline() throws {
        let runtime = try makeRuntime(clock)
        #expect(clock.nextDate == nil, "nothing to wait for, no alarm")
        let first = try runtime.start(NoteAttributes(title: "1"), content: .note("a", staleDate: start + 100), owner: "anna")
        #expect(clock.nextDate == start + 100)
        try runtime.start(NoteAttributes(title: "2"), content: .note("b", staleDate: start + 200), owner: "anna")
        #expect(clock.nextDate == start + 100)
        try runtime.start(NoteAttributes(title: "3"), content: .note("c", staleDate: start + 50), owner: "anna")
        #expect(clock.nextDate == start + 50)
        clock.advance(by: 50)
        #expect(clock.nextDate == start + 100)
        try runtime.update(first, .note("d", staleDate: start + 300))
        #expect(clock.nextDate == start + 100, "the alarm stays, and will ring in vain")
        clock.advance(by: 50)
        #expect(runtime.state(of: first) == .active)
        #expect(clock.nextDate == start + 200)
    }

    @Test func aProviderIsWokenOnTimeHoweverFarTheClockJumps() throws {
        let runtime = try makeRuntime(clock)
        let wakes = Log<Date>()
        runtime.observe { wakes.append($0.at) }
        let id = try runtime.start(CounterProvider.Attributes(every: 60), owner: "anna")
        clock.advance(by: 185)
        #expect(runtime.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 3)
        #expect(wakes.all == [start, start + 60, start + 120, start + 180])
        #expect(runtime.wakeDate(of: id) == start + 240)
    }

    @Test func aClockThatCanOnlySleepWillDo() async throws {
        let runtime = try makeRuntime(SleepingClock(clock: clock))
        let id = try await runtime.start(
            NoteAttributes(title: "a note"), content: .note("a", staleDate: start + 60), owner: "anna")
        await clock.untilSleeping(1)
        let states = runtime.stateUpdates(of: id).makeAsyncIterator()
        #expect(await states.next() == .active)
        clock.advance(by: 60)
        #expect(await states.next() == .stale)
        await clock.untilSleeping(1)
        #expect(clock.nextDate == start + 8 * hour)
    }

    @Test func theComputersClockWakesToo() async throws {
        let runtime = try makeRuntime(SystemClock())
        let id = try await runtime.start(CounterProvider.Attributes(every: 0.002), owner: "anna")
        let contents = runtime.contentUpdates(of: id, as: CounterProvider.Attributes.self)
        for await content in contents where content.state.count >= 3 {
            try await runtime.send(CounterProvider.Event.finished(linger: 0), to: id)
            break
        }
        #expect(runtime.activityCount == 0)
    }

    // MARK: Commands

    @Test func everyCommandReachesItsActivity() throws {
        let runtime = try makeRuntime(clock)
        let log = Log<Change>()
        runtime.observe { log.append($0) }
        let counter = try runtime.start(
            CounterProvider.Attributes(topics: ["all"]), owner: "anna",
            options: StartOptions(key: "c", lease: Lease(staleAfter: 60, endAfter: 600)))
        #expect(try runtime.send(CounterProvider.Event.added(3), to: counter) == .applied)
        #expect(try runtime.send(CounterProvider.Event.added(0), to: counter) == .unchanged)
        #expect(try runtime.perform("double", on: counter, surface: .lockScreen) == .applied)
        var report = PublishReport()
        report.applied = 1
        #expect(try runtime.publish(CounterProvider.Event.added(1), to: "all", eventID: "e") == .published(report))
        #expect(try runtime.publish(CounterProvider.Event.added(1), to: "all", eventID: "e") == .ignored(.repeatedEvent))
        clock.advance(by: 60)
        #expect(runtime.state(of: counter) == .stale)
        #expect(try runtime.renewLease(counter) == .applied)
        #expect(runtime.content(of: counter, as: CounterProvider.Attributes.self)?.state.count == 7)
        #expect(runtime.activity(owner: "anna", kind: "counter", key: "c") == counter)
        #expect(runtime.owner(of: counter) == "anna")
        #expect(runtime.kind(of: counter) == "counter")
        #expect(try runtime.end(counter, dismissalPolicy: .default) == .applied)
        #expect(try runtime.dismiss(counter) == .applied)
        #expect(throws: RuntimeError.engine(.unknownActivity(counter))) { try runtime.dismiss(counter) }
        #expect(
            log.all.map(\.what) == [
                .started, .updated, .updated, .updated, .becameStale, .becameActive,
                .ended(by: .host, dismissal: start + 60 + 4 * hour), .dismissed(by: .person),
            ])
    }

    @Test func aRefusedCommandChangesNothingButIsReported() throws {
        let runtime = try makeRuntime(clock)
        let id = try runtime.start(NoteAttributes(title: "a note"), content: .note("first"), owner: "anna")
        try runtime.end(id)
        let log = Log<Change.What>()
        runtime.observe { log.append($0.what) }
        #expect(throws: RuntimeError.engine(.activityEnded(id))) { try runtime.update(id, .note("late")) }
        #expect(log.all == [.refusedLateUpdate])
        #expect(throws: RuntimeError.engine(.wrongType("note", given: "Event"))) {
            try runtime.send(CounterProvider.Event.added(1), to: id)
        }
        #expect(runtime.content(of: id, as: NoteAttributes.self) == .note("first"))
    }

    @Test func commandsAsValuesDoWhatTheMethodsDo() throws {
        let runtime = try makeRuntime(clock)
        let attributes = try JSONValue(parsing: Array(#"{"topics":["all"]}"#.utf8))
        let event = try JSONValue(parsing: Array(#"{"added":{"_0":5}}"#.utf8))
        let outcome = try runtime.apply(
            .start(.init(kind: "counter", owner: "anna", attributes: attributes, options: StartOptions(key: "c"))))
        let id = try #require(outcome.activity)
        let key = ActivityReference.key(owner: "anna", kind: "counter", key: "c")
        #expect(try runtime.resolve(key) == id)
        #expect(try runtime.apply(.send(key, event: event)) == .applied)
        #expect(try runtime.apply(.perform("double", on: .id(id), surface: .lockScreen)) == .applied)
        var report = PublishReport()
        report.applied = 1
        #expect(try runtime.apply(.publish("all", event: event)) == .published(report))
        #expect(runtime.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 15)
        #expect(try runtime.apply(.permit(owner: "anna", allowed: false)) == .applied)
        #expect(runtime.activityCount == 0)
        #expect(throws: RuntimeError.engine(.nothingRunning(owner: "anna", kind: "counter", key: "c"))) {
            try runtime.resolve(key)
        }
    }

    // MARK: Closing and deallocation

    @Test func aDroppedRuntimeStopsAndItsSequencesFinish() async throws {
        var runtime: LiveActivityRuntime? = try makeRuntime(clock)
        weak let dropped = runtime
        _ = try await runtime?.start(NoteAttributes(title: "a note"), content: .note("first"), owner: "anna")
        let changes = try #require(runtime?.changes())
        let consumer = Task { await changes.reduce(into: []) { $0.append($1.what) } }
        #expect(clock.nextDate != nil)
        runtime = nil
        #expect(dropped == nil, "neither the alarm nor the consumer keeps it")
        #expect(clock.nextDate == nil)
        #expect(await consumer.value == [])
    }

    @Test func aDroppedRuntimesTaskStopsSleeping() async throws {
        var runtime: LiveActivityRuntime? = try makeRuntime(SleepingClock(clock: clock))
        _ = try await runtime?.start(NoteAttributes(title: "a note"), content: .note("first"), owner: "anna")
        await clock.untilSleeping(1)
        runtime = nil
        #expect(clock.nextDate == nil)
    }

    @Test func aClosedRuntimeRefusesCommandsButCanBeAskedAndSaved() async throws {
        let runtime = try makeRuntime(clock)
        let id = try await runtime.start(NoteAttributes(title: "a note"), content: .note("first"), owner: "anna")
        let changes = runtime.changes(conflation: Conflation())
        try await runtime.update(id, .note("second"))
        try await runtime.update(id, .note("third"))
        await runtime.close()
        await runtime.close()
        #expect(throws: RuntimeError.closed) { try runtime.update(id, .note("fourth")) }
        #expect(throws: RuntimeError.closed) { try runtime.permit(false, owner: "anna") }
        clock.advance(by: 9 * hour)
        #expect(runtime.state(of: id) == .active, "nothing falls due any more")
        #expect(await changes.reduce(into: []) { $0.append($1.revision) } == [2, 3], "what was held back is handed over")
        #expect(await runtime.changes().reduce(0) { count, _ in count + 1 } == 0, "a sequence of a closed runtime is empty")
        #expect(await runtime.stateUpdates(of: id).reduce(into: []) { $0.append($1) } == [.active])

        let next = try makeRuntime(clock)
        try next.restore(runtime.snapshot())
        #expect(next.content(of: id, as: NoteAttributes.self) == .note("third"))
        clock.advance(by: 0)
        #expect(next.state(of: id) == .ended, "the eight hours were up meanwhile")
    }
}

/// A clock moved by hand that only supports sleeping, not alarms.
struct SleepingClock: RuntimeClock {
    let clock: ManualClock
    var now: Date { clock.now }
    func sleep(until date: Date) async throws { try await clock.sleep(until: date) }
}
