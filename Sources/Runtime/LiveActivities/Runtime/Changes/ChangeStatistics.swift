import LiveActivityHost
import Synchronization

/// A subscriber's backlog: the changes that wait for it, and those that were left out because it is too slow.
public struct ChangeStatistics: Hashable, Sendable {
    /// Changes that wait to be taken.
    public var waiting: Int
    /// Changes that were put into the buffer so far, also those that were left out later.
    public var passed: Int
    /// Updates that a newer one of the same activity has replaced: within a ``/LiveActivityHost/Conflation``'s interval, or
    /// because the buffer was full. The subscriber loses no state by them.
    public var conflated: Int
    /// Changes that were dropped because the buffer was full. After these the subscriber must query the state.
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

/// A sequence of a runtime's changes that is in use, as an operator sees it (``LiveActivityRuntime/subscribers``).
public struct ChangeSubscriber: Identifiable, Hashable, Sendable {
    /// Differs among all subscribers that a runtime ever had.
    public let id: UInt64
    /// The name that it was given (``LiveActivityRuntime/changes(of:conflation:bufferLimit:label:)``).
    public let label: String?
    /// Which changes it gets.
    public let filter: ChangeFilter
    /// The subscriber's backlog.
    public let statistics: ChangeStatistics
}

extension LiveActivityRuntime {
    /// The sequences of changes that are in use, the oldest first: to find the one that is too slow.
    ///
    /// Costs a lock for each of them, and none of a shard.
    public var subscribers: [ChangeSubscriber] { registry.subscribers }

    /// Totals of all sequences of changes since the runtime was created, also of those no
    /// longer in use. For a metric: apart from ``ChangeStatistics/waiting``, no number ever decreases.
    public var subscriberTotals: ChangeStatistics { registry.totals }
}

/// The sequences of one runtime that are in use, without the sequences themselves: their ends say when they are not any more.
final class SubscriberRegistry: Sendable {
    private struct State {
        var live: [Subscriber] = []
        /// The totals of sequences that are no longer in use.
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
    /// How many updates were conflated before the buffer, in each shard.
    let conflated: [ConflatedCount]

    var statistics: ChangeStatistics {
        var statistics = feed.read { $0.statistics }
        for shard in conflated { statistics.conflated += shard.value }
        return statistics
    }

    var described: ChangeSubscriber { ChangeSubscriber(id: id, label: label, filter: filter, statistics: statistics) }
}

/// A number that one thread at a time sets, under a shard's lock, and any thread reads.
final class ConflatedCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func set(_ value: Int) { count.store(value, ordering: .relaxed) }
}
