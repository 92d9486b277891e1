import DeliveryActivity
import LiveActivityUI

/// The texts and symbols of a delivery.
extension DeliveryState {
    var headline: LocalizedStringKey {
        switch currentStep {
        case .confirmed: "Order confirmed"
        case .preparing: "Being prepared"
        case .pickedUp: "Picked up"
        case .delivering: "On its way"
        case .nearby: "Almost there"
        case .delivered: "Delivered"
        case .failedAttempt: "Could not deliver"
        case .cancelled: "Cancelled"
        }
    }

    var symbol: String {
        switch currentStep {
        case .confirmed: "bag.fill"
        case .preparing: "fork.knife"
        case .pickedUp, .delivering: "bicycle"
        case .nearby: "mappin.circle.fill"
        case .delivered: "checkmark.circle.fill"
        case .failedAttempt: "exclamationmark.circle.fill"
        case .cancelled: "xmark.circle.fill"
        }
    }

    /// How many of ``stepsInAll`` are done.
    var stepsDone: Int {
        switch currentStep {
        case .confirmed, .cancelled: 1
        case .preparing: 2
        case .pickedUp: 3
        case .delivering, .failedAttempt, .nearby: 4
        case .delivered: Self.stepsInAll
        }
    }

    static let stepsInAll = 5
}

extension DeliveryDelayReason {
    /// `nil` where no reason is shown.
    var words: LocalizedStringKey? {
        switch self {
        case .busyKitchen: "Busy kitchen"
        case .courierShortage: "Few couriers"
        case .traffic: "Heavy traffic"
        case .weather: "Bad weather"
        case .other: nil
        }
    }
}

extension DeliveryFailureReason {
    var words: LocalizedStringKey {
        switch self {
        case .nobodyThere: "Nobody answered the door"
        case .addressNotFound: "The address was not found"
        case .noAccess: "The courier couldn’t get in"
        case .refused: "The order was not accepted"
        case .other: "Another attempt may follow"
        }
    }
}

extension DeliveryCancellationReason {
    var words: LocalizedStringKey {
        switch self {
        case .customer: "You cancelled the order"
        case .restaurant: "The restaurant had to cancel"
        case .noCourier: "No courier was free"
        case .undeliverable: "It could not be delivered"
        case .other: "There will be no delivery"
        }
    }
}
