public import LiveActivities

// What changes, as sequences. Each iterator is a consumer of its own: several may go through one sequence at once. It begins with
// the value that holds when it is made (``ActivityKitConfiguration/replaysCurrentValue``), gives no value twice in a row, and
// finishes after the dismissal, or when its runtime is closed. A consumer that is slow finds the newest
// ``ActivityKitConfiguration/bufferedValues`` values.
extension Activity {
    /// The content, each time it changes.
    public var contentUpdates: ContentUpdates { ContentUpdates(activity: self) }

    /// The state, each time it changes; `dismissed` is the last.
    public var activityStateUpdates: ActivityStateUpdates { ActivityStateUpdates(activity: self) }

    /// The update token, each time there is another one.
    public var pushTokenUpdates: PushTokenUpdates {
        PushTokenUpdates { [activityID, runtime, configuration] in
            runtime.tokenSubscriber(of: activityID, configuration)
        }
    }

    /// The owner's activities with these attributes: those there are, then each new one, whoever starts it (LIFE-39).
    public static var activityUpdates: ActivityUpdates { ActivityUpdates(context: .here) }

    /// The token for starting such activities by push; `nil` until a push adapter has one (LIFE-38).
    public static var pushToStartToken: Data? {
        let here = ActivityKitContext.here
        guard let kind = try? here.kind(of: Attributes.self) else { return nil }
        here.configuration.pushTokens?.wantsPushToStartToken(for: kind, owner: here.owner, in: here.runtime)
        return here.runtime.pushToStartToken(for: kind, owner: here.owner)
    }

    /// The push-to-start token, each time there is another one.
    public static var pushToStartTokenUpdates: PushTokenUpdates {
        let here = ActivityKitContext.here
        guard let kind = try? here.kind(of: Attributes.self) else { return PushTokenUpdates { .empty } }
        here.configuration.pushTokens?.wantsPushToStartToken(for: kind, owner: here.owner, in: here.runtime)
        return PushTokenUpdates { here.runtime.startTokenSubscriber(of: kind, here.owner, here.configuration) }
    }

    public struct ContentUpdates: AsyncSequence, Sendable {
        public typealias Element = ActivityContent<ContentState>
        let activity: Activity

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: activity.contentSubscriber { $0 }) }

        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<UncheckedSendable<Element>>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil)?.value }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)?.value
            }
        }
    }

    public struct ContentStateUpdates: AsyncSequence, Sendable {
        public typealias Element = ContentState
        let activity: Activity

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: activity.contentSubscriber(\.state)) }

        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<UncheckedSendable<Element>>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil)?.value }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)?.value
            }
        }
    }

    public struct ActivityStateUpdates: AsyncSequence, Sendable {
        public typealias Element = ActivityState
        let activity: Activity

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: activity.stateSubscriber()) }

        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<Element>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)
            }
        }
    }

    public struct PushTokenUpdates: AsyncSequence, Sendable {
        public typealias Element = Data
        let subscriber: @Sendable () -> UpdateSubscriber<Data>

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: subscriber()) }

        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<Element>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)
            }
        }
    }

    public struct ActivityUpdates: AsyncSequence, Sendable {
        public typealias Element = Activity<Attributes>
        let context: ActivityKitContext

        public func makeAsyncIterator() -> Iterator {
            Iterator(subscriber: context.newActivities(Attributes.self), context: context)
        }

        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<ActivityID>
            let context: ActivityKitContext

            public func next() async -> Element? { await next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                while let id = await subscriber.feed.next(isolation: actor) {
                    // One that has been dismissed before anybody looked is no news any more.
                    if let activity = Activity(id, in: context) { return activity }
                }
                return nil
            }
        }
    }
}
