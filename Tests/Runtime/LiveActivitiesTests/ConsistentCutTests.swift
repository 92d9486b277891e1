import Dispatch
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivities

/// The contents of a batch over several shards, with commands applied while it is collected.
@Suite(.timeLimit(.minutes(5))) struct ConsistentCutTests {
    /// Holds its shard's lock while it handles an event.
    private struct BlockingProvider: ActivityProvider {
        struct Attributes: ActivityAttributes {
            struct ContentState: Codable, Hashable, Sendable { var count = 0 }
        }
        enum Event: Codable, Hashable, Sendable { case blocked }

        let isInside: DispatchSemaphore
        let gate: DispatchSemaphore
        var kind: ActivityKind { "blocking" }

        func content(for attributes: Attributes, at now: Date) throws -> ActivityContent<Attributes.ContentState> {
            ActivityContent(state: .init(), staleDate: nil)
        }
        func handle(_ event: Event, in activity: inout Scope) throws {
            activity.state.count += 1
            isInside.signal()
            gate.wait()
        }
    }

    /// Records the notes of each batch.
    private final class BatchLog: ActivityStore {
        let memory = MemoryStore()
        let batches = Mutex<[[String]]>([])

        func append(_ batch: StoreBatch) throws(StoreError) {
            batches.withLock {
                $0.append(batch.activities.filter { $0.kind == "note" }.map(\.record.content.state.description))
            }
            try memory.append(batch)
        }
        func close() {}
        func head() throws(StoreError) -> StoreHead { memory.head() }
        func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try memory.forEachActivity(body) }
        func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws { try memory.forEachFreedSlot(body) }
        func forEachConsumerChange(_ body: (Change) throws -> Void) throws { try memory.forEachConsumerChange(body) }
        func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws { try memory.forEachJournalBase(body) }
        func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws { try memory.forEachJournalEntry(body) }
    }

    /// An owner whose activities belong to this shard.
    private func owner(in shard: Int, of runtime: LiveActivityRuntime) throws -> OwnerID {
        try #require((0..<1_000).lazy.map { OwnerID("owner\($0)") }.first { runtime.shard(of: $0).index == shard })
    }

    /// Regression: the batch had collected the first shard, waited for the second, and included a command in the third without
    /// the one before it in the first: a crash at that moment lost an earlier command but kept a later one.
    @Test func aBatchHasNoCommandWithoutThoseThatWereDoneBeforeIt() async throws {
        let (isInside, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let store = BatchLog()
        let runtime = try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1), shards: 3, clock: ManualClock(),
            providers: [
                AnyProvider(kind: "note", attributes: NoteAttributes.self),
                AnyProvider(BlockingProvider(isInside: isInside, gate: gate)),
            ], store: store, durability: .relaxed(interval: 3_600))
        let owners = try (0..<3).map { try owner(in: $0, of: runtime) }
        let blocking = try await runtime.start(BlockingProvider.Attributes(), owner: owners[1])
        try await runtime.start(NoteAttributes(title: ""), content: .note("zero"), owner: owners[0])

        // The second shard's lock is held, so that the batch waits after the first.
        let blocked = Thread { _ = try? runtime.send(BlockingProvider.Event.blocked, to: blocking) }
        await blocked.start { isInside.wait() }
        let writer = Thread { try? runtime.flush() }
        await writer.start {}
        let first = runtime.shards[0]
        while first.query({ $0.isDirty }) { try Task.checkCancellation(); await Task.yield() }

        try await runtime.start(NoteAttributes(title: ""), content: .note("one"), owner: owners[0])
        try await runtime.start(NoteAttributes(title: ""), content: .note("two"), owner: owners[2])
        gate.signal()
        await writer.end()
        await blocked.end()
        try await runtime.flush()
        let notes = store.batches.withLock { $0 }.filter { !$0.isEmpty }
        #expect(notes.map { $0.sorted() } == [[#"{"text":"zero"}"#], [#"{"text":"one"}"#, #"{"text":"two"}"#]])
        await runtime.close()
    }

    /// A separate thread, because a blocked command must not occupy a thread of the task pool.
    private final class Thread: Sendable {
        private let done = DispatchSemaphore(value: 0)
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        /// Returns when `ready` is called.
        func start(_ ready: @escaping @Sendable () -> Void) async {
            DispatchQueue(label: "test").async { [body, done] in
                body()
                done.signal()
            }
            await withCheckedContinuation { waiter in
                DispatchQueue.global().async {
                    ready()
                    waiter.resume()
                }
            }
        }

        func end() async {
            await withCheckedContinuation { waiter in
                DispatchQueue.global().async { [done] in
                    done.wait()
                    waiter.resume()
                }
            }
        }
    }
}
