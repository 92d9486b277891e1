import LiveActivities

/// Collects the parts of a snapshot, after the reader has found that the beginning of the log was trimmed. The snapshot is in
/// the log after the state that it describes, with newer batches in between.
struct AwaitedSnapshot: Sendable {
    struct Complete {
        var state: PartitionState
        var header: LogRecord.SnapshotHeader
        /// The records after the state that the snapshot describes.
        var later: [(LogPosition, LogRecord)]
    }

    /// The first position that was read: a snapshot is usable only if it includes everything before.
    private var first: LogPosition?
    private var later: [(LogPosition, LogRecord)] = []
    private var begun: LogRecord.SnapshotHeader?
    private var epoch: UInt64 = 0
    private var state = PartitionState()
    private var pieces = BatchPieces()

    /// - Returns: The snapshot, if this record completes it.
    /// - Throws: ``/LiveActivityHost/StoreError/damaged(reason:)`` for a snapshot that cannot be read, or of a later position
    ///   or epoch than its own.
    mutating func take(_ record: LogRecord, at position: LogPosition) throws(StoreError) -> Complete? {
        let first = first ?? position
        self.first = first
        guard case .snapshot(let part, let header) = record.body else {
            later.append((position, record))
            return nil
        }
        guard header.through < position, header.claim?.epoch ?? 0 <= record.epoch else {
            throw .damaged(
                reason: "the snapshot at position \(position) of the log is of position \(header.through) and epoch "
                    + "\(header.claim?.epoch ?? 0), in epoch \(record.epoch)")
        }
        if (record.epoch, header.number) != (epoch, begun?.number) {
            (epoch, begun, state, pieces) = (record.epoch, header, PartitionState(), BatchPieces())
        }
        guard header.through + 1 >= first, let bytes = pieces.add(part) else { return nil }
        try state.append(LogBatch(encoded: bytes))
        guard header.isLast else { return nil }
        return Complete(state: state, header: header, later: later.filter { $0.0 > header.through })
    }
}
