/// The preferred owner of each partition for the current members, recomputed only when the members change.
///
/// A partition is placed on nodes that can read its log; if no node can, as if all could.
struct Placements: Sendable {
    private var nodes: [PartitionPlacement.Node] = []
    private var drained: [PartitionPlacement.Node] = []
    private var pins: [Int: NodeName] = [:]
    /// By partition: the nodes that cannot read its log (``Heartbeat/unreadable``).
    private(set) var unreadable: [Int: Set<NodeName>] = [:]
    /// By partition: the preferred owner.
    private(set) var owners: [NodeName?] = []
    /// By partition: the claimant while it has no owner. If all nodes are drained this is one of them, so that each partition
    /// has an owner; partitions with an owner do not move then.
    private(set) var claimants: [NodeName?] = []
    /// By partition: the claimant, and the next one if it failed. Both keep the partition's state in memory. Nodes that
    /// would be one of the two if they could read its log are keepers too: they try to read it every second.
    private(set) var keepers: [Set<NodeName>] = []

    mutating func update(_ membership: Membership, partitions: Int) {
        let pins = membership.pins.mapValues(\.node)
        let (nodes, drained, unreadable) = (membership.nodes, membership.nodesWithoutDrains, membership.unreadable)
        guard
            owners.isEmpty || nodes != self.nodes || drained != self.drained || pins != self.pins
                || unreadable != self.unreadable
        else { return }
        (self.nodes, self.drained, self.pins, self.unreadable) = (nodes, drained, pins, unreadable)
        owners = place(nodes, partitions)
        let able = nodes.contains { $0.capacity > 0 } ? nodes : drained
        claimants = place(able, partitions)
        keepers = keepers(claimants, able)
        for (names, partitions) in Dictionary(grouping: unreadable.keys, by: { unreadable[$0] ?? [] }) {
            place(partitions.filter { claimants.indices.contains($0) }, without: names, nodes, able)
        }
    }

    private mutating func place(
        _ partitions: [Int], without names: Set<NodeName>, _ nodes: [PartitionPlacement.Node],
        _ able: [PartitionPlacement.Node]
    ) {
        let others = able.filter { !names.contains($0.name) }
        let owners = place(nodes.filter { !names.contains($0.name) }, claimants.count)
        let claimants = place(others, claimants.count)
        let keepers = keepers(claimants, others)
        for partition in partitions {
            self.owners[partition] = owners[partition] ?? self.owners[partition]
            self.claimants[partition] = claimants[partition] ?? self.claimants[partition]
            self.keepers[partition].formUnion(keepers[partition])
        }
    }

    private func keepers(_ claimants: [NodeName?], _ able: [PartitionPlacement.Node]) -> [Set<NodeName>] {
        var next: [NodeName: [NodeName?]] = [:]
        for name in Set(claimants.compactMap(\.self)) { next[name] = place(able.filter { $0.name != name }, claimants.count) }
        return claimants.enumerated().map { partition, owner in
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
