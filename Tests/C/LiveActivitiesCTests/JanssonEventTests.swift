import CJansson
import JanssonCoding
import LiveActivityCore
import Testing

@testable import LiveActivitiesC

/// Events passed in as a `json_t`, and content returned as a `json_t`, without conversion to text.
@Suite struct JanssonEventTests {
    private static let now = Date(timeIntervalSinceReferenceDate: 803_667_600)
    private static let event = #"{"noted":{"_0":"seen"}}"#

    private static func start(in engine: inout Engine) throws -> ActivityID {
        try engine.register(AnyProvider(NoteProvider()))
        return try engine.start(NoteProvider.Attributes(name: "a"), owner: "anna", at: now)
    }

    @Test func anEventIsTheSameAsAJanssonTreeAndAsAValue() throws {
        var texts: [String] = []
        for isTree in [true, false] {
            var engine = Engine(configuration: EngineConfiguration(seed: 1))
            let id = try Self.start(in: &engine)
            let outcome: Outcome
            if isTree {
                let value = try JanssonValue(parsing: Self.event)
                outcome = try value.withPointer { pointer throws in
                    try engine.send(jansson: pointer, to: id, eventID: nil, timestamp: nil, at: Self.now)
                }
                #expect(value.withPointer { $0.pointee.refcount } == 1)
            } else {
                outcome = try engine.send(.value(JSONValue(parsing: Self.event)), to: id, at: Self.now)
            }
            #expect(outcome == .applied)
            texts.append("\(try changes(of: &engine))")
        }
        #expect(texts[0] == texts[1])
    }

    @Test func contentAsAJanssonTreeSaysWhatTheTextSays() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        let id = try Self.start(in: &engine)
        let state = try JSONValue(engine.janssonState(of: id))
        let text = try JSONValue(parsing: engine.encodedState(of: id).bytes)
        #expect(state == text)
        let attributes = try JSONValue(engine.janssonAttributes(of: id))
        #expect(attributes["name"] == "a")
        var seen = 0
        try engine.drainChanges { (change) throws in
            guard let drained = try change.janssonState(), let attributes = try change.janssonAttributes() else { return }
            #expect(try JSONValue(drained) == state)
            #expect(try JSONValue(attributes)["name"] == "a")
            seen += 1
        }
        #expect(seen == 1)
    }

    @Test func aTreeBeyondTheLimitsIsRefusedAndChangesNothing() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        let id = try Self.start(in: &engine)
        _ = try changes(of: &engine)
        engine.inputLimits = JSONLimits(maximumDepth: 1)
        let value = try JanssonValue(parsing: Self.event)
        do {
            _ = try value.withPointer { pointer throws in
                try engine.send(jansson: pointer, to: id, eventID: nil, timestamp: nil, at: Self.now)
            }
            Issue.record("an event beyond the limits was accepted")
        } catch let error as EngineError {
            #expect(error.code == "undecodable")
        }
        let hasChanges = engine.hasChanges
        #expect(!hasChanges)
    }

    @Test func anEventThatIsIgnoredIsNotRead() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        let id = try Self.start(in: &engine)
        let value = try JanssonValue(parsing: Self.event)
        let wrong = try JanssonValue(parsing: #"{"unheardOf":{}}"#)
        for (isFirst, expected) in [(true, Outcome.applied), (false, .ignored(.repeatedEvent))] {
            let outcome = try (isFirst ? value.copy() : wrong.copy()).withPointer { pointer throws in
                try engine.send(jansson: pointer, to: id, eventID: "1", timestamp: nil, at: Self.now)
            }
            #expect(outcome == expected)
        }
    }

    @Test func numbersAreEqualByTheirValue() throws {
        func tree(_ text: String) throws -> JanssonTree { try JanssonTree(taking: JanssonValue(parsing: text)) }
        let equal = [
            ("2", "2.0"), ("[1, 2.0]", "[1.0, 2]"), (#"{"a": 1, "b": [0.0]}"#, #"{"b": [0], "a": 1.0}"#),
            ("9007199254740992", "9007199254740992.0"),
        ]
        for (left, right) in equal {
            #expect(try tree(left) == tree(right))
            #expect(try tree(left).hashValue == tree(right).hashValue)
        }
        let different = [
            ("2", "2.5"), ("9007199254740993", "9007199254740992.0"), ("[1]", "[1, 1]"), (#"{"a": 1}"#, #"{"b": 1.0}"#),
            ("1", "true"),
            ("0", "null"), ("1", #""1""#),
        ]
        for (left, right) in different { #expect(try tree(left) != tree(right)) }
    }

    private func changes(of engine: inout Engine) throws -> [Change] {
        var changes: [Change] = []
        try engine.drainChanges { (change) throws in changes.append(try change.change()) }
        return changes
    }
}

/// A provider that stores the last note.
private struct NoteProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable { var note = "" }
        var name: String
    }

    enum Event: Codable, Sendable { case noted(String) }

    let kind: ActivityKind = "note"

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: Attributes.ContentState(), staleDate: nil)
    }

    func handle(_ event: Event, in activity: inout Scope) {
        switch event {
        case .noted(let note): activity.state.note = note
        }
    }
}
