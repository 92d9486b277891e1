import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct LifecycleTests {
    let scenario: Scenario
    let hour: Double = 3_600

    init() throws {
        scenario = try Scenario([AnyProvider(kind: "note", attributes: NoteAttributes.self), AnyProvider(CounterProvider())])
    }

    var start: Date { Scenario.epoch }

    func note(_ text: String = "first", staleDate: Date? = nil, options: StartOptions = StartOptions()) throws -> ActivityID {
        try scenario.start(NoteAttributes(title: "a note"), content: .note(text, staleDate: staleDate), options: options)
    }

    // MARK: FIX-08: the life cycle's clock

    @Test func endsAfterEightHoursAndIsDismissedAfterTwelve() throws {
        let id = try note()
        #expect(scenario.lastChanges.map(\.what) == [.started])
        #expect(scenario.advance(by: 8 * hour - 0.001) == [])
        #expect(scenario.advance(by: 0.001) == [.ended(by: .timeLimit, dismissal: start + 12 * hour)])
        #expect(scenario.state(of: id) == .ended)
        #expect(scenario.advance(by: 4 * hour - 0.001) == [])
        #expect(scenario.advance(by: 0.001) == [.dismissed(by: .policy)])
        #expect(scenario.state(of: id) == nil)
        #expect(scenario.nextDeadline == nil)
    }

    @Test(arguments: [
        (ActivityUIDismissalPolicy.default, 5.0), (.after(Scenario.epoch + 80 * 60), 4.0 / 3),
        (.after(Scenario.epoch + 9 * 3_600), 5),
    ])
    func anEndAfterOneHourLingersAsItsPolicySays(policy: ActivityUIDismissalPolicy, goneAfterHours: Double) throws {
        let id = try note()
        scenario.advance(by: hour)
        let gone = start + goneAfterHours * hour
        #expect(try scenario.end(id, dismissalPolicy: policy) == [.ended(by: .host, dismissal: gone)])
        #expect(scenario.advance(to: gone - 0.001) == [])
        #expect(scenario.advance(to: gone) == [.dismissed(by: .policy)])
    }

    @Test func anImmediateEndPassesThroughEnded() throws {
        let id = try note()
        scenario.advance(by: hour)
        #expect(
            try scenario.end(id, dismissalPolicy: .immediate) == [
                .ended(by: .host, dismissal: start + hour), .dismissed(by: .policy),
            ])
        #expect(throws: EngineError.unknownActivity(id)) { try scenario.end(id) }
    }

    // MARK: FIX-09: the stale clock

    @Test func contentTurnsStaleAtItsDateAndActiveWithALaterOne() throws {
        let id = try note(staleDate: start + 300)
        #expect(scenario.advance(by: 299.999) == [])
        #expect(scenario.advance(by: 0.001) == [.becameStale])
        #expect(scenario.state(of: id) == .stale)
        scenario.advance(by: 60)
        #expect(try scenario.update(id, .note("second", staleDate: start + 660)) == [.updated, .becameActive])
        #expect(scenario.state(of: id) == .active)
        #expect(scenario.advance(to: start + 660) == [.becameStale])
        #expect(
            try scenario.update(id, .note("third")) == [.updated, .becameActive], "no stale date clears the old one")
        #expect(scenario.advance(by: 7 * hour) == [], "staleness never ends anything")
        scenario.advance(to: start + 1_200)
    }

    @Test func anEndWorksFromStaleAsWell() throws {
        let id = try note(staleDate: start + 300)
        scenario.advance(by: 1_200)
        #expect(try scenario.end(id) == [.ended(by: .host, dismissal: start + 1_200 + 4 * hour)])
    }

    // MARK: FIX-10: order

    @Test func olderTimestampsAreIgnoredAndEqualOnesAccepted() throws {
        let id = try note()
        func at(_ seconds: Double) -> Date { start - 1_000 + seconds }
        #expect(try scenario.update(id, .note("100"), timestamp: at(100)) == [.updated])
        #expect(try scenario.update(id, .note("300"), timestamp: at(300)) == [.updated])
        #expect(try scenario.update(id, .note("200"), timestamp: at(200)) == [.ignored(.olderTimestamp)])
        #expect(try scenario.end(id, timestamp: at(250)) == [.ignored(.olderTimestamp)])
        #expect(scenario.content(of: id, as: NoteAttributes.self) == .note("300"))
        #expect(try scenario.update(id, .note("again 300"), timestamp: at(300)) == [.updated])
    }

    // MARK: FIX-11: relevance

    @Test func theMostRelevantLeadsAndAmongEqualsTheFirstStarted() throws {
        let first = try note()
        let second = try note()
        let third = try note()
        #expect(scenario.activities() == [first, second, third], "all 0: the first started leads")
        try scenario.update(first, .note("a", relevance: 50))
        try scenario.update(second, .note("b", relevance: 100))
        try scenario.update(third, .note("c", relevance: 100))
        #expect(scenario.activities() == [second, third, first])
    }

    // MARK: Updates

    @Test func equalContentIsNoChange() throws {
        let id = try note("same", staleDate: start + 60)
        #expect(try scenario.update(id, .note("same", staleDate: start + 60)) == [])
        #expect(try scenario.update(id, .note("same", staleDate: start + 90)) == [.updated], "it can be trusted for longer")
    }

    @Test func anUpdateAfterTheEndIsRefusedAndReported() throws {
        let id = try note()
        try scenario.end(id)
        let before = try scenario.snapshot()
        #expect(throws: EngineError.activityEnded(id)) { try scenario.update(id, .note("late")) }
        #expect(scenario.lastChanges.map(\.what) == [.refusedLateUpdate])
        var after = try scenario.snapshot()
        after.sequence = before.sequence
        #expect(after == before, "only the report was counted")
    }

    @Test func endedOnceMoreItMayOnlyBeDismissedEarlier() throws {
        let id = try note()
        func end(_ policy: ActivityUIDismissalPolicy, _ timestamp: Date? = nil) throws -> Outcome {
            try scenario.withEngine { try $0.end(id, dismissalPolicy: policy, timestamp: timestamp, at: scenario.now) }
        }
        #expect(try end(.after(start + 600), start + 10) == .applied)
        for policy in [ActivityUIDismissalPolicy.after(start + 601), .after(start + 600), .default] {
            #expect(throws: EngineError.activityEnded(id), "\(policy)") { try end(policy) }
        }
        #expect(try end(.after(start + 599), start + 9) == .ignored(.olderTimestamp))
        #expect(try end(.after(start + 599), start + 11) == .applied)
        #expect(scenario.nextDeadline == start + 599)
        #expect(scenario.advance(by: 598) == [])
        let late = ActivityContent<NoteAttributes.ContentState>.note("too late")
        _ = try scenario.withEngine { try $0.end(id, late, dismissalPolicy: .immediate, at: scenario.now) }
        #expect(scenario.lastChanges.map(\.what) == [.dismissed(by: .policy)])
        #expect(scenario.activityCount == 0)
    }

    @Test func anAlertFollowsItsUpdateWithTheSameRevision() throws {
        let id = try note()
        let alert = AlertConfiguration(title: "Look", body: "It changed")
        #expect(try scenario.update(id, .note("new"), alert: alert) == [.updated, .alerted(alert)])
        #expect(scenario.lastChanges.map(\.revision) == [2, 2])
        #expect(scenario.lastChanges.map(\.sequence) == [2, 3])
    }

    @Test func tooManyAlertsWithinAnHourAreSuppressedButTheContentIsNot() throws {
        var limits = EngineLimits()
        limits.alertsPerHour = 2
        let scenario = try Scenario(
            [AnyProvider(CounterProvider())], configuration: EngineConfiguration(limits: limits))
        let id = try scenario.start(CounterProvider.Attributes(name: "loud"))
        func alert(_ count: Int) -> AlertConfiguration { AlertConfiguration(title: "Counted", body: "\(count)") }
        #expect(try scenario.send(CounterProvider.Event.alerted(1), to: id) == [.updated, .alerted(alert(1))])
        #expect(try scenario.send(CounterProvider.Event.alerted(1), to: id) == [.updated, .alerted(alert(2))])
        #expect(try scenario.send(CounterProvider.Event.alerted(1), to: id) == [.updated, .alertSuppressed(alert(3))])
        scenario.advance(by: 3_599.999)
        #expect(try scenario.send(CounterProvider.Event.alerted(1), to: id) == [.updated, .alertSuppressed(alert(4))])
        scenario.advance(by: 0.001)
        #expect(try scenario.send(CounterProvider.Event.alerted(1), to: id) == [.updated, .alerted(alert(5))])
    }

    // MARK: Dismissals by the user

    @Test func aDismissalByTheUserEndsTheActivityAndNothingElse() throws {
        let id = try note()
        #expect(try scenario.dismiss(id) == [.ended(by: .person, dismissal: start), .dismissed(by: .person)])
        #expect(scenario.activityCount == 0)
        #expect(throws: EngineError.unknownActivity(id)) { try scenario.dismiss(id) }
    }

    @Test func theUserMayRemoveAnEndedActivityBeforeItsDismissalDate() throws {
        let id = try note()
        try scenario.end(id)
        #expect(try scenario.dismiss(id) == [.dismissed(by: .person)])
        #expect(scenario.advance(by: 12 * hour) == [])
    }
}
