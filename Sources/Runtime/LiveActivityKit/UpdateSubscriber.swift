import LiveActivities
import Synchronization

/// The source of a sequence's iterator. When it is released, the subscription ends and buffering stops.
final class UpdateSubscriber<Value: Hashable & Sendable>: Sendable {
    let feed: Feed<NewestBuffer<Value>>
    private let leave: @Sendable () -> Void

    init(_ feed: Feed<NewestBuffer<Value>>, leave: @escaping @Sendable () -> Void = {}) {
        self.feed = feed
        self.leave = leave
    }

    /// A subscriber that finishes at once.
    static var empty: UpdateSubscriber {
        let feed = Feed(NewestBuffer<Value>(capacity: 1))
        feed.finish()
        return UpdateSubscriber(feed)
    }

    /// - Parameter subscription: Released with this object.
    convenience init(_ feed: Feed<NewestBuffer<Value>>, keeping subscription: ChangeSubscription) {
        self.init(feed, leave: { withExtendedLifetime(subscription) {} })
    }

    deinit {
        feed.abandon()
        leave()
    }
}

/// Converts changes to values and feeds them, like ``ValueReceiver``, but the feed may outlast the activity.
private struct LastingReceiver<Value: Hashable & Sendable>: TypedReceiver {
    let receiver: ValueReceiver<Value>
    let finishes: Bool

    func take(_ change: borrowing PendingChange, _ wakeUps: inout WakeUps) { receiver.take(change, &wakeUps) }
    func finish(_ wakeUps: inout WakeUps) { if finishes { receiver.finish(&wakeUps) } }
}

extension LiveActivityRuntime {
    /// Subscribes to values derived from changes.
    ///
    /// - Parameters:
    ///   - filter: Selects one activity or one owner, so that the changes come from one shard.
    ///   - first: The first value; no change comes between it and the following ones.
    func subscriber<Value: Hashable & Sendable>(
        of filter: ChangeFilter, _ configuration: ActivityKitConfiguration,
        first: @Sendable (borrowing Engine) -> [Value], then value: @escaping @Sendable (borrowing PendingChange) -> Value?
    ) -> UpdateSubscriber<Value> {
        let feed = Feed(NewestBuffer<Value>(capacity: configuration.bufferCapacity))
        let receiver = LastingReceiver(
            receiver: ValueReceiver(feed: feed, value: value), finishes: configuration.finishesAfterDismissal)
        let subscription = subscribe(filter, receiver) { engine, wakeUps in
            for value in first(engine) {
                feed.append(value, &wakeUps)
                // The feed must receive the value nevertheless, so that a change to an equal value is a duplicate.
                if !configuration.replaysCurrentValue { feed.skip() }
            }
        }
        return UpdateSubscriber(feed, keeping: subscription)
    }

    /// Subscribes with attributes or content, whose types need not be `Sendable`. The functions may capture nothing else that
    /// is not `Sendable`.
    func valueSubscriber<Value: Hashable & Sendable>(
        of filter: ChangeFilter, _ configuration: ActivityKitConfiguration,
        first: @escaping (borrowing Engine) -> [Value], then value: @escaping (borrowing PendingChange) -> Value?
    ) -> UpdateSubscriber<Value> {
        nonisolated(unsafe) let (first, value) = (first, value)
        return subscriber(of: filter, configuration, first: { first($0) }, then: { value($0) })
    }

    /// Subscribes to an activity's tokens.
    func tokenSubscriber(of id: ActivityID, _ configuration: ActivityKitConfiguration) -> UpdateSubscriber<Data> {
        let feed = Feed(NewestBuffer<Data>(capacity: configuration.bufferCapacity))
        guard let leave = feedPushTokens(of: id, to: feed, replaysCurrent: configuration.replaysCurrentValue) else {
            // Without a push type no token will come; the sequence finishes with the activity.
            return subscriber(of: .activity(id), configuration, first: { _ in [] }, then: { _ in nil })
        }
        return UpdateSubscriber(feed, leave: leave)
    }

    /// Subscribes to a kind's push-to-start tokens. It does not finish, as there may always be another token.
    func startTokenSubscriber(of kind: ActivityKind, _ owner: OwnerID, _ configuration: ActivityKitConfiguration)
        -> UpdateSubscriber<Data>
    {
        let feed = Feed(NewestBuffer<Data>(capacity: configuration.bufferCapacity))
        return UpdateSubscriber(
            feed,
            leave: feedPushToStartTokens(
                for: kind, owner: owner, to: feed, replaysCurrent: configuration.replaysCurrentValue))
    }
}

extension Activity {
    func contentSubscriber<Value: Hashable>(
        _ value: @escaping (ActivityContent<ContentState>) -> Value
    ) -> UpdateSubscriber<UncheckedSendable<Value>> {
        runtime.valueSubscriber(
            of: .activity(activityID), configuration,
            first: { [activityID, mirror] engine in
                // The mirror still has the content that the engine has dropped.
                [UncheckedSendable(value(engine.content(of: activityID, as: Attributes.self) ?? mirror.content))]
            },
            then: { change in change.content(of: Attributes.self).map { UncheckedSendable(value($0)) } })
    }

    func stateSubscriber() -> UpdateSubscriber<ActivityState> {
        let showsEnded = configuration.showsEndedBeforeDismissed
        return runtime.subscriber(
            of: .activity(activityID), configuration,
            first: { [activityID] engine in [engine.state(of: activityID) ?? .dismissed] },
            then: { change in
                if !showsEnded, case .ended(_, let dismissal) = change.what, dismissal <= change.at { return nil }
                return change.state
            })
    }
}

extension ActivityKitContext {
    /// Subscribes to the ids of new activities.
    func newActivities<Attributes: ActivityAttributes>(_ type: Attributes.Type) -> UpdateSubscriber<ActivityID> {
        guard let kind = try? kind(of: type) else { return .empty }
        let (owner, listsEnded) = (owner, configuration.listsEndedActivities)
        return runtime.subscriber(
            of: ChangeFilter(owner: owner, kind: kind), configuration,
            first: { engine in
                let all = engine.activities(of: owner, kind: kind)
                return listsEnded ? all : all.filter { engine.state(of: $0)?.acceptsContent == true }
            },
            then: { change in
                switch change.what {
                case .scheduled: change.activity
                // A scheduled activity was included when it was scheduled.
                case .started: change.revision == 1 ? change.activity : nil
                default: nil
                }
            })
    }
}
