#if Service
public import LiveActivities
public import LiveActivityCluster
public import LiveActivityCore

/// Lets each node of a cluster serve the activities of all nodes.
///
/// Named consumers read the partitions of their own node. There is no consumer over all partitions, which pushes would need.
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

    /// Always empty: a node does not have the topics of another node's activities; their changes carry them
    /// (``followChanges(_:)``).
    public func knownTopics(of id: ActivityID) -> [Topic] { [] }

    /// Always `nil`: a partition with a damaged log is not opened.
    public var opening: StoreOpening? { nil }

    /// The epoch of this process. A stream cannot be resumed at another node, which receives the partitions' changes in another
    /// order.
    public var epoch: UInt64 { StreamEpoch.first(ofRun: nil) }

    /// Each owner holds changes and answers back until the partition's log has stored them.
    public var mayShowUnstored: Bool { false }
    public var storedSequences: [UInt64] { [] }
    public func followStored(_ receive: @escaping @Sendable () -> Void) {}
    public nonisolated(nonsending) func untilStored(_ activity: ActivityID?) async throws(RuntimeError) {}

    /// A command is answered after the log has stored it, so there is nothing to wait for.
    public nonisolated(nonsending) func flush() async throws(StoreError) {}

    public nonisolated(nonsending) func close() async { await stop() }

    public nonisolated(nonsending) func close(within time: Duration) async -> [String] {
        // A node that has stopped no longer has them.
        let failures = status().snapshotFailures
        let kept = await stop(within: time)
        let lost = kept.compactMap { partition in
            failures[partition].map { "partition \(partition) was not handed over, because its log cannot be used: \($0)" }
        }
        let unanswered = kept.filter { failures[$0] == nil }
        guard !unanswered.isEmpty else { return lost }
        return lost + [
            "\(unanswered.count) partitions were not handed over, because their logs did not answer in time: "
                + "acknowledged changes are in the logs, and other nodes claim the partitions when the NATS servers have a majority"
        ]
    }
}
#endif
