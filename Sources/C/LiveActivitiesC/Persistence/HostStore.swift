import CLiveActivities
import LiveActivityCore

/// A host's own store: its callbacks as the store that the engine's parts know.
///
/// `@unchecked Sendable`: a runtime calls it from one thread at a time.
final class HostStore: ActivityStore, @unchecked Sendable {
    private let table: la_store
    private let encoder = WireEncoder()
    private let decoder = WireDecoder(limits: .stored)
    /// What cannot be read, by its table and key.
    private(set) var damage: [StoreDamage] = []

    init(_ pointer: UnsafePointer<la_store>) throws(Failure) {
        // Up to reason, which the first version had.
        table = try sized(pointer, la_store(), atLeast: 48, "la_store")
        guard table.abi_version == UInt32(LA_STORE_ABI_VERSION) else {
            throw .argument("the store has ABI version \(table.abi_version), and this library takes \(LA_STORE_ABI_VERSION)")
        }
        guard table.read != nil, table.append != nil else { throw .argument("la_store.read or la_store.append is NULL") }
        encoder.userInfo[.exactDates] = true
    }

    func close() { table.close?(table.user_data) }

    // MARK: - Reading

    func head() throws(StoreError) -> StoreHead {
        do {
            var head = StoreHead()
            try read(LA_TABLE_META) { key, value in try read(key, value, into: &head) }
            try forEach(KindRecord.self, LA_TABLE_KINDS, "kind") { head.kinds.append($0) }
            try forEach(Snapshot.Owner.self, LA_TABLE_PERMISSIONS, "permission") { head.permissions.append($0) }
            try forEach(TopicRecord.self, LA_TABLE_TOPICS, "topic") { head.topics.append($0) }
            try forEach(Snapshot.Dismissal.self, LA_TABLE_DISMISSALS, "dismissal") { head.dismissals.append($0) }
            try forEach(ConsumerRecord.self, LA_TABLE_CONSUMERS, "consumer") { head.consumers.append($0) }
            head.dismissals.sort { ($0.at, $0.owner, $0.kind, $0.key) < ($1.at, $1.owner, $1.kind, $1.key) }
            return head
        } catch let error as StoreError {
            throw error
        } catch {
            throw .damaged(reason: String(describing: error))
        }
    }

    /// The head's own values. Without them nothing else has a meaning, so that one which cannot be read is an error.
    private func read(_ key: String, _ value: UnsafeBufferPointer<UInt8>, into head: inout StoreHead) throws {
        func number() throws -> UInt64 {
            guard let number = UInt64(String(decoding: value, as: UTF8.self)) else {
                throw StoreError.notAStore(reason: "'\(key)' in table \(LA_TABLE_META) is no number")
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

    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws {
        // A record is followed by its attributes, whose key is one letter longer.
        var waiting: (key: String, activity: StoredActivity)?
        func noteWaiting() {
            if let waiting { note("activity", waiting.key, waiting.activity.id, "it has no attributes") }
        }
        try read(LA_TABLE_ACTIVITIES) { key, value in
            if key.hasSuffix("a"), key.utf8.count > 16 {
                guard var found = waiting, key == found.key + "a" else { return }
                waiting = nil
                guard let attributes = decode(StoredAttributes.self, "activity", key, found.activity.id, value) else { return }
                found.activity.record.attributes = attributes.attributes
                found.activity.topics = attributes.topics
                try body(found.activity)
            } else {
                noteWaiting()
                waiting = decode(StoredActivity.self, "activity", key, ActivityID(key), value).map { (key, $0) }
            }
        }
        noteWaiting()
    }

    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws {
        try forEach(FreedSlotRecord.self, LA_TABLE_FREED_SLOTS, "freed slot", body)
    }

    func forEachConsumerChange(_ body: (Change) throws -> Void) throws {
        try forEach(Change.self, LA_TABLE_CHANGES, "change", body)
    }

    func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws {
        try forEach(JournalBase.self, LA_TABLE_JOURNAL_BASES, "journal base", body)
    }

    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws {
        try forEach(JournalEntry.self, LA_TABLE_JOURNAL, "journal entry", body)
    }

    private func forEach<Record: Decodable>(
        _: Record.Type, _ table: Int, _ name: String, _ body: (Record) throws -> Void
    ) throws {
        try read(table) { key, value in
            if let record = decode(Record.self, name, key, nil, value) { try body(record) }
        }
    }

    private func decode<Record: Decodable>(
        _: Record.Type, _ table: String, _ key: String, _ activity: ActivityID?, _ value: UnsafeBufferPointer<UInt8>
    ) -> Record? {
        do {
            return try decoder.decode(Record.self, from: value)
        } catch {
            note(table, key, activity, (error as? DecodingError)?.reason ?? String(describing: error))
            return nil
        }
    }

    private func note(_ table: String, _ key: String, _ activity: ActivityID?, _ reason: String) {
        // The head is read again where a journal is replayed.
        guard !damage.contains(where: { $0.table == table && $0.key == key }) else { return }
        damage.append(StoreDamage(table: table, key: key, activity: activity, reason: reason))
    }

    /// The body of one reading, and why it ended.
    private struct Reading {
        var body: (String, UnsafeBufferPointer<UInt8>) throws -> Void
        var error: (any Error)?
    }

    func read(_ number: Int, _ body: (String, UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        guard let read = table.read else { return }
        try withoutActuallyEscaping(body) { body in
            var reading = Reading(body: body)
            let status = withUnsafeMutablePointer(to: &reading) { reading in
                read(
                    table.user_data, la_table(number),
                    { context, key, keyBytes, value, valueBytes in
                        guard let reading = context?.assumingMemoryBound(to: Reading.self) else { return 0 }
                        let (key, value) = (buffer(key, keyBytes), buffer(value, valueBytes))
                        do {
                            try reading.pointee.body(String(decoding: key, as: UTF8.self), value)
                            return la_status(LA_OK)
                        } catch {
                            reading.pointee.error = error
                            return la_status(LA_ERROR_STORE_DAMAGED)
                        }
                    }, reading)
            }
            if let error = reading.error { throw error }
            if status != LA_OK { throw storeError(status, "read()") }
        }
    }

    // MARK: - Writing

    func append(_ batch: StoreBatch) throws(StoreError) {
        var writes = StoreWrites(encoder)
        do { try writes.add(batch) } catch {
            throw .unavailable(reason: "a record cannot be written as JSON: \(error)")
        }
        // The first batch of a run makes the store's run one higher.
        let claim = batch.claim ?? 0
        try append(writes, expecting: batch.run == nil ? claim : claim &- 1)
    }

    func append(_ writes: StoreWrites, expecting run: UInt64) throws(StoreError) {
        guard let append = table.append else { return }
        let status = writes.withWrites { writes in
            var batch = la_store_batch()
            batch.size = UInt32(MemoryLayout<la_store_batch>.size)
            batch.expected_run = run
            batch.writes = writes.baseAddress
            batch.count = writes.count
            return append(table.user_data, &batch)
        }
        if status != LA_OK { throw storeError(status, "append()") }
    }

    private func storeError(_ status: la_status, _ callback: String) -> StoreError {
        let reason =
            table.reason?(table.user_data).flatMap { String(validatingCString: $0) }
            ?? "\(callback) returned \(String(cString: la_status_name(status))) (\(status))"
        return switch Int(status) {
        case LA_ERROR_FENCED: .fenced(reason: reason)
        case LA_ERROR_STORE_BUSY: .busy(reason: reason)
        case LA_ERROR_NOT_A_STORE: .notAStore(reason: reason)
        case LA_ERROR_STORE_DAMAGED: .damaged(reason: reason)
        default: .unavailable(reason: reason)
        }
    }
}

private func buffer(_ start: UnsafePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
}

/// What is stored of an activity apart from its record, because it never changes.
struct StoredAttributes: Codable {
    var attributes: JSONText
    var topics: [Topic]
}
