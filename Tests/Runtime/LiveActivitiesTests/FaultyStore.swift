import LiveActivities
import Synchronization

/// A connection to a store in memory that a test can make fail, and cut off from its runtime as in a crash.
final class FaultyStore: ActivityStore {
    private struct State {
        var failure: StoreError?
        var appends = 0
        var activities: [ActivityID] = []
        var isClosed = false
    }

    /// The contents that survive a crash.
    let memory: MemoryStore
    private let state = Mutex(State())

    init(_ memory: MemoryStore = MemoryStore()) { self.memory = memory }

    var appends: Int { state.withLock { $0.appends } }
    /// The activities that were appended, once for each append.
    var activitiesAppended: [ActivityID] { state.withLock { $0.activities } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    func fail(with failure: StoreError?) { state.withLock { $0.failure = failure } }

    /// Simulates the end of the process: later appends of its runtime have no effect.
    ///
    /// - Returns: The store that the next process opens.
    func crash() -> FaultyStore {
        fail(with: .closed)
        return FaultyStore(memory)
    }

    func head() throws(StoreError) -> StoreHead { memory.head() }
    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try memory.forEachActivity(body) }
    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws { try memory.forEachFreedSlot(body) }
    func forEachConsumerChange(_ body: (Change) throws -> Void) throws { try memory.forEachConsumerChange(body) }
    func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws { try memory.forEachJournalBase(body) }
    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws { try memory.forEachJournalEntry(body) }

    func append(_ batch: StoreBatch) throws(StoreError) {
        let failure = state.withLock { state -> StoreError? in
            state.appends += 1
            state.activities += batch.activities.map(\.id)
            return state.failure
        }
        if let failure { throw failure }
        try memory.append(batch)
    }

    func close() { state.withLock { $0.isClosed = true } }
}

extension MemoryStore {
    var records: [StoredActivity] {
        var records: [StoredActivity] = []
        forEachActivity { records.append($0) }
        return records
    }

    func record(of id: ActivityID) -> StoredActivity? { records.first { $0.id == id } }
}
