import LiveActivities
import LiveActivityTesting
import Testing

/// Many events as JSON with one wait for the disk.
@Suite(.timeLimit(.minutes(1))) struct BatchTests {
    private func open(_ store: any ActivityStore) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            shards: 1, clock: ManualClock(), providers: Kinds.all, store: store, durability: .strict)
    }

    private static func added(_ count: Int) -> [UInt8] { Array(#"{"added":{"_0":\#(count)}}"#.utf8) }

    @Test func aBatchIsOneWriteAndHasAResultForEachEvent() async throws {
        let store = GatedStore()
        let runtime = try open(store)
        let anna = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        let bob = try await runtime.start(CounterProvider.Attributes(), owner: "bob")
        let appendsBefore = store.appends
        let unknown = ActivityID(rawValue: 0xFFFF)
        let results = await runtime.send(json: [
            JSONEvent(Self.added(1), to: .id(anna)), JSONEvent(Self.added(2), to: .id(bob), id: "b"),
            JSONEvent(Self.added(4), to: .id(unknown)), JSONEvent(Array("{".utf8), to: .id(anna)),
            JSONEvent(Self.added(8), to: .id(bob), id: "b"), JSONEvent(Self.added(16), to: .id(anna)),
        ])
        #expect(results.map(Self.name) == ["applied", "applied", "unknownActivity", "undecodable", "ignored", "applied"])
        #expect(runtime.content(of: anna, as: CounterProvider.Attributes.self)?.state.count == 17)
        #expect(runtime.content(of: bob, as: CounterProvider.Attributes.self)?.state.count == 2)
        #expect(store.appends - appendsBefore == 1)
    }

    @Test func theSynchronousFormDoesTheSameAndATraceComesToTheChanges() throws {
        let runtime = try open(GatedStore())
        let id = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        let traces = Log<TraceContext?>()
        runtime.observe(.all) { traces.append($0.trace) }
        let trace = try #require(TraceContext(traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
        let results = runtime.send(
            json: [JSONEvent(Self.added(1), to: .id(id)), JSONEvent(Self.added(1), to: .id(id))], trace: trace)
        #expect(results.map(Self.name) == ["applied", "applied"])
        #expect(traces.all == [trace, trace])
    }

    @Test func whatCannotBeStoredIsNotAcknowledged() async throws {
        let store = FaultyStore()
        let runtime = try open(store)
        let id = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        store.fail(with: .unavailable(reason: "the disk is full"))
        let results = await runtime.send(json: [
            JSONEvent(Self.added(1), to: .id(id)), JSONEvent(Array("{}".utf8), to: .id(id)),
        ])
        #expect(results.map(Self.name) == ["notDurable", "undecodable"])
    }

    private static func name(_ result: Result<Outcome, RuntimeError>) -> String {
        switch result {
        case .success(.applied): "applied"
        case .success(.ignored): "ignored"
        case .success: "another"
        case .failure(let error): error.code
        }
    }
}
