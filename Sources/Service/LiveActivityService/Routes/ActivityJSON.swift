#if Service
import LiveActivities
import LiveActivityCore

/// An activity as the API shows it, with the names that changes use; dates are ISO 8601.
enum ActivityJSON {
    static func put(_ record: ActivityRecord, kind: ActivityKind, into pieces: inout JSONPieces) {
        pieces.put(#"{"activity":""#)
        pieces.put(plain: "\(record.id)")
        pieces.put(#"","kind":"#)
        pieces.put(string: kind.rawValue)
        pieces.put(#","owner":"#)
        pieces.put(string: record.owner.rawValue)
        if let key = record.key {
            pieces.put(#","key":"#)
            pieces.put(string: key.rawValue)
        }
        pieces.put(#","state":""#)
        pieces.put(plain: record.state.rawValue)
        pieces.put(#"","revision":"#)
        pieces.put(record.revision)
        pieces.put(#","startedAt":""#)
        pieces.put(plain: record.startedAt.iso8601)
        pieces.put(#"","closingDate":""#)
        pieces.put(plain: record.closingDate.iso8601)
        if let wake = record.wakeDate {
            pieces.put(#"","wakeDate":""#)
            pieces.put(plain: wake.iso8601)
        }
        pieces.put(#"","payloadBytes":"#)
        pieces.put((record.attributes?.bytes.count ?? Int(record.attributesBytes)) + record.content.state.bytes.count)
        pieces.put(#","attributes":"#)
        pieces.put(record.attributes ?? JSONText(.null))
        pieces.put(#","content":{"state":"#)
        pieces.put(record.content.state)
        if let stale = record.content.staleDate {
            pieces.put(#","staleDate":""#)
            pieces.put(plain: stale.iso8601)
            pieces.put("\"")
        }
        pieces.put(#","relevanceScore":"#)
        pieces.put(value: JSONValue(record.content.relevanceScore) ?? 0)
        pieces.put("}}")
    }

    /// An activity with the changes that its provider asked for; `nil` if it was dismissed.
    static func bytes(of id: ActivityID, _ runtime: any ServiceRuntime) async throws -> (bytes: [UInt8], revision: UInt32)? {
        guard let record = try await runtime.record(of: id), let kind = try await runtime.kind(of: id) else { return nil }
        var pieces = JSONPieces()
        put(record, kind: kind, into: &pieces)
        return (pieces.bytes, record.revision)
    }

    static func etag(_ revision: UInt32) -> String { "\"\(revision)\"" }
}
#endif
