import LiveActivities
import LiveActivityTesting
import Testing

/// Commands with JSON data through a runtime give the same results as the typed ones.
@Suite struct JSONCommandTests {
    private static let event = #"{"added":{"_0":5}}"#

    private static func runtime(shards: Int = 1) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1), shards: shards, clock: ManualClock(), providers: Kinds.all)
    }

    private static func changes(shards: Int, _ send: (LiveActivityRuntime, ActivityID) throws -> Void) throws -> [Change] {
        let runtime = try runtime(shards: shards)
        let log = Log<Change>()
        runtime.observe { log.append($0) }
        let id = try runtime.start(
            CounterProvider.Attributes(topics: ["t"]), owner: "anna", options: StartOptions(key: "k"))
        try send(runtime, id)
        return log.all
    }

    @Test(arguments: [1, 3]) func everyWayInGivesTheSameChanges(shards: Int) throws {
        let (text, value) = (Self.event, try JSONValue(parsing: Self.event))
        let prepared = try AnyProvider(CounterProvider()).prepare(event: .value(value), with: WireDecoder())
        let key = ActivityReference.key(owner: "anna", kind: "counter", key: "k")
        let expected = try Self.changes(shards: shards) { try $0.send(CounterProvider.Event.added(5), to: $1) }
        #expect(expected.map(\.what.name) == ["started", "updated"])
        let ways: [(LiveActivityRuntime, ActivityID) throws -> Void] = [
            { try $0.send(json: text, to: $1) }, { try $0.send(json: Array(text.utf8), to: $1) },
            { try $0.send(json: value, to: $1) },
            { runtime, _ in try runtime.send(json: text, to: key) }, { try $0.send(value, to: $1) },
            { try $0.send(prepared, to: $1) },
            { runtime, _ in try runtime.send(prepared, to: key) }, { runtime, _ in try runtime.publish(json: text, to: "t") },
            { runtime, _ in try runtime.publish(json: text, to: "t", kind: "counter") },
            { runtime, _ in try runtime.publish(value, to: "t") },
            { try $0.apply(json: #"{"command":"send","activity":"\#($1)","event":\#(text)}"#) },
        ]
        for (number, way) in ways.enumerated() {
            #expect(try Self.changes(shards: shards, way) == expected, "way \(number)")
        }
    }

    @Test func tasksHaveTheSameCommands() async throws {
        let runtime = try Self.runtime()
        let id = try await runtime.start(json: #"{"topics":[]}"#, kind: "counter", owner: "anna")
        #expect(try await runtime.send(json: Self.event, to: id) == .applied)
        #expect(try await runtime.update(id, json: #"{"count":9}"#) == .applied)
        #expect(runtime.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 9)
        #expect(try await runtime.end(id, json: #"{"count":10}"#, dismissalPolicy: .immediate) == .applied)
        #expect(runtime.state(of: id) == nil)
    }

    @Test func whatIsRefusedIsRefusedInTheEnginesOrder() throws {
        let runtime = try Self.runtime()
        let id = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        func code(_ json: String, _ id: ActivityID, eventID: EventID? = nil) -> String {
            do throws(RuntimeError) { return "\(try runtime.send(json: json, to: id, eventID: eventID))" } catch {
                return error.code
            }
        }
        #expect(code(#"{"add":{"_0":5}}"#, id) == "undecodable")
        try runtime.send(CounterProvider.Event.added(1), to: id, eventID: "e")
        #expect(code("rubbish", id, eventID: "e") == "ignored(LiveActivityCore.Change.IgnoreReason.repeatedEvent)")
        try runtime.end(id)
        #expect(code("rubbish", id) == "activityEnded")
        try runtime.dismiss(id)
        #expect(code("rubbish", id) == "unknownActivity")
        #expect(code("rubbish", ActivityID(rawValue: .max)) == "unknownActivity")
        #expect(throws: RuntimeError.self) { try runtime.apply(json: #"{"command":"sned"}"#) }
        runtime.close()
        #expect(code(Self.event, id) == "closed")
    }

    @Test func aKindThatIsRegisteredLaterIsRead() throws {
        let runtime = try LiveActivityRuntime(configuration: EngineConfiguration(seed: 1), shards: 1, clock: ManualClock())
        let key = ActivityReference.key(owner: "anna", kind: "counter", key: "k")
        #expect(throws: RuntimeError.self) { try runtime.send(json: Self.event, to: key) }
        try runtime.register(AnyProvider(CounterProvider()))
        try runtime.start(CounterProvider.Attributes(), owner: "anna", options: StartOptions(key: "k"))
        #expect(try runtime.send(json: Self.event, to: key) == .applied)
    }

    @Test func theJournalHasEventsHoweverTheyCame() throws {
        let store = MemoryStore()
        let runtime = try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1), shards: 1, clock: ManualClock(), providers: Kinds.all, store: store,
            journal: JournalLimits())
        let id = try runtime.start(CounterProvider.Attributes(), owner: "anna", options: StartOptions(key: "k"))
        let value = try JSONValue(parsing: Self.event)
        let prepared = try AnyProvider(CounterProvider()).prepare(event: .value(value), with: WireDecoder())
        try runtime.send(json: Self.event, to: id)
        try runtime.send(json: Self.event, to: .key(owner: "anna", kind: "counter", key: "k"))
        try runtime.send(prepared, to: id)
        #expect(throws: RuntimeError.self) { try runtime.send(json: #"{"unheardOf":{}}"#, to: id) }
        runtime.close()
        var commands: [String] = []
        store.forEachJournalEntry { commands.append("\($0.command.value["command"]?.string ?? "") \($0.outcome.name)") }
        #expect(commands == ["start started", "send applied", "send applied", "send applied", "send undecodable"])
        #expect(try store.replay(with: Kinds.all).differences.isEmpty)
    }

    @Test func aTraceGoesWithTheCommandToItsChangesAndThroughTheStore() throws {
        let (store, clock) = (MemoryStore(), ManualClock())
        let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        func open() throws -> LiveActivityRuntime {
            try LiveActivityRuntime(
                configuration: EngineConfiguration(seed: 1), shards: 1, clock: clock, providers: Kinds.all, store: store)
        }
        let runtime = try open()
        let id = try runtime.start(CounterProvider.Attributes(every: 60), owner: "anna", options: StartOptions(key: "k"))
        _ = try runtime.changes(for: "push")
        try runtime.apply(
            json: #"{"command":"send","activity":"\#(id)","event":\#(Self.event),"traceparent":"\#(text)"}"#)
        let reopened = try {
            runtime.close()
            return try open()
        }()
        let changes = try reopened.changes(for: "push")
        let change = try #require(changes.nextIfAny())
        #expect(change.what == .updated && change.trace?.traceparent == text)
        clock.advance(by: 60)
        try reopened.flush()
        let tick = try #require(changes.nextIfAny())
        #expect(tick.what == .updated && tick.trace == nil, "a deadline belongs to no trace")
    }
}
