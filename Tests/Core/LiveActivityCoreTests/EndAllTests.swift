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
}
