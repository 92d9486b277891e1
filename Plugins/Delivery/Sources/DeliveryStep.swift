/// How far an order is. In JSON its name (FIX-05, WIRE-23).
public enum DeliveryStep: String, Codable, Hashable, Sendable, CaseIterable {
    /// The restaurant has taken the order.
    case confirmed
    /// The kitchen is at work.
    case preparing
    /// The courier has the order.
    case pickedUp
    /// The courier is on the way.
    case delivering
    /// The courier is about to ring.
    case nearby
    /// It is there. Nothing follows.
    case delivered
    /// The courier stood at the door in vain. Another attempt or a cancellation follows.
    case failedAttempt
    /// It will not come. Nothing follows.
    case cancelled

    /// Whether nothing can follow.
    public var isFinal: Bool { self == .delivered || self == .cancelled }

    /// The transition table: the step that `event` leads to from this one, or `nil` where it cannot happen.
    public func after(_ event: DeliveryEvent) -> DeliveryStep? {
        switch (event, self) {
        case (_, .delivered), (_, .cancelled): nil

        // The hot row first: a courier who moves with the order in hand is delivering it.
        case (.courierMoved, .pickedUp): .delivering
        case (.courierMoved, _): self

        case (.preparationStarted, .confirmed): .preparing
        case (.pickedUp, .confirmed), (.pickedUp, .preparing): .pickedUp
        case (.departed, .pickedUp), (.departed, .failedAttempt): .delivering
        case (.cameNearby, .pickedUp), (.cameNearby, .delivering): .nearby
        case (.delivered, .pickedUp), (.delivered, .delivering), (.delivered, .nearby): .delivered
        case (.attemptFailed, .delivering), (.attemptFailed, .nearby): .failedAttempt
        case (.cancelled, _): .cancelled

        // A courier can be taken off an order only while the kitchen still has it.
        case (.courierUnassigned, .confirmed), (.courierUnassigned, .preparing): self
        case (.courierAssigned, _), (.courierContacted, _), (.arrivalEstimated, _), (.delayed, _): self

        default: nil
        }
    }
}
