public import LiveActivityCore

/// A named consumer, and up to where it has acknowledged.
public struct ConsumerRecord: Codable, Hashable, Sendable {
    public var name: ConsumerName
    /// By shard: the sequence of the last change it has acknowledged; 0 before the first.
    public var acknowledged: [UInt64]

    public init(name: ConsumerName, acknowledged: [UInt64]) {
        self.name = name
        self.acknowledged = acknowledged
    }
}
