package import LiveActivityCore

/// The history of one activity, from a replay of the journal.
package struct ActivityHistory: Sendable {
    /// The changes, oldest first.
    package var moments: [HistoryMoment] = []
    /// Whether the journal includes the activity's start.
    package var isComplete: Bool { moments.first?.change.start != nil }
}

/// A change in a store's history, with its cause.
package struct HistoryMoment: Sendable {
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

    fileprivate func includes(_ change: borrowing PendingChange) -> Bool {
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
        var moments: [HistoryMoment] = []
        // The number of changes of the shard that is being replayed, whose changes are in order.
        var count = 0
        try replay(
            shard: filter.activity?.shard, with: providers, until: filter.until, deadlinesUntil: min(filter.until ?? now, now)
        ) { engine, command in
            engine.drainChanges { pending in
                guard count < limit, filter.includes(pending), let change = try? pending.change() else { return }
                moments.append(HistoryMoment(change: change, command: command))
                count += 1
            }
        } ended: { _ in
            count = 0
        }
        moments.sort { $0.position < $1.position }
        return Array(moments.prefix(limit))
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
        var found: [(record: ActivityRecord, kind: ActivityKind)] = []
        try replay(with: providers, until: date, deadlinesUntil: date) { engine, _ in
            engine.drainChanges { _ in }
        } ended: {
            for kind in try $0.snapshot().kinds { found += kind.activities.map { ($0, kind.kind) } }
        }
        return found
    }

    /// Replays the journal, one shard after the other.
    ///
    /// - Parameters:
    ///   - shard: The only shard; `nil` for all.
    ///   - end: The time of the last command; `nil` for no limit.
    ///   - now: The time up to which deadlines run after the last command.
    ///   - changed: Drains the engine's changes after each command and after deadlines, which have no command.
    ///   - ended: Receives each shard's engine in its final state.
    private func replay(
        shard: Int? = nil, with providers: [AnyProvider], until end: Date?, deadlinesUntil now: Date,
        changed: (inout Engine, JSONText?) throws -> Void, ended: (inout Engine) throws -> Void
    ) throws {
        var bases: [JournalBase] = []
        try forEachJournalBase { if shard == nil || $0.shard == shard { bases.append($0) } }
        var (next, player): (Int, HistoryPlayer?) = (0, nil)
        func finish() throws {
            try player?.advance(to: now, changed)
            if let player { try ended(&player.engine) }
        }
        func begin() throws {
            let base = bases[next]
            next += 1
            guard let previous = player, previous.shard == base.shard else {
                try finish()
                player = try HistoryPlayer(base, providers, until: end)
                return
            }
            guard !previous.isPast else { return }
            let following = try HistoryPlayer(base, providers, until: end)
            guard let beginning = following.engine.now else { return player = following }
            if let end, beginning > end { return previous.stop() }
            // The previous part has no command after its last deadlines.
            try previous.advance(to: beginning, changed)
            player = following
        }
        try forEachJournalEntry { entry in
            guard shard == nil || entry.shard == shard else { return }
            while next < bases.count, (bases[next].shard, bases[next].number) <= (entry.shard, entry.number) { try begin() }
            if let player, player.shard == entry.shard { try player.play(entry, changed) }
        }
        // A part without commands still has deadlines.
        while next < bases.count { try begin() }
        try finish()
    }
}

/// Replays the commands of one part of a journal.
private final class HistoryPlayer {
    let shard: Int
    var engine: Engine
    /// Whether a command or a part after the end was found. Both are in the order of time.
    private(set) var isPast = false
    private let end: Date?
    private let decoder = WireDecoder(limits: .stored)

    init(_ base: JournalBase, _ providers: [AnyProvider], until end: Date?) throws {
        (shard, self.end) = (base.shard, end)
        engine = try base.engine(with: providers)
    }

    func play(_ entry: JournalEntry, _ changed: (inout Engine, JSONText?) throws -> Void) throws {
        guard !isPast else { return }
        let timed = try entry.timedCommand(decoder)
        if let now = timed.at ?? engine.now {
            if let end, now > end { return stop() }
            // The effects of deadlines that were due before the command are not attributed to it.
            try advance(to: now, changed)
        }
        _ = entry.apply(timed, to: &engine)
        try changed(&engine, entry.command)
    }

    func advance(to now: Date, _ changed: (inout Engine, JSONText?) throws -> Void) throws {
        engine.advance(to: now)
        try changed(&engine, nil)
    }

    func stop() { isPast = true }
}
