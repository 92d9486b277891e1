import LiveActivityCore
import LiveActivityTesting
import Testing

/// The methods with the label `json`, and their errors for JSON of the wrong form.
@Suite struct JSONEntryPointTests {
    private let now = Scenario.epoch
    private static let event = #"{"noted":{"_0":"seen"}}"#

    /// A kind whose events contain a nested type.
    struct Parcel: ActivityProvider {
        struct Attributes: ActivityAttributes {
            struct ContentState: Codable, Hashable, Sendable { var steps = 0 }
            var number: Int
        }
        enum Reason: String, Codable, Hashable, Sendable { case weather, traffic, customs = "customs-office" }
        enum Event: Codable, Hashable, Sendable {
            case pickedUp
            case delayed(reason: Reason)
            case handedOver(to: Person)
        }
        enum Person: Codable, Hashable, Sendable { case addressee, neighbour(name: String) }
        var kind: ActivityKind { "parcel" }
        func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
            ActivityContent(state: .init(), staleDate: nil)
        }
        func handle(_ event: Event, in activity: inout Scope) { activity.state.steps += 1 }
    }

    private func withParcel(_ body: (inout Engine, ActivityID) throws -> Void) throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        try engine.register(AnyProvider(Parcel()))
        let id = try engine.start(Parcel.Attributes(number: 1), owner: "anna", options: StartOptions(key: "1"), at: now)
        engine.drainChanges { _ in }
        try body(&engine, id)
    }

    private func changes(_ send: (inout Engine, ActivityID) throws -> Void) throws -> [Change] {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        try engine.register(AnyProvider(CounterProvider()))
        let options = StartOptions(key: "k")
        let attributes = CounterProvider.Attributes(name: "a", topics: ["t"])
        let id = try engine.start(attributes, owner: "anna", options: options, at: now)
        try send(&engine, id)
        return try engine.takeChanges()
    }

    @Test func everySourceOfJSONAndEveryOverloadIsTheSameEvent() throws {
        let (text, value) = (Self.event, try JSONValue(parsing: Self.event))
        let bytes = Array(text.utf8)
        let key = ActivityReference.key(owner: "anna", kind: "counter", key: "k")
        let now = now
        let prepared = try AnyProvider(CounterProvider()).prepare(event: .value(value), with: WireDecoder())
        let expected = try changes { try $0.send(CounterProvider.Event.noted("seen"), to: $1, at: now) }
        #expect(expected.map(\.what.name) == ["started", "updated"])
        let ways: [(inout Engine, ActivityID) throws -> Void] = [
            { try $0.send(json: text, to: $1, at: now) }, { try $0.send(json: text[...], to: $1, at: now) },
            { try $0.send(json: bytes, to: $1, at: now) }, { try $0.send(json: bytes[...], to: $1, at: now) },
            { try $0.send(json: value, to: $1, at: now) }, { try $0.send(json: JSONText(value), to: $1, at: now) },
            { try $0.send(json: Data(bytes), to: $1, at: now) },
            { engine, id in _ = try bytes.withUnsafeBufferPointer { try engine.send(json: $0, to: id, at: now) } },
            { engine, id in _ = try bytes.withUnsafeBytes { try engine.send(json: $0, to: id, at: now) } },
            { engine, _ in try engine.send(json: text, to: key, at: now) },
            { engine, _ in try engine.publish(json: text, to: "t", at: now) },
            { engine, _ in try engine.publish(json: text, to: "t", kind: "counter", at: now) },
            { engine, id in try engine.apply(json: #"{"command":"send","activity":"\#(id)","event":\#(text)}"#, at: now) },
            // Regression: these two used the general `send` and were refused at run time.
            { try $0.send(value, to: $1, at: now) }, { try $0.send(prepared, to: $1, at: now) },
            { engine, _ in try engine.publish(value, to: "t", at: now) },
            { engine, _ in try engine.publish(prepared, to: "t", at: now) },
        ]
        for (number, way) in ways.enumerated() { #expect(try changes(way) == expected, "way \(number)") }
    }

    @Test func startsUpdatesAndEndsTakeJSON() throws {
        var typed = Engine(configuration: EngineConfiguration(seed: 1))
        var encoded = Engine(configuration: EngineConfiguration(seed: 1))
        try typed.register(AnyProvider(CounterProvider()))
        try encoded.register(AnyProvider(CounterProvider()))
        let (one, two) = (
            try typed.start(CounterProvider.Attributes(name: "a"), owner: "anna", at: now),
            try encoded.start(json: #"{"name":"a","topics":[]}"#, kind: "counter", owner: "anna", at: now)
        )
        #expect(one == two)
        try typed.update(
            one, ActivityContent(state: Counter.ContentState(count: 7), staleDate: now + 60, relevanceScore: 2), at: now)
        try encoded.update(two, json: #"{"count":7}"#, staleDate: now + 60, relevanceScore: 2, at: now)
        let final = ActivityContent(state: Counter.ContentState(count: 8), staleDate: nil)
        try typed.end(one, final, dismissalPolicy: .immediate, at: now)
        try encoded.end(two, json: #"{"count":8}"#, dismissalPolicy: .immediate, at: now)
        #expect(try encoded.takeChanges() == typed.takeChanges())
    }

    @Test(arguments: [
        (
            #"{"pickedup":{}}"#, "",
            "there is no case 'pickedup'; did you mean 'pickedUp'? Use one of: pickedUp, delayed, handedOver"
        ),
        (#"{"exploded":{}}"#, "", "there is no case 'exploded'. Use one of: pickedUp, delayed, handedOver"),
        (
            "{}", "",
            "expected an object with one key, the name of the case; its keys are none. Use one of: pickedUp, delayed, handedOver"
        ),
        (
            #"{"pickedUp":{},"delayed":{"reason":"weather"}}"#, "",
            "expected an object with one key, the name of the case; its keys are 'pickedUp', 'delayed'. "
                + "Use one of: pickedUp, delayed, handedOver"
        ),
        (#"{"delayed":{}}"#, "delayed", "the key 'reason' is missing"),
        (
            #"{"delayed":{"reason":"wether"}}"#, "delayed.reason",
            "there is no value 'wether'; did you mean 'weather'? Use one of: weather, traffic, customs-office"
        ),
        (
            #"{"handedOver":{"to":{"neighbor":{"name":"Eva"}}}}"#, "handedOver.to",
            "there is no case 'neighbor'; did you mean 'neighbour'? Use one of: addressee, neighbour"
        ),
    ])
    func anErrorNamesTheKeyAndTheCasesThereAre(json: String, path: String, reason: String) throws {
        try withParcel { engine, id in
            let refusal = engine.refusal { try $0.send(json: json, to: id, at: now) }
            #expect(refusal == .undecodable(what: "event", path: path, reason: reason))
            let hasChanges = engine.hasChanges
            #expect(!hasChanges)
        }
    }

    @Test func jsonThatIsPassedAsAnEventsTypeIsToldTheLabel() throws {
        try withParcel { engine, id in
            let refusal = engine.refusal { try $0.send(#"{"pickedUp":{}}"#, to: id, at: now) }
            #expect(
                refusal?.description
                    == "activities of kind 'parcel' have other types than String; give JSON with the label 'json', as in send(json:to:)"
            )
        }
    }

    @Test func textThatIsNotJSONIsRefusedWhereItIsBroken() throws {
        try withParcel { engine, id in
            let refusal = engine.refusal { try $0.send(json: #"{"pickedUp":"#, to: id, at: now) }
            #expect(refusal?.code == "undecodable")
            let other = engine.refusal { try $0.start(json: "[", kind: "parcel", owner: "anna", at: now) }
            #expect(other?.code == "undecodable")
            let unknown = engine.refusal { try $0.apply(json: #"{"command":"sned"}"#, at: now) }
            #expect(unknown?.code == "undecodable")
        }
    }
}
