import LiveActivityCore
import LiveActivityHost

/// The bounded buffer of changes that wait for a slow subscriber, in order.
///
/// When it exceeds its capacity,
/// 1. an `updated` that is directly followed by a newer `updated` of the same activity is removed and counted as conflated: the
/// subscriber loses nothing;
/// 2. otherwise the oldest change that is not an alert, an end or a dismissal is dropped, and counted as missed;
/// 3. otherwise the oldest change is dropped, and counted as missed.
///
/// A command waits while a change is added, so no step may depend on the number of waiting changes. Hence doubly linked lists:
/// one of all changes, and one for each of the rules 1 and 2, whose first node is removed first.
struct ChangeBuffer: FeedBuffer {
    let capacity: Int

    /// The number of changes that were dropped before the one returned last.
    private(set) var missed = 0
    /// The counters so far.
    private(set) var statistics = ChangeStatistics()

    var count: Int { statistics.waiting }
    var isEmpty: Bool { count == 0 }

    private var nodes = ChangeNodes()
    private var all = ChangeNodes.List(.order)
    private var superseded = ChangeNodes.List(.choice)
    private var droppable = ChangeNodes.List(.choice)
    /// The number of changes dropped after the last one in the buffer.
    private var missedAtEnd = 0
    /// The node of an activity's last change if that is an update, which a newer update supersedes.
    private var lastUpdates = ActivityTable<ChangeNodes.Index>()

    /// Called for the first change that is dropped since the subscriber last received one.
    private let onMiss: (@Sendable () -> Void)?
    private var isMissing = false

    init(capacity: Int, onMiss: (@Sendable () -> Void)? = nil) {
        precondition(capacity > 0, "a buffer for \(capacity) changes would drop them all")
        self.capacity = capacity
        self.onMiss = onMiss
    }

    mutating func append(_ change: SharedChange) {
        let node = nodes.insert(change, missedBefore: missedAtEnd)
        missedAtEnd = 0
        all.append(node, &nodes)
        let activity = change.value.activity
        if case .updated = change.value.what {
            if let older = lastUpdates[activity] {
                droppable.remove(older, &nodes)
                superseded.append(older, &nodes)
                nodes[older].sort = .superseded
            }
            lastUpdates.set(node, for: activity)
        } else {
            lastUpdates.remove(activity)
        }
        if change.value.what.isKeptLongest {
            nodes[node].sort = .keptLongest
        } else {
            droppable.append(node, &nodes)
        }
        statistics.passed += 1
        statistics.waiting += 1
        if count > capacity { leaveOneOut() }
    }

    mutating func popFirst() -> SharedChange? {
        guard let node = all.first else {
            missed += missedAtEnd
            missedAtEnd = 0
            return nil
        }
        missed += nodes[node].missedBefore
        let change = nodes[node].change
        isMissing = false
        unlink(node)
        // Frees the memory that a long wait has used.
        if isEmpty { removeNodes() }
        return change
    }

    mutating func removeAll() {
        removeNodes()
        statistics.waiting = 0
    }

    // MARK: - Capacity

    private mutating func leaveOneOut() {
        if let node = superseded.first {
            statistics.conflated += 1
            pass(nodes[node].missedBefore, from: node)
            unlink(node)
        } else if let node = droppable.first ?? all.first {
            statistics.missed += 1
            if !isMissing { onMiss?() }
            isMissing = true
            pass(nodes[node].missedBefore + 1, from: node)
            unlink(node)
        }
    }

    /// Records that changes are missing before the change after this node.
    private mutating func pass(_ count: Int, from node: ChangeNodes.Index) {
        if let next = nodes.next(of: node) { nodes[next].missedBefore += count } else { missedAtEnd += count }
    }

    private mutating func unlink(_ node: ChangeNodes.Index) {
        all.remove(node, &nodes)
        switch nodes[node].sort {
        case .droppable: droppable.remove(node, &nodes)
        case .superseded: superseded.remove(node, &nodes)
        case .keptLongest: break
        }
        if let activity = nodes[node].change?.value.activity, lastUpdates[activity] == node { lastUpdates.remove(activity) }
        nodes.remove(node)
        statistics.waiting -= 1
    }

    private mutating func removeNodes() {
        nodes.removeAll()
        all = ChangeNodes.List(.order)
        superseded = ChangeNodes.List(.choice)
        droppable = ChangeNodes.List(.choice)
        lastUpdates.removeAll()
    }
}

extension Change.What {
    /// Whether other changes are dropped before this one.
    fileprivate var isKeptLongest: Bool {
        switch self {
        case .alerted, .ended, .dismissed: true
        default: false
        }
    }
}
