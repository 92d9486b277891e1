public import LiveActivityCore

/// A shard as it was just before one entry of its journal: where a replay begins.
public struct JournalBase: Codable, Hashable, Sendable {
    public var shard: Int
    /// Of the first entry that follows.
    public var number: UInt64
    /// In which run (``StoreHead/run``) it was made.
    public var run: UInt64
    /// An ``LiveActivityCore/EngineConfiguration`` as JSON.
    public var configuration: JSONText
    /// A ``LiveActivityCore/Snapshot`` as JSON.
    public var snapshot: JSONText

    public init(shard: Int, number: UInt64, run: UInt64, configuration: JSONText, snapshot: JSONText) {
        self.shard = shard
        self.number = number
        self.run = run
        self.configuration = configuration
        self.snapshot = snapshot
    }
}
