public import LiveActivityCore

/// What a shard remembers of a topic that has followers there.
public struct TopicRecord: Codable, Hashable, Sendable {
    public var shard: Int
    public var memory: Snapshot.TopicMemory
    public var key: Key { Key(shard: shard, name: memory.name) }

    public init(shard: Int, memory: Snapshot.TopicMemory) {
        self.shard = shard
        self.memory = memory
    }

    public struct Key: Codable, Hashable, Sendable {
        public var shard: Int
        public var name: Topic

        public init(shard: Int, name: Topic) {
            self.shard = shard
            self.name = name
        }
    }
}
