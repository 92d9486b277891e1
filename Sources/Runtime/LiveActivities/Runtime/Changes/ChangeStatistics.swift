import LiveActivityHost
import Synchronization

/// A subscriber's backlog: the changes that wait for it, and those that were dropped or conflated because it is too slow.
public struct ChangeStatistics: Hashable, Sendable {
    /// The number of waiting changes.
    public var waiting: Int
    /// The number of changes added to the buffer so far, including those removed later.
    public var passed: Int
    /// The number of updates replaced by a newer one of the same activity: within a ``/LiveActivityHost/Conflation``'s
    /// interval, or because the buffer was full. The subscriber loses no state by them.
    public var conflated: Int
    /// The number of changes dropped because the buffer was full. After these the subscriber must query the state.
    public var missed: Int

    /// Creates a value from its fields.
    public init(waiting: Int = 0, passed: Int = 0, conflated: Int = 0, missed: Int = 0) {
        self.waiting = waiting
        self.passed = passed
        self.conflated = conflated
        self.missed = missed
    }

    static func += (left: inout Self, right: Self) {
        left.waiting += right.waiting
        left.passed += right.passed
        left.conflated += right.conflated
        left.missed += right.missed
    }
}

/// A subscriber of a runtime's changes, for operators (``LiveActivityRuntime/subscribers``).
public struct ChangeSubscriber: Identifiable, Hashable, Sendable {
    /// Unique among all subscribers that the runtime ever had.
    public let id: UInt64
    /// The label given when it was created (``LiveActivityRuntime/changes(of:conflation:bufferLimit:label:)``).
    public let label: String?
    /// The filter of its changes.
    public let filter: ChangeFilter
    /// The subscriber's backlog.
    public let statistics: ChangeStatistics
}

extension LiveActivityRuntime {
    /// The current subscribers, oldest first, to find one that is too slow.
    ///
    /// Takes a lock for each subscriber, and no lock of a shard.
    public var subscribers: [ChangeSubscriber] { registry.subscribers }

    /// The totals of all subscribers since the runtime was created, including former ones. For metrics: apart from
    /// ``ChangeStatistics/waiting``, no number ever decreases.
    public var subscriberTotals: ChangeStatistics { registry.totals }
}

/// The subscribers of one runtime. It does not retain their sequences, which unregister themselves when they are released.
final class SubscriberRegistry: Sendable {
    private struct State {
        var live: [Subscriber] = []
        /// The totals of former subscribers.
        var past = ChangeStatistics()
    }

    private let state = Mutex(State())

    func add(_ subscriber: Subscriber) { state.withLock { $0.live.append(subscriber) } }

    func remove(_ id: UInt64) {
        state.withLock { state in
            guard let index = state.live.firstIndex(where: { $0.id == id }) else { return }
            state.past += state.live.remove(at: index).statistics
        }
    }

    func subscriber(_ id: UInt64) -> ChangeSubscriber? { subscribers.first { $0.id == id } }

    var subscribers: [ChangeSubscriber] { state.withLock { $0.live.map(\.described) } }

    var totals: ChangeStatistics {
        state.withLock { state in state.live.reduce(into: state.past) { $0 += $1.statistics } }
    }
}

/// The registry's entry for one sequence.
struct Subscriber: Sendable {
    let id: UInt64
    let label: String?
    let filter: ChangeFilter
    let feed: Feed<ChangeBuffer>
    /// The number of updates conflated before the buffer, for each shard.
    let conflated: [ConflatedCount]

    var statistics: ChangeStatistics {
        var statistics = feed.read { $0.statistics }
        for shard in conflated { statistics.conflated += shard.value }
        return statistics
    }

    var described: ChangeSubscriber { ChangeSubscriber(id: id, label: label, filter: filter, statistics: statistics) }
}

/// A number that is set by one thread at a time, under a shard's lock, and read by any thread.
final class ConflatedCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func set(_ value: Int) { count.store(value, ordering: .relaxed) }
}
