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

    /// Whether another process may take the ledger over at any time, and this one learns of it only when it writes. Then nothing is sent
    /// before what the ledger has of it is stored, and what cannot be stored is not sent. `false` unless the store says otherwise.
    ///
    /// ``append(_:)`` and ``sync()`` may then take as long as a network does: a pusher calls them on a thread of its own.
    var isShared: Bool { get }

    /// What was lost while nobody had the ledger open, in words; `nil` where nothing was, or it cannot be told. A pusher logs it at start.
    var loss: String? { get }
}

extension LedgerStore {
    public func sync() throws(PushError) {}
    public var isShared: Bool { false }
    public var loss: String? { nil }
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
