public import LiveActivityCore

/// What restaurant, courier and dispatcher report.
///
/// ``DeliveryStep/after(_:)`` says which of them is possible when. `arrival` is always the window in which the order
/// should be there, no more than 8 hours past and 7 days ahead; `nil` leaves the last one standing.
public enum DeliveryEvent: Codable, Hashable, Sendable {
    /// The kitchen has begun.
    case preparationStarted

    /// A courier takes the order, or takes it over from another. A name longer than ``DeliveryState/driverNameBytesMax`` is cut.
    case courierAssigned(name: String)

    /// The courier will not come for the order; another one is looked for.
    case courierUnassigned

    /// The courier has the order in hand.
    case pickedUp(arrival: ClosedRange<Date>?)

    /// The courier sets out, for the first time or for another attempt.
    case departed(arrival: ClosedRange<Date>?)

    /// The courier was seen somewhere. `stopsLeft` counts the doors before this one, 0 to 255; `nil` leaves the last count standing.
    case courierMoved(position: DeliveryPosition, stopsLeft: Int?, arrival: ClosedRange<Date>?)

    /// There is a new estimate, and nothing else is new.
    case arrivalEstimated(arrival: ClosedRange<Date>)

    /// It takes longer, and somebody says why.
    case delayed(reason: DeliveryDelayReason, arrival: ClosedRange<Date>)

    /// The courier is about to ring.
    case cameNearby(arrival: ClosedRange<Date>?)

    /// The order was handed over.
    case delivered

    /// The courier stood at the door in vain.
    case attemptFailed(reason: DeliveryFailureReason)

    /// The person who asked for the courier has been put through.
    case courierContacted

    /// There will be no delivery.
    case cancelled(reason: DeliveryCancellationReason)

    /// The event's name without its values, as in JSON.
    public var name: String {
        switch self {
        case .preparationStarted: "preparationStarted"
        case .courierAssigned: "courierAssigned"
        case .courierUnassigned: "courierUnassigned"
        case .pickedUp: "pickedUp"
        case .departed: "departed"
        case .courierMoved: "courierMoved"
        case .arrivalEstimated: "arrivalEstimated"
        case .delayed: "delayed"
        case .cameNearby: "cameNearby"
        case .delivered: "delivered"
        case .attemptFailed: "attemptFailed"
        case .courierContacted: "courierContacted"
        case .cancelled: "cancelled"
        }
    }
}
