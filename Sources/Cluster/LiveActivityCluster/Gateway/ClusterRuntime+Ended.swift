package import LiveActivities

extension ClusterRuntime {
    /// Announces to all nodes that a named consumer has ended permanently, and its purpose. Nodes remember it while one of them
    /// runs: a host that needs it longer stores it, and announces it again.
    ///
    /// A node that does not read the consumer removes it from each partition that it claims from then on. The purpose
    /// distinguishes it from a later consumer of the same name.
    package func end(_ consumer: ConsumerName, was purpose: String) { node.end(consumer, was: purpose) }

    /// Calls `receive` with each consumer that has ended on another node, and its purpose. Only the latest call of this
    /// function counts.
    ///
    /// - Parameter receive: Called on a thread of the transport.
    package func followEnded(_ receive: @escaping @Sendable (ConsumerName, String) -> Void) { node.followEnded(receive) }
}
