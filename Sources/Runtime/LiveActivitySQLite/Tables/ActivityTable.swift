#if SQLite
import GRDB
import LiveActivityCore
import LiveActivities

/// Activities, and the places that dismissed ones have left.
enum ActivityTable {
    static func write(_ batch: StoreBatch, _ database: Database) throws {
        try database.run(forget, each: batch.forgottenActivities) { id, row in
            row.put(id.place)
            row.put(id.generationNumber)
        }
        if !batch.activities.isEmpty {
            let (insert, change) = (try database.cachedStatement(sql: insert), try database.cachedStatement(sql: change))
            for record in batch.activities {
                if record.attributes != nil {
                    try database.run(insert) { bind(record, &$0) }
                } else if try database.run(change, { bind(changesOf: record, &$0) }) != 1 {
                    throw StoreError.damaged(reason: "activity \(record.id) is to be changed, and there is none")
                }
            }
        }
        try database.run(vacate, each: batch.freedSlots) { record, row in
            row.put(record.place)
            row.put(record.generation)
            row.put(record.usesLeft)
            row.put(record.order)
            row.put(record.run)
        }
    }

    static func readActivities(_ database: Database, _ body: (ActivityRecord) throws -> Void) throws {
        let kinds = Dictionary(uniqueKeysWithValues: try HeadTables.kinds(database).map { ($0.ordinal, $0.kind) })
        try database.forEach("SELECT \(columns.joined(separator: ", ")) FROM activity ORDER BY place") { row in
            let place = UInt64(bitPattern: row.takeInteger())
            let id = ActivityID(place: place, generation: row.take(UInt32.self))
            let kind = kinds[ActivityID.parts(ofPlace: place).kind]
            if kind == nil { row.note(before: 2) }
            let record = ActivityRecord(
                id: id, owner: row.take(OwnerID.self), kind: kind ?? "", key: row.takeIfAny(StartKey.self),
                state: row.takeState(), revision: row.take(UInt32.self), attributes: row.takeJSON(),
                attributesBytes: row.take(UInt32.self), topics: row.takeTopics(),
                content: EncodedContent(
                    state: row.takeJSON(), staleDate: row.takeDateIfAny(), relevanceScore: row.takeDouble()),
                schemaVersion: row.take(Int.self), startedAt: row.takeDate(), wakeDate: row.takeDateIfAny(),
                closingDate: row.takeDate(), timestamp: row.takeDateIfAny(), order: row.take(UInt64.self),
                alerts: row.take(UInt32.self), alertsSince: row.takeDateIfAny(), usesLeft: row.take(UInt32.self),
                extras: row.takeJSONIfAny())
            if row.wrong == nil { try body(record) }
        }
    }

    static func readFreedSlots(_ database: Database, _ body: (FreedSlotRecord) throws -> Void) throws {
        try database.forEach("SELECT place, generation, uses_left, left_order, run FROM vacancy ORDER BY place") { row in
            let record = FreedSlotRecord(
                place: row.take(UInt64.self), generation: row.take(UInt32.self), usesLeft: row.take(UInt32.self),
                order: row.take(UInt64.self), run: row.take(UInt64.self))
            if row.wrong == nil { try body(record) }
        }
    }

    // MARK: - Statements

    /// In the order in which they are put and taken.
    private static let columns =
        ["place", "generation", "owner", "key", "state", "revision", "attributes", "attributes_bytes", "topics", "content"]
        + [
            "stale_s", "relevance", "schema_version", "started_s", "wake_s", "closing_s", "timestamp_s", "start_order",
            "alerts",
        ]
        + ["alerts_since_s", "uses_left", "extras"]

    /// What becomes different while an activity lives.
    private static let changing =
        ["state", "revision", "content", "stale_s", "relevance", "started_s", "wake_s", "closing_s", "timestamp_s", "alerts"]
        + ["alerts_since_s", "extras"]

    // Columns that a later version has added stay as they are, where there was such a row.
    private static let insert =
        "INSERT INTO activity (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) "
        + "ON CONFLICT (place) DO UPDATE SET "
        + columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    private static let change =
        "UPDATE activity SET \(changing.map { "\($0) = ?" }.joined(separator: ", ")) WHERE place = ? AND generation = ?"
    private static let forget = "DELETE FROM activity WHERE place = ? AND generation = ?"
    private static let vacate =
        "INSERT OR REPLACE INTO vacancy (place, generation, uses_left, left_order, run) VALUES (?, ?, ?, ?, ?)"

    private static func bind(_ record: ActivityRecord, _ row: inout RowValues) {
        row.put(record.id.place)
        row.put(record.id.generationNumber)
        row.put(record.owner)
        row.put(record.key)
        row.put(record.state.rawValue)
        row.put(record.revision)
        row.put(record.attributes)
        row.put(record.attributesBytes)
        if record.topics.isEmpty { row.putNull() } else { row.put(json: record.topics) }
        row.put(record.content.state)
        row.put(record.content.staleDate)
        row.put(record.content.relevanceScore)
        row.put(record.schemaVersion)
        row.put(record.startedAt)
        row.put(record.wakeDate)
        row.put(record.closingDate)
        row.put(record.timestamp)
        row.put(record.order)
        row.put(record.alerts)
        row.put(record.alertsSince)
        row.put(record.usesLeft)
        row.put(record.extras)
    }

    private static func bind(changesOf record: ActivityRecord, _ row: inout RowValues) {
        row.put(record.state.rawValue)
        row.put(record.revision)
        row.put(record.content.state)
        row.put(record.content.staleDate)
        row.put(record.content.relevanceScore)
        row.put(record.startedAt)
        row.put(record.wakeDate)
        row.put(record.closingDate)
        row.put(record.timestamp)
        row.put(record.alerts)
        row.put(record.alertsSince)
        row.put(record.extras)
        row.put(record.id.place)
        row.put(record.id.generationNumber)
    }
}

extension RowColumns {
    fileprivate mutating func takeState() -> ActivityState {
        if let state = ActivityState(rawValue: takeText()) { return state }
        note(before: 1)
        return .ended
    }

    fileprivate mutating func takeTopics() -> [Topic] { takeIfAny(json: [Topic].self) ?? [] }
}

extension ActivityID {
    /// What ``place`` leaves out.
    var generationNumber: UInt32 { UInt32((rawValue ^ place) >> 28) }

    init(place: UInt64, generation: UInt32) { self.init(rawValue: place | UInt64(generation) << 28) }
}
#endif
