import LiveActivities
import LiveActivityCore

/// Which nodes are there, as far as one of them has heard: only hints, which two nodes may see differently.
struct Membership: Sendable {
    struct Member: Sendable {
        var heartbeat: Heartbeat
        var first: ContinuousClock.Instant
        var heard: ContinuousClock.Instant
    }

    /// After how long a silence a node counts as gone.
    let silence: Duration
    /// By address.
    private(set) var members: [String: Member] = [:]
    /// Where each partition was owned last, as far as it was heard.
    private(set) var owners: [Int: (address: String, epoch: UInt64)] = [:]

    /// What operators want, the latest of each.
    private(set) var pins: [Int: Heartbeat.Pin] = [:]
    private(set) var drains: [NodeName: Heartbeat.Drain] = [:]
    /// The named consumers that have ended.
    private(set) var ended: [ConsumerName: Heartbeat.Ended] = [:]

    /// The processes that this node found gone when it asked them, and when. Other nodes are told, which would otherwise wait for the silence.
    private(set) var gone: [String: ContinuousClock.Instant] = [:]

    init(silence: Duration) { self.silence = silence }

    mutating func hear(_ heartbeat: Heartbeat, at now: ContinuousClock.Instant) {
        let first = members[heartbeat.address]?.first ?? now
        members[heartbeat.address] = Member(heartbeat: heartbeat, first: first, heard: now)
        gone[heartbeat.address] = nil
        let owned = Set(heartbeat.owned.map(\.partition))
        for (partition, owner) in owners where owner.address == heartbeat.address && !owned.contains(partition) {
            owners[partition] = nil
        }
        take(heartbeat)
        for its in heartbeat.owned where its.epoch >= owners[its.partition]?.epoch ?? 0 {
            owners[its.partition] = (heartbeat.address, its.epoch)
        }
    }

    /// Takes what operators want and which consumers have ended, as far as it is newer.
    mutating func take(_ heartbeat: Heartbeat) {
        for its in heartbeat.ended ?? [] where its.at > ended[its.consumer]?.at ?? .distantPast { ended[its.consumer] = its }
        for pin in heartbeat.pins where pin.at > pins[pin.partition]?.at ?? .distantPast { pins[pin.partition] = pin }
        for drain in heartbeat.drains where drain.at > drains[drain.node]?.at ?? .distantPast { drains[drain.node] = drain }
    }

    /// Forgets those that were silent for too long.
    mutating func forget(at now: ContinuousClock.Instant) {
        members = members.filter { now - $0.value.heard < silence }
        owners = owners.filter { members[$0.value.address] != nil }
        gone = gone.filter { now - $0.value < silence }
    }

    /// Forgets a process that does not exist any more.
    ///
    /// - Returns: Whether it was known. Then the other nodes are to be told: a partition may be placed on one that has not asked it anything.
    mutating func lose(_ address: String, at now: ContinuousClock.Instant) -> Bool {
        guard members[address] != nil else { return false }
        forget(address)
        gone[address] = now
        return true
    }

    /// Those that another node found gone, as far as this one believes that they are there: to be asked whether they are.
    func doubtful(of heartbeat: Heartbeat, at address: String) -> [String] {
        (heartbeat.gone ?? []).filter { members[$0] != nil && $0 != address && $0 != heartbeat.address }
    }

    /// Nobody answers there any more.
    mutating func forget(_ address: String) {
        members[address] = nil
        owners = owners.filter { $0.value.address != address }
    }

    /// Whether a node may take it that it knows the others: it hears itself for one and a half heartbeats, in which each other one has sent its
    /// own. One that stood still for so long that it has forgotten all begins anew, or it would claim what others own.
    func hasHeardAll(_ address: String, at now: ContinuousClock.Instant, _ heartbeat: Duration) -> Bool {
        members[address].map { now - $0.first > heartbeat * 1.5 } ?? false
    }

    /// Says that the nodes which are there are not of the service that has these kinds: none of theirs is among them. `nil` where they may be.
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

    /// Says that another process has the name of a node that is about to take part; `nil` where there is none. Of two that begin at the same
    /// time one goes on: that with the lower address.
    func namesake(of node: NodeName, at address: String) -> String? {
        let isTaken = members.values.map(\.heartbeat).contains { other in
            guard other.node == node, other.address != address, other.isStopping != true else { return false }
            // Of a version that does not say whether it has joined, or is leaving, one with a capacity takes part.
            return other.hasJoined == true
                || other.capacity > 0 && (!other.owned.isEmpty || !other.followed.isEmpty || other.address < address)
        }
        guard isTaken else { return nil }
        return
            "a node with the name '\(node)' is running already: give each process a name of its own (--node), or stop the other one first"
    }

    /// What nodes do not have in common, a line for each kind.
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

    /// Whether any node is to be told of changes.
    var wantsChanges: Bool { members.values.contains { $0.heartbeat.wantsChanges == true } }

    /// Those that partitions are placed on, in the order of their names.
    var nodes: [PartitionPlacement.Node] {
        members.values.map(\.heartbeat).sorted { $0.node < $1.node }.map { heartbeat in
            PartitionPlacement.Node(
                heartbeat.node, capacity: drains[heartbeat.node]?.isDrained == true ? 0 : heartbeat.capacity)
        }
    }

    /// The newest process of a node.
    func member(_ node: NodeName) -> Member? {
        members.values.filter { $0.heartbeat.node == node }.max { $0.first < $1.first }
    }
}
