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

    /// When it returns, everything that was appended outlives a loss of power too. Called from any thread, for tokens that apps are told are
    /// stored, and before a start is sent. Does nothing unless the store says otherwise.
    ///
    /// - Throws: ``PushError/ledgerUnavailable(reason:)``.
    func sync() throws(PushError)
}

extension LedgerStore {
    public func sync() throws(PushError) {}
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
