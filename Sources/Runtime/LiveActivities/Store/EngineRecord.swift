public import LiveActivityCore

/// What an engine counts.
public struct EngineRecord: Codable, Hashable, Sendable {
    public var shard: Int
    /// The latest time the engine has seen.
    public var now: Date?
    public var sequence: UInt64
    public var starts: UInt64

    public init(shard: Int, now: Date?, sequence: UInt64, starts: UInt64) {
        self.shard = shard
        self.now = now
        self.sequence = sequence
        self.starts = starts
    }
}
