#if Push
import Synchronization

/// Where a ledger is kept, so that it outlives the process.
public protocol LedgerStore: Sendable {
    /// All records in the order in which they were appended.
    ///
    /// - Throws: ``PushError/ledgerUnavailable(reason:)`` if the store cannot be read.
    func load() throws(PushError) -> [LedgerRecord]

    /// Appends records. When it returns, they outlive the process.
    ///
    /// - Throws: ``PushError/ledgerUnavailable(reason:)``. The records are then not stored.
    func append(_ records: [LedgerRecord]) throws(PushError)

    /// When it returns, everything that was appended survives a loss of power too. Called from any thread, before an app
    /// receives the confirmation of its token, and before a start is sent. By default it does nothing.
    ///
    /// - Throws: ``PushError/ledgerUnavailable(reason:)`` if the store cannot be written.
    func sync() throws(PushError)

    /// Whether another process may take the ledger over at any time, which this one detects only when it writes. If so, a push
    /// is sent only after its ledger records are stored, and not at all if they cannot be. By default `false`.
    ///
    /// ``append(_:)`` and ``sync()`` may then take as long as a network does: a pusher calls them on a thread of its own.
    var isShared: Bool { get }

    /// A description of what was lost while no process had the ledger open; `nil` if nothing was, or a loss cannot be detected.
    /// A pusher logs it at start.
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
