/// The preferred owner of each partition for the current members, recomputed only when the members change.
struct Placements: Sendable {
    private var nodes: [PartitionPlacement.Node] = []
    private var pins: [Int: NodeName] = [:]
    /// By partition: the preferred owner.
    private(set) var owners: [NodeName?] = []
    /// By partition: the preferred owner, and the next one if it failed. Both keep the partition's state in memory.
    private(set) var keepers: [Set<NodeName>] = []

    mutating func update(_ membership: Membership, partitions: Int) {
        let pins = membership.pins.mapValues(\.node)
        guard owners.isEmpty || nodes != membership.nodes || pins != self.pins else { return }
        (nodes, self.pins) = (membership.nodes, pins)
        owners = place(nodes, partitions)
        var next: [NodeName: [NodeName?]] = [:]
        for name in Set(owners.compactMap(\.self)) { next[name] = place(nodes.filter { $0.name != name }, partitions) }
        keepers = owners.enumerated().map { partition, owner in
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
