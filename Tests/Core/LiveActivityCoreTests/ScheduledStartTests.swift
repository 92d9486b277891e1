import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct ScheduledStartTests {
    typealias Event = CounterProvider.Event

    let scenario = Scenario(CounterProvider())
    let alert = AlertConfiguration(title: "It begins", body: "now")
    var now: Date { Scenario.epoch }

    @discardableResult
    func schedule(
        after seconds: Double = 600, every: Double? = nil, options: StartOptions = StartOptions(), name: String = "soon"
    ) throws -> ActivityID {
        var options = options
        options.start = now + seconds
        options.alert = alert
        return try scenario.start(CounterProvider.Attributes(name: name, every: every), options: options)
    }

    @Test func isPendingUntilItsDateAndThenStartsWithItsAlert() throws {
        let id = try schedule(every: 60)
        #expect(scenario.lastChanges.map(\.what) == [.scheduled(for: now + 600)])
        #expect(scenario.lastChanges.map(\.state) == [.pending])
        #expect(scenario.nextDeadline == now + 600)
        #expect(scenario.advance(by: 599.999) == [])
        #expect(scenario.state(of: id) == .pending)
        #expect(scenario.advance(to: now + 600) == [.started, .alerted(alert)])
        #expect(scenario.lastChanges.map(\.at) == [now + 600, now + 600])
        #expect(scenario.lastChanges.map(\.revision) == [2, 2])
        #expect(scenario.advance(to: now + 660) == [.updated], "begin ran at the start date and asked for a wake")
    }

    @Test func aHostThatLooksLateSeesTheStartAtItsOwnDate() throws {
        try schedule(every: 60)
        #expect(scenario.advance(by: 720) == [.started, .alerted(alert), .updated, .updated])
        #expect(scenario.lastChanges.map(\.at) == [now + 600, now + 600, now + 660, now + 720])
    }

    @Test func theEightHoursCountFromTheStartDate() throws {
        try schedule(after: 3_600)
        #expect(scenario.advance(to: now + 9 * 3_600 - 0.001) == [.started, .alerted(alert)])
        #expect(scenario.advance(by: 0.001) == [.ended(by: .timeLimit, dismissal: now + 13 * 3_600)])
    }

    @Test func theEightHoursCountFromTheRequestIfSoConfigured() throws {
        let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(scheduledTimeCountsFromStart: false))
        try scenario.start(
            CounterProvider.Attributes(name: "soon"), options: StartOptions(start: now + 3_600, alert: alert))
        #expect(scenario.advance(by: 8 * 3_600 - 0.001) == [.started, .alerted(alert)])
        #expect(scenario.advance(by: 0.001) == [.ended(by: .timeLimit, dismissal: now + 12 * 3_600)])
    }

    @Test func needsAnAlert() throws {
        let before = try scenario.snapshot()
        #expect(throws: EngineError.alertRequired(start: now + 1)) {
            try scenario.start(CounterProvider.Attributes(name: "mute"), options: StartOptions(start: now + 1))
        }
        var after = try scenario.snapshot()
        after.now = before.now
        #expect(after == before)
        #expect(scenario.lastChanges == [])
    }

    @Test func aStartDateThatIsNotInTheFutureIsIgnored() throws {
        try scenario.start(CounterProvider.Attributes(name: "now"), options: StartOptions(start: now))
        #expect(scenario.lastChanges.map(\.what) == [.started])
        try scenario.start(CounterProvider.Attributes(name: "late"), options: StartOptions(start: now - 60, alert: alert))
        #expect(scenario.lastChanges.map(\.what) == [.started, .alerted(alert)])
        #expect(scenario.lastChanges.map(\.at) == [now, now])
    }

    @Test func countsAgainstTheLimitOfItsOwner() throws {
        let limits = EngineLimits(activitiesPerOwner: 2)
        let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(limits: limits))
        let later = StartOptions(start: now + 60, alert: alert)
        try scenario.start(CounterProvider.Attributes(name: "1"), options: later)
        try scenario.start(CounterProvider.Attributes(name: "2"), options: later)
        #expect(throws: EngineError.tooManyActivitiesOfOwner("anna", limit: 2)) {
            try scenario.start(CounterProvider.Attributes(name: "3"))
        }
        try scenario.start(CounterProvider.Attributes(name: "3"), owner: "ben")
    }

    @Test func endedWhilePendingItWasNeverSeen() throws {
        let id = try schedule()
        #expect(try scenario.end(id) == [.ended(by: .host, dismissal: now), .dismissed(by: .gone)])
        #expect(scenario.nextDeadline == nil)
        #expect(scenario.advance(by: 600) == [])
        #expect(scenario.activityCount == 0)
    }

    @Test func updatedWhilePendingItStartsWithTheNewContent() throws {
        let id = try schedule()
        let content = ActivityContent(state: CounterProvider.Attributes.ContentState(count: 7), staleDate: now + 610)
        #expect(try scenario.update(id, content) == [.updated])
        #expect(scenario.lastChanges.map(\.state) == [.pending])
        #expect(scenario.advance(to: now + 600) == [.started, .alerted(alert)])
        #expect(scenario.content(of: id, as: CounterProvider.Attributes.self) == content)
        #expect(scenario.advance(to: now + 610) == [.becameStale])
    }

    /// Regression: content was created for the date of the request, so that it was stale, or refused, at its start.
    @Test(arguments: [1.0, 600.0, 3_600.0, 86_400.0, 2_592_000.0])
    func contentIsMadeForTheStartDate(lead: Double) throws {
        let id = try scenario.start(
            Counter(name: "soon", staleAfter: 600), options: StartOptions(start: now + lead, alert: alert))
        #expect(scenario.lastChanges.map(\.what) == [.scheduled(for: now + lead)])
        #expect(scenario.content(of: id, as: Counter.self)?.staleDate == now + lead + 600)
        #expect(scenario.advance(to: now + lead) == [.started, .alerted(alert)])
        #expect(scenario.advance(to: now + lead + 599.999) == [])
        #expect(scenario.advance(to: now + lead + 600) == [.becameStale])
        let later = scenario.now + lead
        try scenario.expectRefusal(.staleDateInPast(later, now: later)) { scenario in
            try scenario.start(Counter(name: "never", staleAfter: 0), options: StartOptions(start: later, alert: alert))
        }
    }

    @Test func contentOfAStartThatIsDelayedAfterADismissalIsMadeForItsDate() throws {
        let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(afterDismissal: .delay(seconds: 7_200)))
        let attributes = Counter(name: "again", key: "k", staleAfter: 600)
        try scenario.dismiss(try scenario.start(attributes))
        let id = try scenario.start(attributes)
        #expect(scenario.lastChanges.map(\.what) == [.scheduled(for: now + 7_200)])
        #expect(scenario.content(of: id, as: Counter.self)?.staleDate == now + 7_800)
    }

    @Test func contentThatTurnedStaleWhilePendingIsStaleFromTheStart() throws {
        let id = try schedule()
        try scenario.update(id, ActivityContent(state: CounterProvider.Attributes.ContentState(count: 7), staleDate: now + 60))
        #expect(scenario.advance(to: now + 599) == [], "nobody sees it yet")
        #expect(scenario.advance(to: now + 600) == [.started, .alerted(alert), .becameStale])
    }

    /// Regression: after such an event everything was refused, because the requested wake was in the past and never removed.
    @Test func aWakeAskedForWhilePendingComesWhenItWasAskedFor() throws {
        let id = try schedule()
        #expect(try scenario.send(Event.wakeSet(after: 60), to: id) == [])
        #expect(scenario.nextDeadline == now + 60)
        #expect(scenario.advance(to: now + 100) == [.updated])
        #expect(scenario.lastChanges.map(\.at) == [now + 60])
        #expect(try scenario.send(Event.added(1), to: id) == [.updated])
        #expect(scenario.advance(to: now + 600) == [.started, .alerted(alert)])
    }

    @Test func aWakeAtTheStartComesBeforeIt() throws {
        let id = try schedule(every: 60)
        #expect(try scenario.send(Event.wakeSet(after: 600), to: id) == [])
        #expect(scenario.advance(to: now + 600) == [.updated, .started, .alerted(alert)])
        #expect(scenario.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 1)
    }

    @Test func aProviderThatFailsAtTheStartIsReportedAndTheActivityRunsOn() throws {
        let id = try schedule(name: "failsAtBegin")
        #expect(
            scenario.advance(by: 600) == [.started, .alerted(alert), .faulted(reason: "counter: Failure()")])
        #expect(scenario.state(of: id) == .active)
    }

    @Test func endsAtAnEndDateAndNotBeforeItsStart() throws {
        try schedule(options: StartOptions(endDate: now + 660, dismissalPolicy: .immediate))
        #expect(
            scenario.advance(by: 3_600) == [
                .started, .alerted(alert), .ended(by: .endDate, dismissal: now + 660), .dismissed(by: .policy),
            ])
        #expect(throws: EngineError.endDateInPast(now + 4_000, now: now + 4_000)) {
            try scenario.start(
                CounterProvider.Attributes(name: "never"),
                options: StartOptions(start: now + 4_000, alert: alert, endDate: now + 4_000))
        }
    }
}
