package import LiveActivities

extension ClusterRuntime {
    /// Tells all nodes that a named consumer has ended for good, and what it was for. Nodes remember it while one of them runs: whoever wants
    /// more keeps it, and says it again.
    ///
    /// A node that does not read the consumer removes it from each partition that it claims from then on. What it was for tells a later
    /// consumer of the same name from it.
    package func end(_ consumer: ConsumerName, was purpose: String) { node.end(consumer, was: purpose) }

    /// Calls `receive` with each consumer that has ended on another node, and what it was for. Only the latest call of this function counts.
    ///
    /// - Parameter receive: Called on a thread of the transport.
    package func followEnded(_ receive: @escaping @Sendable (ConsumerName, String) -> Void) { node.followEnded(receive) }
}
