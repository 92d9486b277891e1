package import LiveActivityCore

/// Reads a store that consists of records: a table's number, a key and JSON text (`live_activity_store.h`). The stores of the C
/// library and the files of Python have this form.
package struct StoreRecords {
    /// The tables of `live_activity_store.h`, with their names in ``StoreDamage``.
    package enum Table: Int, CaseIterable {
        case meta, kinds, activities, freedSlots, permissions, topics, dismissals, consumers, changes, journalBases, journal

        package var name: String {
            switch self {
            case .meta: "meta"
            case .kinds: "kind"
            case .activities: "activity"
            case .freedSlots: "freed slot"
            case .permissions: "permission"
            case .topics: "topic"
            case .dismissals: "dismissal"
            case .consumers: "consumer"
            case .changes: "change"
            case .journalBases: "journal base"
            case .journal: "journal entry"
            }
        }
    }

    package typealias Receive = (String, UnsafeBufferPointer<UInt8>) throws -> Void

    private let read: (Table, Receive) throws -> Void
    private let note: (StoreDamage) -> Void
    private let decoder = WireDecoder(limits: .stored)

    /// - Parameters:
    ///   - read: Passes each record of a table, ordered by the bytes of their keys.
    ///   - note: Called with each record that cannot be read; it is skipped.
    package init(read: @escaping (Table, Receive) throws -> Void, note: @escaping (StoreDamage) -> Void) {
        self.read = read
        self.note = note
    }

    /// - Throws: ``StoreError``: nothing can be interpreted without the head's own values.
    package func head() throws(StoreError) -> StoreHead {
        do {
            var head = StoreHead()
            try read(.meta) { key, value in try read(key, value, into: &head) }
            try forEach(KindRecord.self, .kinds) { head.kinds.append($0) }
            try read(.permissions) { key, value in try readPermission(key, value, into: &head) }
            try forEach(TopicRecord.self, .topics) { head.topics.append($0) }
            try forEach(Snapshot.Dismissal.self, .dismissals) { head.dismissals.append($0) }
            try forEach(ConsumerRecord.self, .consumers) { head.consumers.append($0) }
            head.dismissals = head.dismissals.sortedRarely {
                ($0.at, $0.owner, $0.kind, $0.key) < ($1.at, $1.owner, $1.kind, $1.key)
            }
            return head
        } catch let error as StoreError {
            throw error
        } catch {
            throw .damaged(reason: String(describing: error))
        }
    }

    private func readPermission(_ key: String, _ value: UnsafeBufferPointer<UInt8>, into head: inout StoreHead) throws {
        let owner = decode(Snapshot.Owner.self, .permissions, key, nil, value)
        if let owner, owner.name.rawValue == key { return head.permissions.append(owner) }
        if owner != nil { note(.permissions, key, nil, "it is of another owner than its key") }
        // The owner is in the key; what the owner forbids is unknown.
        head.damagedPermissions.append(Snapshot.DamagedPermission(owner: OwnerID(rawValue: key), kinds: nil))
    }

    private func read(_ key: String, _ value: UnsafeBufferPointer<UInt8>, into head: inout StoreHead) throws {
        func number() throws -> UInt64 {
            guard let number = UInt64(String(decoding: value, as: UTF8.self)) else {
                throw StoreError.notAStore(reason: "'\(key)' in table \(Table.meta.rawValue) is no number")
            }
            return number
        }
        switch key {
        case "run": head.run = try number()
        case "closedRun": head.closedRun = try number()
        case "lostRuns": head.lostRuns = try number()
        case "seed": head.seed = try number()
        case "shards": head.shards = Int(clamping: try number())
        case "clock": head.engines = [try decoder.decode(EngineRecord.self, from: value)]
        default: break
        }
    }

    package func forEachActivity(_ body: (StoredActivity) throws -> Void) throws {
        // A record is followed by its attributes, whose key is one character longer.
        var waiting: (key: String, activity: StoredActivity)?
        func noteWaiting() {
            if let waiting { note(.activities, waiting.key, waiting.activity.id, "it has no attributes") }
        }
        try read(.activities) { key, value in
            if key.hasSuffix("a"), key.utf8.count > 16 {
                guard var found = waiting, key == found.key + "a" else { return }
                waiting = nil
                guard let attributes = decode(StoredAttributes.self, .activities, key, found.activity.id, value) else { return }
                found.activity.record.attributes = attributes.attributes
                found.activity.topics = attributes.topics
                try body(found.activity)
            } else {
                noteWaiting()
                waiting = decode(StoredActivity.self, .activities, key, ActivityID(key), value).map { (key, $0) }
            }
        }
        noteWaiting()
    }

    /// Decodes the records of a table whose values are whole records.
    package func forEach<Record: Decodable>(_: Record.Type, _ table: Table, _ body: (Record) throws -> Void) throws {
        try read(table) { key, value in
            if let record = decode(Record.self, table, key, nil, value) { try body(record) }
        }
    }

    private func decode<Record: Decodable>(
        _: Record.Type, _ table: Table, _ key: String, _ activity: ActivityID?, _ value: UnsafeBufferPointer<UInt8>
    ) -> Record? {
        do {
            return try decoder.decode(Record.self, from: value)
        } catch {
            note(table, key, activity, Self.reason(for: error))
            return nil
        }
    }

    private static func reason(for error: any Error) -> String {
        guard case .undecodable(_, let path, let reason) = EngineError(error, reading: "record") else { return "\(error)" }
        return path.isEmpty ? reason : "\(path): \(reason)"
    }

    private func note(_ table: Table, _ key: String, _ activity: ActivityID?, _ reason: String) {
        note(StoreDamage(table: table.name, key: key, activity: activity, reason: reason))
    }
}

/// The stored part of an activity that never changes, in a separate record.
package struct StoredAttributes: Codable {
    package var attributes: JSONText
    package var topics: [Topic]

    package init(attributes: JSONText, topics: [Topic]) {
        self.attributes = attributes
        self.topics = topics
    }
}
