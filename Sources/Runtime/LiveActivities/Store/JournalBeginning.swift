public import LiveActivityCore

/// Where a shard's journal begins from now on.
public struct JournalBeginning: Codable, Hashable, Sendable {
    public var shard: Int
    public var number: UInt64

    public init(shard: Int, number: UInt64) {
        self.shard = shard
        self.number = number
    }
}
