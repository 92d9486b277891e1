#if Push
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import Synchronization

/// The push ledger of a partition, in the partition's log: each installation is a ``PartitionRecord``.
final class PartitionLedger: LedgerStore {
    static let part = "push"

    private let store: PartitionStore
    private let cipher: LedgerCipher
    private let restored: Mutex<[PartitionRecord]>

    /// - Parameter store: Still has the records that were in the log at the claim.
    init(_ store: PartitionStore, _ cipher: LedgerCipher) {
        (self.store, self.cipher) = (store, cipher)
        restored = Mutex(store.restoredRecords.filter { $0.place.part == Self.part })
    }

    /// A push may be sent only once its record is in the log, because another node may have claimed the partition.
    var isShared: Bool { true }

    /// The log's records at the claim. A second call returns none.
    func load() throws(PushError) -> [LedgerRecord] {
        let records = restored.withLock { restored in
            defer { restored = [] }
            return restored
        }
        var ledger: [LedgerRecord] = []
        let decoder = WireDecoder()
        for record in records {
            guard let value = record.value else { continue }
            do { ledger.append(try cipher.open(value, at: record.place.key, with: decoder)) } catch {
                throw .ledgerUnavailable(
                    reason: "the record of an installation in the partition's log cannot be read: \(cipher.hint)")
            }
        }
        return ledger
    }

    func append(_ records: [LedgerRecord]) throws(PushError) {
        guard !records.isEmpty else { return }
        // An installation that was removed and registered again has several records: the last one counts.
        var newest: [PartitionRecord] = []
        let encoder = WireEncoder()
        for record in records {
            let place = PartitionRecord.Place(part: Self.part, key: cipher.place(of: record.name))
            do {
                newest.append(
                    PartitionRecord(place, record.isForgotten ? nil : try cipher.seal(record, at: place.key, with: encoder)))
            } catch { throw .ledgerUnavailable(reason: "a record cannot be encoded: \(error)") }
        }
        do throws(StoreError) { try store.append(newest) } catch { throw .ledgerUnavailable(reason: "\(error)") }
    }
}
#endif
