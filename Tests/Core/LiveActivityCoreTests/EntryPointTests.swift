import LiveActivityCore
import LiveActivityTesting
import Testing

/// Every command that reaches an activity handles leases, event ids and late timestamps alike.
@Suite struct EntryPointTests {
    typealias Event = CounterProvider.Event

    /// A kind of command for a running activity.
    struct EntryPoint: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Whether the command can carry an event id.
        let takesEventID: Bool
        let call: @Sendable (inout Engine, ActivityID, EventID?, Date) throws -> Outcome

        init(
            _ name: String, takesEventID: Bool = true,
            _ call: @escaping @Sendable (inout Engine, ActivityID, EventID?, Date) throws -> Outcome
        ) {
            testDescription = name
            self.takesEventID = takesEventID
            self.call = call
        }
    }

    static let json: JSONValue = ["added": ["_0": 1]]
    static let all: [EntryPoint] = [
        EntryPoint("send, typed") { try $0.send(Event.added(1), to: $1, eventID: $2, at: $3) },
        EntryPoint("send, JSON text") { engine, id, eventID, now in
            try Array(#"{"added":{"_0":1}}"#.utf8).withUnsafeBufferPointer {
                try engine.send(.text($0), to: id, eventID: eventID, at: now)
            }
        },
        EntryPoint("send, JSON value") { try $0.send(.value(json), to: $1, eventID: $2, at: $3) },
        EntryPoint("send, prepared") {
            let event = try AnyProvider(CounterProvider()).prepare(event: .value(json), with: WireDecoder())
            return try $0.send(event, to: .id($1), eventID: $2, at: $3)
        },
        EntryPoint("send, command") { try $0.apply(.send(.id($1), event: json, id: $2), at: $3) },
        EntryPoint("send, many", takesEventID: false) { .published(try $0.send([($1, Event.added(1))], at: $3)) },
        EntryPoint("send, many, replayed", takesEventID: false) {
            try $0.applyOneOfMany(.send(.id($1), event: json), at: $3)
            return .applied
        },
        EntryPoint("publish, typed") { engine, _, eventID, now in
            try engine.publish(Event.added(1), to: "match/1", eventID: eventID, at: now)
        },
        EntryPoint("publish, command") { engine, _, eventID, now in
            try engine.apply(.publish("match/1", event: json, id: eventID), at: now)
        },
        EntryPoint("perform", takesEventID: false) { try $0.perform("double", on: $1, surface: .lockScreen, at: $3) },
        EntryPoint("perform, command", takesEventID: false) {
            try $0.apply(.perform("double", on: .id($1), surface: .lockScreen), at: $3)
        },
        EntryPoint("update, typed", takesEventID: false) {
            try $0.update($1, ActivityContent(state: Counter.ContentState(count: 9), staleDate: nil), at: $3)
        },
        EntryPoint("update, command", takesEventID: false) {
            try $0.apply(.update(.id($1), content: ContentUpdate(state: ["count": 9])), at: $3)
        },
        EntryPoint("renewLease", takesEventID: false) { try $0.renewLease($1, at: $3) },
    ]

    let now = Scenario.epoch

    /// An activity with a lease: stale after 60 seconds, ended after 120.
    func start(_ engine: inout Engine, lease: Lease? = Lease(staleAfter: 60, endAfter: 120)) throws -> ActivityID {
        try engine.register(AnyProvider(CounterProvider()))
        let id = try engine.start(
            Counter(name: "leased", topics: ["match/1"]), owner: "anna", options: StartOptions(lease: lease), at: now)
        engine.drainChanges { _ in }
        return id
    }

    @Test(arguments: all)
    func everyCommandAboutAnActivityRenewsItsLease(_ entry: EntryPoint) throws {
        var engine = Engine()
        let id = try start(&engine)
        #expect(engine.nextDeadline == now + 60)
        _ = try entry.call(&engine, id, nil, now + 50)
        #expect(engine.nextDeadline == now + 110)
    }

    @Test(arguments: all)
    func everyCommandEndsTheStalenessOfASilentLease(_ entry: EntryPoint) throws {
        var engine = Engine()
        let id = try start(&engine)
        engine.advance(to: now + 70)
        #expect(engine.state(of: id) == .stale)
        _ = try entry.call(&engine, id, nil, now + 80)
        #expect(engine.state(of: id) == .active)
    }

    @Test(arguments: all.filter(\.takesEventID))
    func everyCommandWithAnEventIDIsAppliedOnce(_ entry: EntryPoint) throws {
        for lease in [nil, Lease(staleAfter: 60, endAfter: 120)] {
            var engine = Engine()
            let id = try start(&engine, lease: lease)
            _ = try entry.call(&engine, id, "e1", now + 1)
            #expect(try entry.call(&engine, id, "e1", now + 2) == .ignored(.repeatedEvent))
            #expect(engine.content(of: id, as: Counter.self)?.state.count == 1)
        }
    }

    /// Excludes publishing, because ended activities no longer follow a topic, and batches, because they return a report
    /// instead of throwing.
    @Test(arguments: all)
    func noCommandReachesAnActivityThatHasEnded(_ entry: EntryPoint) throws {
        var engine = Engine()
        let id = try start(&engine)
        try engine.end(id, at: now + 1)
        let before = engine.content(of: id, as: Counter.self)
        let outcome = Result { try entry.call(&engine, id, nil, now + 2) }
        switch outcome {
        case .success(.published(let report)): #expect(report.applied + report.unchanged == 0)
        case .success(let outcome): #expect(entry.testDescription == "send, many, replayed", "\(outcome)")
        case .failure(let error): #expect(error as? EngineError == .activityEnded(id))
        }
        #expect(engine.content(of: id, as: Counter.self) == before)
        #expect(engine.state(of: id) == .ended)
    }
}
