package import LiveActivityCore

/// The JSON description of an activity, with the member names of changes; dates are ISO 8601.
package struct ActivityDescription: Encodable, Sendable {
    package struct Content: Encodable, Sendable {
        package var state: JSONText
        package var staleDate: String?
        package var relevanceScore: Double
    }

    package var activity: ActivityID
    package var kind: ActivityKind
    package var owner: OwnerID
    package var key: StartKey?
    package var state: ActivityState
    package var revision: UInt32
    package var startedAt: String
    /// The date of the next transition without a command.
    package var closingDate: String
    /// The date of the requested wake; `nil` if none is requested.
    package var wakeDate: String?
    /// The size of attributes and content, counted as for the size limit of a push; `nil` if not requested.
    package var payloadBytes: Int?
    /// Set only in descriptions of a stored activity; `nil` for an activity of a runtime.
    package var timestamp: String?
    package var schemaVersion: Int?
    package var topics: [Topic]?
    package var attributes: JSONText
    package var content: Content
    /// Rarely used fields; `nil` if all are unset.
    package var extras: JSONText?

    /// Describes an activity of a runtime.
    package init(_ record: ActivityRecord, kind: ActivityKind) {
        self.init(of: record, kind: kind)
        payloadBytes = (record.attributes?.bytes.count ?? Int(record.attributesBytes)) + record.content.state.bytes.count
    }

    /// Describes an activity of a store.
    package init(_ stored: StoredActivity) {
        self.init(of: stored.record, kind: stored.kind)
        timestamp = stored.timestamp?.iso8601
        schemaVersion = stored.schemaVersion ?? 1
        topics = stored.topics
        extras = stored.extras.flatMap { try? WireEncoder().encode($0) }.map { JSONText(trusted: $0) }
    }

    private init(of record: ActivityRecord, kind: ActivityKind) {
        activity = record.id
        self.kind = kind
        owner = record.owner
        key = record.key
        state = record.state
        revision = record.revision
        startedAt = record.startedAt.iso8601
        closingDate = record.closingDate.iso8601
        wakeDate = record.wakeDate?.iso8601
        attributes = record.attributes ?? JSONText(.null)
        content = Content(
            state: record.content.state, staleDate: record.content.staleDate?.iso8601,
            relevanceScore: record.content.relevanceScore)
    }
}
