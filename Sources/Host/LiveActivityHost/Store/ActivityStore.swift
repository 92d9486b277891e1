public import LiveActivityCore

/// Persists a runtime's state, so that it outlives the process.
///
/// `LiveActivityRuntime.init(configuration:shards:clock:providers:store:durability:journal:subscribe:)` reads everything once,
/// then appends batches. The engine is independent of it. `MemoryStore` is a store for tests; `LiveActivitySQLite` has one for
/// files.
///
/// A store guarantees:
/// - **All or nothing.** When ``append(_:)`` has returned, the whole batch is persisted, even if the process ends. After a
///   crash during the call, all of it is persisted or nothing. When the call throws, the runtime assumes that nothing is, and
///   appends the same data again together with later changes. Appending is idempotent: data that is already stored stays
///   unchanged.
/// - **In order.** The data read back is the result of the batches in order, without a gap.
/// - **One writer.** A batch of a run to which the store no longer belongs is refused as a whole (``StoreBatch/claim``).
/// - **Nothing is dropped.** Data added by a later version (a column, a field, a kind) stays unchanged.
///
/// It is called by one thread at a time, and never under the lock of a shard.
public protocol ActivityStore: Sendable {
    /// Returns the stored data other than activities. An empty store has an empty head.
    ///
    /// - Throws: ``StoreError`` if the data cannot be read. It is then left unchanged.
    func head() throws(StoreError) -> StoreHead

    /// Calls `body` with each stored activity, in any order, one at a time, so that a million need not be in memory twice.
    ///
    /// - Throws: ``StoreError``, and the errors of `body`.
    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws

    /// Calls `body` with each slot from which an activity was dismissed, in any order. Slots that are in use again may be among
    /// them.
    ///
    /// - Throws: ``StoreError``, and the errors of `body`.
    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws

    /// Calls `body` with each change that waits for a named consumer, shard by shard, in ascending order of sequences.
    ///
    /// - Throws: ``StoreError``, and the errors of `body`.
    func forEachConsumerChange(_ body: (Change) throws -> Void) throws

    /// Calls `body` with each point at which a replay of the journal can begin, shard by shard, in ascending order of numbers.
    ///
    /// - Throws: ``StoreError``, and the errors of `body`.
    func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws

    /// Calls `body` with each entry of the journal, shard by shard, in ascending order of numbers.
    ///
    /// - Throws: ``StoreError``, and the errors of `body`.
    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws

    /// The shards that have a journal, in ascending order.
    ///
    /// - Throws: ``StoreError`` if the journal cannot be read.
    func journalShards() throws -> [Int]

    /// Calls `body` with each point of one shard's journal at which a replay can begin, from a number on, in ascending order.
    ///
    /// - Throws: ``StoreError``, and the errors of `body`, which end the reading.
    func forEachJournalBase(of shard: Int, from number: UInt64, _ body: (JournalBase) throws -> Void) throws

    /// Calls `body` with each entry of one shard's journal, from a number on, in ascending order.
    ///
    /// - Throws: ``StoreError``, and the errors of `body`, which end the reading.
    func forEachJournalEntry(of shard: Int, from number: UInt64, _ body: (JournalEntry) throws -> Void) throws

    /// Persists a batch as a whole, so that it outlives the process and a power failure.
    ///
    /// - Throws: ``StoreError``; then nothing of the batch is persisted, or all of it. ``StoreError/fenced(reason:)`` if the
    ///   batch is from another run (``StoreBatch/checkClaim(run:)``); then nothing is.
    func append(_ batch: StoreBatch) throws(StoreError)

    /// The damaged records among those read so far. The other methods skip them and continue with the rest.
    var damage: [StoreDamage] { get }

    /// The size of the store in bytes, including all its files; `nil` if unknown. Called on any thread, for metrics.
    var byteCount: Int? { get }

    /// The maximum time by which a batch is delayed to include more commands, while callers arrive independently of batches.
    /// Callers that return right after a batch delay the next one by at most 1 ms, also with zero. Read once, when a runtime is
    /// created.
    var batchDelayMax: Duration { get }

    /// Releases files and locks. No method is called afterwards.
    func close()
}

extension ActivityStore {
    /// Default: empty, for a store that detects no damage.
    public var damage: [StoreDamage] { [] }

    /// Default: reads the points of all shards.
    public func journalShards() throws -> [Int] {
        var shards: Set<Int> = []
        try forEachJournalBase { shards.insert($0.shard) }
        return shards.sorted()
    }

    /// Default: reads the points of all shards, and skips the others.
    public func forEachJournalBase(of shard: Int, from number: UInt64, _ body: (JournalBase) throws -> Void) throws {
        try forEachJournalBase { if $0.shard == shard, $0.number >= number { try body($0) } }
    }

    /// Default: reads the entries of all shards, and skips the others.
    public func forEachJournalEntry(of shard: Int, from number: UInt64, _ body: (JournalEntry) throws -> Void) throws {
        try forEachJournalEntry { if $0.shard == shard, $0.number >= number { try body($0) } }
    }

    /// Default: unknown.
    public var byteCount: Int? { nil }

    /// Default: zero, for a store to which a small batch costs little.
    public var batchDelayMax: Duration { .zero }

    /// Default: does nothing.
    public func close() {}
}
