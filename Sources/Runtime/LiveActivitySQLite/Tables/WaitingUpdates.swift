#if SQLite
import GRDB
import LiveActivityCore
import LiveActivities
import Synchronization

/// Writes activities and the changes that wait for named consumers, and keeps ``WaitingUpdate`` rows valid: before the row of
/// an activity is written or deleted, an update that has its content there is moved to the table `delivery`, where changes are
/// stored in full. That is rare: a newer update, the most frequent reason for changing a row, replaces the waiting one.
///
/// The rows with an update are known in memory, because querying the file would take as long as writing a row.
final class WaitingUpdates: Sendable {
    /// The known updates; `nil` until the first batch, and after one that failed: then they are read from the file.
    private let known = Mutex<KnownUpdates?>(nil)

    func write(_ batch: StoreBatch, _ database: Database) throws {
        var known = try self.known.withLock { $0.take() } ?? KnownUpdates(in: database)
        try known.write(batch, database)
        let new = known
        self.known.withLock { $0 = new }
    }

    /// Called when the last batch was rolled back.
    func forget() { known.withLock { $0 = nil } }
}

private struct KnownUpdates: Sendable {
    /// The table of activities in the file has the same name as this one.
    private typealias Table = LiveActivityCore.ActivityTable

    /// By an activity's slot: the sequence of the update whose content is in its row. It may already have been deleted.
    private var sequences = Table<UInt64>()
    /// The number of entries at which deleted ones are removed.
    private var limit = 4_096
    /// By shard: the sequence up to which all were deleted, and the newest one ever.
    private var deleted = [UInt64](repeating: 0, count: 64)
    private var newest = [UInt64](repeating: 0, count: 64)

    init(in database: Database) throws {
        // Damaged rows are reported when a caller reads them.
        for update in try WaitingUpdate.table.all(Self.reader(database)) {
            sequences.set(update.sequence, for: update.activity.withoutGeneration)
            newest[update.activity.shard] = max(newest[update.activity.shard], update.sequence)
        }
        for (shard, sequence) in try ConsumerChangeTable.newest(database) { newest[shard] = max(newest[shard], sequence) }
    }

    mutating func write(_ batch: StoreBatch, _ database: Database) throws {
        try delete(batch.consumerChangeBeginnings, database)
        // Changes that the store may already have are written again.
        let gone = batch.forgottenConsumerChanges + positionsWrittenBefore(batch.consumerChanges)
        try Self.delete(gone, database)
        if !sequences.isEmpty { try keepContents(batch, Set(gone), database) }
        try ActivityTable.write(batch, database)
        try add(batch, database)
    }

    // MARK: - Deleting

    private mutating func delete(_ beginnings: [ChangePosition], _ database: Database) throws {
        guard !beginnings.isEmpty else { return }
        for table in [WaitingUpdate.table.name, ConsumerChangeTable.changes.name] {
            let sql = "DELETE FROM \(table) WHERE shard = ? AND sequence <= ?"
            try database.run(sql, each: beginnings, RowChecksum(table: table)) { $0.put(in: &$1) }
        }
        for beginning in beginnings where deleted.indices.contains(beginning.shard) {
            deleted[beginning.shard] = max(deleted[beginning.shard], beginning.sequence)
        }
        guard sequences.count > limit else { return }
        var rest = Table<UInt64>()
        for slot in sequences.keys {
            if let sequence = sequences[slot], sequence > deleted[slot.shard] { rest.set(sequence, for: slot) }
        }
        sequences = rest
        limit = max(4_096, 2 * rest.count)
    }

    private static func delete(_ positions: [ChangePosition], _ database: Database) throws {
        let others = try WaitingUpdate.table.delete(positions, in: database) { $0.put(in: &$1) }
        try ConsumerChangeTable.changes.delete(others, in: database) { $0.put(in: &$1) }
    }

    private func positionsWrittenBefore(_ changes: [Change]) -> [ChangePosition] {
        changes.indices.compactMap { index in
            let (shard, sequence) = (changes[index].activity.shard, changes[index].sequence)
            return sequence <= newest[shard] ? ChangePosition(shard: shard, sequence: sequence) : nil
        }
    }

    // MARK: - Rows that change

    /// Moves updates out of rows that the batch writes or deletes.
    ///
    /// - Parameter gone: The changes that were just deleted.
    private mutating func keepContents(_ batch: StoreBatch, _ gone: Set<ChangePosition>, _ database: Database) throws {
        var kinds: [ActivityKind]?
        func keep(_ id: ActivityID) throws {
            let slot = id.withoutGeneration
            guard let sequence = sequences[slot], sequence > deleted[slot.shard] else { return }
            let position = ChangePosition(shard: slot.shard, sequence: sequence)
            guard !gone.contains(position) else { return }
            let known = try kinds ?? HeadTables.readKinds(Self.reader(database)).map(\.kind)
            kinds = known
            try Self.keepContent(of: position, known, database)
            sequences.remove(slot)
        }
        for id in batch.forgottenActivities { try keep(id) }
        for index in batch.activities.indices { try keep(batch.activities[index].record.id) }
    }

    private static func keepContent(of position: ChangePosition, _ kinds: [ActivityKind], _ database: Database) throws {
        let reader = reader(database)
        // Missing if it was deleted in an earlier batch. A damaged row is reported when a caller reads it.
        guard let update = try WaitingUpdate.table.find(position, reader, { $0.put(in: &$1) }),
            let stored = try ActivityTable.find(update.activity, reader, kinds), let change = update.change(of: stored)
        else { return }
        try ConsumerChangeTable.write([change], database)
        try WaitingUpdate.table.delete([position], in: database) { $0.put(in: &$1) }
    }

    // MARK: - Adding

    private mutating func add(_ batch: StoreBatch, _ database: Database) throws {
        guard !batch.consumerChanges.isEmpty else { return }
        var rows = Table<Int>()
        for index in batch.activities.indices { rows.set(index, for: batch.activities[index].record.id) }
        var (updates, others): ([WaitingUpdate], [Int]) = ([], [])
        updates.reserveCapacity(batch.consumerChanges.count)
        for index in batch.consumerChanges.indices {
            let (id, sequence) = (batch.consumerChanges[index].activity, batch.consumerChanges[index].sequence)
            newest[id.shard] = max(newest[id.shard], sequence)
            guard let row = rows[id], row >= 0,
                let update = WaitingUpdate.of(batch.consumerChanges, at: index, batch.activities, at: row)
            else {
                others.append(index)
                continue
            }
            updates.append(update)
            sequences.set(sequence, for: id.withoutGeneration)
            // It exists, although earlier ones were deleted.
            if sequence > 0 { deleted[id.shard] = min(deleted[id.shard], sequence - 1) }
            // At most one update has its content there.
            rows.set(-1, for: id)
        }
        try WaitingUpdate.table.upsert(updates, in: database)
        try ConsumerChangeTable.write(batch.consumerChanges, at: others, database)
    }

    private static func reader(_ database: Database) -> StoreReader {
        StoreReader(database: database, damage: DamageLog(), isVerified: true)
    }
}

extension ActivityID {
    /// The slot as an id, used as a key in tables by activity.
    fileprivate var withoutGeneration: ActivityID { ActivityID(rawValue: slot) }
}

extension ChangePosition {
    fileprivate func put(in row: inout RowValues) {
        row.put(shard)
        row.put(sequence)
    }
}
#endif
