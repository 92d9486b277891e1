public import LiveActivityCore

// @ActivityJSON
/// The state of a party's wait: the values that the surfaces show, and the observed pace of the queue.
///
/// In JSON, dates are seconds since 2001-01-01 00:00 UTC, and a field that is `nil` is left out.
public struct WaitQueueState: Codable, Hashable, Sendable {
    /// The current step of the wait.
    public internal(set) var step: WaitQueueStep

    /// The party's position; 1 is next. It stays 1 when the party is called.
    public internal(set) var currentPositionInQueue: Int

    /// How much of the way to the front is done, from 0 to 1; 1 when the party is called.
    public internal(set) var progress: Double

    /// How many people are in the party.
    public internal(set) var partySize: Int

    /// When the party's turn should come, in whole minutes; `nil` while no estimate is possible, and once the party is
    /// called.
    public internal(set) var estimatedTurn: ClosedRange<Date>?

    /// The date until which the turn of a called party is held; `nil` at every other step.
    public internal(set) var heldUntil: Date?

    /// How often the party has requested more time.
    public internal(set) var extensionsUsed: Int

    /// The observed pace of the queue. It is part of the content because a provider has no other state.
    public internal(set) var pace: QueuePace

    /// When the party's position last changed, or when the activity started.
    public internal(set) var movedAt: Date

    /// Refuses values that no party can have.
    func validate() throws(InvalidField) {
        try InvalidField.check(currentPositionInQueue, "currentPositionInQueue", in: WaitQueueAttributes.positionsAllowed)
        try InvalidField.check(progress, "progress", in: 0...1)
        try InvalidField.check(partySize, "partySize", in: WaitQueueAttributes.partySizesAllowed)
        try InvalidField.check(estimatedTurn, "estimatedTurn")
        try InvalidField.check(heldUntil, "heldUntil")
        try InvalidField.check(movedAt, "movedAt")
        try InvalidField.check(extensionsUsed, "extensionsUsed", in: WaitQueueAttributes.extensionsAllowed)
        try pace.validate()
    }

    /// How far the front of the queue is, for a symbol.
    public var distance: Distance {
        switch currentPositionInQueue {
        case ..<5: .nearest
        case ..<9: .near
        case ..<25: .far
        default: .farthest
        }
    }

    /// How far the front of the queue is, in four classes.
    public enum Distance: String, Codable, Hashable, Sendable, CaseIterable {
        /// Positions 1 to 4.
        case nearest
        /// Positions 5 to 8.
        case near
        /// Positions 9 to 24.
        case far
        /// Position 25 and higher.
        case farthest
    }
}
