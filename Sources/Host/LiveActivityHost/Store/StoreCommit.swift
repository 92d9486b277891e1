package import LiveActivityCore

/// The commit protocol of one store: which batch contains a command, which batch is being written, and its result.
///
/// **Problem.** A write to a disk takes a thousand times as long as a command. A runtime that writes each command separately is
/// slow; one that acknowledges a command before the write loses it in a crash.
///
/// **Intuition.** Group commit: batches have numbers. A change made now is part of the next batch to begin (``request()``). The
/// writer begins it (``begin()``), takes everything that is dirty, and reports the store's result (``finish(_:)``). The batch's
/// number determines the result for everyone who waits (``result(of:)``). Commands that arrive meanwhile wait for the following
/// batch, so one caller writes for many.
///
/// | event | what then holds |
/// | --- | --- |
/// | a batch is written | everything that was requested before it began is durable |
/// | a batch fails | its callers get the failure; its content is put back and is part of the next one |
/// | the store belongs to another run (``StoreError/fenced(reason:)``) | no batch follows; all callers get that error |
/// | the store is closed | the same, with ``StoreError/closed`` |
///
/// It is a value: threads, tasks, queues and clocks belong to its shell. Rejected: a number for each request, which would turn
/// a batch's waiters into a list, where a single number suffices.
package struct StoreCommit: Sendable {
    /// The number of a batch of this store, from 1.
    package typealias BatchNumber = UInt64

    /// The number of this opening of the store.
    package let run: UInt64
    /// The number of lost runs before this one.
    package let lostRuns: UInt64
    /// The changes to write that belong to no shard.
    package var head = HeadChanges()

    /// The most recently begun batch.
    package private(set) var begun: BatchNumber = 0
    private var durable: BatchNumber = 0
    /// The last batch that failed without certainty that nothing of it was written, and its error.
    private var doubt: (batch: BatchNumber, failure: StoreError)?
    /// Whether a batch is being written.
    package private(set) var isWriting = false
    /// Whether the next batch must begin as soon as the current one ends.
    package private(set) var isWanted = false
    /// The error with which the last batch failed; `nil` if it was written.
    package private(set) var failure: StoreError?
    /// The reason why no further batch begins; `nil` while batches are possible.
    package private(set) var end: StoreError?

    /// Continues a store with a new run, which the first batch claims.
    ///
    /// - Parameters:
    ///   - stored: The store's head.
    ///   - seed: The seed of ids, which later runs keep.
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
    /// - Returns: The number of the batch that will contain it.
    package mutating func request() -> BatchNumber {
        isWanted = true
        return begun + 1
    }

    /// Begins the next batch. Call it only while no batch is being written and the store has not ended.
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

    /// Ends the batch that has begun.
    ///
    /// - Parameters:
    ///   - failure: The error if it could not be written; `nil` if it was. The hosts put back the shards' parts.
    ///   - taken: The value that ``begin()`` returned.
    package mutating func finish(_ failure: StoreError?, _ taken: HeadChanges) {
        isWriting = false
        self.failure = failure
        guard let failure else {
            durable = begun
            return
        }
        head.putBack(taken)
        if case .fenced = failure {
            end(for: failure)
            // A change that was made while the last batch began may be in that one instead.
            if let doubt, doubt.batch > durable { self.doubt = (begun, doubt.failure) }
        } else {
            doubt = (begun, failure)
        }
    }

    /// Ends the store; no further batch begins.
    package mutating func end(for reason: StoreError) { end = end ?? reason }

    /// Marks the run as closed in the last batch, so that the next one continues exactly here. No further command may follow.
    package mutating func closeRun() { head.closedRun = run }

    /// The result of a batch.
    ///
    /// - Returns: `nil` while it has not been written. A failed batch is durable as soon as a later one is, which contains its
    ///   content.
    package func result(of batch: BatchNumber) -> Result<Void, StoreError>? {
        if durable >= batch { return .success(()) }
        // If the store is closed later, it is still unknown whether the earlier attempt was written.
        if let doubt, doubt.batch >= batch { return .failure(doubt.failure) }
        if let end { return .failure(end) }
        return nil
    }

    /// The error for a caller whose change is in no further batch; `nil` while batches are possible.
    package var endOfCallers: StoreError? {
        guard let end else { return nil }
        if let doubt, doubt.batch > durable { return doubt.failure }
        return end
    }

    /// The reason to refuse commands before they have any effect; `nil` while the store works.
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
    /// Consumers that have acknowledged more changes. Their positions are read when the batch is created.
    package var acknowledging: Set<ConsumerName> = []
    package var startTokens: [StartTokenRecord.Key: Data?] = [:]

    package init() {}

    /// Reads the positions of the consumers that have acknowledged more changes.
    ///
    /// - Parameter positions: A consumer's position in each shard; `nil` for a shard without the consumer.
    package mutating func noteAcknowledgements(_ positions: (ConsumerName) -> [UInt64?]) {
        for name in acknowledging where consumers[name] == nil {
            let positions = positions(name)
            // A consumer that was removed meanwhile has no position.
            guard !positions.contains(nil) else { continue }
            consumers[name] = ConsumerRecord(name: name, acknowledged: positions.map { $0 ?? 0 })
        }
        acknowledging = []
    }

    /// Puts changes back that could not be written, except those that have changed again since.
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

/// The data taken for a batch, before it is encoded.
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
    ///   - additional: Combines the runtime's members of an activity's extras with those that this version does not know.
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
        // A store's layout is fixed by its first batch.
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
