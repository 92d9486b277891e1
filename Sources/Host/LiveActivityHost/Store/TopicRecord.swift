public import LiveActivityCore

/// The remembered event ids of a topic with followers in one shard.
public struct TopicRecord: Codable, Hashable, Sendable {
    /// The shard's number.
    public var shard: Int
    /// The topic and its remembered events.
    public var memory: Snapshot.TopicMemory
    /// The key of the record in a store.
    public var key: Key { Key(shard: shard, name: memory.name) }

    /// Creates a record from its fields.
    public init(shard: Int, memory: Snapshot.TopicMemory) {
        self.shard = shard
        self.memory = memory
    }

    /// Identifies a topic of a shard.
    public struct Key: Codable, Hashable, Sendable {
        /// The shard's number.
        public var shard: Int
        /// The topic's name.
        public var name: Topic

        /// Creates a key from its fields.
        public init(shard: Int, name: Topic) {
            self.shard = shard
            self.name = name
        }
    }
}
