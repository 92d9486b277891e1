@testable import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct StartGateTests {
    let scenario = Scenario(CounterProvider())
    var now: Date { Scenario.epoch }

    func start(_ name: String, _ ifRunning: StartOptions.IfRunning?, key: StartKey? = "order", owner: OwnerID = "anna") throws
        -> ActivityID
    {
        try scenario.start(Counter(name: name), owner: owner, options: StartOptions(key: key, ifRunning: ifRunning))
    }

    @Test func aSecondStartJoinsTheFirst() throws {
        let first = try start("1", nil)
        #expect(try start("2", nil) == first)
        #expect(try start("3", .join) == first)
        #expect(scenario.lastChanges == [])
        #expect(scenario.activityCount == 1)
    }

    @Test func ownersKindsAndKeysAreApart() throws {
        let first = try start("1", .reject)
        #expect(try start("1", .reject, key: "other") != first)
        #expect(try start("1", .reject, owner: "ben") != first)
        #expect(try start("1", .reject, key: nil) != start("1", .reject, key: nil))
    }

    @Test func aKeyFindsTheActivityThatIsRunning() throws {
        func found(_ key: StartKey, owner: OwnerID = "anna", kind: ActivityKind = "counter") -> ActivityID? {
            scenario.withEngine { $0.activity(owner: owner, kind: kind, key: key) }
        }
        let first = try start("1", nil)
        #expect(found("order") == first)
        // The owner's latest activity, the one before it, and none.
        let second = try start("2", nil, key: "other")
        #expect(found("other") == second)
        #expect(found("order") == first)
        #expect(found("none") == nil)
        #expect(found("other", owner: "ben") == nil)
        #expect(found("other", kind: "shelf") == nil)
        // The latest activity has ended and is still visible; then a new one gets its key.
        _ = try scenario.end(second)
        #expect(found("other") == nil)
        #expect(found("order") == first)
        let third = try start("3", nil, key: "other")
        #expect(found("other") == third)
        _ = try scenario.dismiss(third)
        #expect(found("other") == nil)
        #expect(found("order") == first)
    }

    @Test func anEmptyKeyMeansNoKey() throws {
        let options = StartOptions(key: "").over(StartOptions(key: "the provider's"))
        #expect(options.key == nil)
        #expect(try start("1", .reject, key: "") != start("2", .reject, key: ""))
    }

    @Test func orIsRejected() throws {
        let first = try start("1", nil)
        try scenario.expectRefusal(.alreadyRunning(first)) { _ in _ = try start("2", .reject) }
    }

    @Test func orReplacesIt() throws {
        let first = try start("1", nil)
        let second = try start("2", .replace)
        #expect(
            scenario.lastChanges.map(\.what) == [.ended(by: .replaced, dismissal: now), .dismissed(by: .gone), .started])
        #expect(second != first)
        #expect(try start("3", nil) == second)
    }

    @Test func aReplacementThatIsRefusedLeavesTheRunningActivity() throws {
        _ = try start("1", nil)
        try scenario.expectRefusal(.refused("counter", reason: "Failure()")) { _ in _ = try start("bad", .replace) }
        try scenario.expectRefusal(.refused("counter", reason: "Failure()")) { _ in _ = try start("failsAtBegin", .replace) }
    }

    @Test func thePendingIsJoinedToo() throws {
        let alert = AlertConfiguration(title: "a", body: "b")
        let options = StartOptions(key: "order", start: now + 60, alert: alert)
        let first = try scenario.start(Counter(name: "1"), options: options)
        #expect(try start("2", nil) == first)
        #expect(scenario.state(of: first) == .pending)
    }

    @Test func anEndedActivityIsNotJoined() throws {
        let first = try start("1", nil)
        try scenario.end(first)
        #expect(try start("2", .reject) != first)
    }

    /// Regression: a start that was repeated later was refused because its stale date had passed.
    @Test func aRepeatedStartJoinsWhateverHasBecomeOfItsDates() throws {
        let options = StartOptions(key: "order", endDate: now + 600)
        let content = ActivityContent(state: Counter.ContentState(), staleDate: now + 60)
        let first = try scenario.start(Counter(name: "1"), content: content, options: options)
        scenario.advance(by: 120)
        #expect(try scenario.start(Counter(name: "1"), content: content, options: options) == first)
    }

    @Test func theKeyIsFoundAsLongAsItRuns() throws {
        let id = try start("1", nil)
        let reference = ActivityReference.key(owner: "anna", kind: "counter", key: "order")
        #expect(try scenario.apply(.perform("double", on: reference, surface: .lockScreen)) == [])
        #expect(try scenario.apply(.end(reference)) == [.ended(by: .host, dismissal: now + 4 * 3_600)])
        try scenario.expectRefusal(.nothingRunning(owner: "anna", kind: "counter", key: "order")) {
            try $0.apply(.end(reference))
        }
        #expect(scenario.state(of: id) == .ended)
    }

    // MARK: A dismissal by the user is remembered

    func remembering(_ memory: DismissalMemory) -> Scenario {
        Scenario(CounterProvider(), configuration: EngineConfiguration(afterDismissal: memory))
    }

    @Test func aStartAfterADismissalIsRefusedForAWhile() throws {
        let scenario = remembering(.refuse(seconds: 600))
        let options = StartOptions(key: "order")
        try scenario.dismiss(scenario.start(Counter(name: "1"), options: options))
        scenario.advance(by: 599.999)
        let error = EngineError.dismissedByPerson(owner: "anna", key: "order", until: now + 600)
        try scenario.expectRefusal(error) { try $0.start(Counter(name: "2"), options: options) }
        try scenario.start(Counter(name: "2"), options: StartOptions(key: "other"))
        try scenario.start(Counter(name: "2"), owner: "ben", options: options)
        scenario.advance(by: 0.001)
        try scenario.start(Counter(name: "2"), options: options)
    }

    @Test func orDelayedWithoutAnAlert() throws {
        let scenario = remembering(.delay(seconds: 600))
        let options = StartOptions(key: "order")
        try scenario.dismiss(scenario.start(Counter(name: "1"), options: options))
        scenario.advance(by: 60)
        try scenario.start(Counter(name: "2"), options: options)
        #expect(scenario.lastChanges.map(\.what) == [.scheduled(for: now + 600)])
        #expect(scenario.advance(to: now + 600) == [.started])
    }

    @Test func orAllowed() throws {
        let scenario = remembering(.allow)
        try scenario.dismiss(scenario.start(Counter(name: "1"), options: StartOptions(key: "order")))
        try scenario.start(Counter(name: "2"), options: StartOptions(key: "order"))
        #expect(scenario.lastChanges.map(\.what) == [.started])
    }

    @Test func aHostsOwnEndIsNoDismissal() throws {
        let scenario = remembering(.refuse(seconds: 600))
        try scenario.end(scenario.start(Counter(name: "1"), options: StartOptions(key: "order")), dismissalPolicy: .immediate)
        try scenario.start(Counter(name: "2"), options: StartOptions(key: "order"))
    }
}
