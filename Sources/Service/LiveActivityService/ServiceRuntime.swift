#if Service
public import LiveActivities
public import LiveActivityCore

/// The runtime behind a service: a runtime's commands, and the queries that the service needs.
///
/// `LiveActivityRuntime` conforms to it, and `ClusterRuntime`, which forwards commands and queries to the nodes that own the
/// activities.
public protocol ServiceRuntime: ActivityCommands {
    /// Calls `receive` with each change, in order for each activity, while holding a lock: it must return quickly and must not
    /// call the runtime.
    func followChanges(_ receive: @escaping @Sendable (FollowedChange) -> Void)

    /// The unacknowledged changes of a named consumer, then all following ones.
    nonisolated(nonsending) func consumerChanges(
        for consumer: ConsumerName
    ) async throws(RuntimeError) -> ConsumerChangeSequence

    /// Creates a named consumer: every later change is stored for it. Does nothing if it exists.
    nonisolated(nonsending) func beginConsumer(_ consumer: ConsumerName) async throws(RuntimeError)

    /// Calls `read` with the unacknowledged changes of a named consumer, then all following ones: once for a single runtime, or
    /// in a cluster once for each partition that this node owns. Returns when no more changes follow or the task is cancelled.
    ///
    /// - Parameter read: Returns when the changes have ended or the task is cancelled; `false` removes the consumer.
    nonisolated(nonsending) func consume(
        _ consumer: ConsumerName, _ read: @escaping @Sendable (ConsumerChangeSequence) async -> Bool
    ) async throws(RuntimeError)

    /// Removes a named consumer; its changes are no longer stored.
    nonisolated(nonsending) func forgetConsumer(_ consumer: ConsumerName) async throws(RuntimeError)

    /// The state and revision of an activity; `nil` if it was dismissed, or never existed. The default implementation reads its
    /// whole record.
    nonisolated(nonsending) func stateAndRevision(
        of id: ActivityID
    ) async throws(RuntimeError) -> (state: ActivityState, revision: UInt32)?

    /// The ids of all activities, in a stable order.
    var activities: [ActivityID] { get async throws(RuntimeError) }
    /// The ids of all activities of a kind.
    nonisolated(nonsending) func activities(ofKind kind: ActivityKind) async throws(RuntimeError) -> [ActivityID]
    /// The ids of the running activities that follow a topic.
    nonisolated(nonsending) func activities(following topic: Topic) async throws(RuntimeError) -> [ActivityID]
    /// The topics that an activity follows, as far as this process knows them. Called for a change without topics.
    func knownTopics(of id: ActivityID) -> [Topic]
    /// Counters since the runtime was created.
    func statistics() -> RuntimeStatistics
    /// The error with which the store fails; `nil` while it works.
    var storeFailure: StoreError? { get }
    /// The findings when the runtime's store was opened; `nil` without a store, and if there are several stores.
    var opening: StoreOpening? { get }
    /// The stored activities that were not restored.
    var skippedActivities: [SkippedActivity] { get }
    /// Seconds that the clock is behind the runtime's latest time; 0 if it is not. Until it catches up, time does not advance
    /// for some owners, and their deadlines are delayed.
    var clockBehind: TimeInterval { get }
    /// Counts the openings of the runtime's store; the sequences of changes restart with each. Without a store, a random number
    /// for each process.
    var epoch: UInt64 { get }

    /// Whether followed changes and queries may show state that is not durable yet, although commands wait for durability.
    var mayShowUnstored: Bool { get }
    /// For each shard, the sequence up to which followed changes are durable. Used only if ``mayShowUnstored``.
    var storedSequences: [UInt64] { get }
    /// Calls `receive` whenever ``storedSequences`` may have grown. It must return quickly.
    func followStored(_ receive: @escaping @Sendable () -> Void)
    /// Returns when everything that was followed or queried before this call is durable; at once unless ``mayShowUnstored``.
    ///
    /// - Parameter activity: Waits only for this activity's changes; for all if `nil`.
    nonisolated(nonsending) func untilStored(_ activity: ActivityID?) async throws(RuntimeError)
    /// Returns when all changes are stored.
    nonisolated(nonsending) func flush() async throws(StoreError)
    /// Stops the runtime, and writes the remaining changes.
    nonisolated(nonsending) func close() async
    /// Stops the runtime and writes the remaining changes, within about this time if the store may not respond. The default
    /// implementation takes as long as ``close()``.
    ///
    /// - Returns: A one-line description of each change that was not written.
    nonisolated(nonsending) func close(within time: Duration) async -> [String]
}

extension ServiceRuntime {
    public nonisolated(nonsending) func stateAndRevision(
        of id: ActivityID
    ) async throws(RuntimeError) -> (state: ActivityState, revision: UInt32)? {
        try await record(of: id).map { ($0.state, $0.revision) }
    }

    public nonisolated(nonsending) func close(within time: Duration) async -> [String] {
        await close()
        return []
    }
}

/// An element of ``ServiceRuntime/followChanges(_:)``.
public enum FollowedChange: Sendable {
    /// A change. `topics` are the topics of its activity; `nil` if ``ServiceRuntime/knownTopics(of:)`` returns them.
    case change(Change, topics: [Topic]?)
    /// Changes were lost; a follower must read the current state.
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

    public nonisolated(nonsending) func beginConsumer(_ consumer: ConsumerName) async throws(RuntimeError) {
        _ = try await changes(for: consumer)
    }

    public nonisolated(nonsending) func consume(
        _ consumer: ConsumerName, _ read: @escaping @Sendable (ConsumerChangeSequence) async -> Bool
    ) async throws(RuntimeError) {
        if await !read(try await changes(for: consumer)) { try await forgetConsumer(consumer) }
    }

    public var epoch: UInt64 { StreamEpoch.first(ofRun: opening?.run) }
}

/// The first epoch of a process's streams, with room above it for each time that changes are missed.
enum StreamEpoch {
    private static let ofProcess = UInt64.random(in: 1...(1 << 40))

    /// - Parameter run: The run of the store; `nil` for a runtime whose changes no other process continues.
    static func first(ofRun run: UInt64?) -> UInt64 { (run ?? ofProcess) << 20 }
}
#endif
