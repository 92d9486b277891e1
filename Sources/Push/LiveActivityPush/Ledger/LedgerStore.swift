#if Push
import Synchronization

/// Where a ledger is kept, so that it outlives the process.
public protocol LedgerStore: Sendable {
    /// All records in the order in which they were appended.
    ///
    /// - Throws: ``PushError/ledgerUnavailable(reason:)``.
    func load() throws(PushError) -> [LedgerRecord]

    /// Appends records. When it returns, they outlive the process.
    ///
    /// - Throws: ``PushError/ledgerUnavailable(reason:)``. The records are then not stored.
    func append(_ records: [LedgerRecord]) throws(PushError)
}

/// A ledger's store in memory, for tests and for hosts that register all tokens again.
public final class MemoryLedgerStore: LedgerStore {
    private let records = Mutex<[LedgerRecord]>([])

    /// An empty store.
    public init() {}

    public func load() -> [LedgerRecord] { records.withLock { $0 } }
    public func append(_ records: [LedgerRecord]) { self.records.withLock { $0 += records } }
}
#endif
