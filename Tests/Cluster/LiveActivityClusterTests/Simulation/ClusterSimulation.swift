import LiveActivities
import LiveActivityCore
import LiveActivityJSON
@testable import LiveActivityCluster
import LiveActivityTesting

/// Several nodes, each of which may believe that it owns a partition, and an unreliable network, from one seed: a seed has the
/// same course in every process.
final class ClusterSimulation {
    private var random: SeededGenerator
    private let seed: UInt64
    private let log: MemoryPartitionLog
    private let rarity: Int
    private let partBytesMax: Int
    private var nodes: [SimulatedNode] = []
    private var links: [FaultyLog] = []
    private var tallies = Tallies()
    private var notes = Notes()
    /// Reads the log's true contents after each step.
    private var witness: Witness

    /// Whether a request is in progress; the answer that its sender will get is not known yet.
    private var isNested = false
    /// The numbers of the gateway's commands in progress.
    private var open: Set<Int> = []
    /// The first violated law while a request was in progress.
    private var failure: (any Error)?

    private(set) var acknowledged = 0
    private(set) var takeovers = 0
    private(set) var deposed = 0
    private(set) var snapshots = 0

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        rarity = random.pick([3, 6, 20])
        // Short batches in several pieces find more faults than long ones.
        partBytesMax = random.pick([100, 700, 1 << 19])
        log = MemoryPartitionLog(remembered: random.pick([1, 4, 100]))
        witness = Witness(log)
        for index in 0..<3 { nodes.append(SimulatedNode(NodeName("node\(index)"), link())) }
    }

    private func link() -> FaultyLog {
        let link = FaultyLog(log, seed: random.next(), rarity: rarity)
        link.meanwhile = { [weak self] in self?.meanwhile() }
        links.append(link)
        return link
    }

    /// Runs while a request is in progress: another node claims the partition or applies a command.
    private func meanwhile() {
        guard let other = nodes.filter({ !$0.isBusy }).randomElement(using: &random) else { return }
        let isOutermost = !isNested
        (other.isBusy, isNested) = (true, true)
        defer {
            other.isBusy = false
            if isOutermost { isNested = false }
        }
        do {
            if random.once(in: 2) { try claim(other) } else { try command(other) }
        } catch {
            failure = failure ?? error
        }
    }

    private var configuration: EngineConfiguration {
        EngineConfiguration(
            seed: seed, limits: EngineLimits(rememberedEvents: 2, rememberedEventSeconds: 1e7), activeDuration: 1e7,
            lingerDuration: 1e7)
    }

    // MARK: - Random steps

    func run(steps: Int) throws {
        for _ in 0..<steps {
            let node = random.once(in: 2) ? nodes.filter { $0.runtime != nil }.randomElement(using: &random) : nil
            try step(node ?? random.pick(nodes))
            if let failure { throw failure }
            try witness.read(&tallies)
            try witness.check(&notes)
        }
        try settle()
    }

    private func step(_ node: SimulatedNode) throws {
        node.isBusy = true
        defer { node.isBusy = false }
        switch random.below(100) {
        case 0..<38: try command(node)
        case 38..<45: try remember(node)
        case 45..<60: links.filter { $0.delayedCount > 0 }.randomElement(using: &random)?.deliver()
        case 60..<66: node.clock.advance(by: random.pick([0.05, 1, 10, 61, 300]))
        case 66..<73: try claim(node)
        case 73..<75: node.die(replacedBy: link())
        case 75..<78: node.release(to: random.pick(nodes).name)
        case 78..<82: node.log.cut(true)
        case 82..<87: node.log.cut(false)
        case 87: node.log.fill(true)
        case 88, 89: node.log.fill(false)
        case 90..<93: if (try? node.store?.snapshot()) != nil { snapshots += 1 }
        case 93..<97: try node.follow()
        default: try consume(node)
        }
    }

    private func claim(_ node: SimulatedNode) throws {
        let isOwned = nodes.contains { $0.store != nil }
        guard try node.claim(seed: seed, writer: random.next(), partBytesMax: partBytesMax, configuration: configuration)
        else { return }
        // The new owner's state is that of the log, and includes every acknowledged record.
        if !isNested {
            try witness.read(&tallies)
            if witness.claim == node.store?.claim { try notes.check(node.records, "the new owner") }
        }
        takeovers += 1
        if isOwned { deposed += 1 }
    }

    private func command(_ node: SimulatedNode) throws {
        guard let runtime = node.runtime else { return }
        let activities = tallies.started.sorted()
        if activities.isEmpty || random.once(in: 6) { return try start(runtime) }
        // Unanswered events are sent again with the same id.
        let unknown = random.once(in: 2) ? tallies.unknown.last : nil
        let (number, activity) = (unknown?.number ?? tallies.next(), unknown?.activity ?? random.pick(activities))
        tallies.willSend(number, to: activity)
        let answer: Tallies.Answer
        open.insert(number)
        defer { open.remove(number) }
        do throws(RuntimeError) {
            if number.isMultiple(of: 2) {
                try runtime.send(TallyProvider.Event.happened(number), to: activity, eventID: EventID("\(number)"))
            } else {
                // Repeated as a gateway does it: recognised by its number alone.
                let event = Command.send(.id(activity), event: ["happened": ["_0": JSONValue(number)]], id: nil, timestamp: nil)
                let unsettled = open.union(tallies.unknown.map(\.number)).filter { !$0.isMultiple(of: 2) }.min() ?? number
                try runtime.apply(
                    event, as: RequestName(sender: "gateway", number: UInt64(number), settled: UInt64(unsettled)))
            }
            answer = .acknowledged
            acknowledged += 1
        } catch {
            if case .notDurable = error { answer = .unknown } else { answer = .refused }
        }
        tallies.answered(number, answer)
    }

    /// The owner writes a record other than an activity, as the push ledger does.
    private func remember(_ node: SimulatedNode) throws {
        guard let store = node.store else { return }
        let key = "key\(random.below(3))"
        let number = notes.next()
        let value = random.once(in: 5) ? nil : "\(number)"
        notes.willWrite(number, key, value)
        do throws(StoreError) {
            try store.append([PartitionRecord(.init(part: "test", key: key), value.map { Array($0.utf8) })])
            notes.written(number)
        } catch .fenced { notes.refused(number) } catch {}
    }

    private func start(_ runtime: LiveActivityRuntime) throws {
        let name = "owner\(random.below(4))"
        let options = StartOptions(key: "tally", ifRunning: .join)
        let command = Command.start(
            Command.Start(kind: "tally", owner: OwnerID(name), attributes: ["name": "\(name)"], options: options))
        guard let outcome = try? runtime.apply(command) else { return }
        switch outcome {
        case .started(let id): try tallies.hasStarted(id)
        case .joined(let id): tallies.hasJoined(id)
        default: throw Broken("a start is answered \(outcome)")
        }
    }

    /// A named consumer receives only changes that are in the log.
    private func consume(_ node: SimulatedNode) throws {
        try witness.read(&tallies)
        for _ in 0..<random.below(10) {
            guard let change = node.consumer?.nextIfAny() else { return }
            try witness.see(change)
            if random.once(in: 2) { node.consumer?.acknowledge(change) }
        }
    }

    // MARK: - Final checks

    /// Delivers everything in transit and gives the partition an owner, then checks that everything acknowledged is there.
    private func settle() throws {
        for link in links { link.meanwhile = {} }
        for link in links { while link.delayedCount > 0 { link.deliver() } }
        try witness.read(&tallies)
        let last = SimulatedNode("last", FaultyLog(log, seed: 0, rarity: .max))
        guard try last.claim(seed: seed, writer: random.next(), partBytesMax: partBytesMax, configuration: configuration),
            let runtime = last.runtime
        else { throw Broken("nobody can claim the partition at the end") }
        try witness.read(&tallies)
        try witness.agrees(with: runtime)
        try witness.check(&notes)
        guard last.records == witness.notes else { throw Broken("the last owner does not know all records") }
        // All other nodes detect that they are not the owner.
        for node in nodes {
            node.log.cut(false)
            node.log.fill(false)
            guard let runtime = node.runtime else { continue }
            node.clock.advance(by: 100)
            if (try? runtime.send(TallyProvider.Event.happened(0), to: ActivityID(rawValue: 0))) != nil {
                throw Broken("\(node.name) takes commands of an unknown activity")
            }
        }
        for link in links { while link.delayedCount > 0 { link.deliver() } }
        try witness.read(&tallies)
        try last.store?.snapshot()
        try witness.agreesWithAnewReader()
    }
}
