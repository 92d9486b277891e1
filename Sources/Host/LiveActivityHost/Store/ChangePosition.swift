public import LiveActivityCore

/// The position of a change among the changes of its shard, which a store uses as the key of a change that waits for a
/// consumer.
public struct ChangePosition: Codable, Hashable, Comparable, Sendable {
    /// The number of the shard in which the change happened.
    public var shard: Int
    /// The change's number in its engine (``/LiveActivityCore/Change/sequence``).
    public var sequence: UInt64

    /// Creates a position from its fields.
    public init(shard: Int, sequence: UInt64) {
        self.shard = shard
        self.sequence = sequence
    }

    /// The position of a change.
    public init(_ change: Change) { self.init(shard: change.activity.shard, sequence: change.sequence) }

    public static func < (left: Self, right: Self) -> Bool { (left.shard, left.sequence) < (right.shard, right.sequence) }
}
