public import LiveActivities

// An activity's changes as sequences. Each iterator has its own buffer, so several tasks may iterate over one sequence
// concurrently. It begins with the current value (``ActivityKitConfiguration/replaysCurrentValue``), returns no consecutive
// duplicates, and finishes after the dismissal, or when its runtime is closed. A slow consumer gets the newest
// ``ActivityKitConfiguration/bufferedValues`` values.
extension Activity {
    /// The content, each time it changes.
    public var contentUpdates: ContentUpdates { ContentUpdates(activity: self) }

    /// The state, each time it changes; `dismissed` is the last.
    public var activityStateUpdates: ActivityStateUpdates { ActivityStateUpdates(activity: self) }

    /// The update token, each time it changes.
    public var pushTokenUpdates: PushTokenUpdates {
        PushTokenUpdates { [activityID, runtime, configuration] in
            runtime.tokenSubscriber(of: activityID, configuration)
        }
    }

    /// The owner's activities with these attributes: the existing ones, then each new one, however it was started.
    public static var activityUpdates: ActivityUpdates { ActivityUpdates(context: .here) }

    /// The push-to-start token for such activities; `nil` until a push adapter sets one.
    public static var pushToStartToken: Data? {
        let here = ActivityKitContext.here
        guard let kind = try? here.kind(of: Attributes.self) else { return nil }
        here.configuration.pushTokens?.wantsPushToStartToken(for: kind, owner: here.owner, in: here.runtime)
        return here.runtime.pushToStartToken(for: kind, owner: here.owner)
    }

    /// The push-to-start token, each time it changes.
    public static var pushToStartTokenUpdates: PushTokenUpdates {
        let here = ActivityKitContext.here
        guard let kind = try? here.kind(of: Attributes.self) else { return PushTokenUpdates { .empty } }
        here.configuration.pushTokens?.wantsPushToStartToken(for: kind, owner: here.owner, in: here.runtime)
        return PushTokenUpdates { here.runtime.startTokenSubscriber(of: kind, here.owner, here.configuration) }
    }

    /// The sequence of ``contentUpdates``, as in ActivityKit.
    public struct ContentUpdates: AsyncSequence, Sendable {
        /// The activity's content.
        public typealias Element = ActivityContent<ContentState>
        let activity: Activity

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: activity.contentSubscriber { $0 }) }

        /// Iterates over the sequence with its own buffer.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<UncheckedSendable<Element>>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil)?.value }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)?.value
            }
        }
    }

    /// The sequence of ``contentStateUpdates``, as in ActivityKit.
    public struct ContentStateUpdates: AsyncSequence, Sendable {
        /// The activity's content state.
        public typealias Element = ContentState
        let activity: Activity

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: activity.contentSubscriber(\.state)) }

        /// Iterates over the sequence with its own buffer.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<UncheckedSendable<Element>>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil)?.value }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)?.value
            }
        }
    }

    /// The sequence of ``activityStateUpdates``, as in ActivityKit.
    public struct ActivityStateUpdates: AsyncSequence, Sendable {
        /// The activity's state.
        public typealias Element = ActivityState
        let activity: Activity

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: activity.stateSubscriber()) }

        /// Iterates over the sequence with its own buffer.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<Element>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)
            }
        }
    }

    /// The sequence of ``pushTokenUpdates`` and ``pushToStartTokenUpdates``, as in ActivityKit.
    public struct PushTokenUpdates: AsyncSequence, Sendable {
        /// The activity's push token.
        public typealias Element = Data
        let subscriber: @Sendable () -> UpdateSubscriber<Data>

        public func makeAsyncIterator() -> Iterator { Iterator(subscriber: subscriber()) }

        /// Iterates over the sequence with its own buffer.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let subscriber: UpdateSubscriber<Element>

            public func next() async -> Element? { await subscriber.feed.next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await subscriber.feed.next(isolation: actor)
            }
        }
    }

    /// The sequence of ``activityUpdates``, as in ActivityKit.
    public struct ActivityUpdates: AsyncSequence, Sendable {
        /// A newly started activity.
        public typealias Element = Activity<Attributes>
        let context: ActivityKitContext

        public func makeAsyncIterator() -> Iterator {
            Iterator(subscriber: context.newActivities(Attributes.self), context: context)
        }

        /// Iterates over the sequence with its own buffer.
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
