public import LiveActivityCore

/// Keeps a runtime's state beyond the process that runs it (LIFE-20).
///
/// An adapter: the engine knows nothing of it. ``LiveActivityRuntime/init(configuration:shards:clock:providers:store:durability:journal:)``
/// reads everything once, then appends batches. ``MemoryStore`` is one; `LiveActivitySQLite` is the one for files.
///
/// What a store promises:
/// - **All or nothing.** After ``append(_:)`` has returned, all of the batch is kept, whatever happens to the process; after a crash in
///   the middle of it, all or nothing is. When it throws, the runtime takes it that nothing is, and appends the same once more,
///   with what has changed since. To append what is kept already changes nothing.
/// - **In order.** What is read back is what the batches made, one after the other, without a gap.
/// - **Nothing is dropped.** What a later version has added (a column, a field, a kind) stays as it is.
///
/// Called by one thread at a time, under no lock of a shard; ``append(_:)`` by whichever thread's turn it is.
public protocol ActivityStore: Sendable {
    /// What is kept besides the activities themselves. An empty store gives an empty head.
    ///
    /// - Throws: ``StoreError`` where there is something that cannot be read, which is then as it was.
    func head() throws(StoreError) -> StoreHead

    /// Hands over each activity that is kept, in any order, one at a time, so that a million need not be in memory twice.
    ///
    /// - Throws: ``StoreError``, and what `body` throws.
    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws

    /// Hands over each place whose activity was dismissed, in any order. One in which an activity lives again may be among them.
    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws

    /// Hands over each change that waits for a named consumer, shard by shard, the least sequence first.
    func forEachConsumerChange(_ body: (Change) throws -> Void) throws

    /// Hands over where the journal can begin (``JournalBase``), shard by shard, the least number first.
    func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws

    /// Hands over the journal, shard by shard, the least number first.
    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws

    /// Keeps a batch: all of it, and so that it outlives the process and a loss of power.
    ///
    /// - Throws: ``StoreError``; nothing of the batch is then kept, or all of it.
    func append(_ batch: StoreBatch) throws(StoreError)

    /// Lets go of what the store holds: files, locks. Nothing is called any more.
    func close()
}

extension ActivityStore {
    public func close() {}
}

/// Why a store could not read or keep something. What was acknowledged is still there.
@nonexhaustive
public enum StoreError: Error, Hashable, Sendable {
    /// It cannot write just now, and may later: the disk is full, a quota is reached, the device failed.
    case unavailable(reason: String)
    /// Another process has it open.
    case busy(reason: String)
    /// It may be read only.
    case readOnly(reason: String)
    /// What is there is not a store.
    case notAStore(reason: String)
    /// It was a store, and part of it cannot be read. `reason` says which.
    case damaged(reason: String)
    /// A later version has written it in a way that this one cannot go on with.
    case newer(version: Int, supported: Int)
    /// A migration from an older version failed; the store is as it was before.
    case migration(reason: String)
    /// It was closed.
    case closed
}

extension StoreError: CustomStringConvertible {
    /// A permanent name for the case, for JSON, logs and other languages.
    public var code: String {
        switch self {
        case .unavailable: "unavailable"
        case .busy: "busy"
        case .readOnly: "readOnly"
        case .notAStore: "notAStore"
        case .damaged: "damaged"
        case .newer: "newer"
        case .migration: "migration"
        case .closed: "closed"
        }
    }

    public var description: String {
        switch self {
        case .unavailable(let reason): "the store cannot write: \(reason)"
        case .busy(let reason): "another process has the store open: \(reason)"
        case .readOnly(let reason): "the store may only be read: \(reason)"
        case .notAStore(let reason): "this is no store: \(reason)"
        case .damaged(let reason): "the store is damaged: \(reason)"
        case .newer(let version, let supported):
            "the store was written by a later version: its format is \(version), the latest known here is \(supported)"
        case .migration(let reason): "the store could not be brought to this version, and is as it was: \(reason)"
        case .closed: "the store was closed"
        }
    }
}
