package import LiveActivityCore

/// The commit protocol of one store: which batch has a command, which one is being written, and what came of it.
///
/// **Problem.** A write to a disk takes a thousand times as long as a command. A runtime that writes each command separately is
/// slow; one that acknowledges a command before the write loses it in a crash.
///
/// **Intuition.** Group commit: batches have numbers. What is done now is part of the next batch to begin (``request()``).
/// Whoever writes begins it (``begin()``), takes all that is dirty, and reports what the store said (``finish(_:)``). Its
/// number answers everybody who waits for it (``result(of:)``). What comes meanwhile waits for the batch after it, so of many
/// callers one writes for all.
///
/// | event | what then holds |
/// | --- | --- |
/// | a batch is written | everything that was requested before it began is durable |
/// | a batch fails | its callers get the failure; its content is put back and is part of the next one |
/// | the store belongs to another run (``StoreError/fenced(reason:)``) | no batch begins any more; all callers get that, now
/// and later |
/// | the store is closed | the same, with ``StoreError/closed`` |
///
/// It is a value: threads, tasks, queues and clocks are its shell's. Rejected: a number for each request, which makes a batch's
/// waiters a list where one number will do.
package struct StoreCommit: Sendable {
    /// A batch of this store, counted from 1.
    package typealias BatchNumber = UInt64

    /// Which opening of the store this is.
    package let run: UInt64
    /// How many runs were lost before this one.
    package let lostRuns: UInt64
    /// The changes to write that belong to no shard.
    package var head = HeadChanges()

    /// The batch that has begun last.
    package private(set) var begun: BatchNumber = 0
    private var durable: BatchNumber = 0
    private var failed: BatchNumber = 0
    /// Whether a batch is being written.
    package private(set) var isWriting = false
    /// Whether the next batch is to begin as soon as the current one ends.
    package private(set) var isWanted = false
    /// Why the last batch could not be written; `nil` if it was.
    package private(set) var failure: StoreError?
    /// Why no batch begins any more; `nil` while they do.
    package private(set) var end: StoreError?

    /// Continues a store with a new run, which the first batch claims.
    ///
    /// - Parameters:
    ///   - stored: The store's head.
    ///   - seed: The seed of ids, which later runs continue with.
    package init(claiming stored: StoreHead, shards: Int, partition: Int? = nil, seed: UInt64) {
        run = stored.run + 1
        lostRuns = stored.lostRuns + (stored.closedRun == stored.run ? 0 : 1)
        head.run = run
        head.lostRuns = lostRuns
        head.shards = shards
        head.partition = partition
        head.seed = seed
    }

    /// Requests that everything done so far is written.
    ///
    /// - Returns: The batch that will have it.
    package mutating func request() -> BatchNumber {
        isWanted = true
        return begun + 1
    }

    /// Begins the next batch. Only while none is being written, and the store has not ended.
    ///
    /// - Returns: The changes that belong to no shard, for ``TakenBatch``.
    package mutating func begin() -> HeadChanges {
        precondition(!isWriting, "batch \(begun) is still being written")
        isWriting = true
        isWanted = false
        begun += 1
        defer { head = HeadChanges() }
        return head
    }

    /// The batch that has begun is over.
    ///
    /// - Parameters:
    ///   - failure: Why it could not be written; `nil` if it was. The shards' parts are put back by their hosts.
    ///   - taken: The value that ``begin()`` returned.
    package mutating func finish(_ failure: StoreError?, _ taken: HeadChanges) {
        isWriting = false
        self.failure = failure
        guard let failure else {
            durable = begun
            return
        }
        failed = begun
        head.putBack(taken)
        if case .fenced = failure { end(for: failure) }
    }

    /// No batch begins any more.
    package mutating func end(for reason: StoreError) { end = end ?? reason }

    /// The last batch says that the run was closed, so that the next one continues exactly here. No command comes any more.
    package mutating func closeRun() { head.closedRun = run }

    /// The result of a batch.
    ///
    /// - Returns: `nil` while it has not been written. A batch that failed is durable as soon as a later one is, which has its
    ///   content.
    package func result(of batch: BatchNumber) -> Result<Void, StoreError>? {
        if durable >= batch { return .success(()) }
        if let end { return .failure(end) }
        if failed >= batch, let failure { return .failure(failure) }
        return nil
    }

    /// Why a command is refused before it does anything; `nil` while the store works.
    package var refusal: StoreError? { end ?? failure }
}

/// The changes in a store's head. `.some(nil)` deletes the key.
package struct HeadChanges: Sendable {
    package var run: UInt64?
    package var closedRun: UInt64?
    package var lostRuns: UInt64?
    package var shards: Int?
    package var partition: Int?
    package var seed: UInt64?
    package var consumers: [ConsumerName: ConsumerRecord?] = [:]
    /// Consumers that have acknowledged more. Their positions are read when the batch is made.
    package var acknowledging: Set<ConsumerName> = []
    package var startTokens: [StartTokenRecord.Key: Data?] = [:]

    package init() {}

    /// Reads up to where the consumers that have acknowledged more have done so.
    ///
    /// - Parameter positions: Of a consumer in each shard; `nil` in a shard that does not know it.
    package mutating func noteAcknowledgements(_ positions: (ConsumerName) -> [UInt64?]) {
        for name in acknowledging where consumers[name] == nil {
            let positions = positions(name)
            // A consumer that was removed since has no position.
            guard !positions.contains(nil) else { continue }
            consumers[name] = ConsumerRecord(name: name, acknowledged: positions.map { $0 ?? 0 })
        }
        acknowledging = []
    }

    /// Adds what could not be written, except where it has changed again since.
    mutating func putBack(_ older: Self) {
        run = run ?? older.run
        closedRun = closedRun ?? older.closedRun
        lostRuns = lostRuns ?? older.lostRuns
        shards = shards ?? older.shards
        partition = partition ?? older.partition
        seed = seed ?? older.seed
        consumers.merge(older.consumers) { newer, _ in newer }
        acknowledging.formUnion(older.acknowledging)
        startTokens.merge(older.startTokens) { newer, _ in newer }
    }
}

/// All that was taken for a batch, before it is encoded.
package struct TakenBatch: Sendable {
    package var head: HeadChanges
    package var shards: [PendingShard]

    package init(head: HeadChanges, shards: [PendingShard]) {
        self.head = head
        self.shards = shards
    }

    /// Encodes the batch. Called without the lock of any host, as it takes long.
    ///
    /// - Parameters:
    ///   - run: The run that writes it.
    ///   - additional: Members of an activity's extras beside those of the engine, from those that this version does not know.
    package func batch(
        of run: UInt64, additional: ((ActivityID, JSONValue?) -> JSONValue?)? = nil
    ) throws(StoreError) -> StoreBatch {
        var batch = StoreBatch(head)
        batch.activities.reserveCapacity(shards.reduce(0) { $0 + ($1.state?.activityCount ?? 0) })
        let encoder = WireEncoder()
        for shard in shards { try batch.add(shard, with: encoder, additional: additional) }
        if !batch.isEmpty { batch.claim = run }
        return batch
    }
}

extension StoreBatch {
    fileprivate init(_ head: HeadChanges) {
        self.init()
        run = head.run
        closedRun = head.closedRun
        lostRuns = head.lostRuns
        // A store has its layout from its first batch on.
        shards = head.shards
        partition = head.partition
        seed = head.seed
        for (name, record) in Array(head.consumers).sortedRarely(by: { $0.key < $1.key }) {
            if let record { consumers.append(record) } else { forgottenConsumers.append(name) }
        }
        for (key, token) in head.startTokens {
            if let token {
                startTokens.append(StartTokenRecord(owner: key.owner, kind: key.kind, token: token))
            } else {
                forgottenStartTokens.append(key)
            }
        }
    }
}
