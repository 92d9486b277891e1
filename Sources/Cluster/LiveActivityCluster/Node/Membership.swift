import LiveActivities
import LiveActivityCore

/// The members of a cluster as one node knows them from heartbeats. The information is a hint: two nodes may have different
/// views.
struct Membership: Sendable {
    struct Member: Sendable {
        /// The latest heartbeat.
        var heartbeat: Heartbeat
        /// The times at which the first and the latest heartbeat were received.
        var first: ClusterClock.Instant
        var last: ClusterClock.Instant
    }

    struct Owner: Sendable {
        var address: String
        var epoch: UInt64
        /// Whether it recognises repeated requests.
        var recognisesRequests: Bool
    }

    /// The timeout after which a node without heartbeats counts as failed.
    let silence: Duration
    /// The members by address.
    private(set) var members: [String: Member] = [:]
    /// For each partition, the owner with the latest epoch according to its heartbeats.
    private(set) var owners: [Int: Owner] = [:]

    /// The number of drained nodes, and of nodes whose drain was ended, that are remembered: the latest. Each heartbeat lists
    /// them, so that their number must not grow with the names that nodes have ever had.
    static let drainsMax = 64

    /// The latest request of operators for each partition and node.
    private(set) var pins: [Int: Heartbeat.Pin] = [:]
    private(set) var drains: [NodeName: Heartbeat.Drain] = [:]

    /// The processes that did not exist when this node sent them a request, with the time. Heartbeats list them, so that other
    /// nodes need not wait for the timeout.
    private(set) var gone: [String: ClusterClock.Instant] = [:]

    init(silence: Duration) { self.silence = silence }

    /// - Parameter first: When a new member counts as having sent its first heartbeat; now by default.
    mutating func receive(
        _ heartbeat: Heartbeat, at now: ClusterClock.Instant, first: ClusterClock.Instant? = nil
    ) {
        let first = members[heartbeat.address]?.first ?? first ?? now
        members[heartbeat.address] = Member(heartbeat: heartbeat, first: first, last: now)
        gone[heartbeat.address] = nil
        let owned = Set(heartbeat.owned.map(\.partition))
        for (partition, owner) in owners where owner.address == heartbeat.address && !owned.contains(partition) {
            owners[partition] = nil
        }
        merge(heartbeat)
        for owned in heartbeat.owned where owned.epoch >= owners[owned.partition]?.epoch ?? 0 {
            owners[owned.partition] = Owner(
                address: heartbeat.address, epoch: owned.epoch, recognisesRequests: heartbeat.recognisesRequests == true)
        }
    }

    /// Merges a heartbeat's operator requests; the newer entry wins.
    mutating func merge(_ heartbeat: Heartbeat) {
        for pin in heartbeat.pins where pin.at > pins[pin.partition]?.at ?? .distantPast { pins[pin.partition] = pin }
        for drain in heartbeat.drains where drain.at > drains[drain.node]?.at ?? .distantPast { drains[drain.node] = drain }
        if drains.count > Self.drainsMax { dropOldDrains() }
    }

    /// All nodes drop the same ones, so that none receives a dropped drain again.
    private mutating func dropOldDrains() {
        for isDrained in [true, false] {
            let all = drains.values.filter { $0.isDrained == isDrained }.sorted { ($0.at, $0.node) > ($1.at, $1.node) }
            for drain in all.dropFirst(Self.drainsMax) { drains[drain.node] = nil }
        }
    }

    /// Removes the members without a heartbeat within the timeout.
    mutating func dropSilent(at now: ClusterClock.Instant) {
        guard members.values.contains(where: { now - $0.last >= silence }) || !gone.isEmpty else { return }
        members = members.filter { now - $0.value.last < silence }
        owners = owners.filter { members[$0.value.address] != nil }
        gone = gone.filter { now - $0.value < silence }
    }

    /// Removes a process that no longer exists.
    ///
    /// - Returns: Whether it was a member. The other nodes then need a heartbeat, because its partitions may be placed on a
    ///   node that sends it no requests.
    mutating func removeEnded(_ address: String, at now: ClusterClock.Instant) -> Bool {
        guard members[address] != nil else { return false }
        remove(address)
        gone[address] = now
        return true
    }

    /// The members that a heartbeat lists as gone. They are probed first, because the heartbeat's sender may itself be
    /// disconnected from them.
    func addressesToProbe(for heartbeat: Heartbeat, at address: String) -> [String] {
        (heartbeat.gone ?? []).filter { members[$0] != nil && $0 != address && $0 != heartbeat.address }
    }

    mutating func remove(_ address: String) {
        members[address] = nil
        owners = owners.filter { $0.value.address != address }
    }

    /// The time in which each member has sent a heartbeat: 1.5 intervals.
    static func discovery(_ heartbeat: Duration) -> Duration { heartbeat * 1.5 }

    /// Whether the node at an address has discovered the existing members: it has received its own heartbeats for the time in
    /// which each other member has sent one. After a pause of the timeout the discovery starts again, since the
    /// node might otherwise claim what others own.
    func hasDiscoveredAll(_ address: String, at now: ClusterClock.Instant, _ heartbeat: Duration) -> Bool {
        members[address].map { now - $0.first > Self.discovery(heartbeat) } ?? false
    }

    /// The reason why the members belong to another service: they have no kind in common with these. `nil` if they may belong
    /// to the same.
    func stranger(to kinds: [String: Int], at address: String) -> String? {
        let others = members.values.map(\.heartbeat).filter { $0.address != address && $0.kinds?.isEmpty == false }
        guard !kinds.isEmpty, !others.isEmpty else { return nil }
        let theirs = Set(others.flatMap { $0.kinds?.keys.map(\.self) ?? [] })
        guard theirs.isDisjoint(with: kinds.keys) else { return nil }
        let nodes = Set(others.map(\.node.rawValue)).sorted().joined(separator: ", ")
        return
            "the cluster is another service's: its nodes (\(nodes)) have the kinds \(theirs.sorted().joined(separator: ", ")), and this one "
            + "\(kinds.keys.sorted().joined(separator: ", ")). Two services on the same servers need two names"
    }

    /// The reason why a node must not take part: another process has its name. `nil` if none has. Of two that start at the same
    /// time, the one with the lower address takes part.
    func namesake(of node: NodeName, at address: String) -> String? {
        let isTaken = members.values.map(\.heartbeat).contains { other in
            guard other.node == node, other.address != address, other.isStopping != true else { return false }
            // Earlier versions do not report whether they have joined or are leaving; with a capacity they count as taking
            // part.
            return other.hasJoined == true
                || other.capacity > 0 && (!other.owned.isEmpty || !other.followed.isEmpty || other.address < address)
        }
        guard isTaken else { return nil }
        return
            "a node with the name '\(node)' is running already: give each process a name of its own (--node), or stop the other one first"
    }

    /// The kinds whose versions differ between nodes, a line for each.
    var differences: [String] {
        let nodes = members.values.map(\.heartbeat).filter { $0.kinds != nil }.sorted { $0.node < $1.node }
        return Set(nodes.flatMap { $0.kinds?.keys.map(\.self) ?? [] }).sorted().compactMap { kind in
            let by = Dictionary(grouping: nodes) { $0.kinds?[kind] }
            guard by.count > 1 else { return nil }
            let parts = by.sorted { ($0.key ?? 0) < ($1.key ?? 0) }.map { version, nodes in
                let names = nodes.map(\.node.rawValue).joined(separator: ", ")
                return version.map { "version \($0) on \(names)" } ?? "not on \(names)"
            }
            return "kind '\(kind)': \(parts.joined(separator: "; "))"
        }
    }

    /// By partition: the nodes that cannot read its log.
    var unreadable: [Int: Set<NodeName>] {
        members.values.map(\.heartbeat).reduce(into: [:]) { unreadable, heartbeat in
            for partition in heartbeat.unreadable ?? [] { unreadable[partition, default: []].insert(heartbeat.node) }
        }
    }

    /// Whether any member requests the changes of all partitions.
    var wantsChanges: Bool { members.values.contains { $0.heartbeat.wantsChanges == true } }

    /// The nodes on which partitions can be placed, in the order of their names.
    var nodes: [PartitionPlacement.Node] {
        nodesWithoutDrains.map { node in
            PartitionPlacement.Node(node.name, capacity: drains[node.name]?.isDrained == true ? 0 : node.capacity)
        }
    }

    /// The nodes with the capacities that they would have if none was drained.
    var nodesWithoutDrains: [PartitionPlacement.Node] {
        members.values.map(\.heartbeat).sorted { $0.node < $1.node }.map {
            PartitionPlacement.Node($0.node, capacity: $0.capacity)
        }
    }

    /// The newest process of a node.
    func member(_ node: NodeName) -> Member? {
        members.values.filter { $0.heartbeat.node == node }.max { $0.first < $1.first }
    }
}
