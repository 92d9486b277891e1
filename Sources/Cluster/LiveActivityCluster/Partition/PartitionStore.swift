public import LiveActivities
import LiveActivityJSON
import Synchronization

/// The store of a partition's owner: its runtime's batches become messages in the partition's log.
///
/// ```swift
/// var standby = PartitionFollower(log)
/// try standby.catchUp()
/// let store = try PartitionStore(claiming: &standby, as: "node-1", address: "10.0.0.1:4222")
/// let runtime = try LiveActivityRuntime(partition: 17, of: 64, providers: providers, store: store)
/// store.dropRestoredState()
/// ```
///
/// **The claim is the fence.** Creating a store appends a claim to the log. From then on no former owner can append: each
/// append names the position that its writer knows, and the log has advanced. A former owner detects this with its next batch,
/// whose append throws ``/LiveActivityHost/StoreError/fenced(reason:)``: its runtime then closes itself, and refuses waiting
/// and later commands.
///
/// **Group commit** is the runtime's task: it calls ``append(_:)`` for one batch at a time, with everything that has changed
/// meanwhile. A batch is one message, or several if it is large; it takes effect when its last message is in the log.
///
/// **A log that does not answer** (``/LiveActivityHost/StoreError/unavailable(reason:)``) leaves one message for which it is
/// unknown whether it is stored. This is settled before anything else is appended.
public final class PartitionStore: ActivityStore {
    private struct State {
        var writer: LogWriter
        var batches: UInt64 = 0
        var snapshots: UInt64 = 0
        var room: LogRoom
        var successor: NodeName?
        var isClosed = false
    }

    /// The first message that this store has appended to the log.
    public let claim: PartitionClaim
    /// The position of that message.
    private let claimed: LogPosition
    private let log: any PartitionLog
    private let partBytesMax: Int
    private let state: Mutex<State>
    /// Keeps its working memory from one batch to the next.
    private let encoder = Mutex(WireEncoder())
    // Copies of the writer's values, for readers that must not wait for an append.
    private let latest: Atomic<LogPosition>
    private let hasLost = Atomic(false)
    private let bytesSinceSnapshot = Atomic(0)
    private let isLogCrowded = Atomic(false)
    private let bytesInLog = Atomic(0)
    private let restored: Mutex<PartitionState?>
    /// Called after each append with the sequence of the latest change in the log.
    private let listener = Mutex<Callback<UInt64>?>(nil)
    /// Held while a snapshot is written, so that there is one at a time.
    private let snapshotting = Mutex(())

    /// Claims a partition and becomes its owner.
    ///
    /// - Parameters:
    ///   - follower: A follower that has read the log to its end; missing messages are read now. After the claim the store has
    ///     taken over its state, and the follower is empty. After an error it is unchanged.
    ///   - node: The name of the new owner.
    ///   - address: The address at which other nodes reach it.
    ///   - writer: A number that no other writer has.
    ///   - attempts: The number of times that an unanswered message is sent before the append fails.
    /// - Throws: ``/LiveActivityHost/StoreError/fenced(reason:)`` if another node was faster;
    ///   ``/LiveActivityHost/StoreError/unavailable(reason:)`` if the log does not answer: the claim may then be in the log,
    ///   and the partition without an owner, until it is claimed again. ``/LiveActivityHost/StoreError/damaged(reason:)`` or
    ///   ``/LiveActivityHost/StoreError/newer(version:supported:)`` if it cannot be read.
    public convenience init(
        claiming follower: inout PartitionFollower, as node: NodeName, address: String = "",
        writer: UInt64 = .random(in: .min ... .max), attempts: Int = 3
    ) throws(StoreError) {
        try self.init(&follower, node, address, writer: writer, attempts: attempts, partBytesMax: LogRecord.partBytesMax)
    }

    /// - Parameter partBytesMax: The maximum number of bytes of a batch in one message.
    package init(
        _ follower: inout PartitionFollower, _ node: NodeName, _ address: String, writer: UInt64, attempts: Int,
        partBytesMax: Int
    ) throws(StoreError) {
        log = follower.log
        // Together with the record's line, a message must not exceed the log's limit.
        self.partBytesMax = max(min(partBytesMax, log.messageBytesMax - LogRoom.messageBytes), 1)
        try follower.readToTheEnd()
        claim = PartitionClaim(epoch: (follower.claim?.epoch ?? 0) + 1, node: node, address: address)
        var logWriter = LogWriter(log, after: follower.position, writer: writer, attempts: attempts)
        try logWriter.append(LogRecord(epoch: claim.epoch, body: .claim(claim)))
        claimed = logWriter.position
        latest = Atomic(claimed)
        let room = LogRoom(try? log.size())
        state = Mutex(State(writer: logWriter, room: room))
        bytesInLog.store(room.bytes, ordering: .relaxed)
        restored = Mutex(follower.state)
        follower = PartitionFollower(log)
    }

    /// Whether another node has claimed the partition since, as far as this store has detected.
    public var isFenced: Bool { hasLost.load(ordering: .relaxed) }

    /// Whether the log has messages behind the last one of this store, as far as the log answers. Blocks.
    var isBehindTheLog: Bool { ((try? log.bounds().last) ?? 0) > position }

    /// The position of the last message that is known to be in the log.
    public var position: LogPosition { latest.load(ordering: .relaxed) }

    /// 10 ms: a message costs the servers of a log as much as dozens of commands.
    public var batchDelayMax: Duration { .milliseconds(10) }

    // MARK: - Writing

    /// - Parameter appended: Called after each append with the sequence of the latest change in the log, by one thread at a
    ///   time.
    func setAppended(_ appended: @escaping @Sendable (UInt64) -> Void) {
        listener.withLock { $0 = Callback(appended) }
    }

    public func append(_ batch: StoreBatch) throws(StoreError) {
        try append(try encoder.withLock { (encoder) throws(StoreError) in try LogBatch(batch, encoder) })
        if let sequence = batch.engines.last?.sequence { listener.withLock { $0 }?.call(sequence) }
    }

    /// Appends records other than activities, protected by the same fence. Thread-safe, also while a runtime appends.
    ///
    /// - Throws: The errors of ``append(_:)``. After ``/LiveActivityHost/StoreError/unavailable(reason:)`` the records may be
    ///   in the log, now or later.
    func append(_ records: [PartitionRecord]) throws(StoreError) {
        try append(LogBatch(others: StoreBatch(), records: records))
    }

    private func append(_ batch: LogBatch) throws(StoreError) {
        let bytes = try encoder.withLock { (encoder) throws(StoreError) in try batch.encoded(encoder) }
        let (version, epoch) = (batch.version, claim.epoch)
        try makeRoom(for: size(of: bytes.count))
        try state.withLock { (state) throws(StoreError) in
            if state.isClosed { throw .closed }
            state.batches += 1
            for part in LogRecord.Part.parts(of: bytes, number: state.batches, max: partBytesMax) {
                try append(LogRecord(version: version, epoch: epoch, body: .batch(part)), &state)
            }
        }
    }

    /// The size of an encoded batch in the log.
    private func size(of bytes: Int) -> Int { bytes + (bytes / partBytesMax + 1) * LogRoom.messageBytes }

    /// The number of bytes in the log, as an upper bound.
    var logBytes: Int { bytesInLog.load(ordering: .relaxed) }

    /// The maximum size of the log in bytes; `nil` without a limit.
    var logBytesMax: Int? { state.withLock { $0.room.bytesMax } }

    /// Writes a snapshot if there would be no room for one after a batch; the batch waits for it.
    ///
    /// - Throws: ``/LiveActivityHost/StoreError/unavailable(reason:)`` if the log is too small for its state. Claims still fit.
    private func makeRoom(for count: Int) throws(StoreError) {
        // The first writes of a runtime may use the space reserved for claims, so that a full log can get a new owner.
        guard restored.withLock({ $0 == nil }), state.withLock({ $0.room.needsUpdate(before: count) }) else { return }
        updateRoom()
        // If this fails, either the append fails too, or there is still room for it.
        if state.withLock({ $0.room.needsSnapshot(before: count) }) { _ = try? snapshot() }
        let room = state.withLock { $0.room }
        guard room.takes(count) else { throw .unavailable(reason: room.refusal(of: count)) }
    }

    private func updateRoom() {
        let size = try? log.size()
        state.withLock { state in
            state.room.update(size)
            publish(state.room)
        }
    }

    /// Copies what is read without the lock, which an append holds while the log does not answer.
    private func publish(_ room: LogRoom) {
        isLogCrowded.store(room.isCrowded, ordering: .relaxed)
        bytesInLog.store(room.bytes, ordering: .relaxed)
    }

    // MARK: - Reading

    /// The records other than activities that the log had at the claim; empty after ``dropRestoredState()``.
    var restoredRecords: [PartitionRecord] { source.records }

    /// Frees the state from which a runtime was restored; call it after the runtime's initializer has returned. Afterwards the
    /// store reads as if it were empty, and is only written.
    public func dropRestoredState() { restored.withLock { $0 = nil } }

    public func head() throws(StoreError) -> StoreHead { source.head() }
    public func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try source.forEachActivity(body) }
    public func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws { try source.forEachFreedSlot(body) }
    public func forEachConsumerChange(_ body: (Change) throws -> Void) throws { try source.forEachConsumerChange(body) }
    public func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws { try source.forEachJournalBase(body) }
    public func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws { try source.forEachJournalEntry(body) }

    private var source: PartitionState { restored.withLock { $0 } ?? PartitionState() }

    // MARK: - Closing

    /// Names the node to which the partition should go when this store is closed. It is a hint for that node, not a guarantee.
    public func setSuccessor(_ node: NodeName?) { state.withLock { $0.successor = node } }

    /// Releases the partition: the log records that it has no owner. A runtime that closes calls this after its last batch.
    ///
    /// If the log does not answer, nothing is lost: the partition is then claimed as after a failure of this node.
    public func close() {
        let epoch = claim.epoch
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            try? state.writer.append(LogRecord(epoch: epoch, body: .release(to: state.successor)))
        }
        dropRestoredState()
    }

    // MARK: - Snapshots

    /// Whether the log is so full that a snapshot should be written, regardless of the amount appended since the last one.
    var isCrowded: Bool { isLogCrowded.load(ordering: .relaxed) }

    /// The number of bytes of batches that this store has appended since its last complete snapshot began.
    public var bytesWithoutSnapshot: Int { bytesSinceSnapshot.load(ordering: .relaxed) }

    /// Writes the whole state into the log, and deletes the beginning of the log, which is no longer needed.
    ///
    /// The state is read from the log: the owner has no second copy in memory, except while this runs. Batches are appended in
    /// between, so that a command waits for at most one piece of the snapshot. Nothing is deleted until the last piece is in
    /// the log; an unfinished snapshot is ignored.
    ///
    /// It blocks the thread while the log is read and written.
    /// - Returns: The position up to which the log was deleted.
    /// - Throws: The errors of ``append(_:)``; ``/LiveActivityHost/StoreError/damaged(reason:)`` for an unreadable log.
    @discardableResult
    public func snapshot() throws(StoreError) -> LogPosition {
        try snapshotting.withLock { (_) throws(StoreError) in
            let bytes = bytesWithoutSnapshot
            var follower = PartitionFollower(log)
            try follower.catchUp(through: position)
            // The claim ends the former owner's messages: an incomplete batch before it is discarded.
            guard follower.isWhole, follower.claim == claim else {
                throw .unavailable(reason: "the log does not show the whole state yet")
            }
            try write(follower.state, through: follower.applied)
            bytesSinceSnapshot.wrappingSubtract(bytes, ordering: .relaxed)
            return follower.applied
        }
    }

    /// Writes the state at the claim as a snapshot, and deletes the log before it: another node cannot read it. Call this
    /// before ``dropRestoredState()``.
    ///
    /// - Throws: As ``snapshot()``. The log is then as before.
    func rewriteLog() throws(StoreError) {
        try snapshotting.withLock { (_) throws(StoreError) in try write(source, through: claimed) }
    }

    /// - Parameter position: The position that the state has, in this store's epoch.
    private func write(_ contents: PartitionState, through position: LogPosition) throws(StoreError) {
        let number = state.withLock { state in
            state.snapshots += 1
            return state.snapshots
        }
        var batches = contents.batches()[...]
        try checkRoom(for: batches)
        var parts: UInt64 = 0
        while let batch = batches.popFirst() {
            parts += 1
            let header = LogRecord.SnapshotHeader(
                number: number, through: position, claim: claim, isReleased: false, isLast: batches.isEmpty)
            for part in LogRecord.Part.parts(of: try batch.encoded(), number: parts, max: partBytesMax) {
                try appendSnapshot(part, header, version: batch.version)
            }
        }
        do throws(LogError) { try log.trim(through: position) } catch { throw StoreError(error) }
        updateRoom()
        state.withLock { state in
            state.room.attempted()
            publish(state.room)
        }
    }

    /// - Throws: ``/LiveActivityHost/StoreError/unavailable(reason:)`` if a snapshot would fill the log.
    private func checkRoom(for batches: ArraySlice<LogBatch>) throws(StoreError) {
        let room = state.withLock { $0.room }
        // The snapshot is never larger than the log.
        if room.takes(room.bytes) { return }
        var count = 0
        for batch in batches { count += size(of: try batch.encoded().count) }
        guard !room.takes(count) else { return }
        state.withLock { $0.room.attempted() }
        throw .unavailable(reason: room.refusal(of: count))
    }

    private func appendSnapshot(
        _ part: LogRecord.Part, _ header: LogRecord.SnapshotHeader, version: Int
    ) throws(StoreError) {
        let record = LogRecord(version: version, epoch: claim.epoch, body: .snapshot(part, header))
        try state.withLock { (state) throws(StoreError) in
            if state.isClosed { throw .closed }
            try append(record, &state)
        }
    }

    private func append(_ record: LogRecord, _ state: inout State) throws(StoreError) {
        defer {
            latest.store(state.writer.position, ordering: .relaxed)
            hasLost.store(state.writer.isFenced, ordering: .relaxed)
        }
        let bytes = try encoder.withLock { (encoder) throws(StoreError) in try record.encoded(encoder) }
        do throws(StoreError) { try state.writer.append(encoded: bytes) } catch {
            state.room.failed()
            throw error
        }
        switch record.body {
        case .batch(let part):
            bytesSinceSnapshot.wrappingAdd(part.bytes.count, ordering: .relaxed)
            state.room.appended(part.bytes.count, isSnapshot: false)
        case .snapshot(let part, _): state.room.appended(part.bytes.count, isSnapshot: true)
        case .claim, .release: state.room.appended(0, isSnapshot: false)
        }
        publish(state.room)
    }
}

extension PartitionFollower {
    /// Reads everything that the log has.
    ///
    /// - Throws: ``/LiveActivityHost/StoreError/damaged(reason:)`` also for a log without its beginning and without a snapshot.
    mutating func readToTheEnd() throws(StoreError) {
        let last: LogPosition
        do throws(LogError) { last = try log.bounds().last } catch { throw StoreError(error) }
        // A server that lacks acknowledged messages has become the leader. For a moment that is so too while it applies them.
        guard position <= last else {
            throw .unavailable(
                reason: "the log ends at position \(last), before \(position), which was read from it: the copies on its "
                    + "servers differ")
        }
        try catchUp()
        guard position >= last else {
            throw .unavailable(reason: "the log shows \(position) messages of \(last)")
        }
        guard isWhole else { throw .damaged(reason: "the beginning of the log was deleted, and it has no snapshot") }
    }
}
