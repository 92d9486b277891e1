import LiveActivities

/// No activity is of this kind, so it is forbidden only when all are.
private let anyKind: ActivityKind = ""

/// Whether activities may be started, and may be updated often: what the person has switched on.
///
/// Of the owner and the runtime that held where it was made (``LiveActivities/LiveActivityRuntime/current``). Everything is
/// allowed until it is forbidden (AUTH-05) with ``/LiveActivities/LiveActivityRuntime/permit(_:owner:kind:)`` and
/// ``/LiveActivities/LiveActivityRuntime/permitFrequentUpdates(_:owner:)``.
public final class ActivityAuthorizationInfo: Sendable {
    private let context: ActivityKitContext

    public init() { context = .here }

    /// Whether the owner allows activities at all (AUTH-01). A single kind may be forbidden all the same, which its start then reports.
    public var areActivitiesEnabled: Bool { context.runtime.isPermitted(anyKind, by: context.owner) }

    /// ``areActivitiesEnabled``, each time it changes (AUTH-02).
    public var activityEnablementUpdates: ActivityEnablementUpdates { ActivityEnablementUpdates(context: context) }

    /// Whether the owner allows frequent updates (AUTH-03).
    public var frequentPushesEnabled: Bool { context.runtime.areFrequentUpdatesPermitted(by: context.owner) }

    /// ``frequentPushesEnabled``, each time it changes. Changing it ends the owner's activities (AUTH-04).
    public var frequentPushEnablementUpdates: FrequentPushEnablementUpdates { FrequentPushEnablementUpdates(context: context) }

    public struct ActivityEnablementUpdates: AsyncSequence, Sendable {
        let context: ActivityKitContext

        public func makeAsyncIterator() -> Iterator {
            let answers = context.runtime.permissionUpdates(for: anyKind, by: context.owner)
            return Iterator(answers: context.begin(answers))
        }

        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let answers: UpdateSequence<Bool>.Iterator

            public func next() async -> Bool? { await answers.next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Bool? { await answers.next(isolation: actor) }
        }
    }

    public struct FrequentPushEnablementUpdates: AsyncSequence, Sendable {
        let context: ActivityKitContext

        public func makeAsyncIterator() -> Iterator {
            let answers = context.runtime.frequentUpdatePermissionUpdates(by: context.owner)
            return Iterator(answers: context.begin(answers))
        }

        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let answers: UpdateSequence<Bool>.Iterator

            public func next() async -> Bool? { await answers.next(isolation: nil) }
            public func next(isolation actor: isolated (any Actor)?) async -> Bool? { await answers.next(isolation: actor) }
        }
    }
}

extension ActivityKitContext {
    /// A consumer of a person's answers: with the one of now, or from the next one on.
    fileprivate func begin(_ answers: UpdateSequence<Bool>) -> UpdateSequence<Bool>.Iterator {
        let iterator = answers.makeAsyncIterator()
        if !configuration.replaysCurrentValue { iterator.skipWaiting() }
        return iterator
    }
}
