package import LiveActivityCore

/// The history of one activity, from a replay of the journal.
package struct ActivityHistory: Sendable {
    /// The changes, oldest first.
    package var moments: [HistoryMoment] = []
    /// Whether the journal includes the activity's start.
    package var isComplete: Bool { moments.first?.change.start != nil }
}

/// A change in a store's history, with its cause.
package struct HistoryMoment: Equatable, Sendable {
    package var change: Change
    /// The command that caused it, as recorded in the journal; `nil` if a deadline did.
    package var command: JSONText?

    package var position: HistoryPosition {
        HistoryPosition(at: change.at, shard: change.activity.shard, sequence: change.sequence)
    }
}

/// The place of a change in a store's history, whose order is by time, and by shard where times are equal.
package struct HistoryPosition: Hashable, Sendable, Comparable {
    package var at: Date
    package var shard: Int
    package var sequence: UInt64

    package init(at: Date, shard: Int, sequence: UInt64) { (self.at, self.shard, self.sequence) = (at, shard, sequence) }

    package static func < (left: Self, right: Self) -> Bool {
        (left.at, left.shard, left.sequence) < (right.at, right.shard, right.sequence)
    }
}

/// Selects changes of a store's history.
package struct HistoryFilter: Hashable, Sendable {
    package var activity: ActivityID?
    package var owner: OwnerID?
    package var kind: ActivityKind?
    /// The time of the first change.
    package var from = Date.distantPast
    /// The time before which the last change happened; `nil` for no limit.
    package var until: Date?
    /// The place after which the first change is; `nil` for the beginning.
    package var after: HistoryPosition?

    package init(activity: ActivityID? = nil) { self.activity = activity }

    func includes(_ change: borrowing PendingChange) -> Bool {
        let at = change.at, id = change.activity
        guard at >= from, until.map({ at < $0 }) ?? true, activity.map({ $0 == id }) ?? true else { return false }
        if let after, HistoryPosition(at: at, shard: id.shard, sequence: change.sequence) <= after { return false }
        if let kind, change.kind != kind { return false }
        if let owner, change.owner != owner { return false }
        return true
    }
}

// The store is only read. The time is proportional to the journal: a second for some hundred thousand commands.
extension ActivityStore {
    /// Replays the commands of an activity's shard, and collects the activity's changes.
    ///
    /// - Parameters:
    ///   - id: The activity, which may have been dismissed.
    ///   - providers: The providers of all kinds in the journal.
    ///   - now: The time up to which deadlines run after the last command.
    /// - Throws: ``StoreError``, also for an unreadable entry.
    package func history(of id: ActivityID, with providers: [AnyProvider], until now: Date) throws -> ActivityHistory {
        ActivityHistory(moments: try history(HistoryFilter(activity: id), with: providers, until: now))
    }

    /// Replays the commands of all shards, or of one activity's shard, and collects the changes that a filter selects.
    ///
    /// - Parameters:
    ///   - providers: The providers of all kinds in the journal.
    ///   - limit: The maximum number of changes; the oldest ones are returned.
    ///   - now: The time up to which deadlines run after the last command.
    /// - Returns: The changes in order.
    /// - Throws: ``StoreError``, also for an unreadable entry.
    package func history(
        _ filter: HistoryFilter, limit: Int = .max, with providers: [AnyProvider], until now: Date
    ) throws -> [HistoryMoment] {
        try HistoryReader(filter, with: providers).next(limit, of: self, until: now)
    }

    /// Replays the commands of all shards up to a time, and collects the activities that existed then.
    ///
    /// - Parameters:
    ///   - date: The time, which is not after the present.
    ///   - providers: The providers of all kinds in the journal.
    /// - Returns: The activities with their kinds, in no order.
    /// - Throws: ``StoreError``, also for an unreadable entry.
    package func activities(
        at date: Date, with providers: [AnyProvider]
    ) throws -> [(record: ActivityRecord, kind: ActivityKind)] {
        try journalShards().flatMap { shard in
            let replay = ShardReplay(shard, until: date, with: providers)
            _ = try replay.play(self) { engine, _ in
                engine.drainChanges { _ in }
                return true
            }
            let kinds = try replay.snapshot(at: date)?.kinds ?? []
            return kinds.flatMap { kind in kind.activities.map { ($0, kind.kind) } }
        }
    }
}
