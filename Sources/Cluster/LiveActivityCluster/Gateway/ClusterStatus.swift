import LiveActivityCore
import Synchronization

/// The state of a cluster according to the heartbeats that one of its nodes has received.
public struct ClusterStatus: Codable, Hashable, Sendable {
    /// A node that is there.
    public struct Node: Codable, Hashable, Sendable {
        /// Its name.
        public var name: NodeName
        /// Of its process: another one after a restart.
        public var address: String
        /// How much it takes; 0 while it stops, is drained, or only passes commands on.
        public var capacity: Int
        /// The partitions that it owns, in their order.
        public var owns: [Int]
        /// The partitions that it follows as a standby, in their order.
        public var follows: [Int]
        /// How many partitions other nodes have claimed from it since it began: it was silent for too long, and came back.
        public var lost: Int
    }

    /// The nodes whose heartbeats were received within the timeout, by name.
    public var nodes: [Node]
    /// The partitions that nobody owns, as far as is known.
    public var unowned: [Int]
    /// By partition: why this node could not claim it.
    public var failures: [Int: String]
    /// A line for each kind that not all nodes have in the same version (``/LiveActivityCore/ActivityProvider/schemaVersion``).
    /// A node without it, or with an older version than an activity was written by, refuses commands to the activity and keeps
    /// it as it is.
    public var differences: [String]
}

extension ClusterRuntime {
    /// How many partitions the cluster has.
    public var partitions: Int { configuration.partitions }

    /// The state of the cluster according to this node: a second old, and other nodes may see it differently.
    public func status() -> ClusterStatus {
        node.state.withLock { state in
            let member = state.member
            let heartbeats = member.membership.members.values.map(\.heartbeat).sorted {
                ($0.node, $0.address) < ($1.node, $1.address)
            }
            return ClusterStatus(
                nodes: heartbeats.map { heartbeat in
                    ClusterStatus.Node(
                        name: heartbeat.node, address: heartbeat.address,
                        capacity: member.membership.drains[heartbeat.node]?.isDrained == true ? 0 : heartbeat.capacity,
                        owns: heartbeat.owned.map(\.partition), follows: heartbeat.followed.map(\.partition),
                        lost: heartbeat.lost ?? 0)
                },
                unowned: (0..<configuration.partitions).filter { member.membership.owners[$0] == nil },
                failures: member.failures.mapValues(\.reason), differences: member.membership.differences)
        }
    }

    /// Asks a node to give all its partitions away, or to take some again. It begins within a second; ``status()`` shows how
    /// far it is.
    ///
    /// The nodes that are there remember it. When all of them have stopped, it is forgotten.
    public func drain(_ node: NodeName, _ isDrained: Bool = true) {
        self.node.requestPlacement(drains: [Heartbeat.Drain(node: node, isDrained: isDrained, at: Date())])
    }

    /// Asks for a partition to be moved to a node, where it stays as long as that node is there.
    public func move(_ partition: Int, to node: NodeName) {
        self.node.requestPlacement(pins: [Heartbeat.Pin(partition: partition, node: node, at: Date())])
    }
}
