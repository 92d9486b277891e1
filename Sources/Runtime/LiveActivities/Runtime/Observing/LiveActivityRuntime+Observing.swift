// A runtime's reports about itself.
extension LiveActivityRuntime {
    /// The problems of this runtime from now on, for one subscriber: failures of the store, missed changes, faults of
    /// providers.
    ///
    /// ```swift
    /// for await notice in runtime.notices() { logger.warning("\(notice)") }
    /// ```
    ///
    /// Nothing is polled: each notice is sent when it occurs (see ``RuntimeNotice``). Without a subscriber they cost nothing.
    /// While there is one, the runtime checks the sort of each change; it encodes none.
    public func notices() -> NoticeSequence {
        let feed = Feed(NoticeBuffer())
        let id = nextListener()
        instruments.notices.add(id, feed)
        let reports = subscribe(.all, NoticeReceiver(feed: feed))
        let subscription = NoticeSubscription(feed: feed, id: id, board: instruments.notices, reports: reports)
        if shards.allSatisfy(\.isClosed) { feed.finish() }
        return NoticeSequence(subscription: subscription)
    }

    /// Calls `observer` for commands, deadlines and batches from now on; `nil` ends that. A runtime has one observer, and
    /// retains it.
    public func setObserver(_ observer: (any RuntimeObserver)?) { instruments.setObserver(observer) }

    /// The counters since this runtime was created, and the current number of activities.
    ///
    /// Takes the lock of each shard briefly, independent of the number of activities.
    public func statistics() -> RuntimeStatistics {
        var statistics = RuntimeStatistics()
        for shard in shards { statistics.add(shard.statistics) }
        instruments.add(to: &statistics)
        statistics.storeBytes = storeWriter?.store.byteCount
        return statistics
    }
}

/// The notices of a runtime as they are sent, for one subscriber (``LiveActivityRuntime/notices()``).
///
/// It has every notice from the moment of its creation. At most a thousand wait for a slow subscriber; then the oldest are
/// dropped, and ``missed`` counts them. It finishes when the runtime is closed or released, and does not retain it.
public struct NoticeSequence: AsyncSequence, Sendable {
    let subscription: NoticeSubscription

    /// The number of notices dropped because the subscriber was too slow.
    public var missed: Int { subscription.feed.read { $0.missed } }

    /// Ends the sequence without closing the runtime: buffered notices are still delivered, then it finishes. Safe on any
    /// thread.
    public func finish() { subscription.feed.finish() }

    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Returns the notices of the sequence; iterators of one sequence share them.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let subscription: NoticeSubscription

        public func next() async -> RuntimeNotice? { await subscription.feed.next(isolation: nil) }

        public func next(isolation actor: isolated (any Actor)?) async -> RuntimeNotice? {
            await subscription.feed.next(isolation: actor)
        }
    }
}

/// The source of a notice sequence's iterators. When it is released, buffering stops.
final class NoticeSubscription: Sendable {
    let feed: Feed<NoticeBuffer>
    private let id: UInt64
    private let board: NoticeBoard
    private let reports: ChangeSubscription

    init(feed: Feed<NoticeBuffer>, id: UInt64, board: NoticeBoard, reports: ChangeSubscription) {
        self.feed = feed
        self.id = id
        self.board = board
        self.reports = reports
    }

    deinit {
        board.remove(id)
        feed.abandon()
    }
}
