import LiveActivityCore

/// The changes of one shard that wait for named consumers to acknowledge them. Touched under the shard's lock only.
///
/// Of each activity the newest change of each sort is retained, until all consumers have acknowledged it; of a dismissed activity only the
/// dismissal. So it holds a few changes for each activity, however far a consumer lags behind, and one for each dismissed activity.
/// Beyond ``limit`` the oldest is dropped.
///
/// An array with a head index, not a `Deque`: readers find their position in it by binary search, and it is compacted in place.
struct Outbox {
    /// The most changes in it. Each has at most ``/LiveActivityCore/EngineLimits/payloadBytes`` of content.
    static let limit = 1_000_000

    private var changes: [UInt64: Change] = [:]
    /// The sequences of `changes`, the smallest first, and of some that were removed.
    private var order: [UInt64] = []
    private var head = 0
    private var ofActivity: [ActivityID: [Sort: UInt64]] = [:]

    /// Up to which sequence everything is in the store. Later changes are not given to consumers yet: a crash could lose them.
    private(set) var written: UInt64 = 0
    private var unwritten: Set<UInt64> = []
    private var forgotten: Set<UInt64> = []

    private var acknowledged: [ConsumerName: UInt64] = [:]
    private var readers: [Listener.ID: Feed<NewestBuffer<UInt64>>] = [:]

    /// How many changes were dropped because of ``limit``.
    private(set) var missed = 0

    /// A newer change replaces an older one of the same activity and sort.
    private enum Sort: Hashable {
        case scheduled, started, updated, alerted, staleness, ended, dismissed

        init?(_ what: Change.What) {
            switch what {
            case .scheduled: self = .scheduled
            case .started: self = .started
            case .updated: self = .updated
            case .alerted: self = .alerted
            case .becameStale, .becameActive: self = .staleness
            case .ended: self = .ended
            case .dismissed: self = .dismissed
            default: return nil
            }
        }
    }

    /// - Parameter written: The sequence of the last change that is in the store.
    init(written: UInt64) { self.written = written }

    var isUnwritten: Bool { !unwritten.isEmpty || !forgotten.isEmpty }

    // MARK: - The engine's side

    mutating func append(_ pending: borrowing PendingChange) {
        guard Sort(pending.what) != nil else { return }
        append(pending.changeOrOutline())
        unwritten.insert(pending.sequence)
    }

    /// Adds a change that is in the store.
    mutating func restore(_ change: Change) { append(change) }

    private mutating func append(_ change: Change) {
        guard let sort = Sort(change.what) else { return }
        if sort == .dismissed {
            for older in ofActivity.removeValue(forKey: change.activity)?.values.map({ $0 }) ?? [] { forget(older) }
        }
        if let older = ofActivity[change.activity, default: [:]].updateValue(change.sequence, forKey: sort) { forget(older) }
        changes[change.sequence] = change
        order.append(change.sequence)
        if changes.count > Self.limit { dropOldest() }
        if order.count > 2 * changes.count + 1_024 { compact() }
    }

    private mutating func forget(_ sequence: UInt64) {
        changes[sequence] = nil
        if unwritten.remove(sequence) == nil { forgotten.insert(sequence) }
    }

    private mutating func dropOldest() {
        while head < order.count {
            let oldest = order[head]
            head += 1
            guard let change = changes[oldest] else { continue }
            remove(change)
            missed += 1
            return
        }
    }

    private mutating func remove(_ change: Change) {
        if let sort = Sort(change.what), ofActivity[change.activity]?[sort] == change.sequence {
            ofActivity[change.activity]?[sort] = nil
            if ofActivity[change.activity]?.isEmpty == true { ofActivity[change.activity] = nil }
        }
        forget(change.sequence)
    }

    private mutating func compact() {
        order = order[head...].filter { changes[$0] != nil }
        head = 0
    }

    // MARK: - The store's side

    mutating func take(into pending: inout PendingShard) {
        pending.consumerChanges = unwritten.sorted().compactMap { changes[$0] }
        pending.forgottenConsumerChanges = forgotten.sorted().map { ChangePosition(shard: pending.index, sequence: $0) }
        unwritten = []
        forgotten = []
    }

    mutating func putBack(_ pending: PendingShard) {
        // A change that was removed meanwhile is in `forgotten` too. To delete one that was never written does no harm.
        for change in pending.consumerChanges where changes[change.sequence] != nil { unwritten.insert(change.sequence) }
        forgotten.formUnion(pending.forgottenConsumerChanges.map(\.sequence))
    }

    mutating func wasPersisted(upTo sequence: UInt64, _ wakeUps: inout WakeUps) {
        written = max(written, sequence)
        for reader in readers.values { reader.append(written, &wakeUps) }
    }

    // MARK: - The consumers' side

    /// - Parameter sequence: Up to which sequence it has acknowledged.
    mutating func add(_ name: ConsumerName, acknowledged sequence: UInt64) { acknowledged[name] = sequence }

    mutating func remove(_ name: ConsumerName) {
        acknowledged[name] = nil
        prune()
    }

    func position(of name: ConsumerName) -> UInt64? { acknowledged[name] }

    mutating func add(_ reader: Listener.ID, _ feed: Feed<NewestBuffer<UInt64>>, _ wakeUps: inout WakeUps) {
        readers[reader] = feed
        // There may be changes already.
        feed.append(written, &wakeUps)
    }

    mutating func remove(_ reader: Listener.ID) { readers[reader] = nil }

    /// The first change after `position` that is in the store.
    func next(after position: UInt64) -> Change? {
        var low = head
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if order[middle] <= position { low = middle + 1 } else { high = middle }
        }
        while low < order.count, order[low] <= written {
            if let change = changes[order[low]] { return change }
            low += 1
        }
        return nil
    }

    /// - Returns: Whether it is more than was acknowledged before.
    mutating func acknowledge(_ name: ConsumerName, upTo sequence: UInt64) -> Bool {
        guard let before = acknowledged[name], sequence > before, sequence <= written else { return false }
        acknowledged[name] = sequence
        prune()
        return true
    }

    /// Removes what all consumers have acknowledged.
    private mutating func prune() {
        let done = acknowledged.values.min() ?? .max
        while head < order.count, order[head] <= done {
            if let change = changes[order[head]] { remove(change) }
            head += 1
        }
        if order.count > 2 * changes.count + 1_024 { compact() }
    }

    mutating func finish(_ wakeUps: inout WakeUps) {
        for reader in readers.values { reader.finish(&wakeUps) }
        readers = [:]
    }
}
