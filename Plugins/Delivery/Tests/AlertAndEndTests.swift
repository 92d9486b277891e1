import DeliveryActivity
import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct AlertTests {
    @Test func onlyFiveThingsAlert() throws {
        var alerting: [String] = []
        for event in oneOfEach {
            for step in DeliveryStep.allCases where step.after(event) != nil {
                var order = try Order(at: step)
                order.content.state.announcedDelayMinutes = nil
                let late: DeliveryEvent =
                    event.name == "delayed" ? .delayed(reason: .traffic, arrival: arrival(50...60)) : event
                if try order.send(late).requestedAlert != nil {
                    alerting.append(event.name)
                    break
                }
            }
        }
        #expect(alerting == ["pickedUp", "delayed", "cameNearby", "delivered", "cancelled"])
    }

    @Test func alertsNameTheCourierAndTheRestaurant() throws {
        var order = try Order(at: .preparing)
        #expect(try order.send(.pickedUp(arrival: nil)).requestedAlert == alert("Picked up", "Alex has your order from Pizza."))
        #expect(
            try order.send(.cameNearby(arrival: nil)).requestedAlert
                == alert("Almost there", "Alex is about to arrive with your order from Pizza."))
        #expect(
            try order.send(.delivered).requestedAlert == alert("Delivered", "Your order from Pizza is here. Enjoy!"))
    }

    @Test func withoutANameTheAlertSaysTheCourier() throws {
        var order = try Order()
        #expect(
            try order.send(.pickedUp(arrival: nil)).requestedAlert
                == alert("Picked up", "The courier has your order from Pizza."))
    }

    @Test(arguments: DeliveryDelayReason.allCases)
    func everyDelayHasAnAlert(reason: DeliveryDelayReason) throws {
        var order = try Order()
        let told = try #require(try order.send(.delayed(reason: reason, arrival: arrival(60...65))).requestedAlert)
        #expect(told.body.description.hasPrefix("Your order from Pizza is 20 minutes late"))
    }

    @Test(arguments: DeliveryCancellationReason.allCases)
    func everyCancellationHasAnAlert(reason: DeliveryCancellationReason) throws {
        var order = try Order()
        let told = try #require(try order.send(.cancelled(reason: reason)).requestedAlert)
        #expect(told.title == "Cancelled")
        #expect(told.body.description.contains("Pizza"))
    }
}

@Suite struct EndTests {
    /// 15 to 30 minutes, in proportion to the length of the delivery.
    @Test(arguments: [(1.0, 15.0), (30, 15), (40, 20), (60, 30), (400, 30)])
    func theEndIsShownForHalfOfTheDelivery(minutes: Double, lingering: Double) throws {
        var order = try Order(at: .nearby)
        let answer = try order.send(.delivered, at: minutes)
        #expect(answer.requestedEnd == .after(start + (minutes + lingering) * 60))
        #expect(answer.staleDate == nil)
    }

    @Test func deliveredKeepsTheTimeOfDeliveryAndTheRequests() throws {
        var order = try Order(at: .delivering)
        try order.send(.delayed(reason: .traffic, arrival: arrival(50...60)))
        try order.send(.courierMoved(position: alexanderplatz, stopsLeft: 0, arrival: nil))
        try order.perform("contactCourier")
        try order.perform("leaveAtDoor")
        let answer = try order.send(.delivered, at: 58)
        #expect(
            answer.state
                == DeliveryState(
                    driverName: "Alex", estimatedDeliveryTime: arrival(58...58), currentStep: .delivered,
                    announcedDelayMinutes: 15, promisedTime: arrival(30...45).upperBound, leaveAtDoor: true))
        #expect(answer.requestedAlert == alert("Delivered", "Your order from Pizza is at your door. Enjoy!"))
    }

    @Test func cancellationEndsFromEveryStepAndSaysWhy() throws {
        for step in DeliveryStep.allCases where !step.isFinal {
            var order = try Order(at: step)
            let answer = try order.send(.cancelled(reason: .undeliverable), at: 40)
            #expect(answer.state.currentStep == .cancelled)
            #expect(answer.state.cancellationReason == .undeliverable)
            #expect(answer.relevanceScore == 0)
            #expect(answer.requestedEnd == .after(start + 60 * 60))
        }
    }
}
