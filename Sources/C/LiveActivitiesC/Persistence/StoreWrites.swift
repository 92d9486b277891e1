import CLiveActivities
import LiveActivityCore
import LiveActivityHost

/// The writes of one batch: deletions first, then the other writes.
struct StoreWrites {
    private struct Write {
        var what: Int
        var table: Int
        var key: Range<Int>
        var value: Range<Int>
    }

    private let encoder: WireEncoder
    private var writes: [Write] = []
    /// All keys and values, concatenated.
    private var bytes: [UInt8] = []

    init(_ encoder: WireEncoder) { self.encoder = encoder }

    mutating func delete(_ key: String, _ table: Int) { add(LA_STORE_DELETE, key, table) }
    mutating func delete(below key: String, _ table: Int) { add(LA_STORE_DELETE_BELOW, key, table) }

    mutating func put(_ value: some Encodable, _ key: String, _ table: Int) throws {
        let start = bytes.count
        try encoder.encode(value, into: &bytes)
        add(LA_STORE_PUT, key, table, value: start..<bytes.count)
    }

    mutating func put(text: String, _ key: String, _ table: Int) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        add(LA_STORE_PUT, key, table, value: start..<bytes.count)
    }

    private mutating func add(_ what: Int, _ key: String, _ table: Int, value: Range<Int> = 0..<0) {
        let start = bytes.count
        bytes.append(contentsOf: key.utf8)
        writes.append(Write(what: what, table: table, key: start..<bytes.count, value: value))
    }

    /// Passes the writes to `body`; they are valid until it returns.
    func withWrites<Result>(_ body: (UnsafeBufferPointer<la_store_write>) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            // An empty batch has no address and needs none.
            let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let writes = writes.map { write in
                la_store_write(
                    what: Int32(write.what), table: la_table(write.table), key: base.map { $0 + write.key.lowerBound },
                    key_bytes: write.key.count,
                    value: write.what == LA_STORE_PUT ? base.map { $0 + write.value.lowerBound } : nil,
                    value_bytes: write.value.count)
            }
            return writes.withUnsafeBufferPointer(body)
        }
    }
}

extension StoreWrites {
    /// Adds all writes of a batch.
    mutating func add(_ batch: StoreBatch) throws {
        forget(batch)
        for (key, number) in [
            ("run", batch.run), ("closedRun", batch.closedRun), ("lostRuns", batch.lostRuns), ("seed", batch.seed),
            ("shards", batch.shards.map(UInt64.init)),
        ] {
            if let number { put(text: String(number), key, LA_TABLE_META) }
        }
        for record in batch.engines { try put(record, "clock", LA_TABLE_META) }
        for record in batch.kinds { try put(record, key(UInt64(record.ordinal)), LA_TABLE_KINDS) }
        for activity in batch.activities { try put(activity) }
        for record in batch.freedSlots { try put(record, key(record.slot), LA_TABLE_FREED_SLOTS) }
        for record in batch.permissions { try put(record, record.name.rawValue, LA_TABLE_PERMISSIONS) }
        for record in batch.topics { try put(record, record.memory.name.rawValue, LA_TABLE_TOPICS) }
        for record in batch.dismissals { try put(record, key(DismissalKey(record)), LA_TABLE_DISMISSALS) }
        for record in batch.consumers { try put(record, record.name.rawValue, LA_TABLE_CONSUMERS) }
        for change in batch.consumerChanges { try put(change, key(change.sequence), LA_TABLE_CHANGES) }
        for base in batch.journalBases { try put(base, key(base.number), LA_TABLE_JOURNAL_BASES) }
        for entry in batch.journal { try put(entry, key(entry.number), LA_TABLE_JOURNAL) }
    }

    private mutating func forget(_ batch: StoreBatch) {
        for id in batch.forgottenActivities {
            delete(id.description, LA_TABLE_ACTIVITIES)
            delete(id.description + "a", LA_TABLE_ACTIVITIES)
        }
        for name in batch.forgottenPermissions { delete(name.rawValue, LA_TABLE_PERMISSIONS) }
        for topic in batch.forgottenTopics { delete(topic.name.rawValue, LA_TABLE_TOPICS) }
        for dismissal in batch.forgottenDismissals { delete(key(dismissal), LA_TABLE_DISMISSALS) }
        for name in batch.forgottenConsumers { delete(name.rawValue, LA_TABLE_CONSUMERS) }
        for position in batch.forgottenConsumerChanges { delete(key(position.sequence), LA_TABLE_CHANGES) }
        for end in batch.consumerChangeBeginnings { delete(below: key(end.sequence + 1), LA_TABLE_CHANGES) }
        for beginning in batch.journalBeginnings {
            delete(below: key(beginning.number), LA_TABLE_JOURNAL_BASES)
            delete(below: key(beginning.number), LA_TABLE_JOURNAL)
        }
    }

    private mutating func put(_ activity: StoredActivity) throws {
        let id = activity.id.description
        if let attributes = activity.attributes {
            try put(StoredAttributes(attributes: attributes, topics: activity.topics), id + "a", LA_TABLE_ACTIVITIES)
        }
        var activity = activity
        activity.record.attributes = nil
        activity.topics = []
        try put(activity, id, LA_TABLE_ACTIVITIES)
    }

    /// A number as a key of 16 hexadecimal digits, so that keys sort like the numbers.
    private func key(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private func key(_ dismissal: DismissalKey) -> String {
        let names = [dismissal.owner.rawValue, dismissal.kind.rawValue, dismissal.key.rawValue]
        return JSONText(JSONValue(names.map { JSONValue($0) })).description
    }
}
