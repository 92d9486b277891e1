import DeliveryActivity
import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct ActionTests {
    @Test func leaveAtDoorStaysRequested() throws {
        var order = try Order(at: .confirmed)
        let answer = try order.perform("leaveAtDoor")
        #expect(answer.state.leaveAtDoor == true)
        #expect(answer.requestedAlert == nil)

        let once = order.content
        try order.perform("leaveAtDoor")
        #expect(order.content == once)
    }

    @Test func aCallIsRequestedUntilItWasMade() throws {
        var order = try Order(at: .delivering)
        try order.perform("contactCourier")
        #expect(order.state.contactRequested == true)
        try order.send(.courierContacted)
        #expect(order.state.contactRequested == nil)
    }

    @Test func noCallIsPossibleBeforeThereIsACourier() throws {
        var order = try Order()
        #expect(throws: UnknownAction("contactCourier")) { try order.perform("contactCourier") }
        #expect(order.state.contactRequested == nil)
    }

    @Test(arguments: [DeliveryStep.delivered, .cancelled])
    func noActionIsPossibleAfterTheEnd(step: DeliveryStep) throws {
        var order = try Order(at: step)
        let before = order.content
        for action in DeliveryProvider().samples.actions {
            #expect(throws: UnknownAction(action.id)) { try order.perform(action.id) }
        }
        #expect(order.content == before)
    }

    @Test func otherActionsAreUnknown() throws {
        var order = try Order(at: .delivering)
        #expect(throws: UnknownAction("tip")) { try order.perform("tip") }
    }
}
