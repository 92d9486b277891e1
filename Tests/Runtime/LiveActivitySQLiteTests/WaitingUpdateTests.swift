#if SQLite
import Foundation
import GRDB
import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivitySQLite

/// Updates that wait for named consumers and share their content with their activity's row.
@Suite struct WaitingUpdateTests {
    @Test func anUpdateRefersToItsRowUntilTheRowChanges() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        try store.append(Self.first)
        #expect(try store.changes == [Self.update(1, "out")])
        #expect(try store.counts == ["waiting_update": 1, "delivery": 0])

        // The row's content changes while the update still waits.
        var batch = StoreBatch()
        batch.activities = [Self.stored("near", revision: 2, whole: false)]
        batch.consumerChanges = [Self.update(2, "near")]
        try store.append(batch)
        #expect(try store.changes == [Self.update(1, "out"), Self.update(2, "near")])
        #expect(try store.counts == ["waiting_update": 1, "delivery": 1])

        // The activity is deleted while the update still waits.
        batch = StoreBatch()
        batch.forgottenActivities = [Self.id]
        try store.append(batch)
        #expect(try store.changes == [Self.update(1, "out"), Self.update(2, "near")])
        #expect(try store.counts == ["waiting_update": 0, "delivery": 2])
    }

    @Test(arguments: [true, false]) func anUpdateThatIsReplacedOrAcknowledgedLeavesNothing(isAcknowledged: Bool) throws {
        let file = try TemporaryFile()
        var store = try SQLiteStore(path: file.path)
        try store.append(Self.first)
        // Updates that share a row's content survive reopening.
        store.close()
        store = try SQLiteStore(path: file.path)
        var batch = StoreBatch()
        batch.activities = [Self.stored("near", revision: 2, whole: false)]
        batch.consumerChanges = [Self.update(2, "near")]
        let first = ChangePosition(shard: 0, sequence: 1)
        if isAcknowledged { batch.consumerChangeBeginnings = [first] } else { batch.forgottenConsumerChanges = [first] }
        try store.append(batch)
        #expect(try store.changes == [Self.update(2, "near")])
        #expect(try store.counts == ["waiting_update": 1, "delivery": 0])
    }

    @Test func aBatchThatFailsChangesNothing() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        try store.append(Self.first)
        var batch = StoreBatch()
        batch.activities = [Self.stored("near", revision: 2, whole: false)]
        batch.consumerChanges = [Self.update(2, "near")]
        batch.claim = 7
        guard case .fenced? = TemporaryFile.problem({ try store.append(batch) }) else {
            Issue.record("a batch of another run was written")
            return
        }
        // The batch fails at an unknown activity, after the update was moved.
        batch.claim = nil
        batch.activities.append(Self.stored("near", revision: 2, whole: false, number: 5))
        guard case .damaged? = TemporaryFile.problem({ try store.append(batch) }) else {
            Issue.record("an activity was changed that is not there")
            return
        }
        #expect(try store.changes == [Self.update(1, "out")])
        #expect(try store.counts == ["waiting_update": 1, "delivery": 0])
        batch.activities.removeLast()
        try store.append(batch)
        #expect(try store.changes == [Self.update(1, "out"), Self.update(2, "near")])
    }

    @Test func anUpdateWhoseRowIsDamagedIsNamed() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        try store.append(Self.first)
        store.close()
        let database = try DatabaseQueue(path: file.path)
        try database.write { try $0.execute(sql: "UPDATE activity SET content = '\"elsewhere\"'") }
        try database.close()
        let damaged = try SQLiteStore(path: file.path)
        #expect(try damaged.changes == [])
        #expect(damaged.damage.map(\.table) == ["waiting_update"])
        #expect(damaged.damage.map(\.key) == ["shard = 0 AND sequence = 1"])
        #expect(try damaged.check().damage.map(\.table) == ["activity", "waiting_update"])
    }

    @Test func aFileOf1_3KeepsTheChangesThatWait() throws {
        let file = try TemporaryFile()
        let older = Schema(migrations: Array(Schema.current.migrations.prefix { $0.version < .init(2, 0) }))
        try SQLiteStore(path: file.path, schema: older).close()
        let reading = try SQLiteStore(reading: file.path)
        #expect(try reading.changes == [])
        reading.close()
        let store = try SQLiteStore(path: file.path)
        // A change of an activity that has no row in the batch is stored in full.
        var batch = StoreBatch()
        batch.consumerChanges = [Self.update(1, "out")]
        try store.append(batch)
        #expect(try store.changes == [Self.update(1, "out")])
        #expect(try store.counts == ["waiting_update": 0, "delivery": 1])
    }

    // MARK: - Helpers

    private static let id = ActivityID(rawValue: 3 << 28 | 4)

    private static func content(_ step: String) -> EncodedContent {
        EncodedContent(state: JSONText(trusted: Array("\"\(step)\"".utf8)), staleDate: nil, relevanceScore: 0)
    }

    private static func stored(_ step: String, revision: UInt32, whole: Bool, number: UInt64 = 4) -> StoredActivity {
        let date = Date(timeIntervalSinceReferenceDate: 803_667_600)
        var record = ActivityRecord(
            id: ActivityID(rawValue: 3 << 28 | number), owner: "anna", state: .active,
            attributes: whole ? JSONText(trusted: Array("{}".utf8)) : nil, content: content(step), startedAt: date,
            closingDate: date)
        record.revision = revision
        return StoredActivity(record, kind: "ride", topics: [])
    }

    /// An update whose sequence equals its revision.
    private static func update(_ number: UInt32, _ step: String) -> Change {
        Change(
            sequence: UInt64(number), at: Date(timeIntervalSinceReferenceDate: 803_667_600.125), activity: id, kind: "ride",
            owner: "anna", revision: number, state: .active, what: .updated, content: content(step))
    }

    private static var first: StoreBatch {
        var batch = StoreBatch()
        batch.kinds = [KindRecord(ordinal: 0, kind: "ride")]
        batch.activities = [stored("out", revision: 1, whole: true)]
        batch.consumerChanges = [update(1, "out")]
        return batch
    }
}

extension SQLiteStore {
    fileprivate var changes: [Change] {
        get throws {
            var changes: [Change] = []
            try forEachConsumerChange { changes.append($0) }
            return changes
        }
    }

    /// The number of rows in both tables of changes.
    fileprivate var counts: [String: Int] {
        get throws {
            try access { database in
                var counts: [String: Int] = [:]
                for table in ["waiting_update", "delivery"] {
                    counts[table] = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
                }
                return counts
            }
        }
    }
}
#endif
