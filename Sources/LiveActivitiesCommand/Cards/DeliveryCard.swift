import DeliveryActivity
import LiveActivityCore

/// How a delivery looks.
enum DeliveryCard {
    static func card(_ order: DeliveryAttributes, _ state: DeliveryState) -> Card {
        let arrival = state.estimatedDeliveryTime
        let isOpen = !state.currentStep.isFinal
        var card = Card(
            tint: .orange, icon: "🛵",
            caption: Line(
                .plain(order.restaurantName), .faint(" · no. \(order.orderNumber)"),
                trailing: order.destinationCity.map { [.faint($0)] } ?? []),
            title: Line(.strong(headline(state)), trailing: isOpen ? [.wait(arrival)] : []),
            progress: .steps(done: steps(state.currentStep), of: 5), clock: isOpen ? [.wait(arrival)] : [.plain("✓")],
            compactLeading: Line("🛵"), compactTrailing: isOpen ? Line(.wait(arrival)) : Line("✓"),
            minimal: isOpen ? Line("🛵") : Line("✓"),
            summary: Line("\(headline(state))\(isOpen ? ", expected \(arrival.hoursAndMinutes)" : "")"))
        card.lines.append(Line(.plain(courier(state)), trailing: isOpen ? [.faint(arrival.hoursAndMinutes)] : []))
        if let reason = state.delayReason { card.lines.append(Line(.faint("Late: \(words(reason))"))) }
        if state.leaveAtDoor == true { card.lines.append(Line(.faint("Will be left at the door"))) }
        if isOpen, !state.driverName.isEmpty { card.controls.append("Contact courier") }
        if isOpen, state.leaveAtDoor != true { card.controls.append("Leave at door") }
        return card
    }

    private static func headline(_ state: DeliveryState) -> String {
        switch state.currentStep {
        case .confirmed: "Order confirmed"
        case .preparing: "Being prepared"
        case .pickedUp: "Picked up"
        case .delivering: "On its way"
        case .nearby: "Almost there"
        case .delivered: "Delivered at \(state.estimatedDeliveryTime.lowerBound.hourAndMinute)"
        case .failedAttempt: "Nobody could take it"
        case .cancelled: "Cancelled"
        }
    }

    private static func courier(_ state: DeliveryState) -> String {
        switch (state.currentStep, state.driverName, state.stopsLeft) {
        case (.delivered, _, _): "Enjoy!"
        case (.cancelled, _, _): "There will be no delivery."
        case (_, "", _): "Looking for a courier"
        case (_, let name, 0): "\(name) comes to you next"
        case (_, let name, 1?): "\(name), 1 stop before you"
        case (_, let name, let stops?): "\(name), \(stops) stops before you"
        case (_, let name, nil): "\(name) is your courier"
        }
    }

    private static func steps(_ step: DeliveryStep) -> Int {
        switch step {
        case .confirmed: 0
        case .preparing: 1
        case .pickedUp: 2
        case .delivering, .failedAttempt: 3
        case .nearby: 4
        case .delivered, .cancelled: 5
        }
    }

    private static func words(_ reason: DeliveryDelayReason) -> String {
        switch reason {
        case .busyKitchen: "busy kitchen"
        case .courierShortage: "few couriers"
        case .traffic: "heavy traffic"
        case .weather: "bad weather"
        case .other: "it takes longer"
        }
    }
}
