/// Computes the preferred owner of each partition, with the same result on every node that knows the same members.
///
/// It uses rendezvous hashing with a bound: each pair of a node and a partition has a score, and pairs are assigned in
/// descending order of their scores as long as the node has room. So every node gets its share, to within one partition, and a
/// joining or leaving node moves few partitions that need not move. It is only a preference: the partition's log determines the
/// actual owner.
public struct PartitionPlacement: Hashable, Sendable {
    /// A member of the cluster.
    public struct Node: Hashable, Sendable {
        /// The node's name.
        public var name: NodeName
        /// The node's share relative to others: a node with 2 gets twice as many partitions as one with 1. With 0 it gets none,
        /// as when it is drained. More than ``PartitionPlacement/capacityMax`` counts as that.
        public var capacity: Int

        /// Creates a node.
        public init(_ name: NodeName, capacity: Int = 1) {
            self.name = name
            self.capacity = capacity
        }
    }

    /// The highest capacity of a node. Capacities come from other nodes, and their sum must be a number.
    public static let capacityMax = 1_000_000

    /// The preferred owner of each partition; `nil` if no node has any capacity.
    public let owners: [NodeName?]

    /// Assigns partitions to nodes.
    ///
    /// - Parameters:
    ///   - partitions: The number of partitions.
    ///   - nodes: The nodes, in any order. Of several with the same name only the first counts.
    public init(partitions: Int, nodes: [Node]) {
        var names: Set<NodeName> = []
        let nodes = nodes.filter { $0.capacity > 0 && names.insert($0.name).inserted }.sorted { $0.name < $1.name }
        let capacities = nodes.map { min($0.capacity, Self.capacityMax) }
        let total = capacities.reduce(0, +)
        var room = capacities.map { (partitions * $0 + total - 1) / total }
        var owners: [NodeName?] = Array(repeating: nil, count: partitions)
        let pairs = nodes.indices.flatMap { node in
            (0..<partitions).map { (score: Self.score(nodes[node].name, $0), node: node, partition: $0) }
        }
        // The order of equal scores has no meaning, but must be the same everywhere.
        for pair in pairs.sorted(by: { ($0.score, $0.partition, $0.node) > ($1.score, $1.partition, $1.node) })
        where owners[pair.partition] == nil && room[pair.node] > 0 {
            owners[pair.partition] = nodes[pair.node].name
            room[pair.node] -= 1
        }
        self.owners = owners
    }

    /// FNV-1a over the name and the partition, then mixed: it must be the same in every process and version.
    private static func score(_ node: NodeName, _ partition: Int) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in node.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash &+= UInt64(partition) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
        return hash ^ hash >> 31
    }
}
