// @ActivityJSON
/// Why an order is late. In JSON the case's name.
public enum DeliveryDelayReason: String, Codable, Hashable, Sendable, CaseIterable {
    /// The kitchen has too many orders.
    case busyKitchen
    /// Too few couriers are at work.
    case courierShortage
    /// The courier is held up in traffic.
    case traffic
    /// The weather slows the courier down.
    case weather
    /// Any other reason; surfaces show none.
    case other
}

// @ActivityJSON
/// Why a courier could not deliver. In JSON the case's name.
public enum DeliveryFailureReason: String, Codable, Hashable, Sendable, CaseIterable {
    /// Nobody opened the door or answered the phone.
    case nobodyThere
    /// The courier could not find the address.
    case addressNotFound
    /// A gate, a door code or a lift out of order kept the courier out.
    case noAccess
    /// A person opened the door and refused the order.
    case refused
    /// Any other reason.
    case other
}

// @ActivityJSON
/// Why an order will not be delivered. In JSON the case's name.
public enum DeliveryCancellationReason: String, Codable, Hashable, Sendable, CaseIterable {
    /// The customer cancelled.
    case customer
    /// The restaurant cancelled.
    case restaurant
    /// No courier was free.
    case noCourier
    /// Delivery was attempted and given up.
    case undeliverable
    /// Any other reason.
    case other
}
