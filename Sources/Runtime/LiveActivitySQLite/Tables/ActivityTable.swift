#if SQLite
import GRDB
import GRDBSQLite
import LiveActivityCore
import LiveActivities

/// The tables of activities, and of the slots that dismissed activities have freed.
///
/// A row of `activity` has two checksums, each over the id and a part of the other columns: `fixed_checksum` over the constant
/// ones, `checksum` over the others. So a change, the most frequent write, does not need the attributes.
enum ActivityTable {
    static let name = "activity"
    static let keys = ["place", "generation"]

    static func write(_ batch: StoreBatch, _ database: Database) throws {
        let checksum = RowChecksum(table: name)
        try database.run(forget, each: batch.forgottenActivities, checksum) { put($0, &$1) }
        if !batch.activities.isEmpty {
            let (insert, update) = (try database.cachedStatement(sql: insert), try database.cachedStatement(sql: update))
            let encoder = WireEncoder()
            // Ordered by slot: activities that were started together are in the same pages.
            for index in bySlot(batch.activities) {
                let stored = batch.activities[index]
                // Fields are read through `record`, as each use of the dynamic members costs a key path.
                let id = stored.record.id
                if stored.record.attributes != nil {
                    try database.run(insert, checksum, encoder) { row in
                        put(id, &row)
                        let ofID = row.checksum
                        put(stored, fixed, &row)
                        row.checksum = ofID
                        put(stored, changing, &row)
                    }
                    continue
                }
                let count = try database.run(update, checksum.of(id), encoder) { row in
                    put(stored, changing, &row)
                    row.putKey(id.slot)
                    row.putKey(id.generationNumber)
                }
                if count != 1 { throw StoreError.damaged(reason: "activity \(id) is to be changed, and there is none") }
            }
        }
        try freedSlots.upsert(batch.freedSlots, in: database)
    }

    /// The indices of activities in the order of their slots.
    private static func bySlot(_ activities: [StoredActivity]) -> [Int] {
        // Sorted separately from the activities, as each comparison would load two of them.
        var slots: [(slot: UInt64, index: Int)] = []
        slots.reserveCapacity(activities.count)
        for index in activities.indices { slots.append((activities[index].record.id.slot, index)) }
        slots.sort { $0.slot < $1.slot }
        return slots.map(\.index)
    }

    /// Finds one activity; `nil` if it does not exist, or its row is damaged, which is not recorded.
    ///
    /// - Parameter kinds: The kinds by number.
    static func find(_ id: ActivityID, _ reader: StoreReader, _ kinds: [ActivityKind]) throws -> StoredActivity? {
        try reader.find("\(select) WHERE place = ? AND generation = ?", name, { put(id, &$0) }, { take(&$0, kinds) })
    }

    /// Calls `body` with each activity, ordered by slot.
    ///
    /// - Parameter slots: Limits the activities to these slots.
    static func forEach(
        _ reader: StoreReader, _ kinds: [ActivityKind]?, in slots: ClosedRange<Int64> = .min ... .max,
        _ body: (consuming StoredActivity) throws -> Void
    ) throws {
        var first = slots.lowerBound
        while true {
            // A row that SQLite itself cannot read ends the query. Reading continues after it.
            var last: Int64?
            do {
                let sql = "\(select) WHERE place >= \(first) AND place <= \(slots.upperBound) ORDER BY place"
                func take(_ row: inout RowColumns) -> StoredActivity {
                    last = row.firstInteger
                    return self.take(&row, kinds)
                }
                try reader.forEach(sql, name, keys: keys, take, activity: { $0.id }, body)
                return
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                let next = last.map { $0 == .max ? $0 : $0 + 1 } ?? first
                guard let broken = try reader.firstPlace(from: next), broken <= slots.upperBound else { throw error }
                reader.damage.note(
                    StoreDamage(
                        table: name, key: "place = \(broken)", activity: nil,
                        reason: error.message ?? "SQLite cannot read it"))
                guard broken < slots.upperBound else { return }
                first = broken + 1
            }
        }
    }

    static func seal(_ database: Database) throws {
        try database.seal(name, keys: keys, checksums: ["fixed_checksum", "checksum"], select) { take(&$0, nil) }
    }

    static let freedSlots = StoreTable<FreedSlotRecord>(
        "vacancy", keys: ["place"], ["generation", "uses_left", "left_order", "run"],
        put: { record, row in
            row.put(record.slot)
            row.put(record.generation)
            row.put(record.usesLeft)
            row.put(record.order)
            row.put(record.lostRuns)
        },
        take: { row in
            FreedSlotRecord(
                slot: row.takeSlot(), generation: row.takeGeneration(), usesLeft: row.take(0...1 << 20),
                order: row.takeCounter(), lostRuns: row.takeCounter())
        })

    // MARK: - Rows

    private static func put(_ id: ActivityID, _ row: inout RowValues) {
        row.put(id.slot)
        row.put(id.generationNumber)
    }

    private static func put(_ stored: StoredActivity, _ columns: [Column], _ row: inout RowValues) {
        for column in columns { column.put(stored, &row) }
        row.putChecksum()
    }

    /// - Parameter kinds: The kinds by number; `nil` if not needed.
    private static func take(_ row: inout RowColumns, _ kinds: [ActivityKind]?) -> StoredActivity {
        let slot = row.takeSlot()
        let ordinal = ActivityID.parts(ofSlot: slot).kind
        if let kinds, !kinds.indices.contains(ordinal) { row.note(before: 1) }
        let id = ActivityID(slot: slot, generation: row.takeGeneration())
        let kind = kinds.flatMap { $0.indices.contains(ordinal) ? $0[ordinal] : nil }
        var stored = StoredActivity(ActivityRecord(id: id), kind: kind ?? "", topics: [])
        let ofID = row.checksum
        for column in fixed { column.take(&stored, &row) }
        row.takeChecksum()
        row.checksum = ofID
        for column in changing { column.take(&stored, &row) }
        row.takeChecksum()
        return stored
    }

    /// A column of `activity` and its field.
    private struct Column: Sendable {
        var name: String
        var put: @Sendable (StoredActivity, inout RowValues) -> Void
        var take: @Sendable (inout StoredActivity, inout RowColumns) -> Void

        init(
            _ name: String, put: @escaping @Sendable (StoredActivity, inout RowValues) -> Void,
            take: @escaping @Sendable (inout StoredActivity, inout RowColumns) -> Void
        ) {
            (self.name, self.put, self.take) = (name, put, take)
        }
    }

    // Every column except those of the id, `place` (the slot) and `generation`. A new field needs one line here, and a
    // migration that adds the column. The order is that of the checksums, so it never changes; a later version has a separate
    // checksum for its columns.

    /// The columns that never change while the activity exists.
    private static let fixed = [
        Column("owner", put: { $1.put($0.record.owner) }, take: { $0.record.owner = $1.take(OwnerID.self) }),
        Column("key", put: { $1.put($0.record.key) }, take: { $0.record.key = $1.takeIfAny(StartKey.self) }),
        Column("attributes", put: { $1.put($0.record.attributes) }, take: { $0.record.attributes = $1.takeJSON() }),
        Column(
            "attributes_bytes", put: { $1.put($0.record.attributesBytes) },
            take: { $0.record.attributesBytes = $1.takeUInt32() }),
        Column(
            "topics", put: { if $0.topics.isEmpty { $1.putNull() } else { $1.put(json: $0.topics) } },
            take: { $0.topics = $1.takeIfAny(json: [Topic].self) ?? [] }),
        Column(
            "schema_version", put: { $1.put($0.record.schemaVersion ?? 1) },
            take: { stored, row in
                let version = row.take(0...Int(Int32.max))
                stored.record.schemaVersion = version == 1 ? nil : version
            }),
        Column("start_order", put: { $1.put($0.record.order) }, take: { $0.record.order = $1.takeCounter() }),
        Column(
            "lost_runs", put: { $1.put($0.record.lostRuns ?? 0) },
            take: { stored, row in
                let lostRuns = row.takeUInt32()
                stored.record.lostRuns = lostRuns == 0 ? nil : lostRuns
            }),
        Column("uses_left", put: { $1.put($0.record.usesLeft) }, take: { $0.record.usesLeft = $1.take(0...1 << 20) }),
    ]

    private static let changing = [
        Column("state", put: { $1.put($0.record.state.rawValue) }, take: { $0.record.state = $1.takeState() }),
        Column("revision", put: { $1.put($0.record.revision) }, take: { $0.record.revision = $1.takeUInt32() }),
        Column("content", put: { $1.put($0.record.content.state) }, take: { $0.record.content.state = $1.takeJSON() }),
        Column(
            "stale_s", put: { $1.put($0.record.content.staleDate) }, take: { $0.record.content.staleDate = $1.takeDateIfAny() }
        ),
        Column(
            "relevance", put: { $1.put($0.record.content.relevanceScore) },
            take: { $0.record.content.relevanceScore = $1.takeDouble() }),
        Column("started_s", put: { $1.put($0.record.startedAt) }, take: { $0.record.startedAt = $1.takeDate() }),
        Column("wake_s", put: { $1.put($0.record.wakeDate) }, take: { $0.record.wakeDate = $1.takeDateIfAny() }),
        Column("closing_s", put: { $1.put($0.record.closingDate) }, take: { $0.record.closingDate = $1.takeDate() }),
        Column("timestamp_s", put: { $1.put($0.record.timestamp) }, take: { $0.record.timestamp = $1.takeDateIfAny() }),
        Column("alerts", put: { $1.put($0.record.alerts) }, take: { $0.record.alerts = $1.takeUInt32() }),
        Column(
            "alerts_since_s", put: { $1.put($0.record.alertsSince) }, take: { $0.record.alertsSince = $1.takeDateIfAny() }),
        Column(
            "extras", put: { if let extras = $0.record.extras { $1.put(json: extras) } else { $1.putNull() } },
            take: { $0.record.extras = $1.takeIfAny(json: ActivityRecord.Extras.self) }),
    ]

    // MARK: - Statements

    private static let fixedNames = fixed.map(\.name) + ["fixed_checksum"]
    private static let changingNames = changing.map(\.name) + ["checksum"]
    private static let names = keys + fixedNames + changingNames

    private static let select = "SELECT \(names.joined(separator: ", ")) FROM activity"
    // Columns added by a later version keep their values if the row already exists.
    private static let insert =
        "INSERT INTO activity (\(names.joined(separator: ", "))) VALUES (\(names.map { _ in "?" }.joined(separator: ", "))) "
        + "ON CONFLICT (place) DO UPDATE SET "
        + names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    private static let update =
        "UPDATE activity SET \(changingNames.map { "\($0) = ?" }.joined(separator: ", ")) WHERE place = ? AND generation = ?"
    private static let forget = "DELETE FROM activity WHERE place = ? AND generation = ?"
}

extension RowChecksum {
    /// The checksum after adding an id's columns.
    fileprivate func of(_ id: ActivityID) -> RowChecksum {
        var checksum = self
        checksum.add(Int64(bitPattern: id.slot))
        checksum.add(Int64(id.generationNumber))
        return checksum
    }
}

extension RowColumns {
    fileprivate mutating func takeState() -> ActivityState {
        if let state = ActivityState(rawValue: takeText()), state != .dismissed { return state }
        note(before: 1)
        return .ended
    }

    fileprivate mutating func takeSlot() -> UInt64 {
        let bits = takeBits()
        let slot = ActivityID(rawValue: bits).slot
        if slot != bits { note(before: 1) }
        return slot
    }

    fileprivate mutating func takeGeneration() -> UInt32 { take(0...(1 << 20) - 1) }
}

extension StoreReader {
    /// The first `place` of an activity from there on, which SQLite finds without reading a row.
    fileprivate func firstPlace(from first: Int64) throws -> Int64? {
        var place: Int64?
        try database.forEach("SELECT place FROM activity WHERE place >= \(first) ORDER BY place LIMIT 1") {
            place = sqlite3_column_int64($0, 0)
        }
        return place
    }
}

extension ActivityRecord {
    /// Creates a record whose fields are all set afterwards.
    fileprivate init(id: ActivityID) {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        self.init(
            id: id, owner: "", state: .ended, attributes: nil,
            content: EncodedContent(state: Self.unset, staleDate: nil, relevanceScore: 0), startedAt: date,
            closingDate: date)
    }

    private static let unset = JSONText(.null)
}

extension ActivityID {
    /// The generation, which ``slot`` omits.
    var generationNumber: UInt32 { UInt32((rawValue ^ slot) >> 28) }

    init(slot: UInt64, generation: UInt32) { self.init(rawValue: slot | UInt64(generation) << 28) }
}
#endif
