public import LiveActivityCore

/// What decides an activity's place among the others of its owner: the highest relevance first, then the one that started first (LIFE-33).
public struct Standing: Hashable, Sendable, Comparable {
    public var id: ActivityID
    public var relevance: Double
    /// The lesser started first.
    public var order: UInt64
    public var state: ActivityState

    public init(id: ActivityID, relevance: Double = 0, order: UInt64, state: ActivityState = .active) {
        self.id = id
        self.relevance = relevance
        self.order = order
        self.state = state
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.relevance != right.relevance ? left.relevance > right.relevance : left.order < right.order
    }
}
