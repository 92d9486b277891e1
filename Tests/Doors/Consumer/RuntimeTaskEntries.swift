import LiveActivities
import Synchronization

/// Every entry point of a runtime for tasks: commands that suspend until they are durable, and sequences.
enum RuntimeTaskEntries {
    static func run() async throws {
        try await typed()
        let runtime = try LiveActivityRuntime(shards: 2, providers: [.parcel])
        try await story(runtime, 1, bytes)
        try await story(runtime, 2, slice)
        try await story(runtime, 3, string)
        try await story(runtime, 4, substring)
        try await story(runtime, 5, data)
        try await story(runtime, 6, encoded)
        try await story(runtime, 7, value)
        try await story(runtime, 8, lasting)
        try await story(runtime, 9, raw)
        try await short(runtime)
        try await sequences()
        try await stores()
    }

    /// The commands that take JSON, in one of its forms; specialised for each form.
    @inline(__always) private static func story<Source: JSONSource>(
        _ runtime: LiveActivityRuntime, _ number: Int, _ json: (String) -> Source
    ) async throws {
        let source = name(Source.self)
        let key = ActivityReference.key(owner: "anna", kind: "parcel", key: StartKey("\(number)"))
        let id = try await runtime.start(
            json: json(attributes(number)), content: try update("yard"), kind: "parcel", owner: "anna",
            options: StartOptions(key: StartKey("\(number)")))
        check(
            "LiveActivityRuntime.start(json: JSONSource, content: ContentUpdate?, kind:owner:options:) async", with: source,
            RuntimeEntries.place(id, runtime), "yard")
        var outcome = try await runtime.send(json: json(moved("kitchen")), to: id)
        check(
            "LiveActivityRuntime.send(json: JSONSource, to: ActivityID, eventID:timestamp:) async", with: source,
            [outcome.word, RuntimeEntries.place(id, runtime)], ["applied", "kitchen"])
        outcome = try await runtime.send(json: json(moved("hall")), to: key, eventID: "1")
        check(
            "LiveActivityRuntime.send(json: JSONSource, to: ActivityReference, eventID:timestamp:trace:) async", with: source,
            [outcome.word, RuntimeEntries.place(id, runtime)], ["applied", "hall"])
        outcome = try await runtime.publish(json: json(moved("road")), to: Topic("parcel/\(number)"))
        check(
            "LiveActivityRuntime.publish(json: JSONSource, to: Topic, kind:eventID:timestamp:) async", with: source,
            [outcome.word, RuntimeEntries.place(id, runtime)], ["published 1", "road"])
        outcome = try await runtime.update(id, json: json(state("stairs")))
        check(
            "LiveActivityRuntime.update(_: ActivityID, json: JSONSource, staleDate:relevanceScore:alert:timestamp:) async",
            with: source,
            [outcome.word, RuntimeEntries.place(id, runtime)], ["applied", "stairs"])
        outcome = try await runtime.apply(json: json(sending("lift", id)))
        check(
            "LiveActivityRuntime.apply(json: JSONSource) async", with: source,
            [outcome.word, RuntimeEntries.place(id, runtime)], ["applied", "lift"])
        outcome = try await runtime.end(id, json: json(state("door")), dismissalPolicy: .after(.now + 600))
        check(
            "LiveActivityRuntime.end(_: ActivityID, json: JSONSource, relevanceScore:dismissalPolicy:timestamp:) async",
            with: source,
            [outcome.word, RuntimeEntries.place(id, runtime), runtime.state(of: id)?.rawValue], ["applied", "door", "ended"])
    }

    /// The commands with the kind's types, and JSON passed as an event.
    private static func typed() async throws {
        let runtime = try LiveActivityRuntime(shards: 2)
        try await runtime.register(.parcel)
        check("LiveActivityRuntime.register(_: AnyProvider) async", runtime.kind(with: ParcelAttributes.self), "parcel")
        let id = try await runtime.start(
            ParcelAttributes(number: 1), content: .at("yard"), owner: "anna",
            options: StartOptions(key: "1", lease: Lease(staleAfter: 3_600, endAfter: 7_200)))
        check(
            "LiveActivityRuntime.start(_: Attributes, content: ActivityContent<Attributes.ContentState>?, kind:owner:options:) async",
            RuntimeEntries.place(id, runtime), "yard")
        check(
            "LiveActivityRuntime.startOrJoin(_: Attributes, content: ActivityContent<Attributes.ContentState>?, kind:owner:options:) async",
            try await runtime.startOrJoin(
                ParcelAttributes(number: 1), owner: "anna", options: StartOptions(key: "1", ifRunning: .join)), .joined(id))
        var outcome = try await runtime.send(ParcelEvent.moved(to: "a"), to: id)
        check(
            "LiveActivityRuntime.send(_: Event, to: ActivityID, eventID:timestamp:) async",
            [outcome.word, RuntimeEntries.place(id, runtime)],
            ["applied", "a"])
        let report = try await runtime.send([(id, ParcelEvent.moved(to: "b")), (id, .moved(to: "b"))])
        check("LiveActivityRuntime.send(_: [(ActivityID, Event)]) async", report.counts, [1, 1, 0])
        outcome = try await runtime.publish(ParcelEvent.moved(to: "c"), to: "parcel/1")
        check(
            "LiveActivityRuntime.publish(_: Event, to: Topic, eventID:timestamp:) async",
            [outcome.word, RuntimeEntries.place(id, runtime)],
            ["published 1", "c"])
        outcome = try await runtime.send(value(moved("d")), to: id)
        check(
            "LiveActivityRuntime.send(_: Event, to: ActivityID, eventID:timestamp:) async",
            [outcome.word, RuntimeEntries.place(id, runtime)],
            ["applied", "d"])
        outcome = try await runtime.publish(value(moved("e")), to: "parcel/1")
        check(
            "LiveActivityRuntime.publish(_: Event, to: Topic, eventID:timestamp:) async",
            [outcome.word, RuntimeEntries.place(id, runtime)],
            ["published 1", "e"])
        outcome = try await runtime.send(try AnyProvider.prepared("f"), to: id)
        check(
            "LiveActivityRuntime.send(_: Event, to: ActivityID, eventID:timestamp:) async",
            [outcome.word, RuntimeEntries.place(id, runtime)],
            ["applied", "f"])
        outcome = try await runtime.send(try AnyProvider.prepared("g"), to: .id(id))
        check(
            "LiveActivityRuntime.send(_: PreparedEvent, to: ActivityReference, eventID:timestamp:) async",
            [outcome.word, RuntimeEntries.place(id, runtime)], ["applied", "g"])
        outcome = try await runtime.perform("open", on: id, surface: .lockScreen)
        check(
            "ActivityCommands.perform(_: ActionID, on: ActivityID, surface:) async",
            [outcome.word, RuntimeEntries.place(id, runtime)],
            ["applied", "open"])
        outcome = try await runtime.update(id, .at("i"))
        check(
            "LiveActivityRuntime.update(_: ActivityID, _: ActivityContent<State>, alert:timestamp:) async",
            [outcome.word, RuntimeEntries.place(id, runtime)], ["applied", "i"])
        outcome = try await runtime.apply(.send(.id(id), event: value(moved("j"))))
        check(
            "ActivityCommands.apply(_: Command, trace: TraceContext?) async",
            [outcome.word, RuntimeEntries.place(id, runtime)], ["applied", "j"])
        outcome = try await runtime.apply(.update(.id(id), content: try update("k")), trace: nil)
        check(
            "ActivityCommands.apply(_: Command, trace: TraceContext?) async",
            [outcome.word, RuntimeEntries.place(id, runtime)], ["applied", "k"])
        outcome = try await runtime.apply(
            .update(.id(id), content: try update("l")), ifRevision: runtime.revision(of: id) ?? 0)
        check(
            "LiveActivityRuntime.apply(_: Command, ifRevision: UInt32?, trace:) async",
            [outcome.word, RuntimeEntries.place(id, runtime)],
            ["applied", "l"])
        let results = await runtime.send(json: RuntimeEntries.lenders(to: id, in: runtime))
        check(
            "LiveActivityRuntime.send(json: [JSONEvent], trace: TraceContext?) async", results.map { try? $0.get() },
            RuntimeEntries.outcomes)
        check("ActivityCommands.renewLease(_: ActivityID) async", try await runtime.renewLease(id), .unchanged)
        outcome = try await runtime.end(id, .at("m"), dismissalPolicy: .after(.now + 600))
        check(
            "LiveActivityRuntime.end(_: ActivityID, _: ActivityContent<State>, dismissalPolicy:timestamp:) async",
            [outcome.word, RuntimeEntries.place(id, runtime)], ["applied", "m"])
        check("ActivityCommands.dismiss(_: ActivityID) async", try await runtime.dismiss(id), .applied)
        let second = try await runtime.start(ParcelAttributes(number: 2), owner: "anna")
        check(
            "ActivityCommands.end(_: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy, timestamp:) async",
            try await runtime.end(second, dismissalPolicy: .immediate), .applied)
        check(
            "ActivityCommands.endAll(of: OwnerID, kind: ActivityKind?, dismissalPolicy:) async",
            try await runtime.endAll(of: "anna"),
            .unchanged)
        check(
            "ActivityCommands.permit(_: Bool, owner: OwnerID, kind:) async", try await runtime.permit(false, owner: "ben"),
            .applied)
        check(
            "ActivityCommands.permitFrequentUpdates(_: Bool, owner: OwnerID) async",
            try await runtime.permitFrequentUpdates(false, owner: "ben"), .applied)
        await runtime.close()
        do throws(RuntimeError) {
            let outcome = try await runtime.renewLease(second)
            check("LiveActivityRuntime.close() async", outcome.word, "closed")
        } catch { check("LiveActivityRuntime.close() async", error.code, "closed") }
    }

    /// The convenience methods of `ActivityCommands`.
    static func short(_ commands: some ActivityCommands) async throws {
        let id = try await commands.start(ParcelAttributes(number: 80), owner: "eve", options: StartOptions())
        check(
            "ActivityCommands.start(_: Attributes, owner: OwnerID, options:) async", try await commands.state(of: id), .active)
        check(
            "ActivityCommands.send(_: Event, to: ActivityID) async",
            try await commands.send(ParcelEvent.moved(to: "a"), to: id), .applied)
        try await short(commands, id, bytes(moved("1")))
        try await short(commands, id, slice(moved("2")))
        try await short(commands, id, string(moved("3")))
        try await short(commands, id, substring(moved("4")))
        try await short(commands, id, data(moved("5")))
        try await short(commands, id, encoded(moved("6")))
        try await short(commands, id, value(moved("7")))
        try await short(commands, id, lasting(moved("8")))
        try await short(commands, id, raw(moved("9")))
        check(
            "ActivityCommands.publish(_: Event, to: Topic) async",
            try await commands.publish(ParcelEvent.moved(to: "b"), to: "parcel/80").word, "published 1")
        check(
            "ActivityCommands.end(_: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy, timestamp:) async",
            try await commands.end(id), .applied)
    }

    private static func short<Source: JSONSource>(_ commands: some ActivityCommands, _ id: ActivityID, _ json: Source)
        async throws
    {
        check(
            "ActivityCommands.send(json: JSONSource, to: ActivityID) async", with: name(Source.self),
            try await commands.send(json: json, to: id), .applied)
        check(
            "ActivityCommands.send(json: JSONSource, to: ActivityReference, eventID:timestamp:) async", with: name(Source.self),
            try await commands.send(json: json, to: .id(id), eventID: nil, timestamp: nil), .unchanged)
    }

    private static func sequences() async throws {
        let runtime = try LiveActivityRuntime(shards: 2)
        try await runtime.register(.parcel)
        check("LiveActivityRuntime.register(_: AnyProvider) async", runtime.kind(with: ParcelAttributes.self), "parcel")
        let seen = Mutex<[String]>([])
        let observation = runtime.observe(.owner("anna")) { change in seen.withLock { $0.append(change.what.name) } }
        let observer = Observer()
        runtime.setObserver(observer)
        let changes = runtime.changes(of: .owner("anna"))
        let started = runtime.activityUpdates(of: .owner("anna"))
        let permissions = runtime.permissionUpdates(for: "parcel", by: "anna")
        let frequent = runtime.frequentUpdatePermissionUpdates(by: "anna")
        let notices = runtime.notices()
        let id = try await runtime.start(ParcelAttributes(number: 1), owner: "anna")
        let contents = runtime.contentUpdates(of: id, as: ParcelAttributes.self)
        let states = runtime.stateUpdates(of: id)
        // The first reader falls behind, which a notice reports.
        let slow = runtime.changes(of: .activity(id), bufferLimit: 1, label: "slow")
        for place in ["a", "b", "c"] { try await runtime.send(ParcelEvent.moved(to: place), to: id) }
        try await runtime.permit(false, owner: "anna")
        try await runtime.permitFrequentUpdates(false, owner: "anna")
        await runtime.close()
        var names: [String] = []
        for await change in changes { names.append(change.what.name) }
        check("LiveActivityRuntime.changes(of: ChangeFilter, conflation: Conflation?, bufferLimit:label:)", names, all)
        check("LiveActivityRuntime.observe(_: ChangeFilter, _: closure)", seen.withLock { $0 }, all)
        check("LiveActivityRuntime.setObserver(_: (any RuntimeObserver)?)", observer.commands.withLock { $0 } > 0, true)
        check("LiveActivityRuntime.activityUpdates(of: ChangeFilter, bufferLimit: Int)", await elements(started), [id])
        check("LiveActivityRuntime.permissionUpdates(for: ActivityKind, by: OwnerID)", await elements(permissions), [false])
        check("LiveActivityRuntime.frequentUpdatePermissionUpdates(by: OwnerID)", await elements(frequent), [false])
        check(
            "LiveActivityRuntime.contentUpdates(of: ActivityID, as: Attributes.Type)",
            await elements(contents).map(\.state.place), ["c"])
        check("LiveActivityRuntime.stateUpdates(of: ActivityID)", await elements(states), [.active, .ended, .dismissed])
        var told: [String] = []
        for await notice in notices { told.append(notice.name) }
        check("LiveActivityRuntime.notices()", told, ["changesMissed"])
        observation.cancel()
        _ = slow
    }

    private static let all = ["started", "updated", "updated", "updated", "ended", "dismissed"]

    private static func elements<Element>(_ sequence: UpdateSequence<Element>) async -> [Element] {
        var elements: [Element] = []
        for await element in sequence { elements.append(element) }
        return elements
    }

    /// The additional entry points of a runtime with a store, for tasks.
    private static func stores() async throws {
        let runtime = try LiveActivityRuntime(shards: 1, providers: [.parcel], store: MemoryStore())
        let changes = try await runtime.changes(for: "billing")
        let id = try await runtime.start(ParcelAttributes(number: 1), owner: "anna")
        let change = await changes.first { _ in true }
        check("LiveActivityRuntime.changes(for: ConsumerName) async", change?.activity, id)
        if let change { changes.acknowledge(change) }
        try await runtime.flush()
        check("LiveActivityRuntime.flush() async", runtime.statistics().consumers["billing"], 0)
        try await runtime.untilStored(nil)
        check("LiveActivityRuntime.untilStored(_: ActivityID?) async", runtime.storeFailure, nil)
        try await runtime.forgetConsumer("billing")
        check("LiveActivityRuntime.forgetConsumer(_: ConsumerName) async", runtime.statistics().consumers["billing"], nil)
        try await runtime.setPushToStartToken(Data([1]), for: "parcel", owner: "anna")
        check(
            "LiveActivityRuntime.setPushToStartToken(_: Data?, for: ActivityKind, owner:) async",
            runtime.pushToStartToken(for: "parcel", owner: "anna"), Data([1]))
        check(
            "LiveActivityRuntime.setPushToken(_: Data, for: ActivityID) async",
            try await runtime.setPushToken(Data([2]), for: id),
            false)
    }

    private final class Observer: RuntimeObserver {
        let commands = Mutex(0)

        func commandBegins(_ name: CommandName, _ trace: TraceContext?) -> (any ObservedCommand)? {
            commands.withLock { $0 += 1 }
            return nil
        }
        func deadlinesRan(late seconds: Double) {}
        func batchEnded(_ batch: BatchReport) {}
    }
}
