import LiveActivityCore
import Synchronization

/// The state of a cluster according to the heartbeats that one of its nodes has received.
public struct ClusterStatus: Codable, Hashable, Sendable {
    /// A running node.
    public struct Node: Codable, Hashable, Sendable {
        /// The node's name.
        public var name: NodeName
        /// The address of the node's process; a restarted node has another one.
        public var address: String
        /// The node's share of the partitions; 0 while it stops, is drained, or only forwards commands.
        public var capacity: Int
        /// The partitions that it owns, in ascending order.
        public var owns: [Int]
        /// The partitions that it follows as a standby, in ascending order.
        public var follows: [Int]
        /// The number of partitions that other nodes have claimed from it since it started, because it was silent for too long
        /// and then came back.
        public var lost: Int
    }

    /// The nodes whose heartbeats were received within the timeout, by name.
    public var nodes: [Node]
    /// The partitions without a known owner.
    public var unowned: [Int]
    /// For each partition that this node failed to claim, the reason.
    public var failures: [Int: String]
    /// For each partition that this node follows and whose log it cannot read, the reason. If the owner fails, this node cannot
    /// take the partition over.
    public var unreadable: [Int: String]
    /// For each partition that this node owns and could write no snapshot of, the reason.
    public var snapshotFailures: [Int: String]
    /// For each partition that is to move to another node, what that waits for, as far as this node knows.
    public var waitingMoves: [Int: String]
    /// The kinds whose version differs between nodes (``/LiveActivityCore/ActivityProvider/schemaVersion``), a line for each. A
    /// node that lacks a kind, or has an older version than the one that wrote an activity, refuses commands to the activity
    /// and keeps it unchanged.
    public var differences: [String]

    /// The clocks that differ by more than ``ClusterRuntime/Configuration/clockDifferenceMax``, a sentence for each. A node
    /// that differs from the nodes that own partitions owns none until it agrees with them.
    public var clocks: [String]

    /// The problems that need an operator: a sentence for each of ``failures``, ``unreadable``, ``snapshotFailures``,
    /// ``differences`` and ``clocks``, in a fixed order.
    public var warnings: [String] { Self.warnings(failures, unreadable, snapshotFailures, differences + clocks) }

    fileprivate static func warnings(
        _ failures: [Int: String], _ unreadable: [Int: String], _ snapshotFailures: [Int: String], _ others: [String]
    ) -> [String] {
        sentences(failures) { "partition \($0) cannot be claimed, which is retried: \($1)" }
            + sentences(unreadable) {
                "the log of partition \($0) cannot be read, so that this node could not take it over: \($1)"
            }
            + sentences(snapshotFailures) { "no snapshot of partition \($0) can be written, which is retried: \($1)" }
            + others
    }

    private static func sentences(_ reasons: [Int: String], _ sentence: (Int, String) -> String) -> [String] {
        reasons.sorted { $0.key < $1.key }.map(sentence)
    }
}

extension ClusterMember {
    fileprivate var warnings: [String] {
        ClusterStatus.warnings(failures, unreadable, snapshotFailures, membership.differences + clockWarnings)
    }

    fileprivate var status: ClusterStatus {
        let heartbeats = membership.members.values.map(\.heartbeat).sorted { ($0.node, $0.address) < ($1.node, $1.address) }
        return ClusterStatus(
            nodes: heartbeats.map { heartbeat in
                ClusterStatus.Node(
                    name: heartbeat.node, address: heartbeat.address,
                    capacity: membership.drains[heartbeat.node]?.isDrained == true ? 0 : heartbeat.capacity,
                    owns: heartbeat.owned.map(\.partition), follows: heartbeat.followed.map(\.partition),
                    lost: heartbeat.lost ?? 0)
            },
            unowned: unowned, failures: failures, unreadable: unreadable, snapshotFailures: snapshotFailures,
            waitingMoves: waitingMoves, differences: membership.differences, clocks: clockWarnings)
    }
}

extension ClusterRuntime {
    /// The number of partitions of the cluster.
    public var partitions: Int { configuration.partitions }

    /// The state of the cluster according to this node. It may be a second old, and other nodes may report a different one.
    public func status() -> ClusterStatus { node.state.read(\.member.status) }

    /// Reports warnings as they appear and when they no longer hold, until the task is cancelled or the node has stopped.
    ///
    /// - Parameter report: Receives ``ClusterStatus/warnings`` that were not there at the last call, and the ones that ended
    ///   since. It is called once at a time, and never with nothing.
    public nonisolated(nonsending) func followWarnings(_ report: (_ new: [String], _ ended: [String]) async -> Void) async {
        var known: [String] = []
        while !Task.isCancelled {
            let warnings = node.state.read { $0.member.warnings }
            let (new, ended) = (warnings.filter { !known.contains($0) }, known.filter { !warnings.contains($0) })
            if !new.isEmpty || !ended.isEmpty { await report(new, ended) }
            known = warnings
            await node.state.wait(on: node.clock, isCancellable: true) {
                $0.member.hasStopped || $0.member.warnings != warnings
            }
            if node.state.read({ $0.member.hasStopped }) { return }
        }
    }

    /// Drains a node (it hands over all its partitions), or ends a drain. It begins within a second; ``status()`` shows the
    /// progress.
    ///
    /// If all nodes are drained, each partition stays with its owner, and one of the nodes claims a partition without an
    /// owner: a drain never stops the service. The running nodes remember the request; it is lost when all of them have
    /// stopped.
    public func drain(_ node: NodeName, _ isDrained: Bool = true) {
        self.node.requestPlacement(drains: [Heartbeat.Drain(node: node, isDrained: isDrained, at: clock.now)])
    }

    /// Moves a partition to a node, where it stays as long as that node runs.
    public func move(_ partition: Int, to node: NodeName) {
        self.node.requestPlacement(pins: [Heartbeat.Pin(partition: partition, node: node, at: clock.now)])
    }
}

extension ClusterRuntime {
    /// The partitions of this node in their order, with the partitions that it is handing over.
    package var ownedPartitions: [Int] { node.owned.keys.sorted() }
}
