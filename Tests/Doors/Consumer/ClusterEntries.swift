#if Service
import LiveActivities
import LiveActivityCluster
import Synchronization

/// Every entry point of a cluster of three nodes that share logs in memory.
enum ClusterEntries {
    private static let partitions = 6

    static func run() async throws {
        let transport = MemoryTransport()
        let nodes = try ["one", "two", "three"].map { name in
            try ClusterRuntime(
                ClusterRuntime.Configuration(node: NodeName(name), partitions: partitions), providers: [.parcel],
                transport: transport)
        }
        for node in nodes { try await node.joined() }
        check("ClusterRuntime.joined() async", nodes.count, 3)
        let seen = Mutex(0)
        nodes[1].followChanges({ _, _ in seen.withLock { $0 += 1 } }, reset: {})
        while nodes[0].status().nodes.count(where: { $0.owns.count == 2 }) < 3 { try await Task.sleep(for: .milliseconds(20)) }
        check("ClusterRuntime.status()", nodes[0].status().unowned, [])
        check(
            "ClusterRuntime.init(_: Configuration, providers: [AnyProvider], transport:clock:)",
            nodes[0].status().nodes.map(\.name),
            ["one", "three", "two"])
        try await lists(nodes)
        for node in nodes { try await typed(node, nodes) }
        try await story(nodes, 1, bytes)
        try await story(nodes, 2, slice)
        try await story(nodes, 3, string)
        try await story(nodes, 4, substring)
        try await story(nodes, 5, data)
        try await story(nodes, 6, encoded)
        try await story(nodes, 7, value)
        try await story(nodes, 8, lasting)
        try await story(nodes, 9, raw)
        try await RuntimeTaskEntries.short(nodes[2])
        while seen.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(20)) }
        check("ClusterRuntime.followChanges(_: closure, reset: closure)", seen.withLock { $0 } > 0, true)
        try await operate(nodes)
    }

    private static func place(_ id: ActivityID, _ node: ClusterRuntime) async throws -> String {
        try await node.record(of: id)?.content.state.value["place"]?.string ?? "nowhere"
    }

    /// Sixty activities of sixty owners across all partitions: each node lists all of them.
    private static func lists(_ nodes: [ClusterRuntime]) async throws {
        var ids: [ActivityID] = []
        for number in 0..<60 {
            ids.append(
                try await nodes[number % 3].start(
                    ParcelAttributes(number: 1_000 + number % 2), owner: OwnerID("\(number)"), options: StartOptions()))
        }
        for node in nodes {
            for _ in 0..<5 {
                check(
                    "ClusterRuntime.activities(ofKind: ActivityKind?, following: Topic?) async",
                    [try await node.activities(), try await node.activities(ofKind: "parcel")].map { $0.sorted() },
                    [ids.sorted(), ids.sorted()])
                check(
                    "ClusterRuntime.activities(ofKind: ActivityKind?, following: Topic?) async",
                    try await node.activities(following: "parcel/1000").count, 30)
            }
        }
        for (number, id) in ids.enumerated() {
            check("ClusterRuntime.activities(of: OwnerID) async", try await nodes[0].activities(of: OwnerID("\(number)")), [id])
        }
    }

    /// The commands that take JSON, in one of its forms; specialised for each form.
    @inline(__always) private static func story<Source: JSONSource>(
        _ nodes: [ClusterRuntime], _ number: Int, _ json: (String) -> Source
    ) async throws {
        let source = name(Source.self)
        let owner = OwnerID("\(source) \(number)")
        let id = try await nodes[0].start(ParcelAttributes(number: number), owner: owner, options: StartOptions(key: "1"))
        for (index, node) in nodes.enumerated() {
            var outcome = try await node.send(
                json: json(moved("kitchen \(index)")), to: .key(owner: owner, kind: "parcel", key: "1"), eventID: nil,
                timestamp: nil)
            check(
                "ClusterRuntime.send(json: JSONSource, to: ActivityReference, eventID:timestamp:trace:) async", with: source,
                [outcome.word, try await place(id, node)], ["applied", "kitchen \(index)"])
            outcome = try await node.apply(json: json(sending("lift \(index)", id)))
            check(
                "ActivityCommands.apply(json: JSONSource) async", with: source, [outcome.word, try await place(id, node)],
                ["applied", "lift \(index)"])
        }
    }

    /// The commands and queries with the kind's types, at one node.
    private static func typed(_ node: ClusterRuntime, _ nodes: [ClusterRuntime]) async throws {
        let owner = OwnerID("owner of \(node.status().nodes.count) \(nodes.firstIndex { $0 === node } ?? 0)")
        let number = 100 + (nodes.firstIndex { $0 === node } ?? 0)
        let topic = Topic("parcel/\(number)")
        let id = try await node.start(
            ParcelAttributes(number: number), content: .at("yard"), kind: nil, owner: owner, options: StartOptions(key: "1"))
        check(
            "ClusterRuntime.start(_: Attributes, content: ActivityContent<Attributes.ContentState>?, kind:owner:options:) async",
            try await place(id, node), "yard")
        check(
            "ClusterRuntime.startOrJoin(_: Attributes, content: ActivityContent<Attributes.ContentState>?, kind:owner:options:) async",
            try await node.startOrJoin(
                ParcelAttributes(number: number), owner: owner, options: StartOptions(key: "1", ifRunning: .join)), .joined(id))
        var outcome = try await node.send(ParcelEvent.moved(to: "a"), to: id, eventID: nil, timestamp: nil)
        check(
            "ClusterRuntime.send(_: Event, to: ActivityID, eventID:timestamp:) async",
            [outcome.word, try await place(id, node)],
            ["applied", "a"])
        let report = try await node.send([(id, ParcelEvent.moved(to: "b")), (id, .moved(to: "b"))])
        check("ClusterRuntime.send(_: [(ActivityID, Event)]) async", report.counts, [1, 1, 0])
        outcome = try await node.publish(ParcelEvent.moved(to: "c"), to: topic, eventID: nil, timestamp: nil)
        check(
            "ClusterRuntime.publish(_: Event, to: Topic, eventID:timestamp:) async", [outcome.word, try await place(id, node)],
            ["published 1", "c"])
        outcome = try await node.perform("open", on: id, surface: .lockScreen)
        check(
            "ActivityCommands.perform(_: ActionID, on: ActivityID, surface:) async", [outcome.word, try await place(id, node)],
            ["applied", "open"])
        outcome = try await node.update(id, .at("i"), alert: nil, timestamp: nil)
        check(
            "ActivityCommands.update(_: ActivityID, _: ActivityContent<State>, alert:timestamp:) async",
            [outcome.word, try await place(id, node)], ["applied", "i"])
        outcome = try await node.apply(.send(.id(id), event: value(moved("j"))))
        check(
            "ActivityCommands.apply(_: Command, trace: TraceContext?) async", [outcome.word, try await place(id, node)],
            ["applied", "j"])
        outcome = try await node.apply(.update(.id(id), content: try update("k")), trace: nil)
        check(
            "ActivityCommands.apply(_: Command, trace: TraceContext?) async", [outcome.word, try await place(id, node)],
            ["applied", "k"])
        check("ActivityCommands.apply(_: Command, trace: TraceContext?) async", try await node.apply(.advance), .applied)
        let record = try await node.record(of: id)
        check("ClusterRuntime.record(of: ActivityID) async", record?.content.state.description, state("k"))
        outcome = try await node.apply(.update(.id(id), content: try update("l")), ifRevision: record?.revision ?? 0)
        check(
            "ClusterRuntime.apply(_: Command, ifRevision: UInt32?, trace:) async", [outcome.word, try await place(id, node)],
            ["applied", "l"])
        // Events for all nodes in one batch, each in a different JSON form.
        let others = [
            JSONEvent(bytes(moved("1")), to: .id(id)), JSONEvent(slice(moved("2")), to: .id(id)),
            JSONEvent(string(moved("3")), to: .id(id)), JSONEvent(substring(moved("4")), to: .id(id)),
            JSONEvent(data(moved("5")), to: .id(id)), JSONEvent(encoded(moved("6")), to: .id(id)),
            JSONEvent(value(moved("7")), to: .id(id)),
        ]
        let results = await node.send(json: others, trace: nil)
        check(
            "ClusterRuntime.send(json: [JSONEvent], trace: TraceContext?) async", results.map { try? $0.get() },
            RuntimeEntries.outcomes)
        check("ActivityCommands.renewLease(_: ActivityID) async", try await node.renewLease(id), .unchanged)
        check("ClusterRuntime.state(of: ActivityID) async", try await node.state(of: id), .active)
        check("ClusterRuntime.kind(of: ActivityID) async", try await node.kind(of: id), "parcel")
        check("ClusterRuntime.owner(of: ActivityID) async", try await node.owner(of: id), owner)
        check("ClusterRuntime.topics(of: ActivityID) async", try await node.topics(of: id), [topic])
        check(
            "ClusterRuntime.activity(owner: OwnerID, kind: ActivityKind, key:) async",
            try await node.activity(owner: owner, kind: "parcel", key: "1"), id)
        check(
            "ClusterRuntime.resolve(_: ActivityReference) async",
            try await node.resolve(.key(owner: owner, kind: "parcel", key: "1")), id)
        check(
            "ClusterRuntime.setPushToken(_: Data, for: ActivityID) async", try await node.setPushToken(Data([1]), for: id),
            false)
        check("ClusterRuntime.pushToken(of: ActivityID) async", try await node.pushToken(of: id), nil)
        check("ClusterRuntime.pushType(of: ActivityID) async", try await node.pushType(of: id), nil)
        try await node.setPushToStartToken(Data([2]), for: "parcel", owner: owner)
        check(
            "ClusterRuntime.setPushToStartToken(_: Data?, for: ActivityKind, owner:) async",
            try await node.pushToStartToken(for: "parcel", owner: owner), Data([2]))
        check(
            "ClusterRuntime.pushToStartToken(for: ActivityKind, owner: OwnerID) async",
            try await node.pushToStartToken(for: "parcel", owner: owner), Data([2]))
        outcome = try await node.end(id, .at("m"), dismissalPolicy: .after(.now + 600), timestamp: nil)
        check(
            "ActivityCommands.end(_: ActivityID, _: ActivityContent<State>, dismissalPolicy:timestamp:) async",
            [outcome.word, try await place(id, node)], ["applied", "m"])
        check("ActivityCommands.dismiss(_: ActivityID) async", try await node.dismiss(id), .applied)
        let second = try await node.start(ParcelAttributes(number: number), owner: owner, options: StartOptions())
        check(
            "ActivityCommands.end(_: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy, timestamp:) async",
            try await node.end(second, dismissalPolicy: .immediate, timestamp: nil), .applied)
        check(
            "ActivityCommands.permit(_: Bool, owner: OwnerID, kind:) async",
            try await node.permit(false, owner: owner, kind: nil),
            .applied)
        check(
            "ClusterRuntime.isPermitted(_: ActivityKind, by: OwnerID) async", try await node.isPermitted("parcel", by: owner),
            false)
        check(
            "ActivityCommands.endAll(of: OwnerID, kind: ActivityKind?, dismissalPolicy:) async",
            try await node.endAll(of: owner),
            .unchanged)
        check(
            "ActivityCommands.permitFrequentUpdates(_: Bool, owner: OwnerID) async",
            try await node.permitFrequentUpdates(false, owner: owner), .applied)
    }

    /// Consumers, a drained node, a moved partition, and the shutdown.
    private static func operate(_ nodes: [ClusterRuntime]) async throws {
        let read = Reader()
        for node in nodes { try await node.beginConsumer("billing") }
        check(
            "ClusterRuntime.beginConsumer(_: ConsumerName) async", nodes.map { $0.statistics().consumers["billing"] != nil },
            [true, true, true])
        let warnings = Task { await nodes[0].followWarnings { new, _ in check("a warning", new, []) } }
        warnings.cancel()
        await warnings.value
        check("ClusterRuntime.followWarnings(_: closure) async", nodes[0].status().warnings, [])
        let readers = nodes.map { node in Task { await node.consume("billing") { _, changes in await read.all(changes) } } }
        while nodes.reduce(0, { $0 + ($1.statistics().consumers["billing"] == nil ? 0 : 1) }) < 3 {
            try await Task.sleep(for: .milliseconds(20))
        }
        check("ClusterRuntime.statistics()", nodes.map { $0.statistics().batches > 0 }, [true, true, true])
        check("ClusterRuntime.condition()", nodes.map { $0.condition().isDisconnected }, [false, false, false])
        nodes[0].followReports { _, _ in }
        check("ClusterRuntime.followReports(_: closure)", nodes[0].skippedActivities.count, 0)
        // A node has the consumer as soon as its first partition has: activities are started until each node has delivered one.
        var started: Set<ActivityID> = []
        while started.isDisjoint(with: read.activities) || started.count < 12 {
            started.insert(
                try await nodes[0].start(
                    ParcelAttributes(number: 1), owner: OwnerID("read \(started.count)"), options: StartOptions()))
            try await Task.sleep(for: .milliseconds(20))
        }
        check("ClusterRuntime.consume(_: ConsumerName, _: closure) async", read.activities.isEmpty, false)
        for reader in readers { reader.cancel() }
        for reader in readers { await reader.value }
        for node in nodes { try await node.forgetConsumer("billing") }
        check(
            "ClusterRuntime.forgetConsumer(_: ConsumerName) async", nodes.map { $0.statistics().consumers["billing"] },
            [nil, nil, nil])

        nodes[0].drain("two")
        while nodes[1].status().nodes.contains(where: { $0.name == "two" && !$0.owns.isEmpty }) {
            try await Task.sleep(for: .milliseconds(20))
        }
        check("ClusterRuntime.drain(_: NodeName, _: Bool)", nodes[0].status().nodes.count, 3)
        nodes[0].drain("two", false)
        nodes[0].move(3, to: "two")
        // Each node has its own view of the others, by their heartbeats.
        while !nodes[0].status().nodes.contains(where: { $0.name == "two" && $0.owns.contains(3) }) {
            try await Task.sleep(for: .milliseconds(20))
        }
        check("ClusterRuntime.move(_: Int, to: NodeName)", nodes[0].status().unowned.contains(3), false)
        let all = try await nodes[2].activities()
        await nodes[0].stop()
        check("ClusterRuntime.stop() async", try await nodes[2].activities().sorted(), all.sorted())
        check("ClusterRuntime.stop(within: Duration) async", await nodes[1].stop(within: .seconds(300)), [])
        check(
            "ClusterRuntime.activities(ofKind: ActivityKind?, following: Topic?) async",
            try await nodes[2].activities().sorted(),
            all.sorted())
        await nodes[2].stop()
    }

    /// The reader of a named consumer.
    private final class Reader: Sendable {
        private let read = Mutex<Set<ActivityID>>([])

        var activities: Set<ActivityID> { read.withLock { $0 } }

        func all(_ changes: ConsumerChangeSequence) async -> Bool {
            for await change in changes {
                read.withLock { _ = $0.insert(change.activity) }
                changes.acknowledge(change)
            }
            return true
        }
    }
}
#endif
