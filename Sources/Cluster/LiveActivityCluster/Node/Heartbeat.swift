import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// A node's state, which it sends to all nodes every second and when something has changed.
struct Heartbeat: Codable, Hashable, Sendable {
    var node: NodeName
    /// Of the process.
    var address: String
    /// How much it takes; 0 while it stops or is drained.
    var capacity: Int
    /// How many partitions the cluster has, by its configuration.
    var partitions: Int
    /// The kinds that it has, with the versions of their plugins; `nil` where it has none.
    var kinds: [String: Int]?
    /// The partitions that it owns, in their order.
    var owned: [Owned]
    /// The partitions that it follows, and how far it has read them.
    var followed: [Followed]
    /// Where an operator wants partitions to be, as far as the node knows.
    var pins: [Pin] = []
    /// The nodes that an operator wants to be empty, as far as the node knows.
    var drains: [Drain] = []
    /// How many partitions other nodes have claimed from it since it began; `nil` for none.
    var lost: Int?
    /// The named consumers that have ended for good, as far as the node knows; `nil` for none.
    var ended: [Ended]?
    /// Whether owners are to publish changes, because this node reads those of all partitions.
    var wantsChanges: Bool?
    /// Whether it has discovered the existing members and takes part; `nil` where it has not yet.
    var hasJoined: Bool?
    /// Whether it is leaving, and its name is free; `nil` where it is not.
    var isStopping: Bool?
    /// The processes that did not exist any more when it asked them something lately; `nil` for none.
    var gone: [String]?
    /// Whether it recognises a command that it is given again (``ClusterRequest/name``); `nil` from earlier versions.
    var recognisesRequests: Bool?
    /// How old the process was when it sent this, in milliseconds; `nil` from earlier versions.
    var uptimeMs: Int?

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
        /// The later one counts.
        var at: Date
    }

    /// An operator's request to drain a node, or to end that.
    struct Drain: Codable, Hashable, Sendable {
        var node: NodeName
        var isDrained: Bool
        /// The later one counts.
        var at: Date
    }

    /// A named consumer that nobody reads any more.
    struct Ended: Codable, Hashable, Sendable {
        var consumer: ConsumerName
        /// What it was for: a later consumer of the same name may be for something else.
        var purpose: String
        /// The later one counts.
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
