#if Push
import Synchronization

/// Stores a ledger, so that it outlives the process.
public protocol LedgerStore: Sendable {
    /// All records in the order in which they were appended.
    ///
    /// - Throws: ``PushError/ledgerUnavailable(reason:)`` if the store cannot be read.
    func load() throws(PushError) -> [LedgerRecord]

    /// Appends records. They outlive the process when this returns.
    ///
    /// - Throws: ``PushError/ledgerUnavailable(reason:)``. The records are then not stored.
    func append(_ records: [LedgerRecord]) throws(PushError)

    /// Returns when everything that was appended survives a loss of power. It is called on any thread, before a registration is
    /// confirmed to an app and before a start is sent. By default it does nothing.
    ///
    /// - Throws: ``PushError/ledgerUnavailable(reason:)`` if the store cannot be written.
    func sync() throws(PushError)

    /// `true` if another process may take over the ledger at any time, which this process detects only when it writes. Then a
    /// push is sent only after its ledger records are stored, and not at all if they cannot be stored. By default `false`.
    ///
    /// ``append(_:)`` and ``sync()`` of such a store may have to wait for a network, so a pusher calls them on a separate
    /// thread.
    var isShared: Bool { get }

    /// Describes records that were lost while no process had the ledger open; `nil` if none were lost, or if the store cannot
    /// detect it. A pusher logs it at start.
    var loss: String? { get }
}

extension LedgerStore {
    public func sync() throws(PushError) {}
    public var isShared: Bool { false }
    public var loss: String? { nil }
}

/// A ledger in memory, for tests and for hosts that register all tokens again after a start.
public final class MemoryLedgerStore: LedgerStore {
    private let records = Mutex<[LedgerRecord]>([])

    /// An empty store.
    public init() {}

    public func load() -> [LedgerRecord] { records.withLock { $0 } }
    public func append(_ records: [LedgerRecord]) { self.records.withLock { $0 += records } }
}
#endif
