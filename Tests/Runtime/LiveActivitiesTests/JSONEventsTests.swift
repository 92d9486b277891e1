import LiveActivities
import LiveActivityTesting
import Synchronization
import Testing

/// A batch of JSON events: a result for each, and a single wait for the store.
@Suite struct JSONEventsTests {
    private let store = FaultyStore()

    private func runtime(shards: Int = 1) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1), shards: shards, clock: ManualClock(), providers: Kinds.all,
            store: store,
            durability: .strict)
    }

    private func counts(of ids: [ActivityID], in runtime: LiveActivityRuntime) -> [Int?] {
        ids.map { runtime.content(of: $0, as: CounterProvider.Attributes.self)?.state.count }
    }

    /// A service's input: several activities, some invalid events, one event twice.
    private func batch(_ anna: ActivityID, _ ended: ActivityID) throws -> [JSONEvent] {
        [
            JSONEvent(#"{"added":{"_0":1}}"#, to: .id(anna), id: "first"),
            JSONEvent(Array(#"{"added":{"_0":2}}"#.utf8), to: .key(owner: "berta", kind: "counter", key: "tea")),
            JSONEvent("rubbish", to: .id(anna)),
            JSONEvent(#"{"added":{"_0":4}}"#, to: .id(ended)),
            JSONEvent(#"{"added":{"_0":8}}"#, to: .id(anna), id: "first"),
            JSONEvent(#"{"added":{"_0":8}}"#, to: .id(ActivityID(rawValue: .max))),
            JSONEvent(try JSONValue(parsing: #"{"added":{"_0":16}}"#), to: .id(anna)),
        ]
    }

    private static let codes = [
        "applied", "applied", "undecodable", "activityEnded", "ignored", "unknownActivity", "applied",
    ]

    private func code(_ result: Result<Outcome, RuntimeError>) -> String {
        switch result {
        case .success(.ignored): "ignored"
        case .success(let outcome): "\(outcome)"
        case .failure(let error): error.code
        }
    }

    @Test(arguments: [1, 3]) func eachEventHasItsResult(shards: Int) async throws {
        let runtime = try runtime(shards: shards)
        let (anna, berta, ended) = try started(in: runtime)
        let before = store.appends
        #expect(try batch(anna, ended).sent(to: runtime).map(code) == Self.codes)
        #expect(store.appends == before + 1, "one wait for the store")
        #expect(counts(of: [anna, berta, ended], in: runtime) == [17, 2, 0])

        let again = await runtime.send(json: try batch(anna, ended))
        #expect(again.map(code) == ["ignored"] + Self.codes.dropFirst())
        #expect(store.appends == before + 2)
        #expect(counts(of: [anna, berta, ended], in: runtime) == [33, 4, 0])
    }

    @Test func aFailingStoreRefusesWhatWasAppliedToo() async throws {
        let runtime = try runtime()
        let (anna, berta, ended) = try started(in: runtime)
        store.fail(with: .unavailable(reason: "full"))
        let expected = Self.codes.map { ["applied", "ignored"].contains($0) ? "notDurable" : $0 }
        #expect(await runtime.send(json: try batch(anna, ended)).map(code) == expected)
        #expect(counts(of: [anna, berta], in: runtime) == [17, 2], "applied in memory")
        #expect(
            await runtime.send(json: try batch(anna, ended)).map(code)
                == Self.codes.map { $0 == "unknownActivity" ? $0 : "storeUnavailable" })
        store.fail(with: nil)
        try await runtime.flush()
        #expect(store.memory.record(of: anna)?.revision == 3)
    }

    @Test func nothingIsWaitedForWhereNothingWasTaken() async throws {
        let runtime = try runtime()
        let (anna, _, ended) = try started(in: runtime)
        let appends = store.appends
        #expect([].sent(to: runtime).isEmpty)
        #expect([JSONEvent("rubbish", to: .id(anna))].sent(to: runtime).map(code) == ["undecodable"])
        #expect(store.appends == appends)
        await runtime.close()
        let codes = await runtime.send(json: try batch(anna, ended)).map(code)
        #expect(codes == Self.codes.map { $0 == "unknownActivity" ? $0 : "closed" })
    }

    @Test func theChangesHaveTheTrace() async throws {
        let runtime = try runtime()
        let log = Log<Change>()
        let (anna, _, ended) = try started(in: runtime)
        runtime.observe { log.append($0) }
        let trace = try #require(TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
        let commands: any ActivityCommands = runtime
        _ = await commands.send(json: try batch(anna, ended), trace: trace)
        #expect(log.all.count == 5)
        #expect(log.all.allSatisfy { $0.trace == trace })
    }

    private func started(in runtime: LiveActivityRuntime) throws -> (ActivityID, ActivityID, ActivityID) {
        let anna = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        let berta = try runtime.start(CounterProvider.Attributes(), owner: "berta", options: StartOptions(key: "tea"))
        let ended = try runtime.start(CounterProvider.Attributes(), owner: "carla")
        try runtime.end(ended)
        return (anna, berta, ended)
    }
}

extension [JSONEvent] {
    /// Calls the synchronous overload, which an asynchronous test would not select.
    fileprivate func sent(to runtime: LiveActivityRuntime) -> [Result<Outcome, RuntimeError>] { runtime.send(json: self) }
}
