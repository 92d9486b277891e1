#if SQLite
import GRDB
import LiveActivityCore
import LiveActivities

/// Activities, and the slots that dismissed ones have freed.
enum ActivityTable {
    static func write(_ batch: StoreBatch, _ database: Database) throws {
        try database.run(forget, each: batch.forgottenActivities) { id, row in
            row.put(id.slot)
            row.put(id.generationNumber)
        }
        if !batch.activities.isEmpty {
            let (insert, update) = (try database.cachedStatement(sql: insert), try database.cachedStatement(sql: update))
            for stored in batch.activities {
                if stored.attributes != nil {
                    try database.run(insert) { row in
                        row.put(stored.id.slot)
                        row.put(stored.id.generationNumber)
                        for column in columns { column.put(stored, &row) }
                    }
                    continue
                }
                let count = try database.run(update) { row in
                    for column in changing { column.put(stored, &row) }
                    row.put(stored.id.slot)
                    row.put(stored.id.generationNumber)
                }
                if count != 1 { throw StoreError.damaged(reason: "activity \(stored.id) is to be changed, and there is none") }
            }
        }
        try database.run(free, each: batch.freedSlots) { record, row in
            row.put(record.slot)
            row.put(record.generation)
            row.put(record.usesLeft)
            row.put(record.order)
            row.put(record.lostRuns)
        }
    }

    static func readActivities(_ database: Database, _ body: (StoredActivity) throws -> Void) throws {
        let kinds = Dictionary(uniqueKeysWithValues: try HeadTables.kinds(database).map { ($0.ordinal, $0.kind) })
        try database.forEach("SELECT place, generation, \(names(columns)) FROM activity ORDER BY place") { row in
            let slot = UInt64(bitPattern: row.takeInteger())
            let id = ActivityID(slot: slot, generation: row.take(UInt32.self))
            let kind = kinds[ActivityID.parts(ofSlot: slot).kind]
            if kind == nil { row.note(before: 2) }
            var stored = StoredActivity(ActivityRecord(id: id), kind: kind ?? "", topics: [])
            for column in columns { column.take(&stored, &row) }
            if row.wrong == nil { try body(stored) }
        }
    }

    static func readFreedSlots(_ database: Database, _ body: (FreedSlotRecord) throws -> Void) throws {
        try database.forEach("SELECT place, generation, uses_left, left_order, run FROM vacancy ORDER BY place") { row in
            let record = FreedSlotRecord(
                slot: row.take(UInt64.self), generation: row.take(UInt32.self), usesLeft: row.take(UInt32.self),
                order: row.take(UInt64.self), lostRuns: row.take(UInt64.self))
            if row.wrong == nil { try body(record) }
        }
    }

    // MARK: - Columns

    /// A column of `activity`, and the field that it has.
    private struct Column: Sendable {
        var name: String
        /// Whether the field can change while the activity exists.
        var changes: Bool
        var put: @Sendable (StoredActivity, inout RowValues) -> Void
        var take: @Sendable (inout StoredActivity, inout RowColumns) -> Void

        static func fixed(
            _ name: String, put: @escaping @Sendable (StoredActivity, inout RowValues) -> Void,
            take: @escaping @Sendable (inout StoredActivity, inout RowColumns) -> Void
        ) -> Self { Self(name: name, changes: false, put: put, take: take) }

        static func changing(
            _ name: String, put: @escaping @Sendable (StoredActivity, inout RowValues) -> Void,
            take: @escaping @Sendable (inout StoredActivity, inout RowColumns) -> Void
        ) -> Self { Self(name: name, changes: true, put: put, take: take) }
    }

    /// Every column but those of the id, which are `place` (the slot) and `generation`. A new field is one line here, and a migration
    /// that adds the column.
    private static let columns: [Column] = [
        .fixed("owner", put: { $1.put($0.record.owner) }, take: { $0.record.owner = $1.take(OwnerID.self) }),
        .fixed("key", put: { $1.put($0.record.key) }, take: { $0.record.key = $1.takeIfAny(StartKey.self) }),
        .changing("state", put: { $1.put($0.record.state.rawValue) }, take: { $0.record.state = $1.takeState() }),
        .changing("revision", put: { $1.put($0.record.revision) }, take: { $0.record.revision = $1.take(UInt32.self) }),
        .fixed("attributes", put: { $1.put($0.record.attributes) }, take: { $0.record.attributes = $1.takeJSON() }),
        .fixed(
            "attributes_bytes", put: { $1.put($0.record.attributesBytes) },
            take: { $0.record.attributesBytes = $1.take(UInt32.self) }),
        .fixed(
            "topics", put: { if $0.topics.isEmpty { $1.putNull() } else { $1.put(json: $0.topics) } },
            take: { $0.topics = $1.takeIfAny(json: [Topic].self) ?? [] }),
        .changing("content", put: { $1.put($0.record.content.state) }, take: { $0.record.content.state = $1.takeJSON() }),
        .changing(
            "stale_s", put: { $1.put($0.record.content.staleDate) },
            take: { $0.record.content.staleDate = $1.takeDateIfAny() }),
        .changing(
            "relevance", put: { $1.put($0.record.content.relevanceScore) },
            take: { $0.record.content.relevanceScore = $1.takeDouble() }),
        .fixed(
            "schema_version", put: { $1.put($0.record.schemaVersion ?? 1) },
            take: { stored, row in
                let version = row.take(Int.self)
                stored.record.schemaVersion = version == 1 ? nil : version
            }),
        .changing("started_s", put: { $1.put($0.record.startedAt) }, take: { $0.record.startedAt = $1.takeDate() }),
        .changing("wake_s", put: { $1.put($0.record.wakeDate) }, take: { $0.record.wakeDate = $1.takeDateIfAny() }),
        .changing("closing_s", put: { $1.put($0.record.closingDate) }, take: { $0.record.closingDate = $1.takeDate() }),
        .changing("timestamp_s", put: { $1.put($0.record.timestamp) }, take: { $0.record.timestamp = $1.takeDateIfAny() }),
        .fixed("start_order", put: { $1.put($0.record.order) }, take: { $0.record.order = $1.take(UInt64.self) }),
        .changing("alerts", put: { $1.put($0.record.alerts) }, take: { $0.record.alerts = $1.take(UInt32.self) }),
        .changing(
            "alerts_since_s", put: { $1.put($0.record.alertsSince) },
            take: { $0.record.alertsSince = $1.takeDateIfAny() }),
        .fixed(
            "lost_runs", put: { $1.put($0.record.lostRuns ?? 0) },
            take: { stored, row in
                let lostRuns = row.take(UInt32.self)
                stored.record.lostRuns = lostRuns == 0 ? nil : lostRuns
            }),
        .fixed("uses_left", put: { $1.put($0.record.usesLeft) }, take: { $0.record.usesLeft = $1.take(UInt32.self) }),
        .changing(
            "extras", put: { if let extras = $0.record.extras { $1.put(json: extras) } else { $1.putNull() } },
            take: { $0.record.extras = $1.takeIfAny(json: ActivityRecord.Extras.self) }),
    ]

    private static let changing = columns.filter(\.changes)

    private static func names(_ columns: [Column]) -> String { columns.map(\.name).joined(separator: ", ") }

    // MARK: - Statements

    // Columns that a later version has added keep their values where there was such a row.
    private static let insert =
        "INSERT INTO activity (place, generation, \(names(columns))) VALUES (?, ?, \(columns.map { _ in "?" }.joined(separator: ", "))) "
        + "ON CONFLICT (place) DO UPDATE SET generation = excluded.generation, "
        + columns.map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", ")
    private static let update =
        "UPDATE activity SET \(changing.map { "\($0.name) = ?" }.joined(separator: ", ")) WHERE place = ? AND generation = ?"
    private static let forget = "DELETE FROM activity WHERE place = ? AND generation = ?"
    private static let free =
        "INSERT OR REPLACE INTO vacancy (place, generation, uses_left, left_order, run) VALUES (?, ?, ?, ?, ?)"
}

extension RowColumns {
    fileprivate mutating func takeState() -> ActivityState {
        if let state = ActivityState(rawValue: takeText()) { return state }
        note(before: 1)
        return .ended
    }
}

extension ActivityRecord {
    /// A record whose fields are all to be set.
    fileprivate init(id: ActivityID) {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        self.init(
            id: id, owner: "", state: .ended, attributes: nil,
            content: EncodedContent(state: JSONText(.null), staleDate: nil, relevanceScore: 0),
            startedAt: date,
            closingDate: date)
    }
}

extension ActivityID {
    /// What ``slot`` leaves out.
    var generationNumber: UInt32 { UInt32((rawValue ^ slot) >> 28) }

    init(slot: UInt64, generation: UInt32) { self.init(rawValue: slot | UInt64(generation) << 28) }
}
#endif
