#if Postgres
package import LiveActivities
import LiveActivityCluster
package import LiveActivityCore

/// Everything that the logs of a cluster have now, to be read only: for tools that show a store. Nodes may run meanwhile; each
/// partition is as of the moment when it is read.
package final class PostgresContents: ActivityStore {
    private let partitions: [any ActivityStore]

    /// Reads all logs.
    ///
    /// - Throws: ``/LiveActivityHost/StoreError`` or ``/LiveActivityCluster/LogError`` of the first log that cannot be read.
    package init(_ cluster: PostgresCluster) throws {
        partitions = try (0..<cluster.partitions).map { try cluster.log(of: $0).state().store }
    }

    /// The head of the first partition, with the times of all partitions.
    package func head() throws(StoreError) -> StoreHead {
        var head = try partitions[0].head()
        for partition in partitions.dropFirst() { head.engines += try partition.head().engines }
        return head
    }

    package func forEachActivity(_ body: (StoredActivity) throws -> Void) throws {
        for partition in partitions { try partition.forEachActivity(body) }
    }

    package func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws {
        for partition in partitions { try partition.forEachFreedSlot(body) }
    }

    package func forEachConsumerChange(_ body: (Change) throws -> Void) throws {
        for partition in partitions { try partition.forEachConsumerChange(body) }
    }

    package func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws {}
    package func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws {}

    package func append(_ batch: StoreBatch) throws(StoreError) {
        throw .unavailable(reason: "the contents of a database were opened for reading only")
    }
}
#endif
