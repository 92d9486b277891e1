#if Service
public import LiveActivities
public import LiveActivityCore

/// What a service runs on: a runtime's commands, and what a service asks besides.
///
/// A `LiveActivityRuntime` is one. A `ClusterRuntime` is another, which passes commands and queries on to the nodes that own the activities.
public protocol ServiceRuntime: ActivityCommands {
    /// Calls `receive` with each change, in order for each activity, under a lock: it must return soon and must not call the runtime.
    func followChanges(_ receive: @escaping @Sendable (FollowedChange) -> Void)

    /// The changes that a named consumer has not acknowledged, then those that follow.
    nonisolated(nonsending) func consumerChanges(
        for consumer: ConsumerName
    ) async throws(RuntimeError) -> ConsumerChangeSequence

    /// Calls `read` with the changes that a named consumer has not acknowledged, then those that follow: once with all of them, or, where
    /// activities are in partitions, for each that is here. Returns when nothing more comes, or the task is cancelled.
    ///
    /// - Parameter read: Returns when the changes have ended or the task is cancelled; `false` removes the consumer.
    nonisolated(nonsending) func consume(
        _ consumer: ConsumerName, _ read: @escaping @Sendable (ConsumerChangeSequence) async -> Bool
    ) async throws(RuntimeError)

    /// Removes a named consumer: nothing is stored for it any more.
    nonisolated(nonsending) func forgetConsumer(_ consumer: ConsumerName) async throws(RuntimeError)

    /// Every activity, in an order that does not change while they exist.
    var activities: [ActivityID] { get async throws(RuntimeError) }
    /// Every activity of a kind.
    nonisolated(nonsending) func activities(ofKind kind: ActivityKind) async throws(RuntimeError) -> [ActivityID]
    /// The running activities that follow a topic.
    nonisolated(nonsending) func activities(following topic: Topic) async throws(RuntimeError) -> [ActivityID]
    /// The topics that an activity follows, as far as this process knows without asking another. Asked where a change came without them.
    func knownTopics(of id: ActivityID) -> [Topic]
    /// What was counted since the runtime was made.
    func statistics() -> RuntimeStatistics
    /// Why the store fails; `nil` while it works.
    var storeFailure: StoreError? { get }
    /// What was found when the runtime's store was opened; `nil` without a store, and where there are several.
    var opening: StoreOpening? { get }
    /// Activities in the store that were not restored.
    var skippedActivities: [SkippedActivity] { get }
    /// By how many seconds the clock is before the latest time that the runtime has seen; 0 if it is not. Until it has caught up, time stands
    /// still for some owners: no deadline of theirs runs.
    var clockBehind: TimeInterval { get }
    /// Counts the times that the runtime's store was opened: sequences of changes begin anew with it. A number of its own for each process
    /// where there is no store.
    var epoch: UInt64 { get }

    /// Whether followed changes and queries may come before what they show is durable, although commands wait for that.
    var mayShowUnstored: Bool { get }
    /// The sequences up to which the followed changes of each shard are durable. Asked only if ``mayShowUnstored``.
    var storedSequences: [UInt64] { get }
    /// Calls `receive` whenever ``storedSequences`` may have grown. It must return soon.
    func followStored(_ receive: @escaping @Sendable () -> Void)
    /// Returns when everything that was followed or queried before this call is durable; at once unless ``mayShowUnstored``.
    ///
    /// - Parameter activity: Only what was seen of this activity; of all activities if `nil`.
    nonisolated(nonsending) func untilStored(_ activity: ActivityID?) async throws(RuntimeError)
    /// Returns when everything is on disk.
    nonisolated(nonsending) func flush() async throws(StoreError)
    /// Stops the runtime, and writes what is left.
    nonisolated(nonsending) func close() async
    /// Stops the runtime, and writes what is left, in about this time where what it writes to may not answer. By default it takes as long as
    /// ``close()``.
    ///
    /// - Returns: What could not be written, a line each.
    nonisolated(nonsending) func close(within time: Duration) async -> [String]
}

extension ServiceRuntime {
    public nonisolated(nonsending) func close(within time: Duration) async -> [String] {
        await close()
        return []
    }
}

/// What ``ServiceRuntime/followChanges(_:)`` gives.
public enum FollowedChange: Sendable {
    /// A change; `topics` are those of its activity, `nil` where ``ServiceRuntime/knownTopics(of:)`` knows them.
    case change(Change, topics: [Topic]?)
    /// Changes are missing here: who has followed them needs the present state.
    case missed
}

extension LiveActivityRuntime: ServiceRuntime {
    public func followChanges(_ receive: @escaping @Sendable (FollowedChange) -> Void) {
        observe(.all) { receive(.change($0, topics: nil)) }
    }

    public func followStored(_ receive: @escaping @Sendable () -> Void) { setStoredReceiver(receive) }

    public func knownTopics(of id: ActivityID) -> [Topic] { topics(of: id) }

    public nonisolated(nonsending) func consumerChanges(
        for consumer: ConsumerName
    ) async throws(RuntimeError) -> ConsumerChangeSequence { try await changes(for: consumer) }

    public nonisolated(nonsending) func consume(
        _ consumer: ConsumerName, _ read: @escaping @Sendable (ConsumerChangeSequence) async -> Bool
    ) async throws(RuntimeError) {
        if await !read(try await changes(for: consumer)) { try await forgetConsumer(consumer) }
    }

    public var epoch: UInt64 { opening?.run ?? ProcessEpoch.value }
}

/// The epoch of a runtime whose changes no other process goes on with: a number that no other process has, with room above it for each time
/// that changes are missed.
enum ProcessEpoch {
    static let value = UInt64.random(in: 1...(1 << 40)) << 20
}
#endif
