public import LiveActivities

/// Reads a partition's log and keeps the resulting state: a warm standby, and the first half of a takeover.
///
/// It writes nothing. To become the owner, pass it to ``PartitionStore/init(claiming:as:address:writer:attempts:)``. Used by
/// one thread at a time.
public struct PartitionFollower: ~Copyable, Sendable {
    /// The partition's log.
    public let log: any PartitionLog
    /// The position of the last message that was read.
    public private(set) var position: LogPosition = 0
    /// The position up to which `state` is complete. The messages after it may be the first pieces of a batch.
    public private(set) var applied: LogPosition = 0
    /// The latest claim; `nil` before the first.
    public private(set) var claim: PartitionClaim?
    /// Whether the owner has released the partition.
    public private(set) var isReleased = false
    /// The node to which the owner has released the partition; `nil` if it named none.
    public private(set) var successor: NodeName?
    /// The state at ``applied``.
    private(set) var state = PartitionState()
    private var pieces = BatchPieces()
    /// The snapshot being collected, while the beginning of the log is trimmed and no snapshot was read yet.
    private var awaited: AwaitedSnapshot?

    /// Creates a follower that has read nothing yet.
    public init(_ log: any PartitionLog) { self.log = log }

    /// Reads the new messages of the log.
    ///
    /// - Parameter last: The last position to read.
    /// - Returns: Whether there were new messages.
    /// - Throws: ``/LiveActivityHost/StoreError/unavailable(reason:)`` if the log cannot be reached; retry later.
    ///   ``/LiveActivityHost/StoreError/damaged(reason:)`` and ``/LiveActivityHost/StoreError/newer(version:supported:)`` if a
    ///   message cannot be read or breaks the rules of the log; the state read before it is kept.
    @discardableResult
    public mutating func catchUp(through last: LogPosition = .max) throws(StoreError) -> Bool {
        var hasRead = false
        while position < last {
            let entries: [LogEntry]
            do throws(LogError) { entries = try log.read(after: position, bytes: 4 << 20) } catch {
                guard case .trimmed(let first) = error else { throw StoreError(error) }
                // The state read so far is too old to continue. The log has a snapshot from which to start over.
                begin(at: first)
                continue
            }
            if entries.isEmpty { break }
            for entry in entries where entry.position <= last {
                try take(entry)
                hasRead = true
            }
        }
        return hasRead
    }

    /// Whether ``state`` is complete: `false` while the beginning of the log is trimmed and no snapshot was found after it.
    var isWhole: Bool { awaited == nil }

    private mutating func begin(at first: LogPosition) {
        self = PartitionFollower(log)
        position = first - 1
        awaited = AwaitedSnapshot()
    }

    private mutating func take(_ entry: LogEntry) throws(StoreError) {
        guard entry.position == position + 1 else {
            throw .damaged(reason: "position \(entry.position) of the log follows \(position)")
        }
        let record = try LogRecord(entry)
        if awaited == nil {
            try apply(record, at: entry.position)
        } else if let complete = try awaited?.take(record, at: entry.position) {
            try begin(with: complete, at: entry.position)
        }
        position = entry.position
    }

    private mutating func begin(with snapshot: AwaitedSnapshot.Complete, at end: LogPosition) throws(StoreError) {
        awaited = nil
        (state, claim, isReleased) = (snapshot.state, snapshot.header.claim, snapshot.header.isReleased)
        applied = snapshot.header.through
        for (position, record) in snapshot.later { try apply(record, at: position) }
        if pieces.isEmpty { applied = end }
    }

    private mutating func apply(_ record: LogRecord, at position: LogPosition) throws(StoreError) {
        let epoch = claim?.epoch ?? 0
        switch record.body {
        case .claim(let next):
            guard next.epoch == epoch + 1 else {
                throw .damaged(reason: "epoch \(next.epoch) at position \(position) of the log follows epoch \(epoch)")
            }
            // The former owner may have left an incomplete batch, which is discarded.
            pieces = BatchPieces()
            (claim, isReleased, successor) = (next, false, nil)
        case .batch, .snapshot, .release:
            guard record.epoch == epoch, !isReleased else {
                throw .damaged(
                    reason: "a record of epoch \(record.epoch) at position \(position) of the log, in epoch \(epoch)")
            }
            if case .release(let node) = record.body { (isReleased, successor) = (true, node) }
            if case .batch(let part) = record.body, let bytes = pieces.add(part) {
                do throws(StoreError) { try state.append(LogBatch(encoded: bytes)) } catch {
                    throw .damaged(reason: "the batch that ends at position \(position) of the log: \(error)")
                }
            }
        }
        if pieces.isEmpty { applied = position }
    }
}

/// Reassembles the pieces of a batch.
struct BatchPieces: Sendable {
    private var number: UInt64 = 0
    private var count = 0
    private var bytes: [UInt8] = []

    var isEmpty: Bool { count == 0 }

    /// - Returns: The encoded batch, if this was the last piece.
    mutating func add(_ part: LogRecord.Part) -> ArraySlice<UInt8>? {
        if part.index == 0 {
            // The pieces of an unfinished snapshot are dropped: its owner writes a new one.
            (number, count, bytes) = (part.number, 0, [])
            // Most batches are in one piece, which needs no copy.
            if part.count == 1 { return part.bytes }
            // All pieces but the last have the same size. A damaged log may name any number of them.
            bytes.reserveCapacity(min(part.count, 64) * part.bytes.count)
        } else if part.number != number || part.index != count {
            return nil
        }
        count += 1
        bytes += part.bytes
        guard count == part.count else { return nil }
        defer { self = BatchPieces() }
        return bytes[...]
    }
}

extension StoreError {
    init(_ error: LogError) {
        switch error {
        case .trimmed, .lost: self = .damaged(reason: error.description)
        default: self = .unavailable(reason: error.description)
        }
    }
}
