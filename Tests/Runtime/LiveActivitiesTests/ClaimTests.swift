import Dispatch
import LiveActivities
import LiveActivityTesting
import Testing

/// A store belongs to the runtime that opened it last.
@Suite(.timeLimit(.minutes(5))) struct ClaimTests {
    let clock = ManualClock()

    func open(
        _ store: any ActivityStore, durability: Durability = .strict
    ) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 7), shards: 1, clock: clock, providers: Kinds.all, store: store,
            durability: durability)
    }

    static let fenced = "this is run 1, and the store has been opened by run 2 since"

    @Test func aStoreTakesNoBatchOfAnEarlierRun() throws {
        let store = MemoryStore()
        var (first, second, late) = (StoreBatch(), StoreBatch(), StoreBatch())
        (first.run, first.claim) = (1, 1)
        (second.run, second.claim) = (2, 2)
        late.claim = 1
        late.permissions = [Snapshot.Owner(name: "anna", allDenied: true, denied: [], frequentUpdates: true)]
        try store.append(first)
        let again = StoreError.fenced(reason: "this is run 1, and the store has been opened by run 1 since")
        #expect(throws: again, "claimed already") { try store.append(first) }
        try store.append(second)
        #expect(throws: StoreError.fenced(reason: Self.fenced)) { try store.append(late) }
        #expect(store.head().run == 2 && store.head().permissions.isEmpty, "nothing of it is there")
        late.claim = 2
        try store.append(late)
        late.claim = nil
        try store.append(late)
        #expect(store.head().permissions.map(\.name) == ["anna"])
    }

    @Test func theEarlierRuntimeWritesNothingMoreAndSaysSo() throws {
        let store = MemoryStore()
        let earlier = try open(store)
        let id = try earlier.start(CounterProvider.Attributes(every: 60), owner: "anna")
        let later = try open(store)
        try later.send(CounterProvider.Event.added(1), to: id)

        #expect(throws: RuntimeError.fenced(reason: Self.fenced), "this command waited for the refused batch") {
            try earlier.send(CounterProvider.Event.added(10), to: id)
        }
        #expect(earlier.storeFailure == .fenced(reason: Self.fenced))
        #expect(throws: RuntimeError.fenced(reason: Self.fenced), "and this one was not applied any more") {
            try earlier.end(id)
        }
        #expect(earlier.state(of: id) == .active)
        #expect(throws: StoreError.fenced(reason: Self.fenced)) { try earlier.flush() }
        clock.advance(by: 60)
        #expect(earlier.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 10, "its time stands still")
        earlier.close()

        #expect(later.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 2)
        try later.flush()
        #expect(store.record(of: id)?.content.state.description.contains("2") == true)
        #expect(later.storeFailure == nil)
    }

    @Test func aRelaxedRuntimeLearnsOfItWithItsNextWrite() throws {
        let store = MemoryStore()
        let earlier = try open(store, durability: .relaxed(interval: 1))
        let id = try earlier.start(CounterProvider.Attributes(), owner: "anna")
        try earlier.flush()
        let later = try open(store)
        try earlier.send(CounterProvider.Event.added(10), to: id)
        clock.advance(by: 1)
        #expect(throws: RuntimeError.fenced(reason: Self.fenced)) { try earlier.send(CounterProvider.Event.added(10), to: id) }
        #expect(later.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 0)
    }

    @Test func waitingTasksLearnOfItAndSequencesFinish() async throws {
        let store = GatedStore()
        let earlier = try open(store)
        let id = try await earlier.start(CounterProvider.Attributes(), owner: "anna")
        let changes = earlier.changes()
        store.shut()
        let waiting = (0..<10).map { _ in Task { try await earlier.send(CounterProvider.Event.added(1), to: id) } }
        await store.untilAnAppendWaits()
        let later = try open(store.memory)
        store.open()
        for task in waiting {
            await #expect(throws: RuntimeError.fenced(reason: Self.fenced)) { try await task.value }
        }
        for await _ in changes {}
        await #expect(throws: RuntimeError.fenced(reason: Self.fenced)) { try await earlier.changes(for: "push") }
        await earlier.close()
        #expect(later.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 0)
    }

    @Test func threadsThatWaitForTheNextBatchLearnOfItToo() async throws {
        let store = GatedStore()
        let earlier = try open(store)
        let id = try await earlier.start(CounterProvider.Attributes(), owner: "anna")
        store.shut()
        let (updates, refusals) = (Log<Change>(), Log<RuntimeError>())
        earlier.observe { updates.append($0) }
        for number in 0..<4 {
            DispatchQueue(label: "caller \(number)").async {
                do throws(RuntimeError) { try earlier.send(CounterProvider.Event.added(1), to: id) } catch {
                    refusals.append(error)
                }
            }
        }
        await updates.until(4)
        await store.untilAnAppendWaits()
        let later = try open(store.memory)
        store.open()
        await refusals.until(4)
        #expect(refusals.all == Array(repeating: .fenced(reason: Self.fenced), count: 4))
        #expect(later.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 0)
    }
}
