import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import Synchronization

/// The state of a log: a partition's contents, with the activities as ``ActivityRow``.
///
/// A follower would otherwise decode each row on every change, and need twice the memory. A runtime is restored from it as from
/// any store; only then is each row decoded, once.
final class PartitionState: ActivityStore {
    private let rows = Mutex(ActivityRows())
    private let recordsInLog = Mutex<[PartitionRecord.Place: [UInt8]]>([:])
    private let others = MemoryStore()

    /// - Throws: ``/LiveActivityHost/StoreError/fenced(reason:)`` for a batch of another owner.
    func append(_ batch: LogBatch) throws(StoreError) {
        try others.append(batch.others)
        rows.withLock { rows in
            for id in batch.others.forgottenActivities { rows.remove(id) }
            for row in batch.rows { rows.store(row) }
        }
        guard !batch.records.isEmpty else { return }
        recordsInLog.withLock { records in for record in batch.records { records[record.place] = record.value } }
    }

    /// The records other than activities, ordered by key.
    var records: [PartitionRecord] {
        recordsInLog.withLock { $0.sorted { $0.key < $1.key }.map { PartitionRecord($0.key, $0.value) } }
    }

    func append(_ batch: StoreBatch) throws(StoreError) { try append(try LogBatch(batch)) }

    func head() -> StoreHead { others.head() }

    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws {
        // Rows were written by this package: the limits of input do not apply.
        let decoder = WireDecoder(limits: .stored)
        for row in rows.withLock({ $0.all }) {
            let activity: StoredActivity
            do { activity = try row.activity(decoder) } catch {
                throw StoreError.damaged(reason: "activity \(row.id) in the log cannot be read: \(error)")
            }
            try body(activity)
        }
    }

    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) rethrows { try others.forEachFreedSlot(body) }
    func forEachConsumerChange(_ body: (Change) throws -> Void) rethrows { try others.forEachConsumerChange(body) }
    func forEachJournalBase(_ body: (JournalBase) throws -> Void) rethrows { try others.forEachJournalBase(body) }
    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) rethrows { try others.forEachJournalEntry(body) }

    /// The whole state, as batches for an empty store: the first has the data that is read first, and each is small enough to
    /// be encoded in one buffer. The rows are shared with this state, not copied.
    func batches(
        activities activitiesMax: Int = 500, others othersMax: Int = 5_000, records recordsMax: Int = 1_000
    ) -> [LogBatch] {
        let (rows, records) = (rows.withLock { $0.all }, records)
        return others.batches(max: othersMax).map { LogBatch(others: $0) }
            + stride(from: 0, to: rows.count, by: activitiesMax).map { start in
                LogBatch(others: StoreBatch(), rows: Array(rows[start..<min(start + activitiesMax, rows.count)]))
            }
            + stride(from: 0, to: records.count, by: recordsMax).map { start in
                LogBatch(others: StoreBatch(), records: Array(records[start..<min(start + recordsMax, records.count)]))
            }
    }
}
