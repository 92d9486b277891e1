import LiveActivities

// The moves of partitions from their owners to the nodes on which they are placed.
extension Membership {
    /// The number of messages that the next owner may still have to read when a partition is handed over.
    static let handoverLag: LogPosition = 200

    /// Whether a node that has read a log up to a position can take the partition over at once.
    ///
    /// - Parameter end: The end of the log.
    static func isEnough(_ read: LogPosition?, of end: LogPosition) -> Bool {
        read.map { $0 >= end || end - $0 <= handoverLag } ?? false
    }

    /// The latest report of a partition's owner about the partition.
    func owner(of partition: Int) -> Heartbeat.Owned? {
        owners[partition].flatMap { members[$0.address]?.heartbeat.owned.first { $0.partition == partition } }
    }

    /// Whether a node can take over a partition at once: it has been a member for two heartbeats, and has read the log.
    ///
    /// - Parameter end: The end of the log.
    func isReady(
        _ node: NodeName?, for partition: Int, _ end: LogPosition, at now: ClusterClock.Instant, _ heartbeat: Duration
    ) -> Bool {
        guard let node, let member = member(node), now - member.first > heartbeat * 2 else { return false }
        return Self.isEnough(member.heartbeat.read(partition), of: end)
    }

    /// The partitions that are placed on another node than their owner, each with what its move waits for, as far as this node
    /// knows.
    ///
    /// - Parameter placed: For each partition, the node on which it is placed.
    func waitingMoves(to placed: [NodeName?]) -> [Int: String] {
        var waiting: [Int: String] = [:]
        for partition in owners.keys where partition < placed.count {
            guard let owner = owners[partition].flatMap({ members[$0.address] }),
                let wanted = placed[partition], wanted != owner.heartbeat.node, let end = self.owner(of: partition)?.position
            else { continue }
            let read = member(wanted)?.heartbeat.read(partition)
            if let read, !Self.isEnough(read, of: end) {
                waiting[partition] = "node '\(wanted)' has read \(read) of the \(end) messages of its log"
            } else if read == nil {
                waiting[partition] = "node '\(wanted)' has not read its log; if it cannot, its own warnings say why"
            }
        }
        return waiting
    }
}

extension Heartbeat {
    /// The position up to which the node has read the log of a partition that it follows; `nil` for no such partition.
    fileprivate func read(_ partition: Int) -> LogPosition? { followed.first { $0.partition == partition }?.position }
}
