import LiveActivities
import Synchronization

/// Stores each batch unchanged.
final class RecordingStore: ActivityStore {
    let memory = MemoryStore()
    let batches = Mutex<[StoreBatch]>([])

    func append(_ batch: StoreBatch) throws(StoreError) {
        batches.withLock { $0.append(batch) }
        try memory.append(batch)
    }

    func head() throws(StoreError) -> StoreHead { memory.head() }
    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try memory.forEachActivity(body) }
    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws { try memory.forEachFreedSlot(body) }
    func forEachConsumerChange(_ body: (Change) throws -> Void) throws { try memory.forEachConsumerChange(body) }
    func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws { try memory.forEachJournalBase(body) }
    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws { try memory.forEachJournalEntry(body) }
}
