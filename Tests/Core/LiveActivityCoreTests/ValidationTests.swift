import LiveActivityCore
import LiveActivityTesting
import Testing

/// Attributes and content from outside are validated by their provider before they take effect.
@Suite struct ValidationTests {
    typealias State = CounterProvider.Attributes.ContentState

    let scenario = Scenario(CounterProvider())
    let impossible = EngineError.invalidValue("counter", what: "attributes", reason: "Failure()")
    let negative = EngineError.invalidValue("counter", what: "content", reason: "count is -1; it must be 0 or more")
    let ten = EngineError.invalidValue("counter", what: "content", reason: "count is 10; it must be from 0 to 9")

    private func content(_ count: Int) -> ActivityContent<State> { ActivityContent(state: State(count: count), staleDate: nil) }

    private func start(_ name: String, count: Int? = nil) -> Command {
        .start(
            Command.Start(
                kind: "counter", owner: "anna", attributes: json(#"{"name":"\#(name)","topics":[]}"#),
                content: count.map { ContentUpdate(state: json(#"{"count":\#($0)}"#)) }))
    }

    @Test func impossibleAttributesAreRefusedByEveryStart() throws {
        let attributes = Counter(name: "impossible")
        try scenario.expectRefusal(impossible) { try $0.start(attributes) }
        try scenario.expectRefusal(impossible) { try $0.start(attributes, content: content(1)) }
        try scenario.expectRefusal(impossible) { try $0.apply(start("impossible")) }
        try scenario.expectRefusal(impossible) { try $0.apply(start("impossible", count: 1)) }
    }

    @Test func impossibleContentIsRefusedByEveryWayIn() throws {
        let id = try scenario.start(Counter(name: "x"))
        try scenario.expectRefusal(negative) { try $0.start(Counter(name: "y"), content: content(-1)) }
        try scenario.expectRefusal(negative) { try $0.apply(start("y", count: -1)) }
        try scenario.expectRefusal(negative) { try $0.update(id, content(-1)) }
        try scenario.expectRefusal(negative) { scenario in
            _ = try scenario.withEngine { try $0.end(id, content(-1), at: scenario.now) }
        }
        let update = ContentUpdate(state: json(#"{"count":-1}"#))
        try scenario.expectRefusal(negative) { try $0.apply(.update(.id(id), content: update)) }
        try scenario.expectRefusal(negative) { try $0.apply(.end(.id(id), content: update)) }
    }

    @Test func contentIsComparedWithTheActivitysOwnAttributes() throws {
        let (small, large) = (try scenario.start(Counter(name: "small")), try scenario.start(Counter(name: "large")))
        #expect(try scenario.update(small, content(9)) == [.updated])
        try scenario.expectRefusal(ten) { try $0.update(small, content(10)) }
        #expect(try scenario.update(large, content(10)) == [.updated])
        try scenario.start(Counter(name: "small"), content: content(9))
        try scenario.expectRefusal(ten) { try $0.start(Counter(name: "small"), content: content(10)) }
    }

    @Test func whatAProviderMakesIsNotAskedAbout() throws {
        let id = try scenario.start(Counter(name: "small"))
        #expect(try scenario.send(CounterProvider.Event.added(10), to: id) == [.updated])
        #expect(scenario.content(of: id, as: Counter.self)?.state.count == 10)
    }

    /// The other activities are restored; the refused one stays in the snapshot, for a provider version that accepts it.
    @Test func aRestoredActivityThatIsRefusedIsSkippedAlone() throws {
        let ids = try ["a", "small", "c", "d"].map { try scenario.start(Counter(name: $0)) }
        var snapshot = try scenario.snapshot()
        snapshot.kinds[0].activities[1].content.state = JSONText(json(#"{"count":10}"#))
        snapshot.kinds[0].activities[2].attributes = JSONText(json(#"{"name":"impossible","topics":[]}"#))
        let other = Scenario(CounterProvider())
        try other.restore(snapshot)
        #expect(ids.map { other.state(of: $0) } == [.active, nil, nil, .active])
        let skipped = other.withEngine { $0.skipped }
        #expect(skipped.map(\.id) == [ids[1], ids[2]])
        #expect(
            skipped.map(\.reason) == [
                "counter: impossible content: count is 10; it must be from 0 to 9", "counter: impossible attributes: Failure()",
            ])
        #expect(try other.send(CounterProvider.Event.added(1), to: ids[3]) == [.updated])
        #expect(throws: EngineError.unknownActivity(ids[1])) {
            try other.send(CounterProvider.Event.added(1), to: ids[1])
        }
        #expect(!ids.contains(try other.start(Counter(name: "new"))))
        let again = try other.snapshot()
        #expect(try WireEncoder().encodeToString(again).contains(#"\"count\":10"#), "it is not lost")
    }

    @Test func eachValueIsAskedAboutOnce() throws {
        let asked = Asked()
        let provider = AskedProvider(asked: asked)
        let scenario = Scenario(provider)
        func count(_ body: () throws -> Void) rethrows -> [String] {
            asked.words = []
            try body()
            return asked.words
        }
        let attributes = AskedProvider.Attributes(name: "a")
        let good = ActivityContent(state: AskedProvider.Attributes.ContentState(count: 1), staleDate: nil)
        var id = ActivityID(rawValue: 0)
        #expect(try count { id = try scenario.start(attributes) } == ["attributes"])
        #expect(try count { try scenario.start(attributes, content: good) } == ["attributes", "content"])
        #expect(try count { try scenario.update(id, good) } == ["content"])
        #expect(
            try count { try scenario.apply(.update(.id(id), content: ContentUpdate(state: json(#"{"count":2}"#)))) } == [
                "content"
            ])
        #expect(try count { try scenario.send(1, to: id) } == [])
        #expect(count { scenario.advance(by: 3_600) } == [])
        let snapshot = try scenario.snapshot()
        #expect(
            try count { try Scenario(provider).restore(snapshot) } == ["attributes", "content", "attributes", "content"])
        #expect(try count { try scenario.end(id) } == [])
    }
}

/// The provider's calls of `validate`. Safe: a single thread drives the engine.
private final class Asked: @unchecked Sendable {
    var words: [String] = []
}

private struct AskedProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable { var count = 0 }
        var name: String
    }
    typealias Event = Int

    let asked: Asked
    let kind: ActivityKind = "asked"

    func validate(_ attributes: Attributes) { asked.words.append("attributes") }
    func validate(_ state: Attributes.ContentState, for attributes: Attributes) { asked.words.append("content") }
    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }
    func begin(_ activity: inout Scope) { activity.wake(at: activity.now + 60) }
    func handle(_ event: Int, in activity: inout Scope) { activity.state.count += event }
    func tick(_ activity: inout Scope) { activity.state.count += 1 }
}
