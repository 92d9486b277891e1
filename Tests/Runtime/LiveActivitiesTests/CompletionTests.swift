import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Testing

/// Commands of callers that neither block nor suspend, such as the event loops of a service.
@Suite(.timeLimit(.minutes(5))) struct CompletionTests {
    private func open(_ store: any ActivityStore, durability: Durability = .strict) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 7), shards: 1, clock: ManualClock(), providers: Kinds.all, store: store,
            durability: durability)
    }

    /// The results of commands, in the order in which they were passed on.
    private final class Results: Sendable {
        private let log = Log<Result<Outcome, RuntimeError>>()
        var all: [Result<Outcome, RuntimeError>] { log.all }
        func until(_ count: Int) async { await log.until(count) }

        func send(_ event: String, to id: ActivityID, _ runtime: LiveActivityRuntime, eventID: EventID? = nil) {
            runtime.send(json: event, to: .id(id), eventID: eventID, trace: nil) { [log] in log.append($0) }
        }
    }

    private static let added = #"{"added":{"_0":1}}"#

    @Test func theOutcomeComesWhenTheEventIsStored() async throws {
        let (store, results) = (GatedStore(), Results())
        let runtime = try open(store)
        let id = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        store.shut()
        results.send(Self.added, to: id, runtime)
        await store.untilAnAppendWaits()
        // Too late for the batch that is being written.
        for _ in 0..<3 { results.send(Self.added, to: id, runtime) }
        #expect(results.all.isEmpty)
        #expect(runtime.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 4, "applied in memory")
        store.open()
        await results.until(4)
        #expect(results.all == Array(repeating: .success(.applied), count: 4))
        #expect(store.memory.record(of: id)?.revision == 5)
        await runtime.close()
    }

    @Test func aCommandThatStoresNothingIsAnsweredAtOnce() async throws {
        let (store, results) = (GatedStore(), Results())
        let runtime = try open(store, durability: .relaxed(interval: 60))
        let id = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        store.shut()
        results.send(Self.added, to: id, runtime, eventID: "one")
        results.send(Self.added, to: id, runtime, eventID: "one")
        results.send("{}", to: id, runtime)
        results.send(Self.added, to: ActivityID(rawValue: 1), runtime)
        let all = results.all
        #expect(all.count == 4 && all[0] == .success(.applied) && all[1] == .success(.ignored(.repeatedEvent)))
        guard case .failure(.engine(.undecodable)) = all[2] else { throw RuntimeError.closed }
        #expect(all[3] == .failure(.engine(.unknownActivity(ActivityID(rawValue: 1)))))
        store.open()
        await runtime.close()
        results.send(Self.added, to: id, runtime)
        #expect(results.all.last == .failure(.closed))
    }

    @Test func anEventThatCannotBeStoredIsNotAcknowledged() async throws {
        let (store, results) = (FaultyStore(), Results())
        let runtime = try open(store)
        let id = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        store.fail(with: .unavailable(reason: "the disk is full"))
        results.send(Self.added, to: id, runtime)
        await results.until(1)
        guard case .failure(.notDurable) = results.all[0] else { throw RuntimeError.closed }
        store.fail(with: nil)
        try await runtime.flush()
        #expect(store.memory.record(of: id)?.revision == 2, "written by the next batch")
        await runtime.close()
    }

    @Test func everyCompletionIsCalledOnceFromManyThreads() async throws {
        let (store, results) = (FaultyStore(), Results())
        let runtime = try open(store)
        let id = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<200 { results.send(Self.added, to: id, runtime) } }
                // Tasks that wait for the same batches.
                group.addTask { for _ in 0..<20 { _ = try? await runtime.send(CounterProvider.Event.added(1), to: id) } }
            }
        }
        await results.until(1_600)
        await runtime.close()
        #expect(results.all == Array(repeating: .success(.applied), count: 1_600))
        #expect(store.memory.record(of: id)?.revision == 1_761, "one start and 1,760 events")
    }
}
