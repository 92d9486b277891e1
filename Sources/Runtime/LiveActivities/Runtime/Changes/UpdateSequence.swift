public import LiveActivityCore

/// The changes of a runtime as they happen, for one consumer (``LiveActivityRuntime/changes(of:conflation:bufferLimit:)``).
///
/// - It has every change from the moment it was made; nothing before. Ask for another one for each further consumer: iterators of one
///   sequence share what comes.
/// - A consumer may take its time. At most `bufferLimit` changes wait for it. When one more comes, first an `updated` that a newer one
///   of the same activity follows, with nothing of that activity between the two, is left out: the consumer misses nothing by that. If
///   there is none, the oldest change is dropped, and ``missed`` counts it; alerts, ends and dismissals are dropped last. Who has
///   missed changes asks the runtime how things are (``LiveActivityRuntime/content(of:as:)``).
/// - The changes of one activity come in the order in which they happened.
/// - It finishes when the runtime is closed or dropped, and when its filter names an activity, after that one's dismissal; what waits
///   is handed over before. A task that is cancelled gets `nil` at once.
/// - Nothing is kept for it any more when the sequence and its iterators are gone. It does not keep the runtime.
public struct ChangeSequence: AsyncSequence, Sendable {
    let subscription: Subscription<ChangeBuffer>

    /// How many changes were dropped before the one that was handed out last, because the consumer was too slow.
    ///
    /// It never falls. When it has grown with an element, changes are missing just before that element.
    public var missed: Int { subscription.feed.read { $0.missed } }

    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let subscription: Subscription<ChangeBuffer>

        public func next() async -> Change? { await subscription.feed.next(isolation: nil) }

        public func next(isolation actor: isolated (any Actor)?) async -> Change? {
            await subscription.feed.next(isolation: actor)
        }
    }
}

/// Values of a runtime as they change, for one consumer that cares for the newest only.
///
/// A consumer that is slow misses values in between, never the newest. No value comes twice in a row. It finishes as a
/// ``ChangeSequence`` does; ask for another one for each further consumer.
public struct UpdateSequence<Element: Hashable & Sendable>: AsyncSequence, Sendable {
    let subscription: Subscription<NewestBuffer<Element>>

    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let subscription: Subscription<NewestBuffer<Element>>

        /// Leaves out the value that would come next, if there is one already.
        package func skipWaiting() { subscription.feed.skip() }

        public func next() async -> Element? { await subscription.feed.next(isolation: nil) }

        public func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await subscription.feed.next(isolation: actor)
        }
    }
}

/// A consumer's end of a feed. When it goes, the shards are told.
final class Subscription<Buffer: FeedBuffer>: Sendable {
    let feed: Feed<Buffer>
    private let id: Listener.ID
    private let filter: ChangeFilter
    /// Weak: a consumer that waits for the end of a runtime must not prevent it.
    private let shards: [WeakShard]

    init(_ feed: Feed<Buffer>, _ id: Listener.ID, _ filter: ChangeFilter, _ shards: [Shard]) {
        self.feed = feed
        self.id = id
        self.filter = filter
        self.shards = shards.map { WeakShard($0) }
    }

    deinit {
        feed.abandon()
        for shard in shards { shard.shard?.depart(id, filter) }
    }
}

struct WeakShard: Sendable {
    weak let shard: Shard?

    init(_ shard: Shard) { self.shard = shard }
}
