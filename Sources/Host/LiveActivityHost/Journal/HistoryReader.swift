package import LiveActivityCore

/// Reads a store's history page by page, in the order of time.
///
/// Each page continues the replay where the last one ended: reading the whole history replays each command once. Between
/// two pages it keeps an engine for each shard, with the activities of that moment.
package final class HistoryReader {
    /// The changes that are left: those after the last one that was returned.
    package private(set) var filter: HistoryFilter
    private let providers: [AnyProvider]
    private var shards: [Int: ShardHistory] = [:]

    /// - Parameter providers: The providers of all kinds in the journal.
    package init(_ filter: HistoryFilter, with providers: [AnyProvider]) { (self.filter, self.providers) = (filter, providers) }

    /// Returns the next changes that the filter selects, the oldest ones first.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of changes.
    ///   - store: The store with the journal, the same for each page.
    ///   - now: The time up to which deadlines run after the last command.
    /// - Throws: ``StoreError``, also for an unreadable entry. No further page can be read then.
    package func next(_ limit: Int, of store: some ActivityStore, until now: Date) throws -> [HistoryMoment] {
        for shard in try filter.activity.map({ [$0.shard] }) ?? store.journalShards() where shards[shard] == nil {
            shards[shard] = ShardHistory(ShardReplay(shard, until: filter.until, with: providers))
        }
        let filter = self.filter
        let last = min(filter.until ?? now, now)
        var waiting: [ShardHistory] = []
        for shard in shards.values {
            try shard.begin(filter, store, until: last)
            if !shard.moments.isEmpty { waiting.append(shard) }
        }
        var page: [HistoryMoment] = []
        while page.count < limit, let next = waiting.indices.min(by: { waiting[$0].first < waiting[$1].first }) {
            let shard = waiting[next]
            if let moment = shard.moments.popFirst() { page.append(moment) }
            try shard.fill(filter, store, until: last)
            if shard.moments.isEmpty { waiting.remove(at: next) }
        }
        for shard in shards.values { shard.end() }
        self.filter.after = page.last?.position ?? filter.after
        return page
    }
}

/// The history of one shard, as far as it has been read.
private final class ShardHistory {
    /// The number of changes that are read ahead.
    private static let portion = 256

    /// The next changes, oldest first.
    var moments: ArraySlice<HistoryMoment> = []
    /// The number of changes at the end of ``moments`` that are effects of deadlines after the last command.
    private var deadlines = 0
    /// Whether ``moments`` ends with the present.
    private var isAtEnd = false
    private let replay: ShardReplay

    init(_ replay: ShardReplay) { self.replay = replay }

    var first: HistoryPosition { moments[moments.startIndex].position }

    func begin(_ filter: HistoryFilter, _ store: some ActivityStore, until now: Date) throws {
        isAtEnd = false
        try fill(filter, store, until: now)
    }

    /// Reads changes unless some are left.
    func fill(_ filter: HistoryFilter, _ store: some ActivityStore, until now: Date) throws {
        guard moments.isEmpty, !isAtEnd else { return }
        moments = []
        isAtEnd = try replay.play(store) { engine, command in
            collect(from: &engine, command, filter)
            return moments.count < Self.portion
        }
        guard isAtEnd else { return }
        let commands = moments.count
        try replay.playDeadlines(until: now) { engine in collect(from: &engine, nil, filter) }
        deadlines = moments.count - commands
    }

    private func collect(from engine: inout Engine, _ command: JSONText?, _ filter: HistoryFilter) {
        engine.drainChanges { pending in
            guard filter.includes(pending), let change = try? pending.change() else { return }
            moments.append(HistoryMoment(change: change, command: command))
        }
    }

    /// Drops the effects of deadlines after the last command. The next page replays them, after the commands that have come
    /// before them meanwhile.
    func end() {
        moments.removeLast(min(deadlines, moments.count))
        deadlines = 0
    }
}
