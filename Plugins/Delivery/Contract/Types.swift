// The JSON of kind 'delivery': made by 'contract export'. vectors.json has documents to test it with.
// The defaults of JSONDecoder and JSONEncoder read and write it.

import Foundation

struct DeliveryAttributes: Codable, Hashable, Sendable {
    var orderNumber: Int
    var restaurantName: String
    var destinationCity: String?
    var promisedDeliveryTime: ClosedRange<Date>?
}

struct DeliveryState: Codable, Hashable, Sendable {
    var driverName: String
    var estimatedDeliveryTime: ClosedRange<Date>
    var currentStep: DeliveryStep
    var stopsLeft: UInt8?
    var announcedDelayMinutes: UInt16?
    var delayReason: DeliveryDelayReason?
    var promisedTime: Date?
    var failedAttempts: UInt8?
    var failureReason: DeliveryFailureReason?
    var cancellationReason: DeliveryCancellationReason?
    var leaveAtDoor: Bool?
    var contactRequested: Bool?
    var courierPosition: DeliveryPosition?
}

enum DeliveryStep: String, Codable, Hashable, Sendable, CaseIterable {
    case confirmed
    case preparing
    case pickedUp
    case delivering
    case nearby
    case delivered
    case failedAttempt
    case cancelled
}

enum DeliveryDelayReason: String, Codable, Hashable, Sendable, CaseIterable {
    case busyKitchen
    case courierShortage
    case traffic
    case weather
    case other
}

enum DeliveryFailureReason: String, Codable, Hashable, Sendable, CaseIterable {
    case nobodyThere
    case addressNotFound
    case noAccess
    case refused
    case other
}

enum DeliveryCancellationReason: String, Codable, Hashable, Sendable, CaseIterable {
    case customer
    case restaurant
    case noCourier
    case undeliverable
    case other
}

struct DeliveryPosition: Codable, Hashable, Sendable {
    var latitude: Double
    var longitude: Double
}

enum DeliveryEvent: Codable, Hashable, Sendable {
    case preparationStarted
    case courierAssigned(name: String)
    case courierUnassigned
    case pickedUp(arrival: ClosedRange<Date>?)
    case departed(arrival: ClosedRange<Date>?)
    case courierMoved(position: DeliveryPosition, stopsLeft: Int?, arrival: ClosedRange<Date>?)
    case arrivalEstimated(arrival: ClosedRange<Date>)
    case delayed(reason: DeliveryDelayReason, arrival: ClosedRange<Date>)
    case cameNearby(arrival: ClosedRange<Date>?)
    case delivered
    case attemptFailed(reason: DeliveryFailureReason)
    case courierContacted
    case cancelled(reason: DeliveryCancellationReason)
}

#if canImport(ActivityKit)
import ActivityKit

extension DeliveryAttributes: ActivityAttributes { typealias ContentState = DeliveryState }
#endif
