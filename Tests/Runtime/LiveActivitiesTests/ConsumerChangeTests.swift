import LiveActivities
import LiveActivityTesting
import Testing

/// Named consumers: what they receive, what is delivered again, and what is not.
@Suite(.timeLimit(.minutes(5))) struct ConsumerChangeTests {
    let clock = ManualClock()
    let start = Scenario.epoch

    func open(_ store: any ActivityStore, _ durability: Durability = .strict) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(clock: clock, providers: Kinds.all, store: store, durability: durability)
    }

    func names(_ deliveries: ConsumerChangeSequence) -> [String] {
        var names: [String] = []
        while let change = deliveries.nextIfAny() { names.append(change.what.name) }
        return names
    }

    @Test func whatWasNotAcknowledgedComesAgainAfterACrash() throws {
        let store = FaultyStore()
        let runtime = try open(store)
        let deliveries = try runtime.changes(for: "push")
        let id = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        let started = try #require(deliveries.nextIfAny())
        #expect(started.what == .started)
        #expect(started.start?.attributes.description == #"{"topics":[]}"#)
        deliveries.acknowledge(started)
        clock.advance(by: 0.1)
        try runtime.send(CounterProvider.Event.added(1), to: id)
        #expect(names(deliveries) == ["updated"])

        let next = try open(store.crash())
        let again = try next.changes(for: "push")
        try next.send(CounterProvider.Event.alerted, to: id)
        var content: [String?] = []
        var names: [String] = []
        while let change = again.nextIfAny() {
            names.append(change.what.name)
            content.append(change.content?.state.description)
        }
        #expect(names == ["updated", "alerted"], "the newer update takes the older one's place")
        #expect(content == [#"{"count":2}"#, nil])
    }

    private func contents(_ changes: ConsumerChangeSequence) -> [String] {
        var found: [String] = []
        while let change = changes.nextIfAny() {
            found.append("\(change.what.name) \(change.content?.state.description ?? "")")
        }
        return found
    }

    @Test func aConsumerOfEveryChangeIsKeptAllOfThemOverACrash() throws {
        let store = FaultyStore()
        let runtime = try open(store)
        _ = try runtime.changes(for: .every("hook"))
        _ = try runtime.changes(for: "push")
        let id = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        for _ in 1...3 { try runtime.send(CounterProvider.Event.added(1), to: id) }
        let next = try open(store.crash())
        // Changes made before it reads again are delivered too.
        try next.send(CounterProvider.Event.added(1), to: id)
        let expected = [
            #"started {"count":0}"#, #"updated {"count":1}"#, #"updated {"count":2}"#, #"updated {"count":3}"#,
            #"updated {"count":4}"#,
        ]
        #expect(try contents(next.changes(for: .every("hook"))) == expected)
        // The sequence of the other form resumes at the same position, with the waiting changes.
        #expect(try contents(next.changes(for: "hook")) == expected)
        #expect(next.statistics().consumers.keys.sorted() == ["hook", "push"])
        let last = try open(store.crash())
        #expect(last.statistics().consumers.keys.sorted() == ["hook", "push"])
        try last.send(CounterProvider.Event.added(1), to: id)
        #expect(try contents(last.changes(for: "hook")) == [#"started {"count":0}"#, #"updated {"count":5}"#])
    }

    /// The other form of its name has changes that wait, and the disk is full.
    @Test func aConsumerThatCannotChangeItsFormLosesNothing() throws {
        let store = FaultyStore()
        let runtime = try open(store)
        _ = try runtime.changes(for: "push")
        let id = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        try runtime.send(CounterProvider.Event.added(1), to: id)
        store.fail(with: .unavailable(reason: "full"))
        #expect(throws: RuntimeError.storeUnavailable(reason: "the store cannot write: full")) {
            try runtime.changes(for: .every("push"))
        }
        store.fail(with: nil)
        let expected = [#"started {"count":0}"#, #"updated {"count":1}"#]
        #expect(try contents(runtime.changes(for: .every("push"))) == expected)
        let next = try open(store.crash())
        #expect(try contents(next.changes(for: .every("push"))) == expected)
    }

    /// The first shard has more changes each time than a slow reader fetches at once.
    @Test func aSlowConsumerReadsAllShards() throws {
        let runtime = try LiveActivityRuntime(
            shards: 4, clock: clock, providers: Kinds.all, store: MemoryStore(), durability: .strict)
        let changes = try runtime.changes(for: .every("slow"))
        var ids: [Int: ActivityID] = [:]
        for number in 0..<40 {
            let id = try runtime.start(CounterProvider.Attributes(), owner: OwnerID("o\(number)"))
            ids[id.shard] = id
        }
        let busy = try #require(ids[0])
        var seen: Set<Int> = []
        for _ in 1...8 {
            for _ in 1...64 { try runtime.send(CounterProvider.Event.added(1), to: busy) }
            for _ in 1...64 { if let change = changes.nextIfAny() { seen.insert(change.activity.shard) } }
        }
        #expect(seen == Set(ids.keys) && seen.count == 4)
    }

    @Test func beyondItsLimitAConsumerOfEveryChangeCountsWhatItMisses() throws {
        let runtime = try LiveActivityRuntime(shards: 1, clock: clock, providers: Kinds.all, store: MemoryStore())
        let changes = try runtime.changes(for: .every("hook"))
        let id = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        for _ in 1..<16_384 { try runtime.send(CounterProvider.Event.added(1), to: id) }
        #expect(changes.missed == 0 && runtime.statistics().consumers[.every("hook")] == 16_384)
        for missed in 1...2 {
            try runtime.send(CounterProvider.Event.added(1), to: id)
            #expect(changes.missed == missed && runtime.statistics().consumers[.every("hook")] == 16_384)
        }
    }

    /// Each shard counts its own changes. Regression: a waiting reader was not notified if a second shard reached the same
    /// sequence as the one it was last notified of.
    @Test func aReaderThatWaitsIsWokenByEveryShard() async throws {
        let runtime = try LiveActivityRuntime(
            shards: 4, clock: clock, providers: Kinds.all, store: FaultyStore(), durability: .strict)
        let iterator = try await runtime.changes(for: "push").makeAsyncIterator()
        for number in 0..<12 {
            let next = Task { await iterator.next() }
            // Waits before there is anything to read, as far as a test can ensure it.
            for _ in 0..<10 { await Task.yield() }
            let id = try await runtime.start(CounterProvider.Attributes(), owner: OwnerID(rawValue: "owner\(number)"))
            #expect(await next.value?.activity == id)
        }
        await runtime.close()
    }

    @Test func anAlertComesAfterTheUpdateThatItIsAbout() throws {
        let store = FaultyStore()
        let runtime = try open(store)
        let deliveries = try runtime.changes(for: "push")
        let id = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        for _ in 1...2 {
            try runtime.send(CounterProvider.Event.added(1), to: id)
            try runtime.send(CounterProvider.Event.alerted, to: id)
        }
        // Newer updates do not replace the alert's content: newer content would then precede the alert.
        for _ in 1...3 { try runtime.send(CounterProvider.Event.added(1), to: id) }
        func told(_ changes: ConsumerChangeSequence) -> [String] {
            var told: [String] = []
            while let change = changes.nextIfAny() {
                told.append("\(change.sequence) \(change.what.name) \(change.content?.state.description ?? "")")
            }
            return told
        }
        let expected = [
            #"1 started {"count":0}"#, #"6 updated {"count":4}"#, "7 alerted ", #"10 updated {"count":7}"#,
        ]
        #expect(told(deliveries) == expected)
        #expect(store.deliveries == 4)
        let next = try open(store.crash())
        #expect(told(try next.changes(for: "push")) == expected, "also from the store")
    }

    @Test func ofWhoIsGoneOnlyThatIsTold() throws {
        let store = FaultyStore()
        let runtime = try open(store)
        let deliveries = try runtime.changes(for: "push")
        let id = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        try runtime.send(CounterProvider.Event.alerted, to: id)
        try runtime.dismiss(id)
        let change = try #require(deliveries.nextIfAny())
        #expect(change.what == .dismissed(by: .person))
        #expect(deliveries.nextIfAny() == nil)

        let next = try open(store.crash())
        let again = try next.changes(for: "push")
        #expect(again.nextIfAny() == change, "a tombstone outlives a crash too")
        again.acknowledge(change)
        try next.flush()
        #expect(store.deliveries == 0, "and goes when everyone knows")
    }

    @Test func aConsumerThatKeepsUpLeavesNothingInTheStore() throws {
        let store = FaultyStore()
        let runtime = try open(store)
        let deliveries = try runtime.changes(for: "push")
        let slow = try runtime.changes(for: "slow")
        let id = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        // More changes than are read at once, and more gaps than are recorded.
        for number in 1...5_000 {
            try runtime.send(CounterProvider.Event.added(1), to: id)
            let change = try #require(deliveries.nextIfAny())
            deliveries.acknowledge(change)
            if number == 4_000 { #expect(store.deliveries == 2, "for the slow one, the start and the newest update") }
        }
        #expect(deliveries.nextIfAny() == nil)
        #expect(names(slow) == ["started", "updated"])
        try runtime.forgetConsumer("slow")
        try runtime.flush()
        #expect(store.deliveries == 0, "the other one has acknowledged everything")
        store.fail(with: .unavailable(reason: "full"))
        #expect(throws: RuntimeError.self) { try runtime.send(CounterProvider.Event.added(1), to: id) }
        store.fail(with: nil)
        try runtime.flush()
        #expect(names(deliveries) == ["updated"], "what could not be written at first is given when it is")
        try runtime.forgetConsumer("push")
        try runtime.send(CounterProvider.Event.added(1), to: id)
        #expect(store.deliveries == 0, "nobody waits for anything")
    }

    @Test func nobodyIsToldOfWhatACrashCouldTakeBack() throws {
        let store = FaultyStore()
        let runtime = try open(store, .relaxed(interval: 1))
        let deliveries = try runtime.changes(for: "push")
        try runtime.start(CounterProvider.Attributes(), owner: "anna")
        #expect(deliveries.nextIfAny() == nil)
        clock.advance(by: 1)
        #expect(names(deliveries) == ["started"])
        store.fail(with: .unavailable(reason: "full"))
        try runtime.start(CounterProvider.Attributes(), owner: "ben")
        clock.advance(by: 5)
        #expect(deliveries.nextIfAny() == nil)
        store.fail(with: nil)
        clock.advance(by: 1)
        #expect(names(deliveries) == ["started"])
    }

    @Test func eachNameHasItsOwnPlace() throws {
        let store = FaultyStore()
        let runtime = try open(store)
        let (push, host) = (try runtime.changes(for: "push"), try runtime.changes(for: "c-host"))
        try runtime.start(CounterProvider.Attributes(), owner: "anna")
        let first = try #require(push.nextIfAny())
        push.acknowledge(first)
        clock.advance(by: 0.1)
        #expect(store.deliveries == 1, "the other one does not know yet")
        #expect(names(host) == ["started"])
        try runtime.forgetConsumer("c-host")
        clock.advance(by: 0.1)
        #expect(store.deliveries == 0)
        #expect(try runtime.changes(for: "late").nextIfAny() == nil, "a new name begins now")
    }

    @Test func aTaskWaitsForThemAndIsReleasedByTheEnd() async throws {
        let runtime = try open(MemoryStore())
        let deliveries = try await runtime.changes(for: "push")
        let consumer = Task {
            var names: [String] = []
            for await change in deliveries {
                names.append(change.what.name)
                deliveries.acknowledge(change)
            }
            return names
        }
        let id = try await runtime.start(NoteAttributes(title: "a"), content: .note("a"), owner: "anna")
        try await runtime.end(id)
        await runtime.close()
        #expect(await consumer.value == ["started", "ended"])
        #expect(throws: RuntimeError.closed) { try runtime.changes(for: "push") }
    }

    @Test func withoutAStoreThereIsNothingToRelyOn() throws {
        let runtime = try LiveActivityRuntime(clock: clock)
        #expect(throws: RuntimeError.storeUnavailable(reason: "this runtime has no store, so nothing outlives it")) {
            try runtime.changes(for: "push")
        }
    }
}

extension FaultyStore {
    /// The number of changes that wait in it.
    var deliveries: Int {
        var count = 0
        memory.forEachConsumerChange { _ in count += 1 }
        return count
    }
}
