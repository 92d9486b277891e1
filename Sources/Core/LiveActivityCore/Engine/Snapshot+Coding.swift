extension Snapshot {
    /// Decodes a snapshot from JSON.
    ///
    /// Unlike a `WireDecoder` with its default limits, this accepts everything that an engine can have written: content as deep
    /// or as large as its host's own limits allowed. An activity that cannot be decoded is set aside alone
    /// (``Kind/unreadable``).
    ///
    /// - Throws: `DecodingError`, if the text is not JSON or the snapshot as a whole cannot be decoded.
    public init(parsing text: [UInt8]) throws {
        self = try WireDecoder(limits: .stored).decode(Snapshot.self, from: text)
    }
}

/// An activity of a snapshot that could not be restored, unchanged. It stays in later snapshots, for a version that can decode
/// it.
public struct UnreadableActivity: Hashable, Sendable {
    /// The activity's id; `nil` if not even that can be decoded.
    public var id: ActivityID?
    /// The activity's JSON in the snapshot: an ``ActivityRecord``, or a value that could not be decoded as one.
    public var json: JSONText
    /// The reason why it cannot be read.
    public var reason: String

    /// Creates a value from its fields.
    public init(id: ActivityID?, json: JSONText, reason: String) {
        self.id = id
        self.json = json
        self.reason = reason
    }
}

// The activity's JSON is encoded as a string, which every JSON representation supports: a `json_t` could not hold a number of
// 30 digits.
extension UnreadableActivity: Codable {
    private enum Key: String, CodingKey {
        case id, json, reason
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            id: try values.decodeIfPresent(ActivityID.self, forKey: .id),
            json: JSONText(JSONText(trusted: Array(try values.decode(String.self, forKey: .json).utf8)).value),
            reason: try values.decode(String.self, forKey: .reason))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(id, forKey: .id)
        try values.encode(json.description, forKey: .json)
        try values.encode(reason, forKey: .reason)
    }
}

// Decoded one by one, so that an unreadable activity does not make the whole snapshot unreadable.
extension Snapshot.Kind: Codable {
    private enum Key: String, CodingKey {
        case kind, activities, ids, unreadable
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            kind: try values.decode(ActivityKind.self, forKey: .kind),
            ids: try values.decode(ActivityIDAllocator.State.self, forKey: .ids))
        unreadable = try values.decodeIfPresent([UnreadableActivity].self, forKey: .unreadable) ?? []
        var records = try values.nestedUnkeyedContainer(forKey: .activities)
        activities.reserveCapacity(records.count ?? 0)
        while !records.isAtEnd {
            do {
                activities.append(try records.decode(ActivityRecord.self))
            } catch {
                // A container keeps its position when decoding fails.
                let json = try records.decode(JSONText.self)
                unreadable.append(
                    UnreadableActivity(
                        id: json.value["id"]?.string.flatMap { ActivityID($0) }, json: json,
                        reason: EngineError(error, reading: "activity").description))
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(activities, forKey: .activities)
        try values.encode(ids, forKey: .ids)
        if !unreadable.isEmpty { try values.encode(unreadable, forKey: .unreadable) }
    }
}

extension Snapshot.Kind {
    /// The kind, after another attempt to decode its unreadable activities.
    func rereading(_ decoder: WireDecoder) -> Snapshot.Kind {
        guard !unreadable.isEmpty else { return self }
        var kind = self
        kind.unreadable = unreadable.filter { activity in
            guard let record = try? decoder.decode(ActivityRecord.self, from: activity.json.bytes), record.id == activity.id
            else { return true }
            kind.activities.append(record)
            return false
        }
        return kind
    }
}
