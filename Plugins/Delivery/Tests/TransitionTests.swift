import DeliveryActivity
import Foundation
import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct TransitionTests {
    /// The README must have exactly this table.
    @Test func readmeShowsEveryTransition() throws {
        let steps = DeliveryStep.allCases.filter { !$0.isFinal }
        var table = "| event | " + steps.map(\.rawValue).joined(separator: " | ") + " |\n"
        table += "|" + String(repeating: " --- |", count: steps.count + 1) + "\n"
        for event in oneOfEach {
            let cells = steps.map { step in
                switch step.after(event) {
                case nil: "-"
                case step: "stays"
                case let next?: next.rawValue
                }
            }
            table += "| `\(event.name)` | " + cells.joined(separator: " | ") + " |\n"
        }

        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains(table), "\(table)")
    }

    @Test(arguments: [DeliveryStep.delivered, .cancelled])
    func nothingFollowsTheEnd(step: DeliveryStep) throws {
        var order = try Order(at: step)
        let before = order.content
        for event in oneOfEach {
            #expect(throws: InvalidTransition(from: step.rawValue, event: event.name)) { try order.send(event) }
            #expect(order.content == before)
        }
    }

    @Test func aCourierWhoMovesAfterThePickUpIsDelivering() throws {
        var order = try Order(at: .pickedUp)
        try order.send(.courierMoved(position: alexanderplatz, stopsLeft: 3, arrival: nil))
        #expect(order.state.currentStep == .delivering)
        #expect(order.state.stopsLeft == 3)
        #expect(order.state.courierPosition == alexanderplatz)
    }

    @Test func courierOnTheWayToTheRestaurantChangesNoStep() throws {
        var order = try Order(at: .preparing)
        try order.send(.courierMoved(position: alexanderplatz, stopsLeft: nil, arrival: nil))
        #expect(order.state.currentStep == .preparing)
    }

    @Test func anotherCourierReplacesAllThatBelongedToTheFirst() throws {
        var order = try Order(at: .delivering)
        try order.send(.courierMoved(position: alexanderplatz, stopsLeft: 3, arrival: nil))
        try order.perform("contactCourier")
        try order.send(.courierAssigned(name: "Noor"))
        #expect(
            order.state
                == DeliveryState(
                    driverName: "Noor", estimatedDeliveryTime: arrival(30...45), currentStep: .delivering,
                    promisedTime: arrival(30...45).upperBound))
    }

    @Test func sameCourierAgainChangesNothing() throws {
        var order = try Order(at: .delivering)
        try order.send(.courierMoved(position: alexanderplatz, stopsLeft: 3, arrival: nil))
        let before = order.content
        try order.send(.courierAssigned(name: "Alex"))
        #expect(order.content == before)
    }

    @Test func aCourierCanBeUnassignedOnlyBeforeThePickUp() throws {
        var order = try Order(at: .preparing)
        try order.send(.courierUnassigned)
        #expect(order.state.driverName == "")

        var later = try Order(at: .pickedUp)
        #expect(throws: InvalidTransition(from: "pickedUp", event: "courierUnassigned")) { try later.send(.courierUnassigned) }
    }

    @Test func failedAttemptsAreCountedAndTheReasonIsClearedByTheNextOne() throws {
        var order = try Order(at: .nearby)
        try order.send(.attemptFailed(reason: .nobodyThere))
        #expect(order.state.failedAttempts == 1)
        #expect(order.state.failureReason == .nobodyThere)

        try order.send(.departed(arrival: arrival(60...70)))
        #expect(order.state.failedAttempts == 1)
        #expect(order.state.failureReason == nil)

        try order.send(.attemptFailed(reason: .noAccess))
        #expect(order.state.failedAttempts == 2)
        #expect(order.state.failureReason == .noAccess)
    }

    @Test func theCountOfFailedAttemptsStopsAt255() throws {
        var order = try Order(at: .delivering)
        order.content.state.failedAttempts = 255
        try order.send(.attemptFailed(reason: .other))
        #expect(order.state.failedAttempts == 255)
    }
}
