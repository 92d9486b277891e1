import LiveActivities
import LiveActivityCore
import LiveActivityJSON

// An activity in a row is two texts: what never changes (``RowBeginning``), and its record (``RowRecord``). Both are read for
// each activity when a partition is claimed, and the second is written with each change. They therefore write and read
// themselves; `Codable`, which writes the same (`RecordTests`), took more than half of the time of opening a large store.

/// The part of an activity that never changes; a batch contains it only for a new activity.
struct RowBeginning: Codable {
    var attributes: JSONText?
    var topics: [Topic]
}

extension RowBeginning {
    /// Reads the common form, without topics, from text that this package has written: only the provider parses the attributes.
    ///
    /// - Returns: `nil` for another form.
    init?(common text: UnsafeBufferPointer<UInt8>) {
        let (start, end) = (Self.start.bytes, Self.end.bytes)
        let count = text.count - start.count - end.count
        guard count >= 2, let base = text.baseAddress else { return nil }
        let attributes = UnsafeBufferPointer(start: base + start.count, count: count)
        guard isEqual(base, start.count, start), isEqual(base + start.count + count, end.count, end),
            attributes.first == UInt8(ascii: "{"), attributes.last == UInt8(ascii: "}")
        else { return nil }
        self.init(attributes: JSONText(trusted: Array(attributes)), topics: [])
    }

    private static let start: StaticString = #"{"attributes":"#
    private static let end: StaticString = #","topics":[]}"#
}

extension RowBeginning: JSONReadable {
    init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        attributes = try json.text("attributes")
        topics = try (json["topics"] as [String]).map(Topic.init(rawValue:))
    }
}

/// The part of an activity that changes: its record without attributes, and its kind.
struct RowRecord: Codable {
    var record: ActivityRecord
    var kind: ActivityKind
}

extension RowRecord: JSONWritable {
    func write(to json: inout JSONWriter) {
        guard record.attributes == nil, record.extras?.areCommon ?? true else { return json.giveUp() }
        json.object("record") { json in
            json.member("id", record.id)
            json.member("owner", record.owner.rawValue)
            json.member("key", record.key?.rawValue)
            json.member("state", record.state.rawValue)
            json.member("revision", record.revision)
            json.member("attributesBytes", record.attributesBytes)
            json.object("content") { json in
                json.member("state", record.content.state)
                json.member("staleDate", iso8601: record.content.staleDate)
                json.member("relevanceScore", record.content.relevanceScore)
            }
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
                    json.member("predecessor", extras.predecessor)
                    if !extras.events.isEmpty { json.member("events", extras.events.map(\.rawValue)) }
                }
            }
        }
        json.member("kind", kind.rawValue)
    }
}

extension ActivityRecord.Extras {
    /// Whether only fields are set that ``RowRecord`` writes without `Codable`.
    fileprivate var areCommon: Bool {
        startAlert == nil && dismissalPolicy == .default && lease == nil && style == .standard && unreportedEnd == nil
            && additional == nil
    }
}

extension RowRecord: JSONReadable {
    init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        record = try (json["record"] as CommonRecord).record
        kind = ActivityKind(rawValue: try json["kind"])
    }

    private struct CommonRecord: JSONReadable {
        var record: ActivityRecord

        init(from decoder: any Decoder) throws { record = try ActivityRecord(from: decoder) }

        init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
            let id: ActivityID = try json["id"]
            let owner = OwnerID(rawValue: try json["owner"])
            let key = try (json["key"] as String?).map(StartKey.init(rawValue:))
            guard let state = ActivityState(rawValue: try json["state"]) else { throw JSONReader.GaveUp() }
            let (revision, attributesBytes): (UInt32, UInt32) = (try json["revision"], try json["attributesBytes"])
            let content = try (json["content"] as Content).content
            let wakeDate: Date? = try json["wakeDate"]
            let closingDate: Date = try json["closingDate"]
            record = ActivityRecord(
                id: id, owner: owner, state: state, attributes: nil, content: content, startedAt: try json["startedAt"],
                closingDate: closingDate)
            (record.key, record.revision, record.attributesBytes, record.wakeDate) = (key, revision, attributesBytes, wakeDate)
            record.timestamp = try json["timestamp"]
            record.order = try json["order"]
            record.alerts = try json["alerts"]
            record.alertsSince = try json["alertsSince"]
            record.usesLeft = try json["usesLeft"]
            record.lostRuns = try json["lostRuns"]
            record.schemaVersion = try json["schemaVersion"]
            record.extras = try (json["extras"] as Extras?)?.extras
        }
    }

    private struct Content: JSONReadable {
        var content: EncodedContent

        init(from decoder: any Decoder) throws { content = try EncodedContent(from: decoder) }

        init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
            content = EncodedContent(state: try json.text("state"), staleDate: nil, relevanceScore: 0)
            if let text = try json["staleDate"] as String? {
                guard let date = Date(iso8601: text) else { throw JSONReader.GaveUp() }
                content.staleDate = date
            }
            content.relevanceScore = try json["relevanceScore"]
        }
    }

    private struct Extras: JSONReadable {
        var extras: ActivityRecord.Extras

        init(from decoder: any Decoder) throws { extras = try ActivityRecord.Extras(from: decoder) }

        init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
            // Other members are rare, or of a later version.
            extras = try json.whole { json throws(JSONReader.GaveUp) in
                var extras = ActivityRecord.Extras(endDate: try json["endDate"], leaseRenewedAt: try json["leaseRenewedAt"])
                extras.renews = try json["renews"] ?? false
                extras.predecessor = try json["predecessor"]
                extras.events = try (json["events"] as [String]?)?.map(EventID.init(rawValue:)) ?? []
                return extras
            }
        }
    }
}
