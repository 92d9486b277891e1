public import LiveActivities
import LiveActivityCore

/// The repairs of a cluster's partitions. Stop all nodes first.
///
/// Each partition is claimed, changed by one batch, and released. A node that still runs loses its partitions, but nothing that
/// it has stored is lost.
public struct ClusterRepair: Sendable {
    private let transport: any ClusterTransport
    private let partitions: Int

    /// - Parameter partitions: The number of partitions of the cluster.
    public init(_ transport: any ClusterTransport, partitions: Int) {
        (self.transport, self.partitions) = (transport, partitions)
    }

    /// Sets the time of each partition that is later than `now` back to `now`, as
    /// `ActivityStore.setBack(to:)` does. Blocks.
    ///
    /// - Returns: The seconds by which each partition was set back; empty if none is later than `now`.
    /// - Throws: ``/LiveActivityHost/StoreError``. Earlier partitions are repaired; repeat the call.
    public func setBack(to now: Date) throws(StoreError) -> [Int: Double] {
        var seconds: [Int: Double] = [:]
        try forEachPartition { (partition, head, store) throws(StoreError) in
            guard head.engines.contains(where: { $0.now.map { $0 > now } ?? false }) else { return }
            seconds[partition] = try store().setBack(to: now).values.max()
        }
        return seconds
    }

    /// Skips the ids, sequences and runs that may have been assigned after a backup was made, once it is restored. Without this
    /// a reader that has stored a later sequence would discard new changes as duplicates, and so would the endpoint of a
    /// webhook. Blocks.
    ///
    /// - Returns: The number of partitions that have been changed: all that a node has ever claimed.
    /// - Throws: ``/LiveActivityHost/StoreError``. Earlier partitions have skipped their numbers.
    public func skipNumbersGivenAfterBackup() throws(StoreError) -> Int {
        var count = 0
        try forEachPartition { (_, head, store) throws(StoreError) in
            var batch = StoreBatch()
            batch.run = head.run &+ NumbersGivenAfterBackup.runs
            batch.closedRun = 0
            batch.lostRuns = head.lostRuns &+ NumbersGivenAfterBackup.lostRuns
            batch.engines = head.engines
            for index in batch.engines.indices { batch.engines[index].sequence &+= NumbersGivenAfterBackup.sequences }
            try store().append(batch)
            count += 1
        }
        return count
    }

    /// - Parameter body: Receives the partition's number, what is stored, and a function that claims the partition.
    private func forEachPartition(
        _ body: (Int, StoreHead, () throws(StoreError) -> PartitionStore) throws(StoreError) -> Void
    ) throws(StoreError) {
        for partition in 0..<partitions {
            let log: any PartitionLog
            do throws(LogError) { log = try transport.log(of: partition) } catch { throw StoreError(error) }
            var follower = PartitionFollower(log)
            try follower.readToTheEnd()
            guard follower.claim != nil else { continue }
            let head = follower.state.head()
            var claimed: PartitionStore?
            defer { claimed?.close() }
            try body(partition, head) { () throws(StoreError) in
                let store = try PartitionStore(claiming: &follower, as: "repair")
                claimed = store
                return store
            }
        }
    }
}
