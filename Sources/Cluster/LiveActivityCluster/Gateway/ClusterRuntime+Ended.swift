package import LiveActivities

extension ClusterRuntime {
    /// Announces to all nodes that a named consumer has ended permanently, with its purpose. The nodes remember it as long as
    /// one of them runs; a host that needs it longer must store it, and announce it again.
    ///
    /// A node that does not read the consumer removes it from each partition that it claims from then on. The purpose
    /// distinguishes it from a later consumer with the same name.
    package func end(_ consumer: ConsumerName, was purpose: String) { node.end(consumer, was: purpose) }

    /// Calls `receive` with each consumer that has ended on another node, and its purpose. Only the receiver of the latest call
    /// is used.
    ///
    /// - Parameter receive: Called on a thread of the transport.
    package func followEnded(_ receive: @escaping @Sendable (ConsumerName, String) -> Void) { node.followEnded(receive) }
}
