#if Service
import LiveActivityCore

/// The changes that an endpoint was not told of yet: which may be sent now, and up to which all are done.
///
/// Changes of one activity are sent one after the other. Those of others do not wait for them: an endpoint that refuses what concerns one
/// activity is told of all others. An endpoint that takes nothing is called more and more rarely, with one call at a time.
///
/// Changes come from sources, which have numbers: on a cluster from each partition of the node.
struct WebhookWindow {
    /// Calls under way at a time; each is of another activity. After so many failures in a row the endpoint takes nothing.
    static let callsMax = 8
    /// Changes that are read and not acknowledged; more are not read while an endpoint refuses the oldest.
    static let changesMax = 4_096

    private struct Entry {
        var change: Change
        var isDone: Bool
    }

    private struct Line {
        /// The oldest first.
        var changes: [Change] = []
        /// How often the first was refused.
        var failures = 0
    }

    private struct LineKey: Hashable {
        var source: Int
        var activity: ActivityID
    }

    private struct ShardKey: Hashable {
        var source: Int
        var shard: Int
    }

    private var lines: [LineKey: Line] = [:]
    /// Activities of which a change may be sent, in the order in which they became so.
    private var ready: [LineKey] = []
    /// In the order in which they came: what is not acknowledged.
    private var order: [ShardKey: [Entry]] = [:]
    private var count = 0
    private var calls = 0
    private var failuresInARow = 0
    private var isHeld = false

    /// Whether no more changes are to be read.
    var isFull: Bool { count >= Self.changesMax }

    /// Adds a source's next change.
    ///
    /// - Parameter isWanted: Whether the endpoint is told of it; else it is only acknowledged with the others.
    /// - Returns: The change up to which all of its shard are done; `nil` if it is the one as before.
    mutating func add(_ change: Change, source: Int, isWanted: Bool) -> Change? {
        count += 1
        let shard = ShardKey(source: source, shard: change.activity.shard)
        order[shard, default: []].append(Entry(change: change, isDone: !isWanted))
        guard isWanted else { return acknowledged(of: shard) }
        let line = LineKey(source: source, activity: change.activity)
        if lines[line] == nil { ready.append(line) }
        lines[line, default: Line()].changes.append(change)
        return nil
    }

    /// Removes what a source has given. What is under way is answered all the same.
    mutating func drop(source: Int) {
        lines = lines.filter { $0.key.source != source }
        ready.removeAll { $0.source == source }
        for (shard, entries) in order where shard.source == source {
            count -= entries.count
            order[shard] = nil
        }
    }

    /// Takes a change to send, with the number of its source; `nil` while none may be sent.
    mutating func next() -> (source: Int, change: Change)? {
        guard !isHeld, calls < (failuresInARow < Self.callsMax ? Self.callsMax : 1), !ready.isEmpty else { return nil }
        let line = ready.removeFirst()
        guard let change = lines[line]?.changes.first else { return nil }
        calls += 1
        return (line.source, change)
    }

    /// The endpoint has taken the change.
    ///
    /// - Returns: As ``add(_:source:isWanted:)``.
    mutating func accepted(_ change: Change, source: Int) -> Change? {
        (calls, failuresInARow) = (calls - 1, 0)
        return remove(change, source)
    }

    /// The endpoint has not taken the change.
    ///
    /// - Returns: How often it has not, and the seconds until ``release()``, where nothing may be sent for a while.
    mutating func failed(_ change: Change, source: Int) -> (failures: Int, hold: Double?) {
        (calls, failuresInARow) = (calls - 1, failuresInARow + 1)
        let line = LineKey(source: source, activity: change.activity)
        lines[line]?.failures += 1
        let failures = lines[line]?.failures ?? 0
        guard failuresInARow >= Self.callsMax, !isHeld else { return (failures, nil) }
        isHeld = true
        return (failures, WebhookSchedule.hold(after: failuresInARow - Self.callsMax))
    }

    /// The change may be sent again.
    mutating func retry(_ change: Change, source: Int) {
        let line = LineKey(source: source, activity: change.activity)
        if lines[line] != nil { ready.append(line) }
    }

    /// The endpoint may be called again.
    mutating func release() { isHeld = false }

    /// Gives a change up that was not taken.
    ///
    /// - Returns: As ``add(_:source:isWanted:)``.
    mutating func giveUp(_ change: Change, source: Int) -> Change? { remove(change, source) }

    private mutating func remove(_ change: Change, _ source: Int) -> Change? {
        let line = LineKey(source: source, activity: change.activity)
        guard lines[line] != nil else { return nil }
        lines[line]?.changes.removeFirst()
        lines[line]?.failures = 0
        if lines[line]?.changes.isEmpty == true {
            lines[line] = nil
        } else {
            ready.append(line)
        }
        let shard = ShardKey(source: source, shard: change.activity.shard)
        if let index = order[shard]?.firstIndex(where: { $0.change.sequence == change.sequence }) {
            order[shard]?[index].isDone = true
        }
        return acknowledged(of: shard)
    }

    private mutating func acknowledged(of shard: ShardKey) -> Change? {
        let done = order[shard]?.prefix { $0.isDone } ?? []
        guard let last = done.last?.change else { return nil }
        count -= done.count
        order[shard]?.removeFirst(done.count)
        return last
    }
}
#endif
