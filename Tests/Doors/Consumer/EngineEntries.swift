import LiveActivityCore

/// Every entry point of an engine that a host drives itself.
enum EngineEntries {
    static let now = Date(timeIntervalSince1970: 1_782_000_000)

    static func run() throws {
        try typed()
        try queries()
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        try engine.register(.parcel)
        try story(&engine, 1, bytes)
        try story(&engine, 2, slice)
        try story(&engine, 3, string)
        try story(&engine, 4, substring)
        try story(&engine, 5, data)
        try story(&engine, 6, encoded)
        try story(&engine, 7, value)
        try story(&engine, 8, lasting)
        try story(&engine, 9, raw)
        let id = try engine.start(ParcelAttributes(number: 10), owner: "opened", at: now)
        for (number, lender) in lenders(moved("window")).enumerated() {
            try engine.send(ParcelEvent.moved(to: "\(number)"), to: id, at: now)
            check(
                "Engine.send(json: JSONSource, to: ActivityID, eventID:timestamp:at:)", with: "opened",
                try sent(lender, to: id, &engine), "applied window")
        }
    }

    /// Not specialised: the JSON's type is resolved at run time.
    @inline(never) private static func sent(_ json: any JSONSource, to id: ActivityID, _ engine: inout Engine) throws -> String
    {
        let outcome = try engine.send(json: json, to: id, at: now)
        return "\(outcome.word) \(place(id, engine))"
    }

    private static func place(_ id: ActivityID, _ engine: borrowing Engine) -> String {
        engine.content(of: id, as: ParcelAttributes.self)?.state.place ?? "nowhere"
    }

    /// The commands that take JSON, in one of its forms; specialised for each form.
    @inline(__always) private static func story<Source: JSONSource>(
        _ engine: inout Engine, _ number: Int, _ json: (String) -> Source
    ) throws {
        let source = name(Source.self)
        let key = ActivityReference.key(owner: "anna", kind: "parcel", key: StartKey("\(number)"))
        let id = try engine.start(
            json: json(attributes(number)), content: try update("yard"), kind: "parcel", owner: "anna",
            options: StartOptions(key: StartKey("\(number)")), at: now)
        check(
            "Engine.start(json: JSONSource, content: ContentUpdate?, kind:owner:options:at:)", with: source, place(id, engine),
            "yard")
        var outcome = try engine.send(json: json(moved("kitchen")), to: id, at: now)
        check(
            "Engine.send(json: JSONSource, to: ActivityID, eventID:timestamp:at:)", with: source,
            [outcome.word, place(id, engine)], ["applied", "kitchen"])
        outcome = try engine.send(json: json(moved("hall")), to: key, eventID: "1", at: now)
        check(
            "Engine.send(json: JSONSource, to: ActivityReference, eventID:timestamp:at:)", with: source,
            [outcome.word, place(id, engine)], ["applied", "hall"])
        outcome = try engine.publish(json: json(moved("road")), to: Topic("parcel/\(number)"), at: now)
        check(
            "Engine.publish(json: JSONSource, to: Topic, kind:eventID:timestamp:at:)", with: source,
            [outcome.word, place(id, engine)], ["published 1", "road"])
        outcome = try engine.update(id, json: json(state("stairs")), at: now)
        check(
            "Engine.update(_: ActivityID, json: JSONSource, staleDate:relevanceScore:alert:timestamp:at:)", with: source,
            [outcome.word, place(id, engine)], ["applied", "stairs"])
        outcome = try engine.apply(json: json(sending("lift", id)), at: now)
        check(
            "Engine.apply(json: JSONSource, at: Date)", with: source, [outcome.word, place(id, engine)], ["applied", "lift"])
        outcome = try json(moved("roof")).withJSON { event in try engine.send(event, to: id, at: now) }
        check(
            "Engine.send(_: JSONInput, to: ActivityID, eventID:timestamp:at:)", with: source,
            [outcome.word, place(id, engine)],
            ["applied", "roof"])
        outcome = try json(moved("cellar")).withJSON { event in try engine.send(event, to: key, at: now) }
        check(
            "Engine.send(_: JSONInput, to: ActivityReference, eventID:timestamp:at:)", with: source,
            [outcome.word, place(id, engine)], ["applied", "cellar"])
        outcome = try engine.end(id, json: json(state("door")), dismissalPolicy: .after(now + 60), at: now)
        check(
            "Engine.end(_: ActivityID, json: JSONSource, relevanceScore:dismissalPolicy:timestamp:at:)", with: source,
            [outcome.word, place(id, engine), engine.state(of: id)?.rawValue], ["applied", "door", "ended"])
    }

    /// The commands with the kind's types, and JSON passed as an event.
    private static func typed() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        check("Engine.init(configuration: EngineConfiguration)", engine.hasChanges, false)
        try engine.register(.parcel)
        check("Engine.register(_: AnyProvider)", engine.providers.map(\.kind), ["parcel"])
        let id = try engine.start(
            ParcelAttributes(number: 1), content: .at("yard"), owner: "anna",
            options: StartOptions(key: "1", lease: Lease(staleAfter: 5_000, endAfter: 7_200)), at: now)
        check(
            "Engine.start(_: Attributes, content: ActivityContent<Attributes.ContentState>?, kind:owner:options:at:)",
            place(id, engine), "yard")
        check(
            "Engine.startOrJoin(_: Attributes, content: ActivityContent<Attributes.ContentState>?, kind:owner:options:at:)",
            try engine.startOrJoin(
                ParcelAttributes(number: 1), owner: "anna", options: StartOptions(key: "1", ifRunning: .join), at: now),
            .joined(id))
        var outcome = try engine.send(ParcelEvent.moved(to: "a"), to: id, at: now)
        check(
            "Engine.send(_: Event, to: ActivityID, eventID:timestamp:at:)", [outcome.word, place(id, engine)], ["applied", "a"])
        let report = try engine.send([(id, ParcelEvent.moved(to: "b")), (id, .moved(to: "b"))], at: now)
        check("Engine.send(_: [(ActivityID, Event)], at: Date)", report.counts, [1, 1, 0])
        outcome = try engine.publish(ParcelEvent.moved(to: "c"), to: "parcel/1", at: now)
        check(
            "Engine.publish(_: Event, to: Topic, eventID:timestamp:at:)", [outcome.word, place(id, engine)],
            ["published 1", "c"])
        outcome = try engine.send(value(moved("d")), to: id, at: now)
        check(
            "Engine.send(_: JSONValue, to: ActivityID, eventID:timestamp:at:)", [outcome.word, place(id, engine)],
            ["applied", "d"])
        outcome = try engine.publish(value(moved("e")), to: "parcel/1", at: now)
        check(
            "Engine.publish(_: JSONValue, to: Topic, eventID:timestamp:at:)", [outcome.word, place(id, engine)],
            ["published 1", "e"])
        outcome = try engine.send(try AnyProvider.prepared("f"), to: id, at: now)
        check(
            "Engine.send(_: PreparedEvent, to: ActivityID, eventID:timestamp:at:)", [outcome.word, place(id, engine)],
            ["applied", "f"])
        outcome = try engine.send(try AnyProvider.prepared("g"), to: .id(id), at: now)
        check(
            "Engine.send(_: PreparedEvent, to: ActivityReference, eventID:timestamp:at:)", [outcome.word, place(id, engine)],
            ["applied", "g"])
        outcome = try engine.publish(try AnyProvider.prepared("h"), to: "parcel/1", at: now)
        check(
            "Engine.publish(_: PreparedEvent, to: Topic, eventID:timestamp:at:)", [outcome.word, place(id, engine)],
            ["published 1", "h"])
        outcome = try engine.perform("open", on: id, surface: .lockScreen, at: now)
        check(
            "Engine.perform(_: ActionID, on: ActivityID, surface:at:)", [outcome.word, place(id, engine)], ["applied", "open"])
        outcome = try engine.update(id, .at("i"), at: now)
        check(
            "Engine.update(_: ActivityID, _: ActivityContent<State>, alert:timestamp:at:)", [outcome.word, place(id, engine)],
            ["applied", "i"])
        outcome = try engine.apply(.send(.id(id), event: value(moved("j"))), at: now)
        check("Engine.apply(_: Command, at: Date)", [outcome.word, place(id, engine)], ["applied", "j"])
        let trace = TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
        outcome = try engine.apply(TimedCommand(.update(.id(id), content: try update("k")), trace: trace), at: now)
        check("Engine.apply(_: TimedCommand, at: Date)", [outcome.word, place(id, engine)], ["applied", "k"])
        outcome = try engine.tracing(trace, at: now) { engine in try engine.send(ParcelEvent.moved(to: "l"), to: id, at: now) }
        check("Engine.tracing(_: TraceContext?, at: Date, _:)", [outcome.word, place(id, engine)], ["applied", "l"])
        check("Engine.renewLease(_: ActivityID, at: Date)", try engine.renewLease(id, at: now), .unchanged)
        var drained = 0
        engine.drainChanges(atMost: 1) { _ in drained += 1 }
        check("Engine.drainChanges(atMost: Int, _: closure)", drained, 1)
        var changes: [Change] = []
        try engine.drainChanges { pending in changes.append(try pending.change()) }
        check("Engine.drainChanges(_: closure)", changes.last?.trace, trace)
        engine.advance(to: now + 3_600)
        check("Engine.advance(to: Date)", place(id, engine), "depot")
        check("Engine.takeChanges()", try engine.takeChanges().map(\.what.name), ["updated"])
        outcome = try engine.end(id, .at("m"), dismissalPolicy: .after(now + 4_000), at: now + 3_600)
        check(
            "Engine.end(_: ActivityID, _: ActivityContent<State>, dismissalPolicy:timestamp:at:)",
            [outcome.word, place(id, engine)],
            ["applied", "m"])
        check("Engine.dismiss(_: ActivityID, at: Date)", try engine.dismiss(id, at: now + 3_600), .applied)
        let second = try engine.start(ParcelAttributes(number: 2), owner: "anna", at: now + 3_600)
        check(
            "Engine.end(_: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy, timestamp:at:)",
            try engine.end(second, dismissalPolicy: .immediate, at: now + 3_600), .applied)
        check(
            "Engine.endAll(of: OwnerID, kind: ActivityKind?, dismissalPolicy:at:)",
            try engine.endAll(of: "anna", at: now + 3_600), .unchanged)
        check(
            "Engine.permit(_: Bool, owner: OwnerID, kind:at:)", try engine.permit(false, owner: "ben", at: now + 3_600),
            .applied)
        check("Engine.isPermitted(_: ActivityKind, by: OwnerID)", engine.isPermitted("parcel", by: "ben"), false)
        check(
            "Engine.permitFrequentUpdates(_: Bool, owner: OwnerID, at:)",
            try engine.permitFrequentUpdates(false, owner: "ben", at: now + 3_600), .applied)
        check("Engine.areFrequentUpdatesPermitted(by: OwnerID)", engine.areFrequentUpdatesPermitted(by: "ben"), false)
    }

    private static func queries() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        try engine.register(.parcel)
        let id = try engine.start(ParcelAttributes(number: 7), owner: "anna", options: StartOptions(key: "7"), at: now)
        check("Engine.activities(following: Topic)", engine.activities(following: "parcel/7"), [id])
        check("Engine.activities(of: OwnerID)", engine.activities(of: "anna"), [id])
        check("Engine.activities(of: OwnerID, kind: ActivityKind)", engine.activities(of: "anna", kind: "parcel"), [id])
        check("Engine.activities(ofKind: ActivityKind)", engine.activities(ofKind: "parcel"), [id])
        check(
            "Engine.activity(owner: OwnerID, kind: ActivityKind, key:)",
            engine.activity(owner: "anna", kind: "parcel", key: "7"), id)
        check(
            "Engine.attributes(of: ActivityID, as: Attributes.Type)",
            engine.attributes(of: id, as: ParcelAttributes.self)?.number, 7)
        check(
            "Engine.content(of: ActivityID, as: Attributes.Type)",
            engine.content(of: id, as: ParcelAttributes.self)?.state.place, "shop")
        check("Engine.encodedState(of: ActivityID)", try engine.encodedState(of: id).description, state("shop"))
        check("Engine.kind(of: ActivityID)", engine.kind(of: id), "parcel")
        check("Engine.kind(with: Attributes.Type)", engine.kind(with: ParcelAttributes.self), "parcel")
        check("Engine.owner(of: ActivityID)", engine.owner(of: id), "anna")
        check("Engine.resolve(_: ActivityReference)", try engine.resolve(.key(owner: "anna", kind: "parcel", key: "7")), id)
        check("Engine.revision(of: ActivityID)", engine.revision(of: id), 1)
        check("Engine.state(of: ActivityID)", engine.state(of: id), .active)
        check("Engine.topics(of: ActivityID)", engine.topics(of: id), ["parcel/7"])
        check("Engine.wakeDate(of: ActivityID)", engine.wakeDate(of: id), now + 3_600)
        check("Engine.record(of: ActivityID)", try engine.record(of: id)?.content.state.description, state("shop"))
        // A snapshot does not include undrained changes.
        check("Engine.takeChanges()", try engine.takeChanges().map(\.what.name), ["started"])
        let snapshot = try engine.snapshot()
        check("Engine.snapshot()", snapshot.kinds.map(\.activities.count), [1])
        var other = Engine(configuration: EngineConfiguration(seed: 1))
        try other.register(.parcel)
        try other.restore(snapshot)
        check("Engine.restore(_: Snapshot)", place(id, other), "shop")
    }
}
