public import LiveActivityCore

/// Where a change stands among those of its shard.
public struct ChangePosition: Codable, Hashable, Comparable, Sendable {
    public var shard: Int
    /// ``LiveActivityCore/Change/sequence``.
    public var sequence: UInt64

    public init(shard: Int, sequence: UInt64) {
        self.shard = shard
        self.sequence = sequence
    }

    public init(_ change: Change) { self.init(shard: change.activity.shard, sequence: change.sequence) }

    public static func < (left: Self, right: Self) -> Bool { (left.shard, left.sequence) < (right.shard, right.sequence) }
}
