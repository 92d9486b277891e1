import LiveActivityCore
import LiveActivityTesting
import Testing

/// A user signs out: all of the owner's visible activities end.
@Suite struct EndAllTests {
    let scenario: Scenario
    var now: Date { Scenario.epoch }

    init() throws { scenario = try Scenario(["bell", "counter"].map { AnyProvider(CounterProvider(kind: $0)) }) }

    private func start(_ kind: ActivityKind, owner: OwnerID = "anna") throws -> ActivityID {
        try scenario.start(Counter(name: "x"), kind: kind, owner: owner)
    }

    @Test func everyActivityOfTheOwnerEndsTheLatestFirst() throws {
        let (bell, counter, bens) = (try start("bell"), try start("counter"), try start("bell", owner: "ben"))
        #expect(
            try scenario.apply(.endAll(owner: "anna", dismissalPolicy: .immediate)) == [
                .ended(by: .host, dismissal: now), .dismissed(by: .policy), .ended(by: .host, dismissal: now),
                .dismissed(by: .policy),
            ])
        #expect(scenario.lastChanges.map(\.activity) == [counter, counter, bell, bell])
        #expect(scenario.state(of: bens) == .active)
        // The owner may still start activities.
        _ = try start("bell")
    }

    @Test func ofOneKindOnlyThatKindEnds() throws {
        let (bell, counter) = (try start("bell"), try start("counter"))
        try scenario.apply(.endAll(owner: "anna", kind: "bell"))
        #expect(scenario.state(of: bell) == .ended && scenario.state(of: counter) == .active)
    }

    @Test func whatHasEndedStaysAsItIs() throws {
        _ = try start("bell")
        try scenario.apply(.endAll(owner: "anna", dismissalPolicy: .after(now + 600)))
        #expect(try scenario.apply(.endAll(owner: "anna", dismissalPolicy: .immediate)) == [])
        #expect(try scenario.apply(.endAll(owner: "nobody")) == [])
        #expect(scenario.withEngine { try? $0.endAll(of: "anna", at: now) } == .unchanged)
    }

    // MARK: - Activities that are not restored

    /// The bell's plugin is missing when the person signs out: it was removed, and is installed again later.
    @Test(arguments: [false, true]) func whatWaitsForItsProviderEndsWithIt(isRegisteredAtOnce: Bool) throws {
        let bell = try start("bell")
        let alert = AlertConfiguration(title: "x", body: "begins")
        try scenario.start(Counter(name: "x"), kind: "bell", options: StartOptions(start: now + 60, alert: alert))
        let bens = try start("bell", owner: "ben")
        let without = try Scenario([AnyProvider(CounterProvider(kind: "counter"))], at: now)
        try without.restore(scenario.snapshot())
        func endAll(_ kind: ActivityKind? = nil) throws -> Outcome {
            try without.withEngine {
                try $0.endAll(of: "anna", kind: kind, dismissalPolicy: .after(now + 3_600), at: now)
            }
        }
        #expect(try endAll("counter") == .unchanged)
        #expect(try endAll() == .applied && without.lastChanges.isEmpty)
        #expect(try endAll() == .unchanged)
        #expect(without.advance(to: now + 600) == [])

        // The provider is registered in this run, or in a later one.
        let later: Scenario
        if isRegisteredAtOnce {
            later = without
            try later.withEngine { try $0.register(AnyProvider(CounterProvider(kind: "bell"))) }
        } else {
            later = try Scenario(["bell", "counter"].map { AnyProvider(CounterProvider(kind: $0)) }, at: now)
            try later.restore(Snapshot(parsing: WireEncoder().encode(without.snapshot())))
        }
        #expect(later.state(of: bell) == .ended, "no surface has shown it as running")
        #expect(later.nextDeadline == now + 600)
        #expect(
            later.advance(to: now + 600) == [
                .ended(by: .host, dismissal: now + 600), .dismissed(by: .gone), .ended(by: .host, dismissal: now + 3_600),
            ])
        #expect(later.lastChanges.last?.revision == 2 && later.state(of: bens) == .active)
        #expect(later.advance(to: now + 3_599.999) == [])
        #expect(later.advance(to: now + 3_600) == [.dismissed(by: .policy)])
        #expect(later.activityCount == 1)
    }

    /// Its dismissal has passed before the provider is there.
    @Test func whatWouldBeDismissedByThenIsDismissedAtOnce() throws {
        let bell = try start("bell")
        let without = try Scenario([AnyProvider(CounterProvider(kind: "counter"))], at: now)
        try without.restore(scenario.snapshot())
        try without.apply(.endAll(owner: "anna", kind: "bell"))
        without.advance(to: now + 5 * 3_600)
        try without.withEngine { try $0.register(AnyProvider(CounterProvider(kind: "bell"))) }
        let later = now + 5 * 3_600
        #expect(without.advance(to: later) == [.ended(by: .host, dismissal: later), .dismissed(by: .policy)])
        #expect(without.state(of: bell) == nil)
    }

    /// With the provider, both would have ended the activity for good.
    @Test(arguments: [false, true]) func aPermissionThatWasGivenBackBringsNothingBack(isForFrequentUpdates: Bool) throws {
        _ = try start("bell")
        let without = try Scenario([AnyProvider(CounterProvider(kind: "counter"))], at: now)
        try without.restore(scenario.snapshot())
        for isAllowed in [false, true] {
            if isForFrequentUpdates {
                try without.apply(.permitFrequentUpdates(owner: "anna", allowed: isAllowed))
            } else {
                try without.apply(.permit(owner: "anna", kind: "bell", allowed: isAllowed))
            }
        }
        try without.withEngine { try $0.register(AnyProvider(CounterProvider(kind: "bell"))) }
        let dismissal = isForFrequentUpdates ? now + 4 * 3_600 : now
        #expect(without.advance(to: now).first == .ended(by: .permission, dismissal: dismissal))
    }

    /// A snapshot made by hand says that a running activity has ended.
    @Test func anActivityThatIsRunningHasNoEndToReport() throws {
        let bell = try start("bell")
        var snapshot = try scenario.snapshot()
        snapshot.kinds[0].activities[0].extras = .init()
        snapshot.kinds[0].activities[0].extras?.unreportedEnd = .init(reason: .host, wasPending: false, dismissal: now)
        let other = try Scenario(["bell", "counter"].map { AnyProvider(CounterProvider(kind: $0)) }, at: now)
        try other.restore(snapshot)
        #expect(other.advance(to: now + 1) == [] && other.state(of: bell) == .active)
        try other.apply(.endAll(owner: "anna"))
        #expect(other.advance(to: now + 5 * 3_600) == [.dismissed(by: .policy)])
    }

    /// The bell's provider is there, but of a version that cannot read the activity.
    @Test func whatItsProviderRefusesEndsWithOneThatReadsIt() throws {
        let bell = try start("bell")
        let other = try Scenario([AnyProvider(kind: "bell", attributes: NoteAttributes.self)], at: now)
        try other.restore(scenario.snapshot())
        #expect(other.withEngine { $0.unreadableActivities.map(\.id) } == [bell])
        #expect(try other.withEngine { try $0.endAll(of: "anna", at: now) } == .applied)
        let later = try Scenario([AnyProvider(CounterProvider(kind: "bell"))], at: now)
        try later.restore(other.snapshot())
        #expect(later.state(of: bell) == .ended)
        #expect(later.advance(to: now) == [.ended(by: .host, dismissal: now + 4 * 3_600)])
    }
}
