import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// A node's state, sent to all nodes every second and after changes.
struct Heartbeat: Codable, Hashable, Sendable {
    var node: NodeName
    /// The address of the process.
    var address: String
    /// The node's share of the partitions; 0 while it stops or is drained.
    var capacity: Int
    /// The number of partitions of the cluster, from the node's configuration.
    var partitions: Int
    /// The node's kinds with the versions of their plugins; `nil` if it has none.
    var kinds: [String: Int]?
    /// The partitions that it owns, in ascending order.
    var owned: [Owned]
    /// The partitions that it follows, with the positions up to which it has read their logs.
    var followed: [Followed]
    /// The operators' requests to place partitions, as far as the node knows.
    var pins: [Pin] = []
    /// The operators' requests to drain nodes, as far as the node knows.
    var drains: [Drain] = []
    /// The number of partitions that other nodes have claimed from it since it started; `nil` for none.
    var lost: Int?
    /// Whether owners must publish changes, because this node reads the changes of all partitions.
    var wantsChanges: Bool?
    /// Whether the node has discovered the existing members and takes part; `nil` for not yet.
    var hasJoined: Bool?
    /// Whether the node is leaving, so that its name may be used again; `nil` for `false`.
    var isStopping: Bool?
    /// The processes that did not exist when the node recently sent them a request; `nil` for none.
    var gone: [String]?
    /// Whether the node recognises repeated commands (``ClusterRequest/name``); `nil` from earlier versions.
    var recognisesRequests: Bool?
    /// The age of the process when it sent this, in milliseconds; `nil` from earlier versions.
    var uptimeMs: Int?

    /// The node's time when it sent this; `nil` from earlier versions.
    var date: Date?
    /// The partitions that it owns, follows or claims and whose logs it cannot read, as they are damaged or of a later version,
    /// in ascending order; `nil` for none.
    var unreadable: [Int]?

    struct Owned: Codable, Hashable, Sendable {
        var partition: Int
        var epoch: UInt64
        var position: LogPosition
        /// The sequence of the last change that is in the log and was published.
        var changes: UInt64?
    }

    struct Followed: Codable, Hashable, Sendable {
        var partition: Int
        var position: LogPosition
    }

    /// An operator's request to place a partition on a node.
    struct Pin: Codable, Hashable, Sendable {
        var partition: Int
        var node: NodeName
        /// The time of the request; the latest one counts.
        var at: Date
    }

    /// An operator's request to drain a node, or to end a drain.
    struct Drain: Codable, Hashable, Sendable {
        var node: NodeName
        var isDrained: Bool
        /// The time of the request; the latest one counts.
        var at: Date
    }

    func encoded() -> [UInt8] { (try? WireEncoder().encode(self)) ?? [] }
    init?(encoded bytes: [UInt8]) {
        guard let heartbeat = try? WireDecoder().decode(Self.self, from: bytes) else { return nil }
        self = heartbeat
    }

    init(node: NodeName, address: String, capacity: Int, partitions: Int) {
        (self.node, self.address, self.capacity, self.partitions) = (node, address, capacity, partitions)
        (owned, followed) = ([], [])
    }
}
