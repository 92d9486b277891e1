import LiveActivities
import LiveActivityCore
import LiveActivityJSON

// The contents of nearly every batch in a log, written and read member by member. The containers of `Codable` took more than a
// third of the instructions of a forwarded event. `Codable` writes the same bytes (`RecordTests`), and writes and reads
// everything that is rare.

/// The counters of an engine, as ``/LiveActivityHost/EngineRecord`` is coded.
private struct EngineText: JSONWritable, JSONReadable {
    let record: EngineRecord

    init(record: EngineRecord) { self.record = record }

    init(from decoder: any Decoder) throws { record = try EngineRecord(from: decoder) }

    init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        record = EngineRecord(
            shard: try json["shard"], now: try json["now"], sequence: try json["sequence"], starts: try json["starts"])
    }

    func write(to json: inout JSONWriter) {
        json.member("shard", record.shard)
        json.member("now", record.now)
        json.member("sequence", record.sequence)
        json.member("starts", record.starts)
    }

    func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}

/// The remembered events of a topic, or commands of a sender, as ``/LiveActivityHost/TopicRecord`` is coded.
private struct TopicText: JSONWritable, JSONReadable {
    let record: TopicRecord

    init(record: TopicRecord) { self.record = record }

    init(from decoder: any Decoder) throws { record = try TopicRecord(from: decoder) }

    init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        let shard: Int = try json["shard"]
        record = TopicRecord(shard: shard, memory: try (json["memory"] as Memory).memory)
    }

    private struct Memory: JSONWritable, JSONReadable {
        let memory: Snapshot.TopicMemory

        init(memory: Snapshot.TopicMemory) { self.memory = memory }

        init(from decoder: any Decoder) throws { memory = try Snapshot.TopicMemory(from: decoder) }

        init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
            memory = Snapshot.TopicMemory(
                name: Topic(rawValue: try json["name"]), events: try (json["events"] as [String]).map(EventID.init(rawValue:)),
                timestamp: try json["timestamp"])
        }

        func write(to json: inout JSONWriter) {
            json.member("name", memory.name.rawValue)
            json.member("events", memory.events.map(\.rawValue))
            json.member("timestamp", memory.timestamp)
        }

        func encode(to encoder: any Encoder) throws { try memory.encode(to: encoder) }
    }

    func write(to json: inout JSONWriter) {
        json.member("shard", record.shard)
        json.member("memory", Memory(memory: record.memory))
    }

    func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}

extension JSONReader {
    /// The engines' counters in the member `name` of this object; `nil` without the member.
    mutating func engines(_ name: StaticString) throws(GaveUp) -> [EngineRecord]? {
        try (self[name] as [EngineText]?)?.map(\.record)
    }

    /// The topics' memories in the member `name` of this object; `nil` without the member.
    mutating func topics(_ name: StaticString) throws(GaveUp) -> [TopicRecord]? {
        try (self[name] as [TopicText]?)?.map(\.record)
    }
}

extension JSONWriter {
    /// Writes engines' counters as a member of this object, if there are any.
    mutating func member(_ name: StaticString, _ engines: [EngineRecord]?) {
        member(name, engines?.map { EngineText(record: $0) })
    }

    /// Writes topics' memories as a member of this object, if there are any.
    mutating func member(_ name: StaticString, _ topics: [TopicRecord]?) {
        member(name, topics?.map { TopicText(record: $0) })
    }
}
