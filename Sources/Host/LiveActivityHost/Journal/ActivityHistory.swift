package import LiveActivityCore

/// The history of one activity, from a replay of the journal.
package struct ActivityHistory: Sendable {
    /// A change of the activity, with its cause.
    package struct Moment: Sendable {
        package var change: Change
        /// The command that caused it, as recorded in the journal; `nil` if a deadline did.
        package var command: JSONText?
    }

    /// The changes, oldest first.
    package var moments: [Moment] = []
    /// Whether the journal includes the activity's start.
    package var isComplete: Bool { moments.first?.change.start != nil }
}

extension ActivityStore {
    /// Replays the commands of an activity's shard, and collects the activity's changes. The store is only read.
    ///
    /// The time is proportional to the shard's journal: a second for some hundred thousand commands.
    ///
    /// - Parameters:
    ///   - id: The activity, which may have been dismissed.
    ///   - providers: The providers of all kinds in the journal.
    ///   - now: The time up to which deadlines run after the last command.
    /// - Throws: ``StoreError``, also for an unreadable entry.
    package func history(of id: ActivityID, with providers: [AnyProvider], until now: Date) throws -> ActivityHistory {
        var bases: [JournalBase] = []
        try forEachJournalBase { if $0.shard == id.shard { bases.append($0) } }
        var next = 0
        var history = ActivityHistory()
        var player: HistoryPlayer?
        try forEachJournalEntry { entry in
            guard entry.shard == id.shard else { return }
            while next < bases.count, bases[next].number <= entry.number {
                player = try HistoryPlayer(bases[next], id, providers)
                next += 1
            }
            try player?.play(entry, into: &history)
        }
        player?.advance(to: now, into: &history)
        return history
    }
}

private final class HistoryPlayer {
    private let id: ActivityID
    private var engine: Engine
    private let decoder = WireDecoder(limits: .stored)

    init(_ base: JournalBase, _ id: ActivityID, _ providers: [AnyProvider]) throws {
        self.id = id
        engine = try base.engine(with: providers)
    }

    func play(_ entry: JournalEntry, into history: inout ActivityHistory) throws {
        let timed = try entry.timedCommand(decoder)
        // The effects of deadlines that were due before the command are not attributed to it.
        if let now = timed.at ?? engine.now { advance(to: now, into: &history) }
        _ = entry.apply(timed, to: &engine)
        drain(entry.command, into: &history)
    }

    func advance(to now: Date, into history: inout ActivityHistory) {
        engine.advance(to: now)
        drain(nil, into: &history)
    }

    private func drain(_ command: JSONText?, into history: inout ActivityHistory) {
        let id = id
        engine.drainChanges { pending in
            guard pending.activity == id, let change = try? pending.change() else { return }
            history.moments.append(ActivityHistory.Moment(change: change, command: command))
        }
    }
}
