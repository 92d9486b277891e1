#if Service
public import LiveActivities
public import LiveActivityCore

/// The runtime below a service: a runtime's commands, and further queries of the service.
///
/// A `LiveActivityRuntime` is one. A `ClusterRuntime` is another, which passes commands and queries on to the nodes that own
/// the activities.
public protocol ServiceRuntime: ActivityCommands {
    /// Calls `receive` with each change, in order for each activity, under a lock: it must return soon and must not call the
    /// runtime.
    func followChanges(_ receive: @escaping @Sendable (FollowedChange) -> Void)

    /// The unacknowledged changes of a named consumer, then all following ones.
    nonisolated(nonsending) func consumerChanges(
        for consumer: ConsumerName
    ) async throws(RuntimeError) -> ConsumerChangeSequence

    /// Calls `read` with the unacknowledged changes of a named consumer, then all following ones: once with all of them, or, if
    /// activities are in partitions, for each partition that is here. Returns when no more changes follow, or the task is
    /// cancelled.
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
    /// The topics that an activity follows, as far as this process has them. Called for a change that came without them.
    func knownTopics(of id: ActivityID) -> [Topic]
    /// Counters since the runtime was created.
    func statistics() -> RuntimeStatistics
    /// Why the store fails; `nil` while it works.
    var storeFailure: StoreError? { get }
    /// The findings of the opening of the runtime's store; `nil` without a store, and if there are several.
    var opening: StoreOpening? { get }
    /// Activities in the store that were not restored.
    var skippedActivities: [SkippedActivity] { get }
    /// How many seconds the clock is behind the latest time of the runtime; 0 if it is not. Until it has caught up, time stands
    /// still for some owners: their deadlines do not run.
    var clockBehind: TimeInterval { get }
    /// Counts the openings of the runtime's store: the sequences of changes restart with each. Without a store, a number of its
    /// own for each process.
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
    /// Stops the runtime, and writes unwritten changes, within about this time if the medium may not answer. By default it
    /// takes as long as ``close()``.
    ///
    /// - Returns: A description of each unwritten change, a line each.
    nonisolated(nonsending) func close(within time: Duration) async -> [String]
}

extension ServiceRuntime {
    public nonisolated(nonsending) func close(within time: Duration) async -> [String] {
        await close()
        return []
    }
}

/// An item of ``ServiceRuntime/followChanges(_:)``.
public enum FollowedChange: Sendable {
    /// A change; `topics` are those of its activity, `nil` if ``ServiceRuntime/knownTopics(of:)`` has them.
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

/// The epoch of a runtime whose changes no other process continues: a number that no other process has, with room above it for
/// each time that changes are missed.
enum ProcessEpoch {
    static let value = UInt64.random(in: 1...(1 << 40)) << 20
}
#endif
