import LiveActivities
import LiveActivityKit
import LiveActivityTesting
import Synchronization
import Testing

/// Replays the commands that a store has recorded.
@Suite struct JournalTests {
    let clock = ManualClock()
    let start = Scenario.epoch

    func open(_ store: any ActivityStore, entries: Int = 1_000, age: Double = 86_400) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            shards: 1, clock: clock, providers: Kinds.all, store: store,
            journal: JournalLimits(entries: entries, age: age))
    }

    func story(_ runtime: LiveActivityRuntime) throws {
        let counter = try runtime.start(
            CounterProvider.Attributes(every: 60, topics: ["all"]), owner: "anna", options: StartOptions(key: "c"))
        let note = try runtime.start(
            NoteAttributes(title: "n"), content: .note("a", staleDate: start + 0.123_456_789 + 300), owner: "ben")
        try runtime.send(CounterProvider.Event.added(2), to: counter, eventID: "e")
        clock.advance(by: 61.000_000_7)
        try runtime.publish(CounterProvider.Event.added(3), to: "all", eventID: "p")
        _ = try runtime.send([(counter, CounterProvider.Event.added(1)), (note, CounterProvider.Event.added(1))])
        try runtime.perform("double", on: counter, surface: .lockScreen)
        try runtime.update(note, .note("b"), alert: AlertConfiguration(title: "b", body: "b"))
        _ = try? runtime.perform("fly", on: counter, surface: .lockScreen)
        try runtime.end(note, .note("c"), dismissalPolicy: .immediate)
        try runtime.start(NoteAttributes(title: "m"), content: .note("m"), owner: "ben")
        try runtime.permit(false, owner: "cleo", kind: "note")
        try runtime.apply(.renewLease(.id(counter)))
        try runtime.end(counter)
        _ = try? runtime.send(CounterProvider.Event.added(1), to: counter)
    }

    @Test func whatWasDoneOnceIsDoneTheSameAgain() throws {
        let store = MemoryStore()
        let runtime = try open(store)
        try story(runtime)
        runtime.close()
        let replay = try store.replay(with: Kinds.all)
        #expect(replay.differences == [])
        #expect(replay.commands == 14, "an event of another type is none")
    }

    /// The key no longer names an activity when the command is recorded.
    @Test func aPreparedEventThatEndsItsActivityIsRecorded() throws {
        let store = MemoryStore()
        let runtime = try open(store)
        try runtime.start(CounterProvider.Attributes(), owner: "anna", options: StartOptions(key: "c"))
        let json: JSONValue = ["finished": ["linger": 0]]
        let event = try AnyProvider(CounterProvider()).prepare(event: .value(json), with: WireDecoder())
        try runtime.send(event, to: .key(owner: "anna", kind: "counter", key: "c"))
        runtime.close()
        #expect(try store.replay(with: Kinds.all) == JournalReplay.same(commands: 2))
    }

    @Test func anActivitysHistoryHasTheChangesThatThereWere() throws {
        let store = MemoryStore()
        let runtime = try open(store)
        let seen = Mutex<[Change]>([])
        runtime.observe(.all) { change in seen.withLock { $0.append(change) } }
        try story(runtime)
        runtime.close()
        let changes = seen.withLock { $0 }
        let activities = Set(changes.map(\.activity))
        #expect(activities.count == 3)
        for activity in activities {
            let history = try store.history(of: activity, with: Kinds.all, until: clock.now)
            #expect(history.moments.map(\.change) == changes.filter { $0.activity == activity })
            #expect(history.isComplete)
        }
    }

    @Test func theHistoryOfAllHasEachChangeOnceOverRunsAndParts() throws {
        let store = MemoryStore()
        let seen = Mutex<[Change]>([])
        var states: [(at: Date, activities: Set<String>)] = []
        for run in 0..<3 {
            // Few entries a part, and two shards: parts begin within a run too.
            let runtime = try LiveActivityRuntime(
                shards: 2, clock: clock, providers: Kinds.all, store: store, journal: JournalLimits(entries: 20, age: 86_400))
            runtime.observe(.all) { change in seen.withLock { $0.append(change) } }
            for number in 0..<3 {
                let owner = OwnerID("owner \(run) \(number)")
                let note = try runtime.start(NoteAttributes(title: "\(number)"), content: .note("a"), owner: owner)
                clock.advance(by: 1)
                try runtime.update(note, .note("b", staleDate: clock.now + 5))
                let activities = try runtime.activities.compactMap { try runtime.record(of: $0) }
                states.append((clock.now, Set(activities.map { "\($0.id) \($0.revision) \($0.content.state)" })))
                // It becomes stale without a command.
                clock.advance(by: 10)
            }
            runtime.close()
        }
        let changes = seen.withLock { $0 }
        func order(_ changes: [Change]) -> [Change] {
            changes.sorted { ($0.at, $0.activity.shard, $0.sequence) < ($1.at, $1.activity.shard, $1.sequence) }
        }
        let all = try store.history(HistoryFilter(), with: Kinds.all, until: clock.now)
        #expect(all.map(\.change) == order(changes))
        #expect(all.contains { $0.change.what == .becameStale && $0.command == nil })

        // Pages: each begins after the last change of the one before.
        var (filter, paged) = (HistoryFilter(), [Change]())
        while true {
            let page = try store.history(filter, limit: 4, with: Kinds.all, until: clock.now)
            #expect(page.count <= 4)
            paged += page.map(\.change)
            guard let last = page.last else { break }
            filter.after = last.position
        }
        #expect(paged == order(changes))

        var owners = HistoryFilter()
        owners.owner = "owner 1 2"
        #expect(
            try store.history(owners, with: Kinds.all, until: clock.now).map(\.change)
                == order(changes.filter { $0.owner == "owner 1 2" }))
        var kinds = HistoryFilter()
        kinds.kind = "counter"
        #expect(try store.history(kinds, with: Kinds.all, until: clock.now).isEmpty)
        for (index, state) in states.enumerated() {
            var times = HistoryFilter()
            (times.from, times.until) = (states.first?.at ?? start, state.at)
            #expect(
                try store.history(times, with: Kinds.all, until: clock.now).map(\.change)
                    == order(changes.filter { $0.at >= times.from && $0.at < state.at }), "before \(index)")
            let found = try store.activities(at: state.at, with: Kinds.all)
            #expect(
                Set(found.map { "\($0.record.id) \($0.record.revision) \($0.record.content.state)" }) == state.activities,
                "at \(index)")
        }
    }

    /// Pages continue the replay while commands follow, deadlines pass, parts begin and end, and the store is opened again.
    @Test func thePagesOfAHistoryReplayEachCommandOnce() throws {
        let store = CountingStore()
        let seen = Mutex<[Change]>([])
        let reader = HistoryReader(HistoryFilter(), with: Kinds.all)
        var paged: [HistoryMoment] = []
        var pages = 0
        func read(_ limit: Int) throws {
            let page = try reader.next(limit, of: store, until: clock.now)
            #expect(page.count <= limit)
            paged += page
            pages += 1
        }
        for run in 0..<3 {
            let runtime = try LiveActivityRuntime(
                shards: 2, clock: clock, providers: Kinds.all, store: store, journal: JournalLimits(entries: 400, age: 86_400))
            runtime.observe(.all) { change in seen.withLock { $0.append(change) } }
            for number in 0..<60 {
                let owner = OwnerID("owner \(run) \(number)")
                let note = try runtime.start(NoteAttributes(title: "\(number)"), content: .note("a"), owner: owner)
                clock.advance(by: 1)
                try runtime.update(note, .note("b", staleDate: clock.now + 5))
                // It becomes stale without a command.
                clock.advance(by: Double(number % 10) + 0.5)
                if number % 2 == 0 { try read(3) }
                if number % 20 == 19 { try read(.max) }
            }
            clock.advance(by: 10)
            runtime.close()
            try read(run)
        }
        try read(.max)
        try read(.max)
        #expect(paged == (try store.memory.history(HistoryFilter(), with: Kinds.all, until: clock.now)))
        let order = { (change: Change) in (change.at, change.activity.shard, change.sequence) }
        #expect(paged.map(\.change) == seen.withLock { $0 }.sorted { order($0) < order($1) })
        // One more of each shard may be looked at for a page.
        let commands = try store.memory.replay(with: Kinds.all).commands
        #expect(store.entriesRead <= commands + 2 * pages)
    }

    @Test func aReaderSkipsPartsThatWereDeletedMeanwhile() throws {
        let store = MemoryStore()
        let runtime = try open(store, entries: 20)
        let note = try runtime.start(NoteAttributes(title: "n"), content: .note("0"), owner: "anna")
        let reader = HistoryReader(HistoryFilter(), with: Kinds.all)
        #expect(try reader.next(1, of: store, until: clock.now).map(\.change.what) == [.started])
        for number in 1...100 {
            clock.advance(by: 1)
            try runtime.update(note, .note("\(number)", staleDate: clock.now + 0.5))
        }
        runtime.close()
        let left = try store.history(HistoryFilter(), with: Kinds.all, until: clock.now)
        #expect(left.count > 10 && left.count < 60)
        #expect(try reader.next(.max, of: store, until: clock.now) == left)
    }

    @Test func aStoreWithoutAJournalHasNoHistory() throws {
        let store = MemoryStore()
        let runtime = try LiveActivityRuntime(shards: 1, clock: clock, providers: Kinds.all, store: store)
        let counter = try runtime.start(CounterProvider.Attributes(every: 60, topics: []), owner: "anna")
        runtime.close()
        #expect(try store.history(of: counter, with: Kinds.all, until: clock.now).moments.isEmpty)
    }

    @Test func aProviderThatDecidesOtherwiseIsFoundOut() throws {
        let store = MemoryStore()
        let runtime = try open(store)
        try story(runtime)
        runtime.close()
        let replay = try store.replay(with: [Kinds.all[0], AnyProvider(MiscountingProvider())])
        let difference = try #require(replay.differences.first)
        #expect(difference.number > 0)
        #expect(difference.recorded != difference.replayed)
        #expect(replay.differences.count == 1, "what follows from the first difference says nothing")
    }

    @Test func whatActivityKitTookIsTakenAgain() async throws {
        let store = MemoryStore()
        let runtime = try open(store)
        try await LiveActivityRuntime.$current.withValue(runtime) {
            let activity = try Activity.request(
                attributes: NoteAttributes(title: "a"), content: .note("stale before it began", staleDate: start - 60))
            await activity.update(.note("second", staleDate: start - 30))
            await activity.end(.note("third"), dismissalPolicy: .default)
        }
        await runtime.close()
        let replay = try store.replay(with: [AnyProvider(kind: "NoteAttributes", attributes: NoteAttributes.self)] + Kinds.all)
        #expect(replay.differences == [])
    }

    @Test func theOldestIsForgottenByNumberAndByAge() throws {
        let store = MemoryStore()
        let runtime = try open(store, entries: 20, age: 1_000)
        let id = try runtime.start(NoteAttributes(title: "a"), content: .note("a"), owner: "anna")
        for number in 0..<100 { try runtime.update(id, .note("\(number)")) }
        #expect((10...20).contains(store.journal.count))
        #expect(store.journal.last?.number == 101)
        #expect(try store.replay(with: Kinds.all) == JournalReplay.same(commands: store.journal.count))
        clock.advance(by: 501)
        try runtime.update(id, .note("later"))
        clock.advance(by: 501)
        try runtime.update(id, .note("latest"))
        #expect(store.journal.count == 2)
        #expect(try store.replay(with: Kinds.all) == JournalReplay.same(commands: 2))
        runtime.close()
        #expect(try open(store).opening?.run == 2)
        #expect(store.journal.count == 2, "what the run before has recorded can still be told")
    }

    /// The limits apply across openings. Regression: only the last two openings were kept.
    @Test func everyOpeningIsRemembered() throws {
        let store = MemoryStore()
        for opening in 0..<12 {
            let runtime = try open(store, entries: 60, age: 1_000)
            let owner = OwnerID("owner\(opening)")
            let id = try runtime.start(NoteAttributes(title: "a"), content: .note("a"), owner: owner)
            try runtime.update(id, .note("b"))
            runtime.close()
            #expect(store.journal.count == 2 * (opening + 1))
        }
        #expect(try store.replay(with: Kinds.all) == JournalReplay.same(commands: 24))

        try open(store, entries: 60, age: 1_000).close()
        #expect(store.journal.count == 24, "an opening without a command changes nothing")

        let next = try open(store, entries: 60, age: 1_000)
        let id = try next.start(NoteAttributes(title: "a"), content: .note("a"), owner: "anna")
        for number in 0..<100 { try next.update(id, .note("\(number)")) }
        #expect((30...60).contains(store.journal.count))
        next.close()
        clock.advance(by: 1_001)
        let last = try open(store, entries: 60, age: 1_000)
        try last.update(id, .note("last"))
        #expect(store.journal.count == 1, "all the others are too old")
        #expect(try store.replay(with: Kinds.all) == JournalReplay.same(commands: 1))
    }

    @Test func anEntryThatIsNoCommandIsSaid() throws {
        let store = MemoryStore()
        try story(open(store))
        var batch = StoreBatch()
        batch.journal = [
            JournalEntry(
                shard: 0, number: 3, command: JSONText(trusted: Array(#"{"command":"sing"}"#.utf8)),
                outcome: JournalOutcome(name: "applied"), sequence: 3)
        ]
        try store.append(batch)
        #expect {
            try store.replay(with: Kinds.all)
        } throws: { error in
            guard case StoreError.damaged(let reason) = error else { return false }
            return reason.hasPrefix("entry 3 of shard 0 is not a command")
        }
    }
}

/// Adds one more than requested, to test that replay detects it.
struct MiscountingProvider: ActivityProvider {
    let right = CounterProvider()
    var kind: ActivityKind { "counter" }

    func content(for attributes: CounterProvider.Attributes, at now: Date) throws
        -> ActivityContent<CounterProvider.Attributes.ContentState>
    { try right.content(for: attributes, at: now) }

    func topics(for attributes: CounterProvider.Attributes) -> [Topic] { attributes.topics }

    func handle(_ event: CounterProvider.Event, in activity: inout ActivityScope<CounterProvider.Attributes>) throws {
        try right.handle(event, in: &activity)
        activity.state.count += 1
    }
}

extension JournalReplay {
    static func same(commands: Int) -> JournalReplay {
        var replay = JournalReplay()
        replay.commands = commands
        return replay
    }
}

extension MemoryStore {
    var journal: [JournalEntry] {
        var journal: [JournalEntry] = []
        forEachJournalEntry { journal.append($0) }
        return journal
    }
}

/// A store in memory that counts the entries of the journal that are read.
private final class CountingStore: ActivityStore {
    let memory = MemoryStore()
    private let read = Mutex(0)

    var entriesRead: Int { read.withLock { $0 } }

    func append(_ batch: StoreBatch) throws(StoreError) { try memory.append(batch) }
    func head() throws(StoreError) -> StoreHead { memory.head() }
    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try memory.forEachActivity(body) }
    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws { try memory.forEachFreedSlot(body) }
    func forEachConsumerChange(_ body: (Change) throws -> Void) throws { try memory.forEachConsumerChange(body) }
    func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws { try memory.forEachJournalBase(body) }
    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws { try memory.forEachJournalEntry(body) }

    func forEachJournalEntry(of shard: Int, from number: UInt64, _ body: (JournalEntry) throws -> Void) throws {
        try memory.forEachJournalEntry(of: shard, from: number) { entry in
            read.withLock { $0 += 1 }
            try body(entry)
        }
    }
}
