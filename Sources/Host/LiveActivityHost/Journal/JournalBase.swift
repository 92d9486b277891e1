public import LiveActivityCore

/// A snapshot of a shard just before one entry of its journal: a point at which a replay can begin.
public struct JournalBase: Codable, Hashable, Sendable {
    /// The shard's number.
    public var shard: Int
    /// The number of the first entry after it.
    public var number: UInt64
    /// The run (``StoreHead/run``) in which it was created.
    public var run: UInt64
    /// The ``/LiveActivityCore/EngineConfiguration`` as JSON.
    public var configuration: JSONText
    /// The ``/LiveActivityCore/Snapshot`` as JSON.
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
