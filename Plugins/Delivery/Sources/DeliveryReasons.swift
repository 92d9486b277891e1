/// Why an order is late. In JSON its name (WIRE-23).
public enum DeliveryDelayReason: String, Codable, Hashable, Sendable, CaseIterable {
    case busyKitchen
    case courierShortage
    case traffic
    case weather
    case other
}

/// Why a courier could not hand an order over. In JSON its name (WIRE-23).
public enum DeliveryFailureReason: String, Codable, Hashable, Sendable, CaseIterable {
    /// Nobody opened, nobody answered.
    case nobodyThere
    case addressNotFound
    /// A gate, a code, a lift out of order.
    case noAccess
    /// Somebody opened and did not take it.
    case refused
    case other
}

/// Why there will be no delivery. In JSON its name (WIRE-23).
public enum DeliveryCancellationReason: String, Codable, Hashable, Sendable, CaseIterable {
    case customer
    case restaurant
    case noCourier
    /// Tried, and given up.
    case undeliverable
    case other
}
