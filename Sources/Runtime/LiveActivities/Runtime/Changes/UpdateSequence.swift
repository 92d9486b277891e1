public import LiveActivityCore
import LiveActivityHost

/// The changes of a runtime as they happen, for one subscriber
/// (``LiveActivityRuntime/changes(of:conflation:bufferLimit:label:)``).
///
/// - It has every change from the moment of its creation, and none before. Create another sequence for each further subscriber:
///   the iterators of one sequence share its changes.
/// - At most `bufferLimit` changes wait for a slow subscriber. Beyond that, first an `updated` is removed that is directly
///   followed by a newer one of the same activity: the subscriber loses nothing. If there is none, the oldest change is
///   dropped, and ``missed`` counts it; alerts, ends and dismissals are dropped last. A subscriber that has missed changes
///   queries the runtime (``LiveActivityRuntime/content(of:as:)``). ``statistics`` has the counts of both.
/// - The changes of one activity are in the order in which they happened.
/// - It finishes when the runtime is closed or released, and if its filter names an activity, after that activity's dismissal.
///   Waiting changes are delivered first. A cancelled task gets `nil` at once.
/// - When the sequence and its iterators are released, nothing is buffered any more. They do not retain the runtime.
public struct ChangeSequence: AsyncSequence, Sendable {
    let subscription: Subscription<ChangeBuffer>
    let subscriber: Subscriber

    /// The number of changes that were dropped directly before the last returned one, because the subscriber was too slow.
    ///
    /// It never decreases. When it has increased with an element, changes are missing just before that element.
    public var missed: Int { subscription.feed.read { $0.missed } }

    /// The subscriber's backlog: the number of waiting changes, and of changes dropped or conflated so far.
    ///
    /// Unlike ``missed``, it counts dropped changes immediately.
    public var statistics: ChangeStatistics { subscriber.statistics }

    /// Ends the sequence without closing the runtime: buffered changes are still delivered, also those that a
    /// ``/LiveActivityHost/Conflation`` holds back, then the sequence finishes.
    ///
    /// For a reader that is stopped from outside, such as a service whose group shuts down. May be called from any thread and
    /// more than once, but not by an observer of the runtime.
    public func finish() { subscription.finish() }

    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Returns the elements of the sequence in order; iterators of one sequence share them.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let subscription: Subscription<ChangeBuffer>

        public func next() async -> Change? { await subscription.feed.next(isolation: nil)?.value }

        public func next(isolation actor: isolated (any Actor)?) async -> Change? {
            await subscription.feed.next(isolation: actor)?.value
        }
    }
}

/// A changing value of a runtime, for one subscriber that needs only the newest.
///
/// A slow subscriber misses values in between, never the newest. There are no consecutive duplicates. It finishes like a
/// ``ChangeSequence``. Create another sequence for each further subscriber.
public struct UpdateSequence<Element: Hashable & Sendable>: AsyncSequence, Sendable {
    let subscription: Subscription<NewestBuffer<Element>>

    /// Ends the sequence without closing the runtime: buffered values are still delivered, then it finishes. Safe on any
    /// thread.
    public func finish() { subscription.feed.finish() }

    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Returns the elements of the sequence in order; iterators of one sequence share them.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let subscription: Subscription<NewestBuffer<Element>>

        /// Skips the next value, if there is one already.
        package func skipWaiting() { subscription.feed.skip() }

        public func next() async -> Element? { await subscription.feed.next(isolation: nil) }

        public func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await subscription.feed.next(isolation: actor)
        }
    }
}

/// The source of a sequence's iterators. When it is released, its shards remove the listener.
final class Subscription<Buffer: FeedBuffer>: Sendable {
    let feed: Feed<Buffer>
    private let id: Listener.ID
    private let filter: ChangeFilter
    /// Weak: a subscriber that waits for the end of a runtime must not prevent it.
    private let shards: [WeakShard]
    /// The registry that lists the sequence while it is in use.
    private let registry: SubscriberRegistry?

    init(
        _ feed: Feed<Buffer>, _ id: Listener.ID, _ filter: ChangeFilter, _ shards: [Shard],
        _ registry: SubscriberRegistry? = nil
    ) {
        self.feed = feed
        self.id = id
        self.filter = filter
        self.shards = shards.map { WeakShard($0) }
        self.registry = registry
    }

    /// Finishes the sequence; later changes are not delivered.
    func finish() {
        for shard in shards { shard.shard?.flush(id) }
        feed.finish()
    }

    deinit {
        feed.abandon()
        registry?.remove(id)
        for shard in shards { shard.shard?.depart(id, filter) }
    }
}

struct WeakShard: Sendable {
    weak let shard: Shard?

    init(_ shard: Shard) { self.shard = shard }
}
