package import LiveActivityCore

/// One engine with everything that accompanies its commands: the changes that wait for consumers, the journal, and the state
/// that is not stored yet.
///
/// **Problem.** A command is applied in memory and becomes durable later, as part of a batch. Meanwhile further commands
/// arrive, the batch may fail, and no consumer may receive a change that a crash could undo. Each program has its own lock,
/// clock and way to wait, but must not have its own version of these rules.
///
/// **Intuition.** The engine, the outbox and the journal mark what is new. A batch takes everything that is marked
/// (``takePending(for:)``). If it was written, consumers may read up to its last change (``wasPersisted(_:)``); if not,
/// everything is marked again (``putBack(_:)``).
///
/// | event | the shell's calls |
/// | --- | --- |
/// | a command arrives | ``begin(batch:)``, ``begin(at:runsDeadlines:)``, ``perform(at:journaled:_:)``, ``passChanges(_:)`` |
/// | the deadline is reached | the same with `engine.advance(to:)` |
/// | a batch is due | ``takePending(for:)`` in each host, then the store's append |
/// | the store has answered | ``wasPersisted(_:)`` or ``putBack(_:)`` |
///
/// It is a value without a lock, a thread, a clock or a file. Its shell (a shard of a runtime, the C library, a test) provides
/// these. ``StoreCommit`` has the state of the store as a whole. Rejected: one value for all shards, since they run in
/// parallel.
@usableFromInline package struct Host: ~Copyable {
    @usableFromInline package var engine: Engine
    /// The number of the shard.
    package let shard: Int
    /// The changes that wait for named consumers; `nil` while there are no consumers.
    @usableFromInline package private(set) var outbox: Outbox?
    /// The commands to be written to the journal; `nil` without a journal.
    @usableFromInline package var journal: Journal?
    /// Readers that fetch their changes at their own pace.
    @usableFromInline package var readers = ChangeReaders()
    /// Members of activities' extras that this version does not know. They are written back with each change.
    package var unknownExtras: [ActivityID: JSONValue] = [:]
    /// The number of the last batch for which anything was taken.
    @usableFromInline package private(set) var batchNumber: UInt64 = 0
    /// The state that a command has set aside for that batch, until the writer fetches it.
    private var takenForBatch: PendingShard?
    /// The number of batches that were taken and are neither stored nor put back.
    private var unansweredBatches = 0
    /// The sequence of the last change in the last stored batch.
    private var persistedSequence: UInt64 = 0
    /// Activities and slots that were read from a store but not linked yet.
    var reopening = Reopening()

    package init(_ engine: consuming Engine, shard: Int) {
        self.engine = engine
        self.shard = shard
    }

    // MARK: - Commands

    /// Tells the host the store's current batch. Where several hosts share a store, call this before each command: earlier
    /// changes belong to a batch that has begun, and this command's changes belong to the next one.
    ///
    /// - Parameter number: The store's current batch.
    @inlinable package mutating func begin(batch number: UInt64) { if number != batchNumber { takeForBatch(number) } }

    /// Begins a new part of the journal if one is due, and runs the deadlines before a command.
    ///
    /// - Parameter runsDeadlines: `false` if the command has its own time.
    /// - Returns: Whether the command may be performed. Otherwise a batch must be written first
    ///   (``/LiveActivityCore/Engine/catchUp(to:)``); call this again afterwards.
    @inlinable package mutating func begin(at now: Date, runsDeadlines: Bool = true) -> Bool {
        if isJournaling { prepareJournal(at: now) }
        return !runsDeadlines || engine.catchUp(to: now)
    }

    /// Applies a command, and records it if there is a journal.
    ///
    /// - Parameter journaled: The command in the journal's form. Called only if there is a journal.
    @inlinable @inline(__always)
    package mutating func perform<Value>(
        at now: Date, journaled: (borrowing Engine) -> [Journaled],
        _ body: (inout Engine, Date) throws(EngineError) -> Value
    ) -> Result<Value, EngineError> {
        let result: Result<Value, EngineError>
        do throws(EngineError) { result = .success(try body(&engine, now)) } catch { result = .failure(error) }
        if isJournaling { record(journaled(engine), result, at: now) }
        return result
    }

    /// Applies a command value.
    package mutating func perform(_ command: Command, at now: Date) -> Result<Outcome, EngineError> {
        perform(at: now, journaled: { _ in [Journaled(command)] }) { (engine, now) throws(EngineError) in
            try engine.apply(command, at: now)
        }
    }

    @inlinable @inline(__always) package var isJournaling: Bool { journal != nil }

    @usableFromInline package mutating func prepareJournal(at now: Date) { journal?.prepare(engine, at: now) }

    @usableFromInline package mutating func record<Value>(
        _ commands: [Journaled], _ result: Result<Value, EngineError>, at now: Date
    ) {
        // Content of another type has no JSON with which the call could be replayed. Only the time has changed.
        if case .failure(.wrongType) = result { return }
        for (number, command) in commands.enumerated() {
            let outcome = command.isOneOfMany ? JournalOutcome(name: JournalOutcome.oneOfMany) : JournalOutcome(result)
            journal?.append(
                command, at: engine.appliedTime(of: now), outcome,
                sequence: number == commands.count - 1 ? engine.sequence : 0)
        }
    }

    /// When the engine must be advanced next; `nil` if never, and also while the store must write before more deadlines may
    /// run.
    package var nextDeadline: Date? { mutating get { engine.awaitsPersistence ? nil : engine.nextDeadline } }

    // MARK: - Changes

    /// Whether the host stores a change for a consumer or a reader. Otherwise ``passChanges(_:)`` only calls its closure.
    // Inlined, because every command reads it.
    @inlinable @inline(__always) package var keepsChanges: Bool { outbox != nil || !readers.isEmpty }

    /// Passes new changes to the outbox, the readers and `deliver`.
    package mutating func passChanges(_ deliver: (borrowing PendingChange, inout MadeChange) -> Void) {
        guard engine.hasChanges else { return }
        // Swapped out and back: the closure cannot access `self` while the engine, a part of it, is being drained.
        var outbox: Outbox?
        swap(&outbox, &self.outbox)
        let readers = readers
        engine.drainChanges { change in
            var made = MadeChange()
            outbox?.append(change) { made.value(of: $0) }
            readers.append(change, &made)
            deliver(change, &made)
        }
        swap(&outbox, &self.outbox)
    }

    // MARK: - Consumers

    /// Adds a named consumer of the changes from now on, unless it already exists. All earlier changes must already have been
    /// passed on.
    ///
    /// It replaces its other form (``ConsumerName/otherForm``), whose record the caller removes from the store.
    /// - Returns: The sequence up to which it has acknowledged.
    package mutating func addConsumer(_ name: ConsumerName) -> (position: UInt64, isNew: Bool) {
        if let position = outbox?.position(of: name) { return (position, false) }
        if outbox == nil { outbox = Outbox(written: engine.sequence) }
        let position = outbox?.position(of: name.otherForm) ?? engine.sequence
        outbox?.add(name, acknowledged: position)
        outbox?.remove(name.otherForm)
        return (position, true)
    }

    package mutating func removeConsumer(_ name: ConsumerName) { outbox?.remove(name) }

    /// Records that a consumer has acknowledged all changes up to a sequence.
    ///
    /// - Returns: Whether the acknowledged position has advanced.
    package mutating func acknowledge(_ name: ConsumerName, upTo sequence: UInt64) -> Bool {
        outbox?.acknowledge(name, upTo: sequence) ?? false
    }

    /// Restores the consumers of a store; their changes follow (``restore(_:)``).
    ///
    /// - Parameter index: The index of this shard among those of the store.
    package mutating func restoreConsumers(_ head: StoreHead, index: Int) {
        guard !head.consumers.isEmpty else { return }
        outbox = Outbox(written: engine.sequence)
        for consumer in head.consumers {
            let positions = consumer.acknowledged
            outbox?.add(consumer.name, acknowledged: positions.indices.contains(index) ? positions[index] : 0)
        }
    }

    /// Adds a change that waits for consumers, from the store.
    package mutating func restore(_ change: Change) { outbox?.restore(change) }

    // MARK: - Batches

    /// Whether there are unwritten changes that a caller may have to wait for.
    @usableFromInline package var isDirty: Bool {
        engine.isDirty || outbox?.isUnwritten == true || journal?.isFull == true
    }

    /// Whether everything done by this host is stored.
    package var isStored: Bool { unansweredBatches == 0 && !isDirty }

    /// The sequence up to which changes are durable. A change that needs no write is durable together with all changes before
    /// it.
    package var storedSequence: UInt64 { isStored ? engine.sequence : persistedSequence }

    /// Takes the state that is not stored yet. It counts as written unless it is put back.
    ///
    /// - Parameter number: The batch that it is for; `nil` for a host that does not share its store, whose state is a
    ///   consistent cut at any moment.
    /// - Returns: `nil` if there is nothing to write.
    package mutating func takePending(for number: UInt64? = nil) -> PendingShard? {
        guard let number, number > 0 else { return takeAll() }
        // If a command has arrived since the batch began, the earlier state was set aside then.
        if batchNumber == number { return takenForBatch.take() }
        batchNumber = number
        return takeAll()
    }

    @usableFromInline package mutating func takeForBatch(_ number: UInt64) {
        batchNumber = number
        takenForBatch = takeAll()
    }

    private mutating func takeAll() -> PendingShard? {
        guard isDirty || engine.hasCounted || journal?.isEmpty == false else { return nil }
        let state = engine.takePending()
        if !unknownExtras.isEmpty { for (id, _) in state?.others.gone ?? [] { unknownExtras[id] = nil } }
        var taken = PendingShard(index: shard, state: state, unknownExtras: unknownExtras, sequence: engine.sequence)
        outbox?.take(into: &taken)
        journal?.take(into: &taken)
        unansweredBatches += 1
        return taken
    }

    /// Puts the state back after a failed write; the next batch takes it.
    package mutating func putBack(_ pending: PendingShard) {
        unansweredBatches -= 1
        if let taken = pending.state { engine.putBack(taken) }
        outbox?.putBack(pending)
        journal?.putBack(pending)
    }

    /// Records that the batch is stored.
    package mutating func wasPersisted(_ pending: PendingShard) -> Persisted {
        var persisted = Persisted()
        unansweredBatches -= 1
        persistedSequence = max(persistedSequence, pending.sequence)
        if pending.state != nil {
            persisted.resumesDeadlines = engine.awaitsPersistence
            engine.wasPersisted()
        }
        if outbox != nil {
            outbox?.wasPersisted(upTo: pending.sequence)
            persisted.readableUpTo = pending.sequence
            persisted.hasConsumerChanges = !pending.consumerChanges.isEmpty
        }
        return persisted
    }

    /// The consequences of a written batch.
    package struct Persisted: Hashable {
        /// Whether deadlines waited for the batch, so that ``Host/nextDeadline`` is set again.
        package var resumesDeadlines = false
        /// The sequence up to which consumers may read; `nil` while there are no consumers.
        package var readableUpTo: UInt64?
        /// Whether the batch had changes for consumers.
        package var hasConsumerChanges = false
    }
}
