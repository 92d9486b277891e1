public import LiveActivities
import Synchronization

/// The store of a partition's owner: what its runtime persists becomes messages in the partition's log.
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
/// **Group commit** belongs to the runtime: it calls ``append(_:)`` for one batch at a time, with everything that has changed
/// meanwhile. A batch is one message, or several if it is large; it counts as soon as its last message is in the log.
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

    /// A function that is itself the value of a `Mutex` is wrapped once more by each access, permanently: its calls need more
    /// and more stack.
    private struct Listener {
        var appended: @Sendable (UInt64) -> Void
    }

    /// The first message that this store has appended to the log.
    public let claim: PartitionClaim
    private let log: any PartitionLog
    private let partBytesMax: Int
    private let state: Mutex<State>
    // Copies of what the writer knows, for readers that must not wait for an append.
    private let latest: Atomic<LogPosition>
    private let hasLost = Atomic(false)
    private let bytesSinceSnapshot = Atomic(0)
    private let isLogCrowded = Atomic(false)
    private let restored: Mutex<PartitionState?>
    /// Called with the sequence of the latest change of each batch that is in the log.
    private let listener = Mutex<Listener?>(nil)
    /// Held while a snapshot is made: there is one at a time.
    private let snapshotting = Mutex(())

    /// Claims a partition, and becomes its owner.
    ///
    /// - Parameters:
    ///   - follower: A follower that has read the log up to its end. Missing messages are read now. When the claim is in the
    ///     log, the store has taken its state, and it starts over, with nothing read. After an error it continues where it was.
    ///   - node: Who becomes the owner.
    ///   - address: Where other nodes reach it.
    ///   - writer: No two writers may have the same.
    ///   - attempts: How often a message is sent that the log does not answer, before the append fails.
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

    /// - Parameter partBytesMax: How many bytes of a batch one message has.
    package init(
        _ follower: inout PartitionFollower, _ node: NodeName, _ address: String, writer: UInt64, attempts: Int,
        partBytesMax: Int
    ) throws(StoreError) {
        log = follower.log
        // With the record's line a message is as large as the log takes it.
        self.partBytesMax = max(min(partBytesMax, log.messageBytesMax - LogRoom.messageBytes), 1)
        try follower.readToTheEnd()
        claim = PartitionClaim(epoch: (follower.claim?.epoch ?? 0) + 1, node: node, address: address)
        var logWriter = LogWriter(log, after: follower.position, writer: writer, attempts: attempts)
        try logWriter.append(LogRecord(epoch: claim.epoch, body: .claim(claim)))
        latest = Atomic(logWriter.position)
        state = Mutex(State(writer: logWriter, room: LogRoom(try? log.size())))
        restored = Mutex(follower.state)
        follower = PartitionFollower(log)
    }

    /// Whether another node has claimed the partition since, as far as this store has noticed.
    public var isFenced: Bool { hasLost.load(ordering: .relaxed) }

    /// The position of the last message that is known to be in the log.
    public var position: LogPosition { latest.load(ordering: .relaxed) }

    // MARK: - Writing

    /// - Parameter appended: Called with the sequence of the log's latest change, after each append, by one thread at a time.
    func setAppended(_ appended: @escaping @Sendable (UInt64) -> Void) {
        listener.withLock { $0 = Listener(appended: appended) }
    }

    public func append(_ batch: StoreBatch) throws(StoreError) {
        try append(try LogBatch(batch))
        if let sequence = batch.engines.last?.sequence { listener.withLock { $0 }?.appended(sequence) }
    }

    /// Appends records besides the activities, behind the same fence. Any thread may call it, also while a runtime appends.
    ///
    /// - Throws: As ``append(_:)``. After ``/LiveActivityHost/StoreError/unavailable(reason:)`` they may be stored, or will be.
    func append(_ records: [PartitionRecord]) throws(StoreError) {
        try append(LogBatch(others: StoreBatch(), records: records))
    }

    private func append(_ batch: LogBatch) throws(StoreError) {
        let (bytes, version, epoch) = (try batch.encoded(), batch.version, claim.epoch)
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

    /// How many bytes the log may have; `nil` where it has no limit.
    var logBytesMax: Int? { state.withLock { $0.room.bytesMax } }

    /// Makes a snapshot where there would otherwise be no room for one behind a batch: the batch waits for it.
    ///
    /// - Throws: ``/LiveActivityHost/StoreError/unavailable(reason:)`` where the log is too small for its state. Claims still
    ///   have room.
    private func makeRoom(for count: Int) throws(StoreError) {
        // The first writes of a runtime may use the room of the claim: so a full log can be given a new owner.
        guard restored.withLock({ $0 == nil }), state.withLock({ $0.room.needsUpdate(before: count) }) else { return }
        updateRoom()
        // A failure here also fails the append, or there is still room for the append.
        if state.withLock({ $0.room.needsSnapshot(before: count) }) { _ = try? snapshot() }
        let room = state.withLock { $0.room }
        guard room.takes(count) else { throw .unavailable(reason: room.refusal(of: count)) }
    }

    private func updateRoom() {
        let size = try? log.size()
        state.withLock { $0.room.update(size) }
    }

    // MARK: - Reading

    /// The records beside the activities that the log had at the claim; none after ``dropRestoredState()``.
    var restoredRecords: [PartitionRecord] { source.records }

    /// Frees the state from which a runtime was restored: call it when the runtime's initializer has returned. Afterwards the
    /// store reads as if it were empty, and is only written.
    public func dropRestoredState() { restored.withLock { $0 = nil } }

    public func head() throws(StoreError) -> StoreHead { source.head() }
    public func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try source.forEachActivity(body) }
    public func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws { try source.forEachFreedSlot(body) }
    public func forEachConsumerChange(_ body: (Change) throws -> Void) throws { try source.forEachConsumerChange(body) }
    public func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws { try source.forEachJournalBase(body) }
    public func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws { try source.forEachJournalEntry(body) }

    private var source: PartitionState { restored.withLock { $0 } ?? PartitionState() }

    // MARK: - The end

    /// To which node the partition is to go when this store is closed. It is a hint for that node, and no promise.
    public func setSuccessor(_ node: NodeName?) { state.withLock { $0.successor = node } }

    /// Releases the partition: the log records that it has no owner. A runtime that is closed calls this after its last batch.
    ///
    /// If the log does not answer, nothing is lost: the partition is then claimed as if this node had failed.
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

    /// Whether so much of the log is used that a snapshot should be made, however little was appended since the last one.
    var isCrowded: Bool { isLogCrowded.load(ordering: .relaxed) }

    /// How many bytes of batches this store has appended since its last snapshot began.
    public var bytesWithoutSnapshot: Int { bytesSinceSnapshot.load(ordering: .relaxed) }

    /// Writes the whole state into the log, and deletes the log's beginning, which is not needed any more.
    ///
    /// The state is read from the log: the owner has no second copy in memory, except while this runs. Batches are appended in
    /// between, so that a command waits for one piece of the snapshot at most. Until the last piece is in the log nothing is
    /// deleted; an unfinished snapshot is ignored.
    ///
    /// It blocks the thread while the log is read and written.
    /// - Returns: The position up to which the log was deleted.
    /// - Throws: The errors of ``append(_:)``; ``/LiveActivityHost/StoreError/damaged(reason:)`` for an unreadable log.
    @discardableResult
    public func snapshot() throws(StoreError) -> LogPosition {
        try snapshotting.withLock { (_) throws(StoreError) in
            bytesSinceSnapshot.store(0, ordering: .relaxed)
            var follower = PartitionFollower(log)
            try follower.catchUp(through: position)
            // Behind its own claim nothing of a former owner counts: half a batch that one has left is given up there.
            guard follower.isWhole, follower.claim == claim else {
                throw .unavailable(reason: "the log does not show the whole state yet")
            }
            let number = state.withLock { state in
                state.snapshots += 1
                return state.snapshots
            }
            var batches = follower.state.batches()[...]
            try checkRoom(for: batches)
            var parts: UInt64 = 0
            while let batch = batches.popFirst() {
                parts += 1
                let header = LogRecord.SnapshotHeader(
                    number: number, through: follower.applied, claim: follower.claim, isReleased: follower.isReleased,
                    isLast: batches.isEmpty)
                for part in LogRecord.Part.parts(of: try batch.encoded(), number: parts, max: partBytesMax) {
                    try appendSnapshot(part, header, version: batch.version)
                }
            }
            do throws(LogError) { try log.trim(through: follower.applied) } catch { throw StoreError(error) }
            updateRoom()
            state.withLock { state in
                state.room.attempted()
                isLogCrowded.store(state.room.isCrowded, ordering: .relaxed)
            }
            return follower.applied
        }
    }

    /// - Throws: ``/LiveActivityHost/StoreError/unavailable(reason:)`` where a snapshot would fill the log.
    private func checkRoom(for batches: ArraySlice<LogBatch>) throws(StoreError) {
        let room = state.withLock { $0.room }
        // It has no more than the log.
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
        do throws(StoreError) { try state.writer.append(record) } catch {
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
        isLogCrowded.store(state.room.isCrowded, ordering: .relaxed)
    }
}

extension PartitionFollower {
    fileprivate mutating func readToTheEnd() throws(StoreError) {
        let last: LogPosition
        do throws(LogError) { last = try log.bounds().last } catch { throw StoreError(error) }
        try catchUp()
        guard position >= last else {
            throw .unavailable(reason: "the log shows \(position) messages of \(last)")
        }
        guard isWhole else { throw .damaged(reason: "the beginning of the log was deleted, and it has no snapshot") }
    }
}
