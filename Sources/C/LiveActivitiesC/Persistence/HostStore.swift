import CLiveActivities
import LiveActivityCore
import LiveActivityHost

/// Adapts a host's store, a table of C callbacks, to ``ActivityStore``.
///
/// `@unchecked Sendable`: a runtime calls it from one thread at a time.
final class HostStore: ActivityStore, @unchecked Sendable {
    private let table: la_store
    private let encoder = WireEncoder()
    /// The unreadable records, by table and key.
    private(set) var damage: [StoreDamage] = []

    init(_ pointer: UnsafePointer<la_store>) throws(Failure) {
        // The first version of the struct ends with reason.
        table = try sized(pointer, la_store(), atLeast: 48, "la_store")
        guard table.abi_version == UInt32(LA_STORE_ABI_VERSION) else {
            throw .argument("the store has ABI version \(table.abi_version), and this library supports \(LA_STORE_ABI_VERSION)")
        }
        guard table.read != nil, table.append != nil else { throw .argument("la_store.read or la_store.append is NULL") }
        encoder.userInfo[.exactDates] = true
    }

    func close() { table.close?(table.user_data) }

    // MARK: - Reading

    func head() throws(StoreError) -> StoreHead { try records.head() }

    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try records.forEachActivity(body) }

    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws {
        try records.forEach(FreedSlotRecord.self, .freedSlots, body)
    }

    func forEachConsumerChange(_ body: (Change) throws -> Void) throws { try records.forEach(Change.self, .changes, body) }

    func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws {
        try records.forEach(JournalBase.self, .journalBases, body)
    }

    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws {
        try records.forEach(JournalEntry.self, .journal, body)
    }

    private var records: StoreRecords {
        StoreRecords { table, receive in
            try self.read(table.rawValue, receive)
        } note: { damage in
            // The head is read again when a journal is replayed.
            guard !self.damage.contains(where: { $0.table == damage.table && $0.key == damage.key }) else { return }
            self.damage.append(damage)
        }
    }

    /// The context of one call of `read`: the closure that receives records, and the error that ended it.
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
        // The first batch of a run increments the run number in the store.
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
