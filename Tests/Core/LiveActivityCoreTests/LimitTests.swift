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
        let scenario = scenario(EngineLimits(rememberedEvents: 2, rememberedEventSeconds: 0))
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

    private func name(_ bytes: Int) -> String { String(repeating: "n", count: bytes) }

    /// Each name in a command. Regression: a name of a megabyte was accepted and stored.
    @Test(arguments: ["owner", "key", "topic", "event id", "kind", "action"])
    func aNameHasALimitInBytes(what: String) throws {
        let scenario = scenario(EngineLimits())
        let id = try scenario.start(Counter(name: "a"))
        func command(_ name: String) throws {
            let event = CounterProvider.Event.added(1)
            switch what {
            case "owner":
                try scenario.start(Counter(name: "b"), owner: OwnerID(name))
                try scenario.apply(.permit(owner: OwnerID(name), kind: nil, allowed: true))
                try scenario.apply(.permitFrequentUpdates(owner: OwnerID(name), allowed: true))
            case "key": try scenario.start(Counter(name: "b"), options: StartOptions(key: StartKey(name)))
            case "topic":
                try scenario.publish(event, to: Topic(name))
                try scenario.start(Counter(name: "b", topics: [Topic(name)]))
            case "event id":
                try scenario.send(event, to: id, eventID: EventID(name))
                try scenario.publish(event, to: "match/1", eventID: EventID(name))
            case "kind":
                // Nothing has this kind, but its length is checked first.
                let refusal = #expect(throws: EngineError.self) {
                    try scenario.apply(.permit(owner: "anna", kind: ActivityKind(name), allowed: true))
                }
                if let refusal, refusal != .unknownKind(ActivityKind(name)) { throw refusal }
            default: _ = try? scenario.apply(.perform(ActionID(name), on: .id(id), surface: .lockScreen))
            }
        }
        try command(name(512))
        try scenario.expectRefusal(.tooLong(what: what, bytes: 513, limit: 512)) { scenario in
            guard what == "action" else { return try command(name(513)) }
            try scenario.apply(.perform(ActionID(name(513)), on: .id(id), surface: .lockScreen))
        }
    }

    /// Every command with the name, one by one: above, the first refused one hides the others.
    @Test(arguments: ["nnnnnnnnnnn", "anna\0"])
    func everyCommandIsRefusedForItsNames(name: String) throws {
        let scenario = scenario(EngineLimits(nameBytes: 10))
        let id = try scenario.start(Counter(name: "a"))
        let event = try JSONValue(parsing: #"{"added":{"_0":1}}"#)
        let attributes = try JSONValue(parsing: #"{"name":"b","topics":[]}"#)
        let following = try WireEncoder().encodeToJSONValue(Counter(name: "b", topics: [Topic(name)]))
        let commands: [(String, Command)] = [
            ("owner", .start(.init(kind: "counter", owner: OwnerID(name), attributes: attributes))),
            (
                "key",
                .start(
                    .init(kind: "counter", owner: "anna", attributes: attributes, options: StartOptions(key: StartKey(name))))
            ),
            ("topic", .start(.init(kind: "counter", owner: "anna", attributes: following))),
            ("owner", .permit(owner: OwnerID(name), kind: nil, allowed: false)),
            ("kind", .permit(owner: "anna", kind: ActivityKind(name), allowed: false)),
            ("owner", .permitFrequentUpdates(owner: OwnerID(name), allowed: false)),
            ("event id", .send(.id(id), event: event, id: EventID(name))),
            ("event id", .publish("all", event: event, id: EventID(name))),
            ("topic", .publish(Topic(name), event: event)),
            ("topic", .publish(Topic(name), event: event, kind: "counter")),
            ("action", .perform(ActionID(name), on: .id(id), surface: .lockScreen)),
        ]
        for (what, command) in commands {
            let error: EngineError =
                name.contains("\0")
                ? .undecodable(what: what, path: "", reason: "a name must not contain the character U+0000")
                : .tooLong(what: what, bytes: 11, limit: 10)
            try scenario.expectRefusal(error) { _ = try $0.apply(command) }
        }
    }

    @Test func theCharacterZeroIsRefusedAtEachPlaceOfAName() throws {
        let scenario = scenario(EngineLimits())
        for count in 0..<20 {
            let name = String(decoding: (0..<count).map { [1, 0x20, 0x7F][$0 % 3] as UInt8 }, as: UTF8.self)
            try scenario.apply(.permit(owner: OwnerID(name), kind: nil, allowed: true))
            for place in 0...count {
                var text = Array(name.utf8)
                text.insert(0, at: place)
                let refusal = #expect(throws: EngineError.self) {
                    try scenario.apply(.permit(owner: OwnerID(String(decoding: text, as: UTF8.self)), kind: nil, allowed: true))
                }
                #expect(refusal?.code == "undecodable")
            }
        }
        try scenario.apply(.permit(owner: "日本語の名前é😀 ÿ\u{80}\u{100}", kind: nil, allowed: true))
    }

    /// A snapshot or store of an earlier version, which accepted such names, still opens, and its activities continue.
    @Test func aRestoredNameMayHaveTheCharacterZero() throws {
        let earlier = scenario(EngineLimits())
        let id = try earlier.start(
            Counter(name: "a", topics: ["topicZ"]), owner: "annaZ", options: StartOptions(key: "keyZ"))
        let text = String(decoding: try WireEncoder().encode(earlier.snapshot()), as: UTF8.self)
        let stored = Array(text.replacing("Z\"", with: "\\u0000\"").utf8)
        var engine = Engine()
        try engine.register(AnyProvider(CounterProvider()))
        try engine.restore(try WireDecoder().decode(Snapshot.self, from: stored))
        let (owner, running) = (
            engine.owner(of: id), engine.activity(owner: "anna\0", kind: "counter", key: "key\0")
        )
        #expect(owner == "anna\0" && running == id)
        let outcome = try engine.send(CounterProvider.Event.added(1), to: id, at: now + 1)
        #expect(outcome == .applied)
        try engine.dismiss(id, at: now + 1)
    }

    @Test func aKindWithANameThatIsTooLongIsNotRegistered() throws {
        var engine = Engine()
        let refusal = engine.refusal { try $0.register(AnyProvider(CounterProvider(kind: ActivityKind(name(513))))) }
        #expect(refusal?.code == "cannotRegister")
        #expect(try #require(refusal).description.count < 400)
        try engine.register(AnyProvider(CounterProvider(kind: ActivityKind(name(512)))))
    }

    /// A store or snapshot written before the limit existed still opens, and its activities continue.
    @Test func whatHasLongerNamesAlreadyIsRestored() throws {
        let long = scenario(EngineLimits(nameBytes: 1_000_000))
        let id = try long.start(
            Counter(name: "a", topics: [Topic(name(2_000))]), owner: OwnerID(name(3_000)),
            options: StartOptions(key: StartKey(name(4_000))))
        try long.send(CounterProvider.Event.added(1), to: id, eventID: EventID(name(5_000)))
        var engine = Engine()
        try engine.register(AnyProvider(CounterProvider()))
        try engine.restore(long.snapshot())
        let owner = engine.owner(of: id)
        #expect(owner == OwnerID(name(3_000)))
        let outcome = try engine.send(CounterProvider.Event.added(1), to: id, at: now + 1)
        #expect(outcome == .applied)
    }

    @Test func limitsThatWereWrittenBeforeNamesHadOneHaveNone() throws {
        var members = try WireEncoder().encodeToJSONValue(EngineLimits()).members.filter { $0.key != "nameBytes" }
        members.removeAll { $0.key == "countsAlerts" }
        let before = try WireDecoder().decode(EngineLimits.self, from: JSONValue(members: members))
        #expect(before.nameBytes == .max)
        let scenario = scenario(before)
        let id = try scenario.start(Counter(name: "a"), owner: OwnerID(name(100_000)))
        let alert = AlertConfiguration(title: "a", body: .literal(name(5_000)))
        #expect(try scenario.apply(.update(.id(id), content: content, alert: alert)) == [.updated, .alerted(alert)])
        #expect(try WireDecoder().decode(EngineLimits.self, from: WireEncoder().encode(EngineLimits())) == EngineLimits())
    }

    private let content = ContentUpdate(state: JSONValue(members: [("count", JSONValue(0)), ("note", JSONValue("x"))]))

    /// A push contains an alert beside attributes and content, within the same 4 KB.
    @Test func anAlertCountsAgainstTheLimit() throws {
        let limit = 300
        let scenario = scenario(EngineLimits(payloadBytes: limit))
        let id = try scenario.start(Counter(name: "a"))
        func alert(_ bytes: Int) throws -> AlertConfiguration {
            let empty = try WireEncoder().encode(AlertConfiguration(title: "a", body: "")).count
            return AlertConfiguration(title: "a", body: .literal(name(bytes - empty)))
        }
        let attributes = try WireEncoder().encode(Counter(name: "a")).count
        let payload = attributes + #"{"count":0,"note":"x"}"#.utf8.count
        let fitting = try alert(limit - payload)
        #expect(try scenario.apply(.update(.id(id), content: content, alert: fitting)) == [.updated, .alerted(fitting)])
        #expect(try scenario.apply(.update(.id(id), content: content, alert: fitting)) == [.alerted(fitting)], "alone too")
        let refusal = EngineError.alertTooLarge(alert: limit - payload + 1, payload: payload, limit: limit)
        let larger = try alert(limit - payload + 1)
        try scenario.expectRefusal(refusal) { _ = try $0.apply(.update(.id(id), content: content, alert: larger)) }
        let other = ContentUpdate(state: try JSONValue(parsing: #"{"count":1,"note":"y"}"#))
        try scenario.expectRefusal(refusal) { _ = try $0.apply(.update(.id(id), content: other, alert: larger)) }

        let started = attributes + (try WireEncoder().encode(Counter.ContentState()).count)
        for start in [nil, now + 3_600] {
            let tooLarge = EngineError.alertTooLarge(alert: limit - started + 1, payload: started, limit: limit)
            try scenario.expectRefusal(tooLarge) {
                try $0.start(Counter(name: "a"), options: StartOptions(start: start, alert: alert(limit - started + 1)))
            }
            try scenario.start(Counter(name: "a"), options: StartOptions(start: start, alert: alert(limit - started)))
        }
    }

    /// Regression: an error that quoted a name of a megabyte was a megabyte long, in each response and each line of the log.
    @Test func errorsQuoteAtMostTwoHundredCharacters() throws {
        #expect(name(200).abridged == name(200))
        #expect(name(201).abridged == name(200) + "…")
        #expect(("e" + String(repeating: "\u{301}", count: 1_000)).abridged.unicodeScalars.count == 201)
        let long = name(1_000_000)
        let errors: [EngineError] = [
            .unknownKind(ActivityKind(long)), .ambiguousKind(attributes: long, kinds: [ActivityKind(long)]),
            .nothingRunning(owner: OwnerID(long), kind: ActivityKind(long), key: StartKey(long)),
            .wrongType(ActivityKind(long), given: long), .denied(owner: OwnerID(long), kind: ActivityKind(long)),
            .tooManyActivitiesOfOwner(OwnerID(long), limit: 1),
            .dismissedByPerson(owner: OwnerID(long), key: StartKey(long), until: now),
            .wakeNotInFuture(ActivityKind(long), wake: now, now: now),
        ]
        for error in errors { #expect(error.description.count < 1_000, "\(error.code)") }

        let scenario = scenario(EngineLimits())
        let id = try scenario.start(Counter(name: "a"))
        let texts = [
            #"{"\#(long)":{}}"#, #"{"added":{"_0":"\#(long)"}}"#,
            #"{"added":{"_0":\#(String(repeating: "9", count: 100_000))}}"#,
            #"{"added":{"_0":1},"added":{"\#(long)":{"a":1},"\#(long)":2}}"#,
        ]
        for text in texts {
            let error = try #require(scenario.withEngine { $0.refusal { try $0.send(json: text, to: id, at: now) } })
            #expect("\(error)".count < 1_500, "\("\(error)".prefix(80))")
        }
        let commands = [
            #"{"command":"\#(long)"}"#, #"{"command":"send","activity":"\#(long)","event":{}}"#,
            #"{"command":"advance","at":"\#(long)"}"#,
            #"{"command":"perform","action":"a","activity":"\#(id)","surface":"\#(long)"}"#,
        ]
        for text in commands {
            let error = try #require(scenario.withEngine { $0.refusal { try $0.apply(json: text, at: now) } })
            #expect("\(error)".count < 1_500, "\("\(error)".prefix(80))")
        }
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
    /// The error that `body` throws; `nil` if it succeeds.
    mutating func refusal(_ body: (inout Engine) throws -> Void) -> EngineError? {
        do { try body(&self) } catch { return error as? EngineError }
        return nil
    }
}
