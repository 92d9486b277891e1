public import LiveActivityCore

extension ActivityStore {
    /// What became different in one activity, oldest first: its changes as the journal's commands give them once more.
    ///
    /// It reaches back to where the journal begins. An activity that is older begins with a change `updated` that has the content of that
    /// time. Changes after a command that a provider answers differently now are those that it gives now. The store is only read.
    ///
    /// - Parameters:
    ///   - activity: The activity, which may be dismissed by now.
    ///   - providers: For all kinds in the journal.
    ///   - limit: The largest number of changes; the oldest are left out.
    /// - Returns: No changes if there is no journal.
    /// - Throws: ``StoreError``, also where an entry cannot be read.
    public func history(of activity: ActivityID, with providers: [AnyProvider], limit: Int = 1_000) throws -> [Change] {
        var bases: [JournalBase] = []
        try forEachJournalBase { if $0.shard == activity.shard { bases.append($0) } }
        var changes: [Change] = []
        var replay = JournalReplay()
        var player: JournalPlayer?
        var next = 0
        func take(_ change: borrowing PendingChange) {
            guard change.activity == activity, let change = try? change.change() else { return }
            changes.append(change)
            if changes.count > 2 * limit { changes.removeFirst(changes.count - limit) }
        }
        func begin(_ base: JournalBase) throws {
            let begun = try JournalPlayer(base, providers, observe: take)
            if changes.isEmpty, let change = begun.present(activity) { changes.append(change) }
            player = begun
        }
        try forEachJournalEntry { entry in
            guard entry.shard == activity.shard else { return }
            while next < bases.count, bases[next].number <= entry.number {
                try begin(bases[next])
                next += 1
            }
            try player?.play(entry, &replay)
        }
        if player == nil, let base = bases.first { try begin(base) }
        // Deadlines that no command has followed yet.
        let head = try head()
        if let now = head.engines.first(where: { $0.shard == activity.shard })?.now { player?.advance(to: now) }
        return changes.suffix(limit)
    }
}
