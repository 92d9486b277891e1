public import LiveActivities

// An activity's changes as sequences. Each iterator has a buffer of its own, so several tasks may iterate over one sequence at
// once. It begins with the current value (``ActivityKitConfiguration/replaysCurrentValue``), returns no value twice in a row,
// and finishes after the dismissal, or when its runtime is closed. A slow consumer gets the newest
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

    /// The owner's activities with these attributes: the existing ones, then each new one, however it was started.
    public static var activityUpdates: ActivityUpdates { ActivityUpdates(context: .here) }

    /// The token for starting such activities by push; `nil` until a push adapter sets one.
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

    /// The sequence of ``contentUpdates``. As ActivityKit's.
    public struct ContentUpdates: AsyncSequence, Sendable {
        /// The activity's content.
        public typealias Element = ActivityContent<ContentState>
        let activity: Activity

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: activity.contentSubscriber { $0 }) }

        /// Iterates over the sequence, with a buffer of its own.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<UncheckedSendable<Element>>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil)?.value }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)?.value
            }
        }
    }

    /// The sequence of ``contentStateUpdates``. As ActivityKit's.
    public struct ContentStateUpdates: AsyncSequence, Sendable {
        /// The activity's content state.
        public typealias Element = ContentState
        let activity: Activity

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: activity.contentSubscriber(\.state)) }

        /// Iterates over the sequence, with a buffer of its own.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<UncheckedSendable<Element>>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil)?.value }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)?.value
            }
        }
    }

    /// The sequence of ``activityStateUpdates``. As ActivityKit's.
    public struct ActivityStateUpdates: AsyncSequence, Sendable {
        /// The activity's state.
        public typealias Element = ActivityState
        let activity: Activity

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: activity.stateSubscriber()) }

        /// Iterates over the sequence, with a buffer of its own.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<Element>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)
            }
        }
    }

    /// The sequence of ``pushTokenUpdates`` and ``pushToStartTokenUpdates``. As ActivityKit's.
    public struct PushTokenUpdates: AsyncSequence, Sendable {
        /// The activity's push token.
        public typealias Element = Data
        let subscriber: @Sendable () -> UpdateSubscriber<Data>

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: subscriber()) }

        /// Iterates over the sequence, with a buffer of its own.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<Element>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)
            }
        }
    }

    /// The sequence of ``activityUpdates``. As ActivityKit's.
    public struct ActivityUpdates: AsyncSequence, Sendable {
        /// A newly started activity.
        public typealias Element = Activity<Attributes>
        let context: ActivityKitContext

        public func makeAsyncIterator() -> Iterator {
            Iterator(subscriber: context.newActivities(Attributes.self), context: context)
        }

        /// Iterates over the sequence, with a buffer of its own.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<ActivityID>
            let context: ActivityKitContext

            public func next() async -> Element? { await next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                while let id = await subscriber.feed.next(isolation: actor) {
                    // An activity that was dismissed before it was read is left out.
                    if let activity = Activity(id, in: context) { return activity }
                }
                return nil
            }
        }
    }
}
