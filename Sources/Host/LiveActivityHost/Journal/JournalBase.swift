public import LiveActivityCore

/// A shard as it was just before one entry of its journal: a point at which a replay can begin.
public struct JournalBase: Codable, Hashable, Sendable {
    /// The shard's number.
    public var shard: Int
    /// The number of the first entry that follows.
    public var number: UInt64
    /// In which run (``StoreHead/run``) it was made.
    public var run: UInt64
    /// A ``/LiveActivityCore/EngineConfiguration`` as JSON.
    public var configuration: JSONText
    /// A ``/LiveActivityCore/Snapshot`` as JSON.
    public var snapshot: JSONText

    /// Creates a base from its fields.
    public init(shard: Int, number: UInt64, run: UInt64, configuration: JSONText, snapshot: JSONText) {
        self.shard = shard
        self.number = number
        self.run = run
        self.configuration = configuration
        self.snapshot = snapshot
    }
}
