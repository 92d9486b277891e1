import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct RoutingTests {
    typealias Event = CounterProvider.Event

    let scenario: Scenario
    var now: Date { Scenario.epoch }

    init() throws {
        scenario = try Scenario(["counter", "meter"].map { AnyProvider(CounterProvider(kind: $0)) })
    }

    func start(
        _ name: String = "x", kind: ActivityKind = "counter", owner: OwnerID = "anna", every: Double? = nil,
        topics: [Topic] = []
    ) throws -> ActivityID {
        try scenario.start(Counter(name: name, every: every, topics: topics), kind: kind, owner: owner)
    }

    // MARK: Send

    @Test func anEventWithAnIDIsAppliedOnce() throws {
        let id = try start()
        #expect(try scenario.send(Event.added(1), to: id, eventID: "e") == [.updated])
        #expect(try scenario.send(Event.added(1), to: id, eventID: "e") == [.ignored(.repeatedEvent)])
        #expect(scenario.lastChanges.map(\.revision) == [2])
        #expect(try scenario.send(Event.added(1), to: id) == [.updated], "one without an id is always new")
        #expect(try scenario.send(Event.added(1), to: try start(), eventID: "e") == [.updated], "each remembers for itself")
    }

    @Test func aRefusedEventMayBeSentAgain() throws {
        let id = try start()
        #expect(throws: EngineError.self) { try scenario.send(Event.failed, to: id, eventID: "e", timestamp: now) }
        #expect(try scenario.send(Event.added(1), to: id, eventID: "e", timestamp: now - 5) == [.updated])
    }

    @Test func anOlderEventIsIgnoredAndReported() throws {
        let id = try start()
        #expect(try scenario.send(Event.added(1), to: id, timestamp: now - 10) == [.updated])
        #expect(try scenario.send(Event.added(1), to: id, timestamp: now - 10.001) == [.ignored(.olderTimestamp)])
        #expect(try scenario.send(Event.added(1), to: id, timestamp: now - 10) == [.updated], "equal is taken")
        #expect(try scenario.send(Event.added(1), to: id) == [.updated], "none is never older")
    }

    @Test func anEquallyOldEventIsIgnoredIfSoConfigured() throws {
        let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(acceptsEqualTimestamps: false))
        let id = try scenario.start(Counter(name: "x"))
        #expect(try scenario.send(Event.added(1), to: id, timestamp: now) == [.updated])
        #expect(try scenario.send(Event.added(1), to: id, timestamp: now) == [.ignored(.olderTimestamp)])
        #expect(try scenario.send(Event.added(1), to: id, timestamp: now + 0.001) == [.updated])
    }

    @Test func anEventThatFailsHalfwayChangesNothing() throws {
        let id = try start()
        try scenario.expectRefusal(.refused("counter", reason: "Failure()")) { try $0.send(Event.failedHalfway, to: id) }
        try scenario.expectRefusal(.refused("counter", reason: "failed is not possible after 0")) {
            try $0.send(Event.failed, to: id)
        }
    }

    @Test func anEventOfAnotherTypeIsRefused() throws {
        let id = try start()
        try scenario.expectRefusal(.wrongType("counter", given: "String")) { try $0.send("hello", to: id) }
        try scenario.expectRefusal(.wrongType("counter", given: "Int")) {
            try $0.update(id, ActivityContent(state: 7, staleDate: nil))
        }
        try scenario.expectRefusal(.ambiguousKind(attributes: "NoteAttributes")) { try $0.start(NoteAttributes(title: "a")) }
        try scenario.expectRefusal(.ambiguousKind(attributes: "Attributes", kinds: ["counter", "meter"])) {
            try $0.start(Counter(name: "which"))
        }
        try scenario.expectRefusal(.wrongType("counter", given: "NoteAttributes")) {
            try $0.start(NoteAttributes(title: "a"), kind: "counter")
        }
        try scenario.expectRefusal(.unknownKind("nobody")) { try $0.start(Counter(name: "a"), kind: "nobody") }
    }

    @Test func manyEventsAtOnceAreOneAfterTheOther() throws {
        let (first, second, ended) = (try start(), try start(), try start())
        try scenario.end(ended)
        let report = try scenario.withEngine {
            try $0.send(
                [
                    (first, Event.added(1)), (second, .added(2)), (first, .added(0)), (ended, .added(1)), (first, .failed),
                    (ActivityID("ffffffffffffffff")!, .added(1)), (second, .added(3)),
                ], at: now)
        }
        #expect((report.applied, report.unchanged, report.refused) == (3, 1, 3))
        #expect(scenario.lastChanges.map(\.activity) == [first, second, ended, first, second])
        #expect(
            scenario.lastChanges.map(\.what) == [
                .updated, .updated, .refusedLateUpdate, .refused(reason: "counter: failed is not possible after 1"), .updated,
            ])
        #expect(scenario.content(of: second, as: Counter.self)?.state.count == 5)
    }

    // MARK: Publish

    @Test func everyFollowerTakesAnEventInTheOrderOfKindAndStart() throws {
        let meter = try start(kind: "meter", topics: ["match/1"])
        let first = try start(topics: ["match/1"])
        let second = try start(owner: "ben", topics: ["match/2", "match/1"])
        _ = try start(topics: ["match/2"])
        #expect(try scenario.publish(Event.added(1), to: "match/1") == [.updated, .updated, .updated])
        #expect(scenario.lastChanges.map(\.activity) == [first, second, meter])
        #expect(try scenario.publish(Event.added(1), to: "match/3") == [])
    }

    @Test func aReportTellsHowManyFollowersAnEventReached() throws {
        _ = (try start(topics: ["match/1"]), try start(kind: "meter", topics: ["match/1"]))
        let (reached, nobody) = try scenario.withEngine { engine in
            (
                try engine.publish(Event.added(0), to: "match/1", at: now),
                try engine.publish(Event.added(0), to: "macth/1", at: now)
            )
        }
        guard case .published(let report) = reached, case .published(let empty) = nobody else {
            Issue.record("\(reached), \(nobody)")
            return
        }
        #expect(report.reached == 2)
        #expect(report.unchanged == 2)
        #expect(empty.reached == 0, "a topic that nobody follows is not an error")
    }

    @Test func anErrorNamesTheKindsThatMatchOrSaysThatThereIsNone() {
        #expect(
            EngineError.ambiguousKind(attributes: "Counter", kinds: ["counter", "meter"]).description
                == "Counter may be of the kinds 'counter', 'meter': name one of them")
        #expect(
            EngineError.ambiguousKind(attributes: "Counter").description
                == "no provider with attributes of type Counter is registered: register it first")
    }

    @Test func aKindPicksItsOwnFollowers() throws {
        let (meter, _) = (try start(kind: "meter", topics: ["match/1"]), try start(topics: ["match/1"]))
        #expect(try scenario.apply(.publish("match/1", event: added(1), kind: "meter")) == [.updated])
        #expect(scenario.lastChanges.map(\.activity) == [meter])
        try scenario.expectRefusal(.unknownKind("nobody")) {
            try $0.apply(.publish("match/1", event: added(1), kind: "nobody"))
        }
    }

    @Test func oneFollowerThatRefusesDoesNotStopTheOthers() throws {
        let limits = EngineLimits(payloadBytes: 120)
        let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(limits: limits))
        let small = try scenario.start(Counter(name: "a", topics: ["t"]))
        let large = try scenario.start(Counter(name: String(repeating: "a", count: 50), topics: ["t"]))
        let last = try scenario.start(Counter(name: "b", topics: ["t"]))
        let changes = try scenario.publish(Event.noted(String(repeating: "x", count: 30)), to: "t")
        #expect(changes.map(\.name) == ["updated", "refused", "updated"])
        #expect(scenario.lastChanges.map(\.activity) == [small, large, last])
        #expect(scenario.content(of: large, as: Counter.self)?.state.note == nil)
    }

    @Test func followersThatEndMeanwhileLeaveTheTopic() throws {
        let ids = try (0..<200).map { try start(owner: OwnerID("\($0 % 100)"), topics: ["t", "t"]) }
        let changes = try scenario.publish(Event.finished(linger: 0), to: "t")
        #expect(changes.count == 400)
        #expect(scenario.activityCount == 0)
        #expect(try scenario.publish(Event.added(1), to: "t") == [])
        let next = try start(topics: ["t"])
        #expect(!ids.contains(next))
        #expect(try scenario.publish(Event.added(1), to: "t") == [.updated], "followed twice, sent once")
        #expect(scenario.lastChanges.map(\.activity) == [next])
    }

    @Test func aPublishedEventIsRememberedByItsTopic() throws {
        _ = try start(topics: ["t"])
        #expect(try scenario.publish(Event.added(1), to: "t", eventID: "goal", timestamp: now) == [.updated])
        #expect(try scenario.publish(Event.added(1), to: "t", eventID: "goal", timestamp: now) == [])
        #expect(try scenario.publish(Event.added(1), to: "t", eventID: "next", timestamp: now - 1) == [])
        #expect(try scenario.publish(Event.added(1), to: "t", eventID: "next", timestamp: now) == [.updated])
        let outcome = try scenario.withEngine { try $0.publish(Event.added(1), to: "t", eventID: "next", at: now) }
        #expect(outcome == .ignored(.repeatedEvent))
    }

    // MARK: Perform

    @Test func anActionComesFromASurfaceWithControls() throws {
        let id = try start()
        try scenario.send(Event.added(2), to: id)
        for surface in Surface.allCases {
            if surface.takesActions {
                #expect(try scenario.perform("double", on: id, surface: surface) == [.updated])
            } else {
                try scenario.expectRefusal(.surfaceTakesNoActions(surface)) {
                    try $0.perform("double", on: id, surface: surface)
                }
            }
        }
        #expect(Surface.allCases.filter { !$0.takesActions } == [.compact, .minimal, .carPlay])
        try scenario.expectRefusal(.refused("counter", reason: "the action 'fly' is not available now")) {
            try $0.perform("fly", on: id)
        }
    }

    @Test func everythingThatComesTooLateIsRefusedAndReported() throws {
        let id = try start()
        try scenario.end(id)
        let late: [(Scenario) throws -> Void] = [
            { try $0.send(Event.added(1), to: id) }, { try $0.perform("double", on: id) }, { try $0.end(id) },
            { try $0.update(id, ActivityContent(state: Counter.ContentState(), staleDate: nil)) },
            { try $0.apply(.renewLease(.id(id))) },
        ]
        for command in late { try scenario.expectRefusal(.activityEnded(id), reports: [.refusedLateUpdate], command) }
        #expect(try scenario.publish(Event.added(1), to: "t") == [])
    }

    // MARK: Ticks

    @Test func wakesComeInTheOrderOfDatesWithAllOtherDeadlines() throws {
        let ticking = try start(every: 60)
        let note = try scenario.start(
            Counter(name: "stale"), content: ActivityContent(state: .init(), staleDate: now + 90), kind: "meter",
            options: StartOptions(endDate: now + 150, dismissalPolicy: .after(now + 170)))
        #expect(
            scenario.advance(by: 180) == [
                .updated, .becameStale, .updated, .ended(by: .endDate, dismissal: now + 170), .dismissed(by: .policy), .updated,
            ])
        #expect(scenario.lastChanges.map { $0.at.timeIntervalSince(now) } == [60, 90, 120, 150, 170, 180])
        #expect(scenario.lastChanges.map(\.activity) == [ticking, note, ticking, note, note, ticking])
    }

    @Test func aWakeMayPreventTheStaleMarkOfTheSameDate() throws {
        let id = try scenario.start(
            Counter(name: "x", every: 60), content: .init(state: .init(), staleDate: now + 60), kind: "counter")
        #expect(scenario.advance(by: 60) == [.updated, .becameStale])
        #expect(scenario.state(of: id) == .stale)
    }

    @Test func aProviderThatFailsInAWakeIsReportedAndNotWokenAgain() throws {
        _ = try start("breaks", every: 60)
        #expect(scenario.advance(by: 600) == [.faulted(reason: "counter: Failure()")])
        #expect(scenario.lastChanges.map(\.at) == [now + 60])
        #expect(scenario.lastChanges.map(\.revision) == [1])
    }

    @Test func aWakeThatIsNotInTheFutureIsRefused() throws {
        let id = try start()
        for seconds in [0, -1, -Double.infinity] {
            try scenario.expectRefusal(.wakeNotInFuture("counter", wake: now + seconds, now: now)) {
                try $0.send(Event.wakeSet(after: seconds), to: id)
            }
        }
        let refusal = scenario.withEngine { engine in
            engine.refusal { try $0.send(Event.wakeSet(after: .nan), to: id, at: Scenario.epoch) }
        }
        #expect(refusal?.code == "wakeNotInFuture")
        #expect(try scenario.send(Event.wakeSet(after: 0.001), to: id) == [])
        #expect(try scenario.send(Event.wakeSet(after: nil), to: id) == [], "and cancelled")
        #expect(scenario.advance(by: 3_600) == [])
    }
}
