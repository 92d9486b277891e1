public import LiveActivityCore

/// The counters of one shard's engine.
public struct EngineRecord: Codable, Hashable, Sendable {
    /// The shard's number.
    public var shard: Int
    /// The latest time that was passed to the engine; `nil` before the first.
    public var now: Date?
    /// ``/LiveActivityCore/Change/sequence`` of its latest change.
    public var sequence: UInt64
    /// The number of activities that it has started.
    public var starts: UInt64

    /// Creates a record from its fields.
    public init(shard: Int, now: Date?, sequence: UInt64, starts: UInt64) {
        self.shard = shard
        self.now = now
        self.sequence = sequence
        self.starts = starts
    }
}
