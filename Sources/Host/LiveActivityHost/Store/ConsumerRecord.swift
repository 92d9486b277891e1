import LiveActivityCore

/// A named consumer, and its acknowledged positions.
public struct ConsumerRecord: Codable, Hashable, Sendable {
    /// The consumer's name.
    public var name: ConsumerName
    /// For each shard, the sequence of the last acknowledged change; 0 before the first.
    public var acknowledged: [UInt64]

    /// Creates a record from its fields.
    public init(name: ConsumerName, acknowledged: [UInt64]) {
        self.name = name
        self.acknowledged = acknowledged
    }
}
