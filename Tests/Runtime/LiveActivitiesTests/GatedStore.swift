import LiveActivities
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A store in memory whose disk a test stops: while the gate is shut, ``append(_:)`` blocks its thread.
final class GatedStore: ActivityStore {
    private struct State {
        var isShut = false
        var appends = 0
        var isClosed = false
        var isWaiting = false
        /// Whether the last append came from no task.
        var isOnAThreadOfItsOwn = false
    }

    let memory = MemoryStore()
    private let state = Mutex(State())

    var appends: Int { state.withLock { $0.appends } }
    var isShut: Bool { state.withLock { $0.isShut } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    /// Whether an append stands at the gate.
    var isWaiting: Bool { state.withLock { $0.isWaiting } }
    var isOnAThreadOfItsOwn: Bool { state.withLock { $0.isOnAThreadOfItsOwn } }

    func shut() { state.withLock { $0.isShut = true } }
    func open() { state.withLock { $0.isShut = false } }

    func append(_ batch: StoreBatch) throws(StoreError) {
        let isTask = withUnsafeCurrentTask { $0 != nil }
        state.withLock { state in
            state.appends += 1
            state.isOnAThreadOfItsOwn = !isTask
        }
        while isShut {
            state.withLock { $0.isWaiting = true }
            usleep(200)
        }
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
