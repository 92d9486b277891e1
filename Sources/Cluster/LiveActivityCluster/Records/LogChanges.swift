package import LiveActivities
package import LiveActivityCore

/// The activities that have changed between two positions of a partition's log, for a copy that others read.
///
/// It reads the log as a ``PartitionFollower`` does, and keeps only the changed rows: a batch counts when its last piece is
/// there, and the incomplete batch of a former owner is dropped at the next claim.
package struct LogChanges {
    /// Behind the last whole batch: the copy has everything up to here.
    package private(set) var position: LogPosition
    private var pieces = BatchPieces()
    private var rows: [ActivityID: ActivityRow] = [:]
    private var gone: Set<ActivityID> = []
    /// The position of the last message that was taken.
    private var taken: LogPosition

    /// Changes behind a position that an earlier value had.
    package init(after position: LogPosition) { (self.position, taken) = (position, position) }

    /// Takes the next message.
    ///
    /// - Throws: ``/LiveActivityHost/StoreError/damaged(reason:)`` where it cannot be read or does not follow the last one.
    package mutating func take(_ entry: LogEntry) throws(StoreError) {
        guard entry.position == taken + 1 else {
            throw .damaged(reason: "position \(entry.position) of the log follows \(taken)")
        }
        taken = entry.position
        switch try LogRecord(entry).body {
        case .claim: pieces = BatchPieces()
        case .batch(let part): if let bytes = pieces.add(part) { add(try LogBatch(encoded: bytes)) }
        case .snapshot, .release: break
        }
        if pieces.isEmpty { position = taken }
    }

    private mutating func add(_ batch: LogBatch) {
        for id in batch.others.forgottenActivities {
            rows[id] = nil
            gone.insert(id)
        }
        for row in batch.rows {
            rows[row.id] = row.following(rows[row.id])
            gone.remove(row.id)
        }
    }

    /// The new and changed activities, in the order of their ids. A changed activity has no attributes and no topics here,
    /// because these never change.
    ///
    /// - Throws: ``/LiveActivityHost/StoreError/damaged(reason:)`` where a row cannot be decoded.
    package func changed() throws(StoreError) -> [StoredActivity] {
        do { return try rows.values.sorted { $0.id < $1.id }.map { try $0.activity() } } catch {
            throw .damaged(reason: "an activity in the log cannot be read: \(error)")
        }
    }

    /// The activities that were dismissed, in the order of their ids.
    package var dismissed: [ActivityID] { gone.sorted() }
}

extension PartitionLog {
    /// Reads the whole log.
    ///
    /// - Returns: The state, and the position up to which it has everything.
    /// - Throws: As ``PartitionFollower/catchUp(through:)``; ``/LiveActivityHost/StoreError/damaged(reason:)`` where the
    ///   beginning was deleted and there is no snapshot.
    package func state() throws(StoreError) -> (store: any ActivityStore, position: LogPosition) {
        var follower = PartitionFollower(self)
        try follower.catchUp()
        guard follower.isWhole else {
            throw .damaged(reason: "the beginning of the log was deleted, and it has no snapshot")
        }
        return (follower.state, follower.applied)
    }
}
