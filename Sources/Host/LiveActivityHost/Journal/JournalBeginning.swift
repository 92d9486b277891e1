import LiveActivityCore

/// Where a shard's journal begins from now on: the bases and entries before are to be deleted.
public struct JournalBeginning: Codable, Hashable, Sendable {
    /// The shard's number.
    public var shard: Int
    /// The number of the first entry that stays.
    public var number: UInt64

    /// Creates a beginning from its fields.
    public init(shard: Int, number: UInt64) {
        self.shard = shard
        self.number = number
    }
}
