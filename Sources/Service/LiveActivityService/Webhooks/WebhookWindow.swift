#if Service
import LiveActivityCore

/// The changes that an endpoint was not told of yet: which may be sent now, and up to which all are done.
///
/// Changes of one activity are sent one after the other. Those of others do not wait for them: an endpoint that refuses what concerns one
/// activity is told of all others. An endpoint that takes nothing is called more and more rarely, with one call at a time.
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

    private var lines: [ActivityID: Line] = [:]
    /// Activities of which a change may be sent, in the order in which they became so.
    private var ready: [ActivityID] = []
    /// By shard, in the order in which they came: what is not acknowledged.
    private var order: [Int: [Entry]] = [:]
    private var count = 0
    private var calls = 0
    private var failuresInARow = 0
    private var isHeld = false

    /// Whether no more changes are to be read.
    var isFull: Bool { count >= Self.changesMax }

    /// Adds the consumer's next change.
    ///
    /// - Parameter isWanted: Whether the endpoint is told of it; else it is only acknowledged with the others.
    /// - Returns: The change up to which all of its shard are done; `nil` if it is the one as before.
    mutating func add(_ change: Change, isWanted: Bool) -> Change? {
        count += 1
        order[change.activity.shard, default: []].append(Entry(change: change, isDone: !isWanted))
        guard isWanted else { return acknowledged(of: change.activity.shard) }
        if lines[change.activity] == nil { ready.append(change.activity) }
        lines[change.activity, default: Line()].changes.append(change)
        return nil
    }

    /// Takes a change to send; `nil` while none may be sent.
    mutating func next() -> Change? {
        guard !isHeld, calls < (failuresInARow < Self.callsMax ? Self.callsMax : 1), !ready.isEmpty else { return nil }
        calls += 1
        return lines[ready.removeFirst()]?.changes.first
    }

    /// The endpoint has taken the change.
    ///
    /// - Returns: As ``add(_:isWanted:)``.
    mutating func accepted(_ change: Change) -> Change? {
        (calls, failuresInARow) = (calls - 1, 0)
        return remove(change)
    }

    /// The endpoint has not taken the change.
    ///
    /// - Returns: How often it has not, and the seconds until ``release()``, where nothing may be sent for a while.
    mutating func failed(_ change: Change) -> (failures: Int, hold: Double?) {
        (calls, failuresInARow) = (calls - 1, failuresInARow + 1)
        lines[change.activity]?.failures += 1
        let failures = lines[change.activity]?.failures ?? 0
        guard failuresInARow >= Self.callsMax, !isHeld else { return (failures, nil) }
        isHeld = true
        return (failures, WebhookSchedule.hold(after: failuresInARow - Self.callsMax))
    }

    /// The change may be sent again.
    mutating func retry(_ change: Change) { ready.append(change.activity) }

    /// The endpoint may be called again.
    mutating func release() { isHeld = false }

    /// Gives a change up that was not taken.
    ///
    /// - Returns: As ``add(_:isWanted:)``.
    mutating func giveUp(_ change: Change) -> Change? { remove(change) }

    private mutating func remove(_ change: Change) -> Change? {
        lines[change.activity]?.changes.removeFirst()
        lines[change.activity]?.failures = 0
        if lines[change.activity]?.changes.isEmpty == true {
            lines[change.activity] = nil
        } else {
            ready.append(change.activity)
        }
        let shard = change.activity.shard
        if let index = order[shard]?.firstIndex(where: { $0.change.sequence == change.sequence }) {
            order[shard]?[index].isDone = true
        }
        return acknowledged(of: shard)
    }

    private mutating func acknowledged(of shard: Int) -> Change? {
        let done = order[shard]?.prefix { $0.isDone } ?? []
        guard let last = done.last?.change else { return nil }
        count -= done.count
        order[shard]?.removeFirst(done.count)
        return last
    }
}
#endif
