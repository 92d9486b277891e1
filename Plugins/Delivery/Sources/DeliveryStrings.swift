import LiveActivityCore

/// The texts of alerts and actions, in English. The widget's texts are in `Localizable.xcstrings`.
enum DeliveryStrings {
    static let contactCourier = "Contact courier"
    static let leaveAtDoor = "Leave at door"

    static func pickedUp(_ order: DeliveryAttributes, by courier: String) -> AlertConfiguration {
        alert("Picked up", "\(name(courier)) has your order from \(order.restaurantName).")
    }

    static func nearby(_ order: DeliveryAttributes, courier: String) -> AlertConfiguration {
        alert("Almost there", "\(name(courier)) is about to arrive with your order from \(order.restaurantName).")
    }

    static func delivered(_ order: DeliveryAttributes, atDoor: Bool) -> AlertConfiguration {
        alert("Delivered", "Your order from \(order.restaurantName) \(atDoor ? "is at your door" : "is here"). Enjoy!")
    }

    static func delayed(_ order: DeliveryAttributes, minutes: Int, reason: DeliveryDelayReason?) -> AlertConfiguration {
        let cause =
            switch reason {
            case .busyKitchen: ": the kitchen is busy"
            case .courierShortage: ": not enough couriers are out"
            case .traffic: ": heavy traffic"
            case .weather: ": bad weather"
            case .other, nil: ""
            }
        let late = "\(minutes) \(minutes == 1 ? "minute" : "minutes") late"
        return alert("Running late", "Your order from \(order.restaurantName) is \(late)\(cause).")
    }

    static func cancelled(_ order: DeliveryAttributes, reason: DeliveryCancellationReason) -> AlertConfiguration {
        let body =
            switch reason {
            case .customer: "You cancelled your order from \(order.restaurantName)."
            case .restaurant: "\(order.restaurantName) had to cancel your order."
            case .noCourier: "No courier was free for your order from \(order.restaurantName)."
            case .undeliverable: "Your order from \(order.restaurantName) could not be delivered."
            case .other: "Your order from \(order.restaurantName) was cancelled."
            }
        return alert("Cancelled", body)
    }

    private static func name(_ courier: String) -> String { courier.isEmpty ? "The courier" : courier }

    private static func alert(_ title: String, _ body: String) -> AlertConfiguration {
        AlertConfiguration(title: .literal(title), body: .literal(body))
    }
}
