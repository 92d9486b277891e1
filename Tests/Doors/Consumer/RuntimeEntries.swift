import LiveActivities

/// Every entry point of a runtime for code that blocks until a command is done. `RuntimeTaskEntries` has the forms for tasks.
enum RuntimeEntries {
    static func run() throws {
        try typed()
        let runtime = try LiveActivityRuntime(shards: 2, providers: [.parcel])
        check(
            "LiveActivityRuntime.init(configuration: EngineConfiguration, shards: Int, clock:providers:)",
            runtime.kind(with: ParcelAttributes.self), "parcel")
        try story(runtime, 1, bytes)
        try story(runtime, 2, slice)
        try story(runtime, 3, string)
        try story(runtime, 4, substring)
        try story(runtime, 5, data)
        try story(runtime, 6, encoded)
        try story(runtime, 7, value)
        try story(runtime, 8, lasting)
        try story(runtime, 9, raw)
        try queries(runtime)
        try stores()
    }

    static func place(_ id: ActivityID, _ runtime: LiveActivityRuntime) -> String {
        runtime.content(of: id, as: ParcelAttributes.self)?.state.place ?? "nowhere"
    }

    /// The commands that take JSON, in one of its forms; specialised for each form.
    @inline(__always) private static func story<Source: JSONSource>(
        _ runtime: LiveActivityRuntime, _ number: Int, _ json: (String) -> Source
    ) throws {
        let source = name(Source.self)
        let key = ActivityReference.key(owner: "anna", kind: "parcel", key: StartKey("\(number)"))
        let id = try runtime.start(
            json: json(attributes(number)), content: try update("yard"), kind: "parcel", owner: "anna",
            options: StartOptions(key: StartKey("\(number)")))
        check(
            "LiveActivityRuntime.start(json: JSONSource, content: ContentUpdate?, kind:owner:options:)", with: source,
            place(id, runtime), "yard")
        var outcome = try runtime.send(json: json(moved("kitchen")), to: id)
        check(
            "LiveActivityRuntime.send(json: JSONSource, to: ActivityID, eventID:timestamp:)", with: source,
            [outcome.word, place(id, runtime)], ["applied", "kitchen"])
        outcome = try runtime.send(json: json(moved("hall")), to: key, eventID: "1")
        check(
            "LiveActivityRuntime.send(json: JSONSource, to: ActivityReference, eventID:timestamp:trace:)", with: source,
            [outcome.word, place(id, runtime)], ["applied", "hall"])
        outcome = try runtime.publish(json: json(moved("road")), to: Topic("parcel/\(number)"))
        check(
            "LiveActivityRuntime.publish(json: JSONSource, to: Topic, kind:eventID:timestamp:)", with: source,
            [outcome.word, place(id, runtime)], ["published 1", "road"])
        outcome = try runtime.update(id, json: json(state("stairs")))
        check(
            "LiveActivityRuntime.update(_: ActivityID, json: JSONSource, staleDate:relevanceScore:alert:timestamp:)",
            with: source,
            [outcome.word, place(id, runtime)], ["applied", "stairs"])
        outcome = try runtime.apply(json: json(sending("lift", id)))
        check(
            "LiveActivityRuntime.apply(json: JSONSource)", with: source, [outcome.word, place(id, runtime)],
            ["applied", "lift"])
        outcome = try runtime.end(id, json: json(state("door")), dismissalPolicy: .after(.now + 600))
        check(
            "LiveActivityRuntime.end(_: ActivityID, json: JSONSource, relevanceScore:dismissalPolicy:timestamp:)", with: source,
            [outcome.word, place(id, runtime), runtime.state(of: id)?.rawValue], ["applied", "door", "ended"])
    }

    /// The commands with the kind's types, and JSON passed as an event.
    private static func typed() throws {
        let runtime = try LiveActivityRuntime(shards: 2)
        try runtime.register(.parcel)
        check("LiveActivityRuntime.register(_: AnyProvider)", runtime.kind(with: ParcelAttributes.self), "parcel")
        let id = try runtime.start(
            ParcelAttributes(number: 1), content: .at("yard"), owner: "anna",
            options: StartOptions(key: "1", lease: Lease(staleAfter: 3_600, endAfter: 7_200)))
        check(
            "LiveActivityRuntime.start(_: Attributes, content: ActivityContent<Attributes.ContentState>?, kind:owner:options:)",
            place(id, runtime), "yard")
        check(
            "LiveActivityRuntime.startOrJoin(_: Attributes, content: ActivityContent<Attributes.ContentState>?, kind:owner:options:)",
            try runtime.startOrJoin(
                ParcelAttributes(number: 1), owner: "anna", options: StartOptions(key: "1", ifRunning: .join)), .joined(id))
        var outcome = try runtime.send(ParcelEvent.moved(to: "a"), to: id)
        check(
            "LiveActivityRuntime.send(_: Event, to: ActivityID, eventID:timestamp:)", [outcome.word, place(id, runtime)],
            ["applied", "a"])
        let report = try runtime.send([(id, ParcelEvent.moved(to: "b")), (id, .moved(to: "b"))])
        check("LiveActivityRuntime.send(_: [(ActivityID, Event)])", report.counts, [1, 1, 0])
        outcome = try runtime.publish(ParcelEvent.moved(to: "c"), to: "parcel/1")
        check(
            "LiveActivityRuntime.publish(_: Event, to: Topic, eventID:timestamp:)", [outcome.word, place(id, runtime)],
            ["published 1", "c"])
        outcome = try runtime.send(value(moved("d")), to: id)
        check(
            "LiveActivityRuntime.send(_: Event, to: ActivityID, eventID:timestamp:)", [outcome.word, place(id, runtime)],
            ["applied", "d"])
        outcome = try runtime.publish(value(moved("e")), to: "parcel/1")
        check(
            "LiveActivityRuntime.publish(_: Event, to: Topic, eventID:timestamp:)", [outcome.word, place(id, runtime)],
            ["published 1", "e"])
        outcome = try runtime.send(try AnyProvider.prepared("f"), to: id)
        check(
            "LiveActivityRuntime.send(_: Event, to: ActivityID, eventID:timestamp:)",
            [outcome.word, place(id, runtime)],
            ["applied", "f"])
        outcome = try runtime.send(try AnyProvider.prepared("g"), to: .id(id))
        check(
            "LiveActivityRuntime.send(_: PreparedEvent, to: ActivityReference, eventID:timestamp:)",
            [outcome.word, place(id, runtime)], ["applied", "g"])
        outcome = try runtime.perform("open", on: id, surface: .lockScreen)
        check(
            "LiveActivityRuntime.perform(_: ActionID, on: ActivityID, surface:)", [outcome.word, place(id, runtime)],
            ["applied", "open"])
        outcome = try runtime.update(id, .at("i"))
        check(
            "LiveActivityRuntime.update(_: ActivityID, _: ActivityContent<State>, alert:timestamp:)",
            [outcome.word, place(id, runtime)], ["applied", "i"])
        outcome = try runtime.apply(.send(.id(id), event: value(moved("j"))))
        check(
            "LiveActivityRuntime.apply(_: Command, trace: TraceContext?)", [outcome.word, place(id, runtime)], ["applied", "j"])
        outcome = try runtime.apply(.update(.id(id), content: try update("k")), trace: nil)
        check(
            "LiveActivityRuntime.apply(_: Command, trace: TraceContext?)", [outcome.word, place(id, runtime)], ["applied", "k"])
        let results = runtime.send(json: lenders(to: id, in: runtime))
        check("LiveActivityRuntime.send(json: [JSONEvent], trace: TraceContext?)", results.map { try? $0.get() }, outcomes)
        check("LiveActivityRuntime.renewLease(_: ActivityID)", try runtime.renewLease(id), .unchanged)
        outcome = try runtime.end(id, .at("m"), dismissalPolicy: .after(.now + 600))
        check(
            "LiveActivityRuntime.end(_: ActivityID, _: ActivityContent<State>, dismissalPolicy:timestamp:)",
            [outcome.word, place(id, runtime)], ["applied", "m"])
        check("LiveActivityRuntime.dismiss(_: ActivityID)", try runtime.dismiss(id), .applied)
        let second = try runtime.start(ParcelAttributes(number: 2), owner: "anna")
        check(
            "LiveActivityRuntime.end(_: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy, timestamp:)",
            try runtime.end(second, dismissalPolicy: .immediate), .applied)
        check(
            "LiveActivityRuntime.endAll(of: OwnerID, kind: ActivityKind?, dismissalPolicy:)", try runtime.endAll(of: "anna"),
            .unchanged)
        check("LiveActivityRuntime.permit(_: Bool, owner: OwnerID, kind:)", try runtime.permit(false, owner: "ben"), .applied)
        check(
            "LiveActivityRuntime.permitFrequentUpdates(_: Bool, owner: OwnerID)",
            try runtime.permitFrequentUpdates(false, owner: "ben"), .applied)
        runtime.close()
        refused("LiveActivityRuntime.close()", as: "closed") { () throws(RuntimeError) in try runtime.renewLease(second) }
    }

    /// An event in each JSON form that is `Sendable`.
    static func lenders(to id: ActivityID, in runtime: LiveActivityRuntime) -> [JSONEvent] {
        [
            event(bytes(moved("1")), id), event(slice(moved("2")), id), event(string(moved("3")), id),
            event(substring(moved("4")), id), event(data(moved("5")), id), event(encoded(moved("6")), id),
            event(value(moved("7")), id),
        ]
    }
    static let outcomes: [Outcome?] = Array(repeating: .applied, count: 7)

    private static func event<Source: JSONSource & Sendable>(_ json: Source, _ id: ActivityID) -> JSONEvent {
        let event = JSONEvent(json, to: .id(id))
        check(
            "JSONEvent.init(_: JSONSource, to: ActivityReference, id:timestamp:)", with: name(Source.self), event.activity,
            .id(id))
        return event
    }

    private static func queries(_ runtime: LiveActivityRuntime) throws {
        let id = try runtime.start(ParcelAttributes(number: 70), owner: "eve", options: StartOptions(key: "7"))
        check("LiveActivityRuntime.activities(following: Topic)", runtime.activities(following: "parcel/70"), [id])
        check("LiveActivityRuntime.activities(of: OwnerID)", runtime.activities(of: "eve"), [id])
        check("LiveActivityRuntime.activities(ofKind: ActivityKind)", runtime.activities(ofKind: "parcel").count, 10)
        check(
            "LiveActivityRuntime.activity(owner: OwnerID, kind: ActivityKind, key:)",
            runtime.activity(owner: "eve", kind: "parcel", key: "7"), id)
        check(
            "LiveActivityRuntime.attributes(of: ActivityID, as: Attributes.Type)",
            runtime.attributes(of: id, as: ParcelAttributes.self)?.number, 70)
        check("LiveActivityRuntime.content(of: ActivityID, as: Attributes.Type)", place(id, runtime), "shop")
        check("LiveActivityRuntime.kind(of: ActivityID)", runtime.kind(of: id), "parcel")
        check("LiveActivityRuntime.kind(with: Attributes.Type)", runtime.kind(with: ParcelAttributes.self), "parcel")
        check("LiveActivityRuntime.owner(of: ActivityID)", runtime.owner(of: id), "eve")
        check(
            "LiveActivityRuntime.resolve(_: ActivityReference)",
            try runtime.resolve(.key(owner: "eve", kind: "parcel", key: "7")), id)
        check("LiveActivityRuntime.revision(of: ActivityID)", runtime.revision(of: id), 1)
        check("LiveActivityRuntime.state(of: ActivityID)", runtime.state(of: id), .active)
        check(
            "LiveActivityRuntime.stateAndRevision(of: ActivityID)",
            runtime.stateAndRevision(of: id).map { "\($0.state) \($0.revision)" }, "active 1")
        check("LiveActivityRuntime.topics(of: ActivityID)", runtime.topics(of: id), ["parcel/70"])
        check("LiveActivityRuntime.wakeDate(of: ActivityID)", (runtime.wakeDate(of: id) ?? .now) > .now + 3_000, true)
        check(
            "LiveActivityRuntime.record(of: ActivityID)", try runtime.record(of: id)?.content.state.description, state("shop"))
        check("LiveActivityRuntime.isPermitted(_: ActivityKind, by: OwnerID)", runtime.isPermitted("parcel", by: "eve"), true)
        check(
            "LiveActivityRuntime.areFrequentUpdatesPermitted(by: OwnerID)", runtime.areFrequentUpdatesPermitted(by: "eve"), true
        )
        check("LiveActivityRuntime.partition(of: OwnerID, among: Int)", LiveActivityRuntime.partition(of: "eve", among: 1), 0)
        let snapshot = try runtime.snapshot()
        check("LiveActivityRuntime.snapshot()", snapshot.shards.count, 2)
        let other = try LiveActivityRuntime(shards: 2, providers: [.parcel])
        try other.restore(snapshot)
        check("LiveActivityRuntime.restore(_: RuntimeSnapshot)", place(id, other), "shop")
        check(
            "LiveActivityRuntime.statistics()", runtime.statistics().activities[.init("parcel", .active)], 1)
    }

    /// The additional entry points of a runtime with a store, for code that blocks.
    private static func stores() throws {
        let store = MemoryStore()
        let runtime = try LiveActivityRuntime(shards: 1, providers: [.parcel], store: store)
        let changes = try runtime.changes(for: "billing")
        let id = try runtime.start(ParcelAttributes(number: 1), owner: "anna")
        let change = changes.nextIfAny()
        check("LiveActivityRuntime.changes(for: ConsumerName)", change?.activity, id)
        if let change { changes.acknowledge(change) }
        try runtime.flush()
        check("LiveActivityRuntime.flush()", runtime.statistics().consumers["billing"], 0)
        try runtime.forgetConsumer("billing")
        check("LiveActivityRuntime.forgetConsumer(_: ConsumerName)", runtime.statistics().consumers["billing"], nil)
        check(
            "LiveActivityRuntime.pushToStartToken(for: ActivityKind, owner: OwnerID)",
            runtime.pushToStartToken(for: "parcel", owner: "anna"), nil)
        runtime.setPushToStartToken(Data([1]), for: "parcel", owner: "anna")
        check(
            "LiveActivityRuntime.setPushToStartToken(_: Data?, for: ActivityKind, owner:)",
            runtime.pushToStartToken(for: "parcel", owner: "anna"), Data([1]))
        // An activity without pushes accepts no token.
        check("LiveActivityRuntime.setPushToken(_: Data, for: ActivityID)", runtime.setPushToken(Data([2]), for: id), false)
        check("LiveActivityRuntime.pushToken(of: ActivityID)", runtime.pushToken(of: id), nil)
        check("LiveActivityRuntime.pushType(of: ActivityID)", runtime.pushType(of: id), nil)
        runtime.close()
        let reopened = try LiveActivityRuntime(providers: [.parcel], store: store)
        check(
            "LiveActivityRuntime.init(configuration: EngineConfiguration, shards: Int?, clock:providers:store:durability:journal:subscribe:)",
            place(id, reopened), "shop")
        let partition = try LiveActivityRuntime(partition: 1, of: 2, providers: [.parcel], store: MemoryStore())
        let owner = ["anna", "ben", "cara", "dora", "eve"].first { LiveActivityRuntime.partition(of: $0, among: 2) == 1 }
        let owned = try partition.start(ParcelAttributes(number: 1), owner: owner ?? "nobody")
        check(
            "LiveActivityRuntime.init(partition: Int, of: Int, configuration:clock:providers:store:durability:journal:subscribe:)",
            owned.shard, 1)
    }

    private static func refused(_ entry: String, as code: String, _ body: () throws(RuntimeError) -> Outcome) {
        do throws(RuntimeError) { check(entry, try body().word, code) } catch { check(entry, error.code, code) }
    }
}
