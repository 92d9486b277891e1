#if Service
public import LiveActivities
public import LiveActivityCluster
public import LiveActivityCore

/// A service on each node of a cluster has the activities of all nodes.
///
/// Each node reads named consumers in its own partitions. There is no consumer over all of them, which pushes would need.
extension ClusterRuntime: ServiceRuntime {
    public func followChanges(_ receive: @escaping @Sendable (FollowedChange) -> Void) {
        followChanges({ receive(.change($0, topics: $1)) }, reset: { receive(.missed) })
    }

    /// - Throws: Always ``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)``.
    public nonisolated(nonsending) func consumerChanges(
        for consumer: ConsumerName
    ) async throws(RuntimeError) -> ConsumerChangeSequence {
        throw .storeUnavailable(reason: "no node of a cluster has the changes of all partitions: '\(consumer)'")
    }

    public nonisolated(nonsending) func consume(
        _ consumer: ConsumerName, _ read: @escaping @Sendable (ConsumerChangeSequence) async -> Bool
    ) async throws(RuntimeError) { await consume(consumer) { _, changes in await read(changes) } }

    public var activities: [ActivityID] {
        get async throws(RuntimeError) { try await activities(ofKind: nil, following: nil) }
    }

    public nonisolated(nonsending) func activities(ofKind kind: ActivityKind) async throws(RuntimeError) -> [ActivityID] {
        try await activities(ofKind: kind, following: nil)
    }

    public nonisolated(nonsending) func activities(following topic: Topic) async throws(RuntimeError) -> [ActivityID] {
        try await activities(ofKind: nil, following: topic)
    }

    /// Always empty: the topics of an activity on another node are unknown here; changes carry them (``followChanges(_:)``).
    public func knownTopics(of id: ActivityID) -> [Topic] { [] }

    /// Always `nil`: a partition with a damaged log is not opened at all.
    public var opening: StoreOpening? { nil }

    /// None: each partition's owner logs its own.
    public var skippedActivities: [SkippedActivity] { [] }

    /// Not known: each partition's owner has its own clock.
    public var clockBehind: TimeInterval { 0 }

    /// The epoch of this process: streams cannot be resumed at another node, whose order of the partitions' changes differs.
    public var epoch: UInt64 { ProcessEpoch.value }

    /// Each owner holds changes and answers until its partition's log has what they show.
    public var mayShowUnstored: Bool { false }
    public var storedSequences: [UInt64] { [] }
    public func followStored(_ receive: @escaping @Sendable () -> Void) {}
    public nonisolated(nonsending) func untilStored(_ activity: ActivityID?) async throws(RuntimeError) {}

    /// A command is answered when it is in the log, so nothing waits.
    public nonisolated(nonsending) func flush() async throws(StoreError) {}

    public nonisolated(nonsending) func close() async { await stop() }

    public nonisolated(nonsending) func close(within time: Duration) async -> [String] {
        let unanswered = await stop(within: time)
        guard !unanswered.isEmpty else { return [] }
        return [
            "\(unanswered.count) partitions were not handed over, as their logs did not answer in time: "
                + "what was acknowledged is in the logs, and other nodes claim them when the NATS servers have their majority"
        ]
    }
}
#endif
