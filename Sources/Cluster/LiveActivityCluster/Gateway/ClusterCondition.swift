public import LiveActivityCore

/// Whether a node of a cluster can do its work, in numbers: for health checks and metrics. ``ClusterStatus/warnings`` has the
/// reasons.
public struct ClusterCondition: Hashable, Sendable {
    /// Seconds since the node has sent the latest heartbeat that came back to it.
    public var heartbeatAge: TimeInterval
    /// Whether that is longer than the timeout: the node is disconnected from the servers, or they have failed, and it can
    /// carry out no command.
    public var isDisconnected: Bool
    /// Whether the node owns no partitions, because its clock differs from the clocks of the nodes that own them.
    public var isExcludedByClock: Bool
    /// The number of partitions of the cluster without a known owner. Commands to them wait.
    public var unownedPartitions: Int
    /// The number of partitions that this node could not claim.
    public var failedClaims: Int
    /// The number of followed partitions whose logs this node cannot read.
    public var unreadableLogs: Int
    /// The number of partitions of which this node could write no snapshot.
    public var failedSnapshots: Int
    /// The size of the logs of this node's partitions in bytes. Logs in PostgreSQL report no size: what was appended since
    /// their last snapshots.
    public var logBytes: Int
    /// The number of bytes that this node has appended to them since their last snapshots.
    public var logBytesWithoutSnapshot: Int

    /// Whether an operator must look at the cluster, although the node carries out commands.
    public var isDegraded: Bool {
        isExcludedByClock || unownedPartitions + failedClaims + unreadableLogs + failedSnapshots > 0
    }
}

extension ClusterRuntime {
    /// The condition of this node and of the cluster, as far as the node knows.
    public func condition() -> ClusterCondition {
        let now = clock.instant
        let (member, owned) = node.state.read { ($0.member, $0.owned.values.map(\.self)) }
        return ClusterCondition(
            heartbeatAge: member.heartbeatAge(at: now).seconds, isDisconnected: member.isDisconnected(at: now),
            // A node that only forwards commands owns none anyway.
            isExcludedByClock: member.isExcludedByClock && configuration.capacity > 0,
            unownedPartitions: member.unowned.count, failedClaims: member.failures.count,
            unreadableLogs: member.unreadable.count, failedSnapshots: member.snapshotFailures.count,
            logBytes: owned.reduce(0) { $0 + $1.store.logBytes },
            logBytesWithoutSnapshot: owned.reduce(0) { $0 + $1.store.bytesWithoutSnapshot })
    }
}
