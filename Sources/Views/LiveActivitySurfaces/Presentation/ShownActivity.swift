public import Foundation
public import LiveActivityCore

/// What a surface must know of an activity to show it, as it is at one revision.
///
/// Complete, never a difference to what was before, so that it can be handed to a device that has seen nothing yet (ORD-02).
public struct ShownActivity: Codable, Hashable, Sendable {
    public var id: ActivityID
    public var kind: ActivityKind
    public var owner: OwnerID
    public var revision: UInt32
    public var state: ActivityState
    public var attributes: JSONText
    public var content: EncodedContent
    /// The lesser started first. Comparable among the activities of one owner.
    public var order: UInt64
    /// When an activity that has ended goes from where it lingers; `nil` while it runs.
    public var dismissalDate: Date?

    public init(
        id: ActivityID, kind: ActivityKind, owner: OwnerID, revision: UInt32 = 1, state: ActivityState = .active,
        attributes: JSONText, content: EncodedContent, order: UInt64 = 0, dismissalDate: Date? = nil
    ) {
        self.id = id
        self.kind = kind
        self.owner = owner
        self.revision = revision
        self.state = state
        self.attributes = attributes
        self.content = content
        self.order = order
        self.dismissalDate = dismissalDate
    }

    /// What an engine or a snapshot has of it; a record does not say its kind.
    public init(_ record: Snapshot.Activity, kind: ActivityKind) {
        self.init(
            id: record.id, kind: kind, owner: record.owner, revision: record.revision, state: record.state,
            attributes: record.attributes, content: record.content, order: record.order,
            dismissalDate: record.state == .ended ? record.closingDate : nil)
    }

    /// What begins with this change; `nil` unless it is the first of its activity, which says what the activity is.
    public init?(_ change: Change) {
        guard let start = change.start, let content = change.content else { return nil }
        self.init(
            id: change.activity, kind: change.kind, owner: change.owner, revision: change.revision, state: change.state,
            attributes: start.attributes, content: content, order: change.sequence)
    }

    /// Takes a later change of the same activity over. One that is older than what is shown is passed over.
    ///
    /// - Returns: Whether anything is different now.
    @discardableResult
    public mutating func apply(_ change: Change) -> Bool {
        guard change.activity == id, change.revision > revision else { return false }
        revision = change.revision
        state = change.state
        if let content = change.content { self.content = content }
        if case .ended(_, let dismissal) = change.what { dismissalDate = dismissal }
        return true
    }

    /// Whether its content can no longer be trusted (LIFE-31): as the engine says, or by the date where the engine was not heard of since.
    public func isStale(at now: Date) -> Bool {
        switch state {
        case .stale: true
        case .active: content.staleDate.map { $0 <= now } ?? false
        case .pending, .ended, .dismissed: false
        }
    }

    /// Its place among the others of its owner.
    public var standing: Standing {
        Standing(id: id, relevance: content.relevanceScore, order: order, state: state)
    }
}
