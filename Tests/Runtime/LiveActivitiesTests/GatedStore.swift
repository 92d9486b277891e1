import Dispatch
import LiveActivities
import Synchronization

/// A store in memory whose disk a test can block: while the gate is shut, ``append(_:)`` blocks its thread.
final class GatedStore: ActivityStore {
    private struct State {
        /// Blocks appends; `nil` while the gate is open.
        var gate: DispatchSemaphore?
        var appends = 0
        var isClosed = false
        /// Whether an append is blocked at the gate.
        var isWaiting = false
        /// Continuations of tests that wait for that.
        var tests: [CheckedContinuation<Void, Never>] = []
        /// Whether the last append ran outside of any task.
        var isOnAThreadOfItsOwn = false
    }

    let memory = MemoryStore()
    let batchDelayMax: Duration
    private let state = Mutex(State())

    init(batchDelayMax: Duration = .zero) { self.batchDelayMax = batchDelayMax }

    var appends: Int { state.withLock { $0.appends } }
    var isShut: Bool { state.withLock { $0.gate != nil } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    var isOnAThreadOfItsOwn: Bool { state.withLock { $0.isOnAThreadOfItsOwn } }

    func shut() { state.withLock { $0.gate = DispatchSemaphore(value: 0) } }

    func open() {
        state.withLock { state -> DispatchSemaphore? in
            defer { state.gate = nil }
            return state.gate
        }?.signal()
    }

    /// Returns when an append is blocked at the gate.
    func untilAnAppendWaits() async {
        await withCheckedContinuation { test in
            let isWaiting = state.withLock { state in
                if !state.isWaiting { state.tests.append(test) }
                return state.isWaiting
            }
            if isWaiting { test.resume() }
        }
    }

    func append(_ batch: StoreBatch) throws(StoreError) {
        let isTask = withUnsafeCurrentTask { $0 != nil }
        let (gate, tests) = state.withLock { state -> (DispatchSemaphore?, [CheckedContinuation<Void, Never>]) in
            state.appends += 1
            state.isOnAThreadOfItsOwn = !isTask
            guard let gate = state.gate else { return (nil, []) }
            state.isWaiting = true
            defer { state.tests = [] }
            return (gate, state.tests)
        }
        for test in tests { test.resume() }
        // Appends are made by one thread at a time.
        gate?.wait()
        state.withLock { $0.isWaiting = false }
        try memory.append(batch)
    }

    func close() { state.withLock { $0.isClosed = true } }

    func head() throws(StoreError) -> StoreHead { memory.head() }
    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try memory.forEachActivity(body) }
    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws { try memory.forEachFreedSlot(body) }
    func forEachConsumerChange(_ body: (Change) throws -> Void) throws { try memory.forEachConsumerChange(body) }
    func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws { try memory.forEachJournalBase(body) }
    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws { try memory.forEachJournalEntry(body) }
}
