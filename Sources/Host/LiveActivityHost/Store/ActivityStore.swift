public import LiveActivityCore

/// Persists a runtime's state, so that it outlives the process.
///
/// `LiveActivityRuntime.init(configuration:shards:clock:providers:store:durability:journal:subscribe:)` reads everything once,
/// then appends batches. The engine knows nothing of it. `MemoryStore` is a store for tests; `LiveActivitySQLite` has one for
/// files.
///
/// A store guarantees:
/// - **All or nothing.** When ``append(_:)`` has returned, the whole batch is persisted, whatever happens to the process. After
///   a crash during the call, all of it is or nothing. When the call throws, the runtime assumes that nothing is, and appends
///   the same again together with what has changed since. Appending is idempotent: what the store has already stays as it is.
/// - **In order.** What is read back is the result of the batches one after the other, without a gap.
/// - **One writer.** A batch of a run to which the store no longer belongs is refused as a whole (``StoreBatch/claim``).
/// - **Nothing is dropped.** What a later version has added (a column, a field, a kind) stays as it is.
///
/// It is called by one thread at a time, and never under the lock of a shard.
public protocol ActivityStore: Sendable {
    /// Returns what is stored besides the activities themselves. An empty store has an empty head.
    ///
    /// - Throws: ``StoreError`` where there is something that cannot be read. It is then left as it was.
    func head() throws(StoreError) -> StoreHead

    /// Calls `body` with each stored activity, in any order, one at a time, so that a million need not be in memory twice.
    ///
    /// - Throws: ``StoreError``, and what `body` throws.
    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws

    /// Calls `body` with each slot from which an activity was dismissed, in any order. A slot that is used again may be among
    /// them.
    ///
    /// - Throws: ``StoreError``, and what `body` throws.
    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws

    /// Calls `body` with each change that waits for a named consumer, shard by shard, the smallest sequence first.
    ///
    /// - Throws: ``StoreError``, and what `body` throws.
    func forEachConsumerChange(_ body: (Change) throws -> Void) throws

    /// Calls `body` with each point at which the journal can begin, shard by shard, the smallest number first.
    ///
    /// - Throws: ``StoreError``, and what `body` throws.
    func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws

    /// Calls `body` with each entry of the journal, shard by shard, the smallest number first.
    ///
    /// - Throws: ``StoreError``, and what `body` throws.
    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws

    /// Persists a batch as a whole, so that it outlives the process and a loss of power.
    ///
    /// - Throws: ``StoreError``; then nothing of the batch is persisted, or all of it. ``StoreError/fenced(reason:)`` where the
    ///   batch is of another run (``StoreBatch/checkClaim(run:)``); then nothing is.
    func append(_ batch: StoreBatch) throws(StoreError)

    /// The damaged records among those that were read so far. The other methods skip them and continue with the rest.
    var damage: [StoreDamage] { get }

    /// How many bytes the store takes, with everything that belongs to it; `nil` if it does not know. Called on any thread, for
    /// metrics.
    var byteCount: Int? { get }

    /// Releases files and locks. Nothing is called afterwards.
    func close()
}

extension ActivityStore {
    /// Nothing: a store that does not say otherwise notices no damage.
    public var damage: [StoreDamage] { [] }

    /// Default: unknown.
    public var byteCount: Int? { nil }

    /// Default: does nothing.
    public func close() {}
}
