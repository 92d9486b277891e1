import LiveActivityCore
import Synchronization

/// One iterator's end of a sequence. When it goes, nothing is kept for it any more.
final class Consumer<Value: Hashable & Sendable>: Sendable {
    let feed: Feed<NewestBuffer<Value>>
    private let leave: @Sendable () -> Void

    init(_ feed: Feed<NewestBuffer<Value>>, leave: @escaping @Sendable () -> Void = {}) {
        self.feed = feed
        self.leave = leave
    }

    /// One that finishes at once.
    static var empty: Consumer {
        let feed = Feed(NewestBuffer<Value>(capacity: 1))
        feed.finish()
        return Consumer(feed)
    }

    deinit {
        feed.abandon()
        leave()
    }
}

/// Makes a value of a change and feeds it, as ``ValueReceiver`` does, but lets the feed outlast the activity where that is wished.
private struct LastingReceiver<Value: Hashable & Sendable>: TypedReceiver {
    let receiver: ValueReceiver<Value>
    let finishes: Bool

    func take(_ change: borrowing PendingChange, _ wakeUps: inout WakeUps) { receiver.take(change, &wakeUps) }
    func finish(_ wakeUps: inout WakeUps) { if finishes { receiver.finish(&wakeUps) } }
}

extension LiveActivityRuntime {
    /// A consumer of what a shard's changes mean.
    ///
    /// - Parameter first: What it begins with, with nothing between that and what follows.
    func consumer<Value: Hashable & Sendable>(
        of filter: ChangeFilter, in shard: Shard, _ configuration: ActivityKitConfiguration,
        first: @Sendable (borrowing Engine) -> [Value], then value: @escaping @Sendable (borrowing PendingChange) -> Value?
    ) -> Consumer<Value> {
        let feed = Feed(NewestBuffer<Value>(capacity: max(configuration.bufferedValues, 1)))
        let id = nextListener()
        let receiver = LastingReceiver(
            receiver: ValueReceiver(feed: feed, value: value), finishes: configuration.finishesAfterDismissal)
        shard.add(id, filter, .typed(receiver)) { engine, wakeUps in
            for value in first(engine) {
                feed.append(value, &wakeUps)
                // It has been there all the same: a change that leaves it as it is brings nothing new.
                if !configuration.replaysCurrentValue { feed.skip() }
            }
        }
        // Weak: who waits for the end of a runtime must not prevent it.
        return Consumer(feed) { [weak shard] in shard?.depart(id, filter) }
    }

    /// A consumer of an activity's tokens.
    func tokenConsumer(of id: ActivityID, _ configuration: ActivityKitConfiguration) -> Consumer<Data> {
        let feed = Feed(NewestBuffer<Data>(capacity: max(configuration.bufferedValues, 1)))
        var wakeUps = WakeUps()
        let number = activityKitSide.state.withLock { state -> UInt64? in
            guard state.companions[id] != nil else { return nil }
            state.feedsEver += 1
            if configuration.replaysCurrentValue, let token = state.companions[id]?.token { feed.append(token, &wakeUps) }
            state.companions[id]?.tokenFeeds[state.feedsEver] = feed
            return state.feedsEver
        }
        guard let number else {
            // It takes no pushes, so no token will come; the sequence is over when the activity is.
            return consumer(of: .activity(id), in: shards[id.shard], configuration, first: { _ in [] }, then: { _ in nil })
        }
        return Consumer(feed) { [weak side = activityKitSide] in
            side?.state.withLock { _ = $0.companions[id]?.tokenFeeds.removeValue(forKey: number) }
        }
    }

    /// A consumer of a kind's push-to-start tokens. It does not finish: there may always be another token.
    func startTokenConsumer(of kind: ActivityKind, _ owner: OwnerID, _ configuration: ActivityKitConfiguration) -> Consumer<
        Data
    > {
        let feed = Feed(NewestBuffer<Data>(capacity: max(configuration.bufferedValues, 1)))
        let key = ActivityKitSide.StartTokenKey(owner: owner, kind: kind)
        var wakeUps = WakeUps()
        let number = activityKitSide.state.withLock { state in
            state.feedsEver += 1
            if configuration.replaysCurrentValue, let token = state.startTokens[key] { feed.append(token, &wakeUps) }
            state.startTokenFeeds[key, default: [:]][state.feedsEver] = feed
            return state.feedsEver
        }
        return Consumer(feed) { [weak side = activityKitSide] in
            side?.state.withLock { _ = $0.startTokenFeeds[key]?.removeValue(forKey: number) }
        }
    }
}

extension Activity {
    func contentConsumer<Value: Hashable & SendableMetatype>(
        _ value: @escaping @Sendable (ActivityContent<ContentState>) -> Value
    ) -> Consumer<Handed<Value>> {
        runtime.consumer(
            of: .activity(activityID), in: runtime.shards[activityID.shard], configuration,
            first: { [activityID, mirror] engine in
                // The mirror remembers what the engine has forgotten.
                [Handed(value(engine.content(of: activityID, as: Attributes.self) ?? mirror.content))]
            },
            then: { change in change.content(of: Attributes.self).map { Handed(value($0)) } })
    }

    func stateConsumer() -> Consumer<ActivityState> {
        let showsEnded = configuration.showsEndedBeforeDismissed
        return runtime.consumer(
            of: .activity(activityID), in: runtime.shards[activityID.shard], configuration,
            first: { [activityID] engine in [engine.state(of: activityID) ?? .dismissed] },
            then: { change in
                if !showsEnded, case .ended(_, let dismissal) = change.what, dismissal <= change.at { return nil }
                return change.state
            })
    }
}

extension ActivityKitContext {
    /// A consumer of the ids of activities as they begin.
    func newActivities<Attributes: ActivityAttributes>(_ type: Attributes.Type) -> Consumer<ActivityID> {
        guard let kind = try? kind(of: type) else { return .empty }
        let (owner, listsEnded) = (owner, configuration.listsEndedActivities)
        return runtime.consumer(
            of: ChangeFilter(owner: owner, kind: kind), in: runtime.shard(of: owner), configuration,
            first: { engine in
                let all = engine.activities(of: owner, kind: kind)
                return listsEnded ? all : all.filter { engine.state(of: $0)?.acceptsContent == true }
            },
            then: { change in
                switch change.what {
                case .scheduled: change.activity
                // A scheduled one was there before.
                case .started: change.revision == 1 ? change.activity : nil
                default: nil
                }
            })
    }
}
