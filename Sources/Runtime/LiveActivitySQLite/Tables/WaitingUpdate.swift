#if SQLite
import GRDB
import GRDBSQLite
import LiveActivityCore
import LiveActivities

/// An update that waits for named consumers, and whose content is in the row of its activity (table `waiting_update`).
///
/// Nearly every waiting change is the newest update of an activity, and its content was just written to the activity's row. The
/// row here has only the remaining fields, a tenth of the change. It is valid as long as the activity's row is unchanged, which
/// ``WaitingUpdates`` ensures.
struct WaitingUpdate {
    var sequence: UInt64
    var activity: ActivityID
    var revision: UInt32
    var at: Date

    /// - Parameters:
    ///   - changes: The changes, one of which is read in place: a copy would retain all its references.
    ///   - activities: The rows' values of activities.
    /// - Returns: `nil` if the row does not contain everything that the change does.
    static func of(
        _ changes: [Change], at index: Int, _ activities: [StoredActivity], at row: Int
    ) -> WaitingUpdate? {
        guard changes[index].revision == activities[row].record.revision, changes[index].state == activities[row].record.state,
            changes[index].activity == activities[row].record.id, changes[index].start == nil, changes[index].trace == nil,
            case .updated = changes[index].what, changes[index].at.timeIntervalSinceReferenceDate.isFinite,
            changes[index].owner == activities[row].record.owner, changes[index].kind == activities[row].kind,
            changes[index].content == activities[row].record.content
        else { return nil }
        return WaitingUpdate(
            sequence: changes[index].sequence, activity: changes[index].activity, revision: changes[index].revision,
            at: changes[index].at)
    }

    /// Rebuilds the change from its activity's row.
    ///
    /// - Returns: `nil` if that row has changed.
    func change(of stored: StoredActivity) -> Change? {
        guard stored.record.id == activity, stored.record.revision == revision else { return nil }
        return Change(
            sequence: sequence, at: at, activity: activity, kind: stored.kind, owner: stored.record.owner, revision: revision,
            state: stored.record.state, what: .updated, content: stored.record.content)
    }

    // MARK: - The table

    static let table = StoreTable<WaitingUpdate>(
        "waiting_update", keys: ["shard", "sequence"], ["activity", "revision", "at_s"],
        put: { update, row in
            row.put(update.activity.shard)
            row.put(update.sequence)
            row.put(update.activity.rawValue)
            row.put(update.revision)
            row.put(update.at)
        },
        take: { row in
            let (shard, sequence) = (row.takeShard(), row.takeCounter())
            let activity = ActivityID(rawValue: row.takeBits())
            if activity.shard != shard { row.note(before: 1) }
            return WaitingUpdate(sequence: sequence, activity: activity, revision: row.takeUInt32(), at: row.takeDate())
        })

    /// Whether the table exists: `false` in a file of a version before 2.0.
    static func isThere(_ database: Database) throws -> Bool { try database.tableExists(table.name) }
}

/// Rebuilds changes from ``WaitingUpdate`` rows, in order.
struct WaitingUpdateReader {
    private let reader: StoreReader
    private let kinds: [ActivityKind]
    private let updates: [WaitingUpdate]
    private var next = 0

    init(_ reader: StoreReader) throws {
        self.reader = reader
        updates = try WaitingUpdate.isThere(reader.database) ? WaitingUpdate.table.all(reader) : []
        kinds = updates.isEmpty ? [] : try HeadTables.readKinds(reader).map(\.kind)
    }

    /// Calls `body` with the updates that precede another change; with all remaining ones if that is `nil`.
    mutating func forEach(before other: Change?, _ body: (Change) throws -> Void) throws {
        while next < updates.count {
            let update = updates[next]
            if let other, (update.activity.shard, update.sequence) > (other.activity.shard, other.sequence) { return }
            next += 1
            if let change = try update.change(reader, kinds) { try body(change) }
        }
    }
}

extension WaitingUpdate {
    /// - Returns: `nil` if the activity's row cannot be read, which is recorded.
    fileprivate func change(_ reader: StoreReader, _ kinds: [ActivityKind]) throws -> Change? {
        let stored: StoredActivity?
        do { stored = try ActivityTable.find(activity, reader, kinds) } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CORRUPT
        { stored = nil }
        if let change = stored.flatMap({ change(of: $0) }) { return change }
        reader.damage.note(
            StoreDamage(
                table: Self.table.name, key: "shard = \(activity.shard) AND sequence = \(sequence)", activity: activity,
                reason: "the row of its activity, which has its content, cannot be read or was changed by another program"))
        return nil
    }
}
#endif
