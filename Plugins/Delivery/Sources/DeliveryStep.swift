// @ActivityJSON
/// The progress of a delivery. In JSON the case's name.
public enum DeliveryStep: String, Codable, Hashable, Sendable, CaseIterable {
    /// The restaurant has accepted the order.
    case confirmed
    /// The kitchen prepares the order.
    case preparing
    /// The courier has the order.
    case pickedUp
    /// The courier is on the way.
    case delivering
    /// The courier is about to arrive.
    case nearby
    /// The customer has the order. Nothing follows.
    case delivered
    /// The courier could not deliver. Another attempt or a cancellation follows.
    case failedAttempt
    /// The order will not be delivered. Nothing follows.
    case cancelled

    /// Whether no event can follow.
    public var isFinal: Bool { self == .delivered || self == .cancelled }

    /// The transition table: the step after `event`, or `nil` where the event cannot follow this step.
    public func after(_ event: DeliveryEvent) -> DeliveryStep? {
        switch (event, self) {
        case (_, .delivered), (_, .cancelled): nil

        // The most frequent event first. A courier who moves after the pick-up has set out.
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
