import LiveActivities

/// A service of a node beside the runtime of a partition that it owns. Its state is in the partition's log
/// (``PartitionRecord``), so that the next owner's service has it too.
protocol PartitionCompanion: Sendable {
    /// Answers a request, of this node or another one.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError/fenced(reason:)`` and ``/LiveActivityHost/RuntimeError/closed`` where another
    ///   node owns the partition, which is then asked; ``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)`` where it is
    ///   asked again later.
    func answer(_ request: [UInt8]) async throws(RuntimeError) -> [UInt8]

    /// Ends what it does; then the runtime is closed. May block for a moment.
    ///
    /// - Parameter isLost: Whether another node has claimed the partition: nothing can be written any more.
    func stop(isLost: Bool)
}

/// Makes a ``PartitionCompanion`` for each partition that a node claims.
protocol PartitionCompanions: Sendable {
    /// Called after the claim, before the first request.
    ///
    /// - Parameter store: Still has the records that the log had (``PartitionStore/restoredRecords``).
    /// - Throws: Where the partition cannot be run without it. It is then claimed again.
    func companion(
        of runtime: LiveActivityRuntime, partition: Int, _ store: PartitionStore, _ clock: any RuntimeClock
    ) throws -> any PartitionCompanion
}
