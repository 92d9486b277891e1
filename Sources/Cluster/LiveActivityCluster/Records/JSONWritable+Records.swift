import LiveActivities
import LiveActivityCore
import LiveActivityJSON

// The contents of nearly every batch in a log, written member by member. The containers of `Codable` took more than a third of
// the instructions of a forwarded event. `Codable` writes the same bytes (`RecordTests`), and writes everything that is rare.

/// The counters of an engine, as ``/LiveActivityHost/EngineRecord`` is coded.
private struct EngineText: JSONWritable {
    let record: EngineRecord

    func write(to json: inout JSONWriter) {
        json.member("shard", record.shard)
        json.member("now", record.now)
        json.member("sequence", record.sequence)
        json.member("starts", record.starts)
    }

    func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}

/// The remembered events of a topic, or commands of a sender, as ``/LiveActivityHost/TopicRecord`` is coded.
private struct TopicText: JSONWritable {
    let record: TopicRecord

    private struct Memory: JSONWritable {
        let memory: Snapshot.TopicMemory

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

/// An activity's record in two parts, between which its content is: an object with the members that are before it, and one with
/// those behind it.
struct RecordText {
    struct Head: JSONWritable {
        let record: ActivityRecord

        func write(to json: inout JSONWriter) {
            json.member("id", record.id.description)
            json.member("owner", record.owner.rawValue)
            json.member("key", record.key?.rawValue)
            json.member("state", record.state.rawValue)
            json.member("revision", record.revision)
            json.member("attributesBytes", record.attributesBytes)
        }

        func encode(to encoder: any Encoder) throws { throw Self.unwritable(record, encoder) }
    }

    struct Tail: JSONWritable {
        let record: ActivityRecord

        func write(to json: inout JSONWriter) {
            json.member("wakeDate", record.wakeDate)
            json.member("closingDate", record.closingDate)
            json.member("startedAt", record.startedAt)
            json.member("timestamp", record.timestamp)
            json.member("order", record.order)
            json.member("alerts", record.alerts)
            json.member("alertsSince", record.alertsSince)
            json.member("usesLeft", record.usesLeft)
            json.member("lostRuns", record.lostRuns)
            json.member("schemaVersion", record.schemaVersion)
            if let extras = record.extras {
                json.object("extras") { json in
                    json.member("endDate", extras.endDate)
                    json.member("leaseRenewedAt", extras.leaseRenewedAt)
                    if extras.renews { json.member("renews", true) }
                    json.member("predecessor", extras.predecessor?.description)
                    if !extras.events.isEmpty { json.member("events", extras.events.map(\.rawValue)) }
                }
            }
        }

        func encode(to encoder: any Encoder) throws { throw Head.unwritable(record, encoder) }
    }
}

extension RecordText.Head {
    fileprivate static func unwritable(_ record: ActivityRecord, _ encoder: any Encoder) -> EncodingError {
        .invalidValue(record, .init(codingPath: encoder.codingPath, debugDescription: "A number is not finite."))
    }
}

extension WireEncoder {
    /// Appends a record without its attributes, and its kind, as `{"record": …, "kind": …}`.
    ///
    /// - Returns: Whether it was written: only a record without rare fields is.
    func encodeCommon(_ record: ActivityRecord, _ kind: ActivityKind, into bytes: inout [UInt8]) throws -> Bool {
        if let extras = record.extras {
            guard extras.startAlert == nil, extras.dismissalPolicy == .default, extras.lease == nil, extras.style == .standard,
                extras.additional == nil
            else { return false }
        }
        bytes += Array(#"{"record":"#.utf8)
        try encode(RecordText.Head(record: record), into: &bytes)
        bytes.removeLast()
        bytes += Array(#","content":"#.utf8)
        try encode(record.content, into: &bytes)
        // Both objects have a member at least: the second one continues the first.
        let tail = bytes.count
        try encode(RecordText.Tail(record: record), into: &bytes)
        bytes[tail] = UInt8(ascii: ",")
        bytes += Array(#","kind":"#.utf8)
        try encode(kind.rawValue, into: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return true
    }
}
