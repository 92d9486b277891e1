import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct LimitTests {
    var now: Date { Scenario.epoch }

    func scenario(_ limits: EngineLimits) -> Scenario {
        Scenario(CounterProvider(), configuration: EngineConfiguration(limits: limits))
    }

    @Test func attributesAndContentTogetherHaveALimitInBytes() throws {
        func size(_ note: String) throws -> Int {
            try WireEncoder().encode(Counter(name: "a")).count
                + WireEncoder().encode(Counter.ContentState(count: 0, note: note)).count
        }
        let limit = try size("") + 100
        let scenario = scenario(EngineLimits(payloadBytes: limit))
        let id = try scenario.start(Counter(name: "a"))
        func note(_ bytes: Int) -> CounterProvider.Event { .noted(String(repeating: "x", count: bytes)) }
        #expect(try scenario.send(note(99), to: id) == [.updated])
        #expect(try scenario.send(note(100), to: id) == [.updated])
        let attributes = try WireEncoder().encode(Counter(name: "a")).count
        try scenario.expectRefusal(.payloadTooLarge(attributes: attributes, content: limit - attributes + 1, limit: limit)) {
            try $0.send(note(101), to: id)
        }
        try scenario.expectRefusal(.payloadTooLarge(attributes: attributes, content: limit - attributes + 1, limit: limit)) {
            try $0.end(id, note: String(repeating: "x", count: 101))
        }
    }

    @Test func attributesThatFillTheLimitAreRefused() throws {
        let attributes = Counter(name: String(repeating: "n", count: 4_096))
        let (given, content) = (
            try WireEncoder().encode(attributes).count, try WireEncoder().encode(Counter.ContentState()).count
        )
        let error = EngineError.payloadTooLarge(attributes: given, content: content, limit: 4_096)
        try scenario(EngineLimits()).expectRefusal(error) { try $0.start(attributes) }
        try scenario(EngineLimits(payloadBytes: nil)).start(attributes)
    }

    @Test func anOwnerHasALimitOfOngoingActivities() throws {
        let scenario = scenario(EngineLimits(activitiesPerOwner: 2))
        let first = try scenario.start(Counter(name: "1"))
        try scenario.start(Counter(name: "2"))
        try scenario.expectRefusal(.tooManyActivitiesOfOwner("anna", limit: 2)) { try $0.start(Counter(name: "3")) }
        try scenario.start(Counter(name: "3"), owner: "ben")
        try scenario.end(first)
        try scenario.start(Counter(name: "3"))
    }

    @Test func thereIsALimitInAllAndEndedOnesCountWhileTheyAreOnShow() throws {
        let scenario = scenario(EngineLimits(activities: 2))
        let first = try scenario.start(Counter(name: "1"), owner: "anna")
        try scenario.start(Counter(name: "2"), owner: "ben")
        try scenario.end(first)
        try scenario.expectRefusal(.tooManyActivities(limit: 2)) { try $0.start(Counter(name: "3"), owner: "cleo") }
        try scenario.dismiss(first)
        try scenario.start(Counter(name: "3"), owner: "cleo")
    }

    @Test func replacingNeedsNoMoreCapacity() throws {
        let scenario = scenario(EngineLimits(activitiesPerOwner: 1, activities: 1))
        let options = StartOptions(key: "k", ifRunning: .replace)
        let old = try scenario.start(Counter(name: "1"), options: options)
        let new = try scenario.start(Counter(name: "2"), options: options)
        #expect(
            scenario.lastChanges.map(\.what) == [.ended(by: .replaced, dismissal: now), .dismissed(by: .gone), .started])
        #expect(scenario.lastChanges.map(\.activity) == [old, old, new])
        #expect(scenario.activityCount == 1)
    }

    @Test func aHostThatNeverDrainsIsRefused() throws {
        var engine = Engine(configuration: EngineConfiguration(limits: EngineLimits(undrainedChanges: 3)))
        try engine.register(AnyProvider(CounterProvider()))
        let id = try engine.start(Counter(name: "1"), owner: "anna", at: now)
        for _ in 0..<3 { try engine.send(CounterProvider.Event.added(1), to: id, at: now) }
        let refusal = engine.refusal { try $0.send(CounterProvider.Event.added(1), to: id, at: Scenario.epoch) }
        #expect(refusal == .changesNotDrained(count: 4))
        #expect(try engine.takeChanges().count == 4)
        try engine.send(CounterProvider.Event.added(1), to: id, at: now)
        let content = engine.content(of: id, as: Counter.self)
        #expect(content?.state.count == 4)
    }

    @Test func eventsAreRememberedUpToALimit() throws {
        let scenario = scenario(EngineLimits(rememberedEvents: 2))
        let id = try scenario.start(Counter(name: "1"))
        func add(_ eventID: EventID) throws -> [Change.What] {
            try scenario.send(CounterProvider.Event.added(1), to: id, eventID: eventID)
        }
        #expect(try add("a") == [.updated])
        #expect(try add("b") == [.updated])
        #expect(try add("a") == [.ignored(.repeatedEvent)])
        #expect(try add("c") == [.updated], "the oldest is forgotten")
        #expect(try add("b") == [.ignored(.repeatedEvent)])
        #expect(try add("a") == [.updated])
    }

    @Test func aSuppressedAlertAloneIsNoChange() throws {
        let scenario = scenario(EngineLimits(alertsPerHour: 1))
        let id = try scenario.start(Counter(name: "loud"))
        let alert = AlertConfiguration(title: "Counted", body: "0")
        #expect(try scenario.send(CounterProvider.Event.alerted(0), to: id) == [.alerted(alert)])
        #expect(scenario.lastChanges.map(\.revision) == [2], "an alert alone is a change of its own")
        #expect(try scenario.send(CounterProvider.Event.alerted(0), to: id) == [.alertSuppressed(alert)])
        #expect(scenario.lastChanges.map(\.revision) == [2], "a report is none")
    }
}

extension Scenario {
    @discardableResult
    func end(_ id: ActivityID, note: String) throws -> [Change.What] {
        _ = try withEngine {
            try $0.end(id, ActivityContent(state: Counter.ContentState(count: 0, note: note), staleDate: nil), at: now)
        }
        return lastChanges.map(\.what)
    }
}

extension Engine {
    /// Why something is refused; `nil` if it is not.
    mutating func refusal(_ body: (inout Engine) throws -> Void) -> EngineError? {
        do { try body(&self) } catch { return error as? EngineError }
        return nil
    }
}
