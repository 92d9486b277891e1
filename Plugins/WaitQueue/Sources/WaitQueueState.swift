public import LiveActivityCore

/// What the surfaces show of a party's wait, and what was learnt about the queue on the way.
public struct WaitQueueState: Codable, Hashable, Sendable {
    public internal(set) var step: WaitQueueStep

    /// 1 is next, and stays 1 when the party is called (DOM-09).
    public internal(set) var currentPositionInQueue: Int

    /// How much of the way is done, 0 to 1. 1 when the party is called (DOM-09).
    public internal(set) var progress: Double

    public internal(set) var partySize: Int

    /// When the party's turn should come, in whole minutes; `nil` while nothing is known, and once it is called.
    public internal(set) var estimatedTurn: ClosedRange<Date>?

    /// Until when the place of a called party is held.
    public internal(set) var heldUntil: Date?

    /// How often five more minutes were asked for.
    public internal(set) var extensionsUsed: Int

    /// What was learnt about the queue. It stands here because nothing is hidden: an activity is what its content says.
    public internal(set) var pace: QueuePace

    /// When the party's place last changed, or when it joined.
    public internal(set) var movedAt: Date

    /// Which picture shows how far it still is (DOM-09).
    public var distance: Distance {
        switch currentPositionInQueue {
        case ..<5: .nearest
        case ..<9: .near
        case ..<25: .far
        default: .farthest
        }
    }

    /// How far the front of the queue is.
    public enum Distance: String, Codable, Hashable, Sendable, CaseIterable {
        /// Places 1 to 4.
        case nearest
        /// Places 5 to 8.
        case near
        /// Places 9 to 24.
        case far
        /// Place 25 and beyond.
        case farthest
    }
}
