import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct PermissionTests {
    let scenario: Scenario
    var now: Date { Scenario.epoch }

    init() throws { scenario = try Scenario(["bell", "counter"].map { AnyProvider(CounterProvider(kind: $0)) }) }

    func start(_ kind: ActivityKind, owner: OwnerID = "anna") throws -> ActivityID {
        try scenario.start(Counter(name: "x"), kind: kind, owner: owner)
    }

    @Test func whatTheUserForbidsEndsAtOnceAndDoesNotStart() throws {
        let (bell, counter) = (try start("bell"), try start("counter"))
        #expect(
            try scenario.apply(.permit(owner: "anna", kind: "bell", allowed: false)) == [
                .ended(by: .permission, dismissal: now), .dismissed(by: .policy),
            ])
        #expect(scenario.lastChanges.map(\.activity) == [bell, bell])
        #expect(scenario.state(of: counter) == .active)
        #expect(scenario.withEngine { $0.isPermitted("bell", by: "anna") } == false)
        try scenario.expectRefusal(.denied(owner: "anna", kind: "bell")) { try $0.start(Counter(name: "x"), kind: "bell") }
        _ = try start("bell", owner: "ben")
        #expect(try scenario.apply(.permit(owner: "anna", kind: "bell", allowed: true)) == [])
        _ = try start("bell")
    }

    /// It would forbid nothing, and the person would believe otherwise.
    @Test func aMistypedKindIsRefused() throws {
        try scenario.expectRefusal(.unknownKind("bel")) { try $0.apply(.permit(owner: "anna", kind: "bel", allowed: false)) }
        try scenario.expectRefusal(.unknownKind("bel")) { try $0.apply(.permit(owner: "anna", kind: "bel", allowed: true)) }
        try scenario.expectRefusal(.unknownKind("bel")) { try $0.apply(.endAll(owner: "anna", kind: "bel")) }
    }

    /// A kind that this program no longer has stays forbidden over a restart, until the person allows it again.
    @Test func whatWasForbiddenCanBeAllowedWithoutItsProvider() throws {
        try scenario.apply(.permit(owner: "anna", kind: "bell", allowed: false))
        var snapshot = try scenario.snapshot()
        snapshot.kinds = []
        let later = try Scenario([AnyProvider(CounterProvider())], at: now)
        try later.restore(snapshot)
        #expect(later.withEngine { $0.isPermitted("bell", by: "anna") } == false)
        try later.expectRefusal(.unknownKind("bell")) { try $0.apply(.permit(owner: "anna", kind: "bell", allowed: false)) }
        try later.apply(.permit(owner: "anna", kind: "bell", allowed: true))
        #expect(later.withEngine { $0.isPermitted("bell", by: "anna") })
    }

    @Test func allKindsAtOnceTheLatestFirst() throws {
        let (bell, counter) = (try start("bell"), try start("counter"))
        try scenario.apply(.permit(owner: "anna", allowed: false))
        #expect(scenario.lastChanges.map(\.activity) == [counter, counter, bell, bell])
        try scenario.expectRefusal(.denied(owner: "anna", kind: "counter")) {
            try $0.start(Counter(name: "x"), kind: "counter")
        }
        #expect(try scenario.apply(.permit(owner: "anna", allowed: false)) == [], "that is so already")
        try scenario.apply(.permit(owner: "anna", allowed: true))
        _ = try start("bell")
    }

    @Test func deniedActivitiesRunOnIfSoConfigured() throws {
        let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(denialEndsActivities: false))
        let id = try scenario.start(Counter(name: "x"))
        #expect(try scenario.apply(.permit(owner: "anna", allowed: false)) == [])
        #expect(try scenario.send(CounterProvider.Event.added(1), to: id) == [.updated])
        try scenario.expectRefusal(.denied(owner: "anna", kind: "counter")) { try $0.start(Counter(name: "y")) }
    }

    /// Running activities may continue, but nothing begins: neither a scheduled activity nor the successor of a renewing one.
    @Test func aDeniedActivityNeitherBeginsNorRenews() throws {
        let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(denialEndsActivities: false))
        let alert = AlertConfiguration(title: "x", body: "begins")
        try scenario.start(Counter(name: "scheduled"), options: StartOptions(start: now + 60, alert: alert))
        try scenario.start(Counter(name: "running"), options: StartOptions(renews: true))
        #expect(try scenario.apply(.permit(owner: "anna", allowed: false)) == [])
        #expect(scenario.advance(to: now + 59.999) == [])
        #expect(
            scenario.advance(to: now + 60) == [.ended(by: .permission, dismissal: now + 60), .dismissed(by: .gone)])
        let limit = now + 8 * 3_600 - 60
        #expect(scenario.advance(to: limit) == [.ended(by: .timeLimit, dismissal: limit + 4 * 3_600)])
    }

    /// The provider was missing when the person forbade the kind.
    @Test(arguments: [false, true]) func whatWasForbiddenWithoutItsProviderEndsWithIt(isRegisteredAtOnce: Bool) throws {
        let bell = try start("bell")
        let counter = try start("counter")
        let alert = AlertConfiguration(title: "x", body: "begins")
        try scenario.start(
            Counter(name: "x"), kind: "bell", owner: "anna", options: StartOptions(start: now + 60, alert: alert))
        _ = try start("bell", owner: "ben")
        let without = try Scenario([AnyProvider(CounterProvider(kind: "counter"))], at: now)
        try without.restore(scenario.snapshot())
        try without.apply(.permit(owner: "anna", kind: "bell", allowed: false))
        #expect(without.state(of: counter) == .active && without.state(of: bell) == nil)

        // The provider is registered in this run, or in a later one.
        let later: Scenario
        if isRegisteredAtOnce {
            later = try Scenario(["bell", "counter"].map { AnyProvider(CounterProvider(kind: $0)) }, at: now)
            try later.restore(without.snapshot())
        } else {
            later = without
            try later.withEngine { try $0.register(AnyProvider(CounterProvider(kind: "bell"))) }
        }
        #expect(later.nextDeadline == now)
        #expect(later.advance(to: now).map(\.name) == ["ended", "dismissed", "ended", "dismissed"])
        #expect(later.lastChanges.first?.what == .ended(by: .permission, dismissal: now))
        #expect(later.withEngine { $0.activities(of: "anna") } == [counter])
        #expect(later.activityCount == 2)
    }

    @Test func switchingFrequentUpdatesEndsWhatIsOngoing() throws {
        let id = try start("bell")
        _ = try start("bell", owner: "ben")
        #expect(scenario.withEngine { $0.areFrequentUpdatesPermitted(by: "anna") })
        #expect(try scenario.apply(.permitFrequentUpdates(owner: "anna", allowed: true)) == [], "they are already")
        let ended = Change.What.ended(by: .permission, dismissal: now + 4 * 3_600)
        #expect(try scenario.apply(.permitFrequentUpdates(owner: "anna", allowed: false)) == [ended])
        #expect(scenario.lastChanges.map(\.activity) == [id])
        #expect(scenario.withEngine { $0.areFrequentUpdatesPermitted(by: "anna") } == false)
        _ = try start("bell")
        #expect(try scenario.apply(.permitFrequentUpdates(owner: "anna", allowed: true)) == [ended], "either way")
    }
}
