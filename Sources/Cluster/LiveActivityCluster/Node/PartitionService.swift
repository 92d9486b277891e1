import LiveActivities

/// A service of a node beside the runtime of a partition that it owns. Its state is in the partition's log
/// (``PartitionRecord``), so that the next owner's service has it too.
protocol PartitionService: Sendable {
    /// Answers a request of this or another node.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError/fenced(reason:)`` and ``/LiveActivityHost/RuntimeError/closed`` if another
    ///   node owns the partition; the request is then sent to it. ``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)``
    ///   if the request should be repeated later.
    func answer(_ request: [UInt8]) async throws(RuntimeError) -> [UInt8]

    /// Stops the service, before the runtime is closed. May block briefly.
    ///
    /// - Parameter isLost: Whether another node has claimed the partition, so that nothing can be written any more.
    func stop(isLost: Bool)
}

/// Makes a ``PartitionService`` for each partition that a node claims.
protocol PartitionServices: Sendable {
    /// Called after the claim, before the first request.
    ///
    /// - Parameter store: Still has the records that were in the log at the claim (``PartitionStore/restoredRecords``).
    /// - Throws: If the partition cannot run without the service. The partition is then claimed again.
    func service(
        of runtime: LiveActivityRuntime, partition: Int, _ store: PartitionStore, _ clock: any RuntimeClock
    ) throws -> any PartitionService
}
