public import LiveActivityCore

// @ActivityJSON(.reading)
/// An event reported by the restaurant, the courier or the dispatcher.
///
/// An event that cannot follow the current step throws `InvalidTransition`; ``DeliveryStep/after(_:)`` is the table.
/// Nothing follows ``DeliveryStep/delivered`` and ``DeliveryStep/cancelled``.
///
/// `arrival` is always the window in which the order should arrive. It begins at most 8 hours ago and ends at most 7
/// days from now, otherwise ``DeliveryError/arrivalImplausible(_:now:)`` is thrown. `nil` keeps the last window. In
/// JSON a window is an array of two numbers of seconds since 2001-01-01 00:00 UTC.
public enum DeliveryEvent: Codable, Hashable, Sendable {
    /// The kitchen has begun. Follows `confirmed`.
    case preparationStarted

    /// A courier takes the order, or takes it over from another. Follows every step.
    ///
    /// A name longer than ``DeliveryState/driverNameBytesMax`` is cut. A blank name throws `InvalidField`.
    case courierAssigned(name: String)

    /// The courier will not come; the dispatcher looks for another. Follows `confirmed` and `preparing`.
    case courierUnassigned

    /// The courier has the order. Follows `confirmed` and `preparing`, and alerts.
    case pickedUp(arrival: ClosedRange<Date>?)

    /// The courier sets out. Follows `pickedUp`, and `failedAttempt` for another attempt.
    case departed(arrival: ClosedRange<Date>?)

    /// The courier's position. Follows every step; after `pickedUp` it means that the courier has set out.
    ///
    /// `stopsLeft` counts the customers before this one, 0 to 255; `nil` keeps the last count. A number out of range
    /// throws `InvalidField`, a position that is not on Earth ``DeliveryError/notOnEarth(_:)``.
    case courierMoved(position: DeliveryPosition, stopsLeft: Int?, arrival: ClosedRange<Date>?)

    /// A new estimate and nothing else. Follows every step.
    case arrivalEstimated(arrival: ClosedRange<Date>)

    /// The order will be late, and the reason is known. Follows every step.
    case delayed(reason: DeliveryDelayReason, arrival: ClosedRange<Date>)

    /// The courier is about to arrive. Follows `pickedUp` and `delivering`, and alerts.
    case cameNearby(arrival: ClosedRange<Date>?)

    /// The customer has the order. Follows `pickedUp`, `delivering` and `nearby`, alerts, and ends the activity.
    case delivered

    /// The courier could not deliver. Follows `delivering` and `nearby`.
    case attemptFailed(reason: DeliveryFailureReason)

    /// The customer has had the requested call to the courier. Follows every step.
    case courierContacted

    /// The order will not be delivered. Follows every step, alerts, and ends the activity.
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
