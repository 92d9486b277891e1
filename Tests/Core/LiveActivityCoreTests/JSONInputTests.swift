import LiveActivityCore
import Testing

/// Events in the form in which they arrive, and changes a few at a time, as hosts in other languages need them. The `json_t`
/// forms are tested in `Tests/C/LiveActivitiesCTests`.
@Suite struct JSONInputTests {
    private static let now = Date(timeIntervalSinceReferenceDate: 803_667_600)
    private static let event = #"{"noted":{"_0":"seen"}}"#

    @Test func anEventIsTheSameInAllItsForms() throws {
        var texts: [String] = []
        for form in 0..<2 {
            var engine = Engine(configuration: EngineConfiguration(seed: 1))
            try engine.register(AnyProvider(CounterProvider()))
            let id = try engine.start(CounterProvider.Attributes(name: "a"), owner: "anna", at: Self.now)
            let outcome: Outcome
            switch form {
            case 0: outcome = try engine.send(.value(JSONValue(parsing: Self.event)), to: id, at: Self.now)
            default:
                outcome = try Array(Self.event.utf8).withUnsafeBufferPointer {
                    try engine.send(.text($0), to: id, at: Self.now)
                }
            }
            #expect(outcome == .applied)
            texts.append("\(try engine.takeChanges())")
        }
        #expect(texts[0] == texts[1])
    }

    @Test func anEventIsTheSameReadAheadOfTheEngine() throws {
        let provider = AnyProvider(CounterProvider())
        let decoder = WireDecoder()
        let value = try JSONValue(parsing: Self.event)
        let prepared = [
            try provider.prepare(event: .value(value), with: decoder),
            try Array(Self.event.utf8).withUnsafeBufferPointer { try provider.prepare(event: .text($0), with: decoder) },
        ]
        func changes(_ send: (inout Engine, ActivityID, PreparedEvent) throws -> Void) throws -> String {
            var engine = Engine(configuration: EngineConfiguration(seed: 1))
            try engine.register(provider)
            let id = try engine.start(CounterProvider.Attributes(name: "a"), owner: "anna", at: Self.now)
            for event in prepared { try send(&engine, id, event) }
            return try "\(engine.takeChanges())"
        }
        let ahead = try changes { try $0.send($2, to: .id($1), at: Self.now) }
        #expect(try ahead == changes { (engine, id, _) in try engine.send(.value(value), to: id, at: Self.now) })
        #expect(throws: DecodingError.self) { try provider.prepare(event: .value(["unheardOf": [:]]), with: decoder) }
    }

    @Test func whatIsBeyondTheLimitsIsRefusedAndChangesNothing() throws {
        var engine = Engine()
        try engine.register(AnyProvider(CounterProvider()))
        let id = try engine.start(CounterProvider.Attributes(name: "a"), owner: "anna", at: Self.now)
        _ = try engine.takeChanges()
        engine.inputLimits = JSONLimits(maximumDepth: 1)
        do {
            _ = try Array(Self.event.utf8).withUnsafeBufferPointer { try engine.send(.text($0), to: id, at: Self.now) }
            Issue.record("an event beyond the limits was taken")
        } catch let error as EngineError {
            #expect(error.code == "undecodable")
        }
        let hasChanges = engine.hasChanges
        #expect(!hasChanges)
    }

    @Test func changesAreHandedOverAFewAtATimeEachOnce() throws {
        var engine = Engine()
        try engine.register(AnyProvider(CounterProvider()))
        let id = try engine.start(CounterProvider.Attributes(name: "a"), owner: "anna", at: Self.now)
        for amount in 1...5 { try engine.send(CounterProvider.Event.added(amount), to: id, at: Self.now) }
        var counts: [[Int]] = []
        while engine.hasChanges {
            var some: [Int] = []
            engine.drainChanges(atMost: 4) { change in
                some.append(change.content(of: CounterProvider.Attributes.self)?.state.count ?? -1)
            }
            counts.append(some)
            // A command in between adds its change at the end; changes not drained yet keep their content.
            if counts.count == 1 { try engine.send(CounterProvider.Event.added(100), to: id, at: Self.now) }
        }
        #expect(counts == [[0, 1, 3, 6], [10, 15, 115]])
        _ = try engine.snapshot()
    }

    @Test func anIDIsTheSameAsANumber() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 7, shard: 3))
        try engine.register(AnyProvider(CounterProvider()))
        let id = try engine.start(CounterProvider.Attributes(name: "a"), owner: "anna", at: Self.now)
        #expect(ActivityID(rawValue: id.rawValue) == id)
        #expect(ActivityID(rawValue: .max) != id)
        let state = engine.state(of: ActivityID(rawValue: .max))
        #expect(state == nil)
    }
}
