import LiveActivities

/// A kind without activities, which is forbidden only if all kinds are.
private let anyKind: ActivityKind = ""

/// Whether the user allows activities, and frequent updates.
///
/// It applies to the owner and the runtime that were current when it was created
/// (``LiveActivities/LiveActivityRuntime/current``). Everything is allowed until it is forbidden with
/// `LiveActivityRuntime.permit(_:owner:kind:)` and `permitFrequentUpdates(_:owner:)`.
public final class ActivityAuthorizationInfo: Sendable {
    private let context: ActivityKitContext

    /// Creates an object for the current owner of the current runtime.
    public init() { context = .here }

    /// Whether the owner allows activities at all. A single kind may be forbidden nevertheless; its start then throws `denied`.
    public var areActivitiesEnabled: Bool { context.runtime.isPermitted(anyKind, by: context.owner) }

    /// ``areActivitiesEnabled``, each time it changes.
    public var activityEnablementUpdates: ActivityEnablementUpdates { ActivityEnablementUpdates(context: context) }

    /// Whether the owner allows frequent updates.
    public var frequentPushesEnabled: Bool { context.runtime.areFrequentUpdatesPermitted(by: context.owner) }

    /// ``frequentPushesEnabled``, each time it changes. A change ends the owner's activities.
    public var frequentPushEnablementUpdates: FrequentPushEnablementUpdates { FrequentPushEnablementUpdates(context: context) }

    /// The sequence of ``activityEnablementUpdates``, as in ActivityKit.
    public struct ActivityEnablementUpdates: AsyncSequence, Sendable {
        let context: ActivityKitContext

        public func makeAsyncIterator() -> Iterator {
            let answers = context.runtime.permissionUpdates(for: anyKind, by: context.owner)
            return Iterator(answers: context.begin(answers))
        }

        /// Iterates over the sequence with its own buffer.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let answers: UpdateSequence<Bool>.Iterator

            public func next() async -> Bool? { await answers.next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Bool? { await answers.next(isolation: actor) }
        }
    }

    /// The sequence of ``frequentPushEnablementUpdates``, as in ActivityKit.
    public struct FrequentPushEnablementUpdates: AsyncSequence, Sendable {
        let context: ActivityKitContext

        public func makeAsyncIterator() -> Iterator {
            let answers = context.runtime.frequentUpdatePermissionUpdates(by: context.owner)
            return Iterator(answers: context.begin(answers))
        }

        /// Iterates over the sequence with its own buffer.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let answers: UpdateSequence<Bool>.Iterator

            public func next() async -> Bool? { await answers.next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Bool? { await answers.next(isolation: actor) }
        }
    }
}

extension ActivityKitContext {
    /// Iterates over a permission's values: from the current one on, or from the next one.
    fileprivate func begin(_ answers: UpdateSequence<Bool>) -> UpdateSequence<Bool>.Iterator {
        let iterator = answers.makeAsyncIterator()
        if !configuration.replaysCurrentValue { iterator.skipWaiting() }
        return iterator
    }
}
