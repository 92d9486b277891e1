/// The preferred owner of each partition for the current members, recomputed only when the members change.
struct Placements: Sendable {
    private var nodes: [PartitionPlacement.Node] = []
    private var drained: [PartitionPlacement.Node] = []
    private var pins: [Int: NodeName] = [:]
    /// By partition: the preferred owner.
    private(set) var owners: [NodeName?] = []
    /// By partition: the claimant while it has no owner. If all nodes are drained this is one of them, so that each partition
    /// has an owner; partitions with an owner do not move then.
    private(set) var claimants: [NodeName?] = []
    /// By partition: the claimant, and the next one if it failed. Both keep the partition's state in memory.
    private(set) var keepers: [Set<NodeName>] = []

    mutating func update(_ membership: Membership, partitions: Int) {
        let pins = membership.pins.mapValues(\.node)
        let (nodes, drained) = (membership.nodes, membership.nodesWithoutDrains)
        guard owners.isEmpty || nodes != self.nodes || drained != self.drained || pins != self.pins else { return }
        (self.nodes, self.drained, self.pins) = (nodes, drained, pins)
        owners = place(nodes, partitions)
        let able = nodes.contains { $0.capacity > 0 } ? nodes : drained
        claimants = place(able, partitions)
        var next: [NodeName: [NodeName?]] = [:]
        for name in Set(claimants.compactMap(\.self)) { next[name] = place(able.filter { $0.name != name }, partitions) }
        keepers = claimants.enumerated().map { partition, owner in
            Set([owner, owner.flatMap { next[$0]?[partition] }].compactMap(\.self))
        }
    }

    private func place(_ nodes: [PartitionPlacement.Node], _ partitions: Int) -> [NodeName?] {
        let able = Set(nodes.filter { $0.capacity > 0 }.map(\.name))
        return PartitionPlacement(partitions: partitions, nodes: nodes).owners.enumerated().map { partition, owner in
            if let pin = pins[partition], able.contains(pin) { pin } else { owner }
        }
    }
}
