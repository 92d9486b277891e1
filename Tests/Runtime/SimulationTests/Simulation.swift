import DeliveryActivity
import LiveActivities
import LiveActivityTesting
import MeditationTimerActivity
import SportsActivity
import Synchronization
import WaitQueueActivity

/// A violated law.
struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A runtime on a failing store, in a process that is killed, from one seed: the same seed has the same course in every
/// process.
final class Simulation {
    /// The records that are made under the runtime's locks.
    private final class Notes: Sendable {
        let changes = Mutex<[Change]>([])
        /// The runtime's state when the last batch was stored.
        let durable = Mutex<RuntimeSnapshot?>(nil)
    }

    static let providers = [
        AnyProvider(DeliveryProvider()), AnyProvider(MeditationTimerProvider()), AnyProvider(SportsProvider()),
        AnyProvider(WaitQueueProvider()),
    ]

    private let configuration: EngineConfiguration
    private let durability: Durability
    private let shards: Int
    private let journal: JournalLimits?
    private var random: SeededGenerator
    private let source = CommandSource(Simulation.providers)
    private let clock = ManualClock()
    private let disk: SimulatedDisk

    private var store: SimulatedStore
    private var runtime: LiveActivityRuntime
    private let notes = Notes()
    private let consumer = ConsumerMirror()
    private var given: Set<ActivityID> = []
    private(set) var crashes = 0
    private(set) var taken = 0
    private(set) var replayed = 0

    /// - Parameter planted: A fault of the disk, to check that it is found.
    init(seed: UInt64, planted: PlantedFault? = nil) throws {
        disk = SimulatedDisk(planted: planted)
        var random = SeededGenerator(seed: seed)
        durability = random.once(in: 2) ? .strict : .relaxed(interval: random.pick([0.1, 1, 30]))
        shards = random.pick([1, 1, 3])
        journal = random.once(in: 2) ? JournalLimits(entries: random.pick([10, 60, 1_000])) : nil
        configuration = EngineConfiguration(
            seed: seed, limits: EngineLimits(activitiesPerOwner: 4, activities: 20, alertsPerHour: 3, rememberedEvents: 4),
            activeDuration: 2 * 3_600, lingerDuration: 900, afterDismissal: .refuse(seconds: 600))
        self.random = random
        store = SimulatedStore(disk)
        runtime = try LiveActivityRuntime(clock: clock)
        try open()
    }

    // MARK: - Random steps

    func run(steps: Int) throws {
        for _ in 0..<steps {
            try step()
            if store.isDead {
                crashes += 1
                try reopen(after: random.pick([0, 0, 1, 100, 3_000]))
            } else {
                try check()
            }
            if random.once(in: 50), !store.isDead, runtime.storeFailure == nil, (try? runtime.flush()) != nil {
                try checkJournal()
            }
        }
        store.fill(false)
        do { try runtime.flush() } catch { store.kill() }
        try reopen(after: 0)
        try check()
        try consumer.settle(runtime)
        try checkJournal()
    }

    /// Checks the journal: replaying its commands gives the same result.
    private func checkJournal() throws {
        guard let journal else { return }
        let replay = try store.replay(with: Self.providers)
        if let first = replay.differences.first { throw Broken("the journal tells another story: \(first)") }
        var entries = 0
        store.memory.forEachJournalEntry { _ in entries += 1 }
        if entries > journal.entries * shards { throw Broken("\(entries) entries are more than \(journal)") }
        replayed += replay.commands
    }

    private func step() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<70: try command()
        case 70..<82: clock.advance(by: random.pick([0.05, 1, 10, 45, 45, 300, 3_600]))
        case 82..<87: store.plan(random.pick(SimulatedStore.Fault.allCases), after: Int.random(in: 0..<4, using: &random))
        case 87: store.fill(true)
        case 88, 89: store.fill(false)
        case 90: try? runtime.flush()
        case 91: store.kill()
        default: try consumer.read(&random, durable: notes.durable.withLock { $0 })
        }
    }

    private func command() throws {
        let before = try runtime.snapshot()
        let wasFailing = runtime.storeFailure != nil
        let command = source.next(
            &random, at: max(clock.now, before.shards.compactMap(\.now).max() ?? clock.now), ids: runtime.activities,
            kindOf: { [runtime] in runtime.kind(of: $0) },
            topics: Set(store.memory.records.flatMap(\.topics)).sorted())
        switch Result(catching: { () throws(RuntimeError) in try runtime.apply(command) }) {
        case .success(let outcome):
            taken += 1
            if wasFailing { throw Broken("\(command) was taken while the store could not write") }
            if case .started(let id) = outcome, !given.insert(id).inserted { throw Broken("\(id) was given twice") }
            // Also if the process ended just after the batch was stored, and the caller got no answer.
            guard durability == .strict else { return }
            let kept = notes.durable.withLock { $0 }
            if let kept, try kept.difference(from: runtime.snapshot()) != nil {
                throw Broken("\(command) was acknowledged and is not kept")
            }
        case .failure(.storeUnavailable):
            if wasFailing, try runtime.snapshot().difference(from: before) != nil {
                throw Broken("\(command) was refused because of the store, and changed something")
            }
        case .failure(.notDurable):
            if wasFailing { throw Broken("\(command) was carried out while the store could not write") }
        case .failure: break
        }
    }

    // MARK: - Processes

    private func reopen(after seconds: Double) throws {
        runtime.close()
        clock.advance(by: seconds)
        try open()
    }

    private func open() throws {
        store = SimulatedStore(disk)
        // The next run continues without the lost changes.
        notes.changes.withLock { $0 = [] }
        let expected = notes.durable.withLock { $0 }
        runtime = try LiveActivityRuntime(
            configuration: configuration, shards: shards, clock: clock, providers: Self.providers, store: store,
            durability: durability, journal: journal
        ) { [store, notes] runtime in
            let restored = try runtime.snapshot()
            if let expected, let difference = expected.difference(fromReopened: restored) {
                throw Broken("what was kept is not what came back: \(difference)")
            }
            guard runtime.skippedActivities.isEmpty else { throw Broken("\(runtime.skippedActivities)") }
            notes.durable.withLock { $0 = restored }
            store.whenKept { [weak runtime, notes] in
                if let now = try? runtime?.snapshot() { notes.durable.withLock { $0 = now } }
            }
            runtime.observe { [notes] change in notes.changes.withLock { $0.append(change) } }
        }
        if let expected { try checkCatchingUp(from: expected) }
        try consumer.open(runtime)
    }

    /// Checks that deadlines that fell due while no process ran are applied as if one had.
    private func checkCatchingUp(from snapshot: RuntimeSnapshot) throws {
        // A successor has another id, as no run assigns ids of another one.
        guard !snapshot.shards.contains(where: { $0.kinds.contains { $0.activities.contains { $0.extras?.renews == true } } })
        else { return }
        let reference = try LiveActivityRuntime(
            configuration: configuration, shards: shards, clock: clock, providers: Self.providers)
        try reference.restore(snapshot)
        try reference.apply(.advance)
        if let difference = try reference.snapshot().difference(fromReopened: runtime.snapshot()) {
            throw Broken("it did not catch up as it should: \(difference)")
        }
    }

    // MARK: - Checks after every step

    private func check() throws {
        try checkLaws()
        if durability != .strict, random.once(in: 8) { try? runtime.flush() } else if durability != .strict { return }
        guard runtime.storeFailure == nil, !store.isDead else { return }
        let snapshot = try runtime.snapshot()
        let activities = snapshot.shards.flatMap { $0.kinds.flatMap(\.activities) }
        let records = Dictionary(uniqueKeysWithValues: store.memory.records.map { ($0.id, $0) })
        guard records.count == activities.count else {
            throw Broken("\(records.count) activities are in the store, \(activities.count) in the engine")
        }
        for activity in activities {
            guard let record = records[activity.id], record.says(activity) else {
                throw Broken("the store says \(String(describing: records[activity.id])) of \(activity)")
            }
        }
        var running: Set<[String]> = []
        for record in records.values where record.state != .ended {
            guard let key = record.key else { continue }
            let name = [record.owner.rawValue, record.kind.rawValue, key.rawValue]
            if !running.insert(name).inserted { throw Broken("two activities run for \(name)") }
        }
    }

    private func checkLaws() throws {
        let changes = notes.changes.withLock { $0 }
        var latest: [ActivityID: Change] = [:]
        var times: [Int: Date] = [:]
        for change in changes {
            if change.at < times[change.activity.shard] ?? .distantPast { throw Broken("time ran backwards at \(change)") }
            times[change.activity.shard] = change.at
            if let before = latest[change.activity] {
                let grows = change.what.isReport ? change.revision == before.revision : change.revision > before.revision
                if !grows, change.what.name != "alerted" { throw Broken("\(change) follows \(before)") }
                if before.state == .dismissed || (before.state == .ended && !change.what.isReport && change.state != .dismissed)
                {
                    throw Broken("\(change) after the end")
                }
            }
            latest[change.activity] = change
        }
    }
}

extension StoredActivity {
    /// Whether the stored state of an activity equals the engine's, apart from extras, which have several equivalent forms.
    func says(_ activity: ActivityRecord) -> Bool {
        var (stored, running) = (record, activity)
        (stored.extras, running.extras) = (nil, nil)
        return stored == running
    }
}

extension MemoryStore {
    var records: [StoredActivity] {
        var records: [StoredActivity] = []
        forEachActivity { records.append($0) }
        return records
    }
}

extension RuntimeSnapshot {
    /// Leaves out the state that is not restored: the counts of refusals, the history of slots, and expired events, which a
    /// store keeps until its next batch.
    ///
    /// - Parameter now: `nil` after a reopening: the time in between does not count for remembered events, so that only which
    ///   they are is compared.
    private func comparable(at now: Date?) -> RuntimeSnapshot {
        var snapshot = withoutSlotHistory
        for shard in snapshot.shards.indices {
            snapshot.shards[shard].recentEvents = snapshot.shards[shard].recentEvents.flatMap { Self.events($0, at: now) }
            snapshot.shards[shard].now = nil
            snapshot.shards[shard].sequence = 0
            // Dismissals at the same time have no order.
            snapshot.shards[shard].dismissals.sort { ($0.at, $0.owner, $0.kind, $0.key) < ($1.at, $1.owner, $1.kind, $1.key) }
        }
        return snapshot
    }

    /// Entries of 16 bytes, a hash and a time each, in order of time.
    private static func events(_ text: String, at now: Date?) -> String? {
        guard let bytes = Data(base64Encoded: text) else { return text }
        let entries = stride(from: 0, to: bytes.count, by: 16).map { bytes.dropFirst($0).prefix(16) }
        guard let now else { return Data(entries.map { $0.prefix(8) }.joined()).base64EncodedString() }
        let recognisedSince = now.timeIntervalSinceReferenceDate - EngineLimits().rememberedEventSeconds
        let rest = entries.drop { entry in
            let time = entry.dropFirst(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Double(bitPattern: time) < recognisedSince
        }
        return rest.isEmpty ? nil : Data(rest.joined()).base64EncodedString()
    }

    /// Describes the first difference, at the later time of both.
    func difference(from other: RuntimeSnapshot) -> String? {
        let now = (shards + other.shards).compactMap(\.now).max()
        return comparable(at: now).firstDifference(from: other.comparable(at: now))
    }

    /// Describes the first difference after a reopening, which may remember an event longer, and never shorter.
    func difference(fromReopened other: RuntimeSnapshot) -> String? {
        let (kept, later) = (comparable(at: nil), other.comparable(at: nil))
        var reopened = later
        for shard in kept.shards.indices where reopened.shards.indices.contains(shard) {
            let events = [kept, later].map { Set(Self.hashes($0.shards[shard].recentEvents ?? "")) }
            if events[0].isSubset(of: events[1]) { reopened.shards[shard].recentEvents = kept.shards[shard].recentEvents }
        }
        return kept.firstDifference(from: reopened)
    }

    /// The hashes in the result of ``events(_:at:)`` without times.
    private static func hashes(_ text: String) -> [Data] {
        let bytes = Data(base64Encoded: text) ?? Data()
        return stride(from: 0, to: bytes.count, by: 8).map { bytes.dropFirst($0).prefix(8) }
    }

    private func firstDifference(from other: RuntimeSnapshot) -> String? {
        guard self != other else { return nil }
        for (one, two) in zip(shards, other.shards) where one != two {
            for (left, right) in zip(one.kinds, two.kinds) where left != right {
                for (activity, its) in zip(left.activities, right.activities) where activity != its {
                    return "\(activity)\n\(its)"
                }
                return "\(left.kind): \(left.activities.map(\.id)) \(left.ids)\n"
                    + "\(right.activities.map(\.id)) \(right.ids)"
            }
            return """
                owners \(one.owners) or \(two.owners), topics \(one.topics) or \(two.topics), dismissals \(one.dismissals) or \
                \(two.dismissals), starts \(one.starts) or \(two.starts)
                """
        }
        return "\(shards.count) shards, \(other.shards.count) shards"
    }
}
