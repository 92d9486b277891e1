public import LiveActivityCore

/// The values that order an activity among the others of its owner.
///
/// The highest relevance comes first; between equals, the activity that started first.
public struct ActivityRank: Hashable, Sendable, Comparable {
    public var id: ActivityID
    /// The relevance score of the content. It is only compared with the owner's other activities.
    public var relevance: Double
    /// The start order: the activity with the lower number started first.
    public var order: UInt64
    /// The state of the activity, which decides whether it is visible.
    public var state: ActivityState

    /// The priority of an activity, by default an active one of relevance 0.
    public init(id: ActivityID, relevance: Double = 0, order: UInt64, state: ActivityState = .active) {
        (self.id, self.relevance, self.order, self.state) = (id, relevance, order, state)
    }

    /// Whether `left` comes before `right`: it is more relevant, or as relevant and started earlier.
    public static func < (left: Self, right: Self) -> Bool {
        left.relevance != right.relevance ? left.relevance > right.relevance : left.order < right.order
    }
}
