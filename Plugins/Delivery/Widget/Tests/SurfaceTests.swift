import DeliveryActivity
import LiveActivityUI
import Testing

@testable import DeliveryWidget

@Suite struct SurfaceTests {
    private let order = DeliveryAttributes(orderNumber: 4711, restaurantName: "Pizza")

    private func state(_ step: DeliveryStep, _ change: (inout DeliveryState) -> Void = { _ in }) -> DeliveryState {
        var state = DeliveryState(
            driverName: "Alex", estimatedDeliveryTime: (epoch + 1200)...(epoch + 1800), currentStep: step,
            promisedTime: epoch + 1800)
        change(&state)
        return state
    }

    @Test func underWayTellsWhoAndWhen() throws {
        let read1 = try reading(order, state(.delivering) { $0.stopsLeft = 2 })
        #expect(
            read1 == """
                @1
                """)
    }

    @Test func lateTellsWhyAndHowMuch() throws {
        let late = state(.preparing) {
            $0.driverName = ""
            $0.estimatedDeliveryTime = (epoch + 2100)...(epoch + 2700)
            $0.delayReason = .busyKitchen
        }
        let read2 = try reading(order, late)
        #expect(
            read2 == """
                @2
                """)
    }

    @Test func atTheDoorInVainOffersACall() throws {
        let read3 = try reading(order, state(.failedAttempt) { $0.failureReason = .nobodyThere })
        #expect(
            read3 == """
                @3
                """)
    }

    @Test func thereIsNothingToAskForAfterTheEnd() throws {
        let read4 = try reading(order, state(.delivered) { $0.leaveAtDoor = true })
        #expect(
            read4 == """
                @4
                """)
        let read5 = try reading(order, state(.cancelled) { $0.cancellationReason = .restaurant })
        #expect(
            read5 == """
                @5
                """)
    }

    @Test func staleSaysThatNothingWasHeard() throws {
        let read6 = try reading(order, state(.delivering), isStale: true, at: epoch + 2000)
        #expect(
            read6 == """
                @6
                """)
    }

    @Test func arabicCountsInItsOwnWay() throws {
        let read7 = try reading(order, state(.nearby) { $0.stopsLeft = 2 }, locale: "ar_EG")
        #expect(
            read7 == """
                @7
                """)
    }

    @Test func whoBringsItIsNotForEverybodyToRead() throws {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "en")
        environment.now = epoch
        var widgets = ActivityWidgets()
        try widgets.register(
            DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: DeliveryWidget.strings)
        let locked = DeviceCondition(isLocked: true, hidesPrivateContent: true)
        for place in PresentationSurface.all {
            let shown = try widgets.present(
                order, ActivityContent(state: state(.preparing), staleDate: nil), kind: "delivery", on: place,
                environment: environment, condition: locked)
            #expect(!shown.words(at: epoch).contains { $0.contains("Alex") }, "\(place)")
        }
    }

    /// Whatever a host puts into the content, there is something to be seen.
    @Test func absurdContentIsStillDrawn() throws {
        let absurd = [
            state(.delivering) { $0.estimatedDeliveryTime = .distantPast ... .distantPast },
            state(.delivering) { $0.estimatedDeliveryTime = .distantFuture ... .distantFuture },
            state(.delivering) { $0.promisedTime = .distantPast },
            state(.delivering) { $0.driverName = String(repeating: "👩‍👩‍👧‍👦", count: 5_000) },
        ]
        for state in absurd { #expect(try reading(order, state).split(separator: "\n").count == 5) }
    }
}
