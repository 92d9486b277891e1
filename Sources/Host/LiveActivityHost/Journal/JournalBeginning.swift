import LiveActivityCore

/// The new beginning of a shard's journal: earlier bases and entries are deleted.
public struct JournalBeginning: Codable, Hashable, Sendable {
    /// The shard's number.
    public var shard: Int
    /// The number of the first entry that is kept.
    public var number: UInt64

    /// Creates a beginning from its fields.
    public init(shard: Int, number: UInt64) {
        self.shard = shard
        self.number = number
    }
}
