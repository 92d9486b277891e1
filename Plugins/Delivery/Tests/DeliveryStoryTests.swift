import DeliveryActivity
import LiveActivityCore
import LiveActivityTesting
import Testing

/// Whole deliveries with an engine: what a host receives, in order.
@Suite struct DeliveryStoryTests {
    private let scenario = Scenario(DeliveryProvider())
    private let pizza = DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza", destinationCity: "Berlin")

    private func content(_ order: ActivityID) -> ActivityContent<DeliveryState>? {
        scenario.content(of: order, as: DeliveryAttributes.self)
    }

    /// Advances to `minute`, counted from the start.
    private func advance(to minute: Double) -> [Change.What] { scenario.advance(to: start + minute * 60) }

    @Test func fromTheKitchenToTheDoor() throws {
        let order = try scenario.start(pizza)
        #expect(scenario.lastChanges.map(\.what) == [.started])

        #expect(advance(to: 2) == [])
        #expect(try scenario.send(DeliveryEvent.preparationStarted, to: order) == [.updated])
        #expect(try scenario.send(DeliveryEvent.courierAssigned(name: "Alex"), to: order) == [.updated])
        #expect(try scenario.send(DeliveryEvent.courierAssigned(name: "Alex"), to: order) == [])

        #expect(advance(to: 20) == [])
        #expect(
            try scenario.send(DeliveryEvent.pickedUp(arrival: arrival(32...42)), to: order)
                == [.updated, .alerted(alert("Picked up", "Alex has your order from Pizza."))])
        #expect(try scenario.perform("leaveAtDoor", on: order) == [.updated])
        #expect(try scenario.perform("leaveAtDoor", on: order) == [])

        #expect(advance(to: 25) == [])
        let moved = DeliveryEvent.courierMoved(position: alexanderplatz, stopsLeft: 1, arrival: arrival(33...38))
        #expect(try scenario.send(moved, to: order) == [.updated])
        #expect(try scenario.send(moved, to: order) == [])

        #expect(advance(to: 34) == [])
        #expect(
            try scenario.send(DeliveryEvent.cameNearby(arrival: nil), to: order)
                == [.updated, .alerted(alert("Almost there", "Alex is about to arrive with your order from Pizza."))])

        #expect(advance(to: 36) == [])
        #expect(
            try scenario.send(DeliveryEvent.delivered, to: order) == [
                .updated, .alerted(alert("Delivered", "Your order from Pizza is at your door. Enjoy!")),
                .ended(by: .provider, dismissal: start + 54 * 60),  // half of 36 minutes later
            ])
        #expect(
            content(order)
                == ActivityContent(
                    state: DeliveryState(
                        driverName: "Alex", estimatedDeliveryTime: arrival(36...36), currentStep: .delivered,
                        promisedTime: arrival(30...45).upperBound, leaveAtDoor: true),
                    staleDate: nil, relevanceScore: 0))

        #expect(advance(to: 53.99) == [])
        #expect(advance(to: 54) == [.dismissed(by: .policy)])
        #expect(scenario.state(of: order) == nil)
    }

    @Test func contentIsStaleAfterTheArrivalAndActiveWithANewOne() throws {
        let order = try scenario.start(pizza)
        try scenario.send(DeliveryEvent.pickedUp(arrival: arrival(20...30)), to: order)

        #expect(advance(to: 29.999) == [])
        #expect(advance(to: 30) == [.becameStale])

        // A position alone does not move the stale date.
        try scenario.send(DeliveryEvent.courierMoved(position: alexanderplatz, stopsLeft: nil, arrival: nil), to: order)
        #expect(scenario.state(of: order) == .stale)

        let late = DeliveryEvent.courierMoved(position: alexanderplatz, stopsLeft: nil, arrival: arrival(30...40))
        #expect(try scenario.send(late, to: order) == [.updated, .becameActive])
        #expect(advance(to: 39.999) == [])
        #expect(advance(to: 40) == [.becameStale])
    }

    @Test func failedAttemptIsFollowedByAnother() throws {
        let order = try scenario.start(pizza)
        try scenario.send(DeliveryEvent.pickedUp(arrival: nil), to: order)
        try scenario.send(DeliveryEvent.departed(arrival: nil), to: order)
        #expect(try scenario.send(DeliveryEvent.attemptFailed(reason: .nobodyThere), to: order) == [.updated])
        #expect(
            throws: EngineError.refused("delivery", reason: "delivered is not possible after failedAttempt")
        ) { try scenario.send(DeliveryEvent.delivered, to: order) }
        #expect(
            try scenario.send(DeliveryEvent.departed(arrival: arrival(90...100)), to: order)
                == [.updated, .alerted(alert("Running late", "Your order from Pizza is 55 minutes late."))])
        #expect(content(order)?.state.failedAttempts == 1)
        #expect(content(order)?.state.failureReason == nil)
    }

    @Test func aCancellationIsTheLastChange() throws {
        let order = try scenario.start(pizza)
        #expect(
            try scenario.send(DeliveryEvent.cancelled(reason: .restaurant), to: order) == [
                .updated, .alerted(alert("Cancelled", "Pizza had to cancel your order.")),
                .ended(by: .provider, dismissal: start + 15 * 60),
            ])
        #expect(throws: EngineError.activityEnded(order)) { try scenario.send(DeliveryEvent.preparationStarted, to: order) }
        #expect(advance(to: 15) == [.dismissed(by: .policy)])
    }

    @Test func sameOrderStartedTwiceIsOneActivity() throws {
        let order = try scenario.start(pizza)
        #expect(try scenario.start(pizza) == order)
        #expect(scenario.lastChanges == [])

        let elsewhere = DeliveryAttributes(orderNumber: 42, restaurantName: "Sushi")
        #expect(try scenario.start(elsewhere) != order)
        #expect(scenario.activityCount == 2)
    }

    @Test func carPlayTakesNoActions() throws {
        let order = try scenario.start(pizza)
        #expect(throws: EngineError.surfaceTakesNoActions(.carPlay)) {
            try scenario.perform("leaveAtDoor", on: order, surface: .carPlay)
        }
        #expect(content(order)?.state.leaveAtDoor == nil)
    }

    @Test func sampleStoryRunsToItsEnd() throws {
        let samples = DeliveryProvider().samples
        for attributes in samples.attributes {
            let scenario = Scenario(DeliveryProvider())
            let order = try scenario.start(attributes)
            for moment in samples.story {
                scenario.advance(to: Scenario.epoch + moment.after)
                try scenario.send(moment.event, to: order)
            }
            #expect(scenario.state(of: order) == .ended)
        }
    }
}
