public import Foundation
public import LiveActivityCore

/// An activity at one revision, with everything that a surface needs to show it.
///
/// It is always complete, so it can be sent to a device that has not received anything yet.
public struct ShownActivity: Codable, Hashable, Sendable {
    public var id: ActivityID
    public var kind: ActivityKind
    public var owner: OwnerID
    /// Its revision, which grows with each change.
    public var revision: UInt32
    public var state: ActivityState
    public var attributes: JSONText
    /// Its content as JSON, with stale date and relevance.
    public var content: EncodedContent
    /// The start order: the activity with the lower number started first. Comparable among the activities of one owner.
    public var order: UInt64
    /// When surfaces remove the activity after its end; `nil` while it is running.
    public var dismissalDate: Date?

    public init(
        id: ActivityID, kind: ActivityKind, owner: OwnerID, revision: UInt32 = 1, state: ActivityState = .active,
        attributes: JSONText, content: EncodedContent, order: UInt64 = 0, dismissalDate: Date? = nil
    ) {
        (self.id, self.kind, self.owner, self.revision, self.state) = (id, kind, owner, revision, state)
        (self.attributes, self.content, self.order, self.dismissalDate) = (attributes, content, order, dismissalDate)
    }

    /// The activity of a record from an engine or a snapshot. A record does not contain the kind.
    public init(_ record: ActivityRecord, kind: ActivityKind) {
        self.init(
            id: record.id, kind: kind, owner: record.owner, revision: record.revision, state: record.state,
            attributes: record.attributes ?? JSONText(.null), content: record.content, order: record.order,
            dismissalDate: record.state == .ended ? record.closingDate : nil)
    }

    /// The activity that starts with this change; `nil` if the change is not the first of its activity.
    public init?(_ change: Change) {
        guard let start = change.start, let content = change.content else { return nil }
        self.init(
            id: change.activity, kind: change.kind, owner: change.owner, revision: change.revision, state: change.state,
            attributes: start.attributes, content: content, order: change.sequence)
    }

    /// Applies a later change of the same activity. Older changes and those of other activities are ignored.
    ///
    /// - Returns: Whether the change was applied.
    @discardableResult
    public mutating func apply(_ change: Change) -> Bool {
        guard change.activity == id, change.revision > revision else { return false }
        revision = change.revision
        state = change.state
        if let content = change.content { self.content = content }
        if case .ended(_, let dismissal) = change.what { dismissalDate = dismissal }
        return true
    }

    /// Whether its content is stale: by its state, or because its stale date has passed without news from the engine.
    public func isStale(at now: Date) -> Bool {
        switch state {
        case .stale: true
        case .active: content.staleDate.map { $0 <= now } ?? false
        case .pending, .ended, .dismissed: false
        }
    }

    /// Its priority among the activities of its owner.
    public var rank: ActivityRank { ActivityRank(id: id, relevance: content.relevanceScore, order: order, state: state) }
}
