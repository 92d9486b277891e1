import DeliveryActivity
import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct ArrivalTests {
    @Test func itStartsWithThePromisedWindowAndIsStaleAtItsEnd() throws {
        let order = try Order(promised: arrival(20...35))
        #expect(
            order.content
                == ActivityContent(
                    state: DeliveryState(
                        driverName: "", estimatedDeliveryTime: arrival(20...35), currentStep: .confirmed,
                        promisedTime: arrival(20...35).upperBound),
                    staleDate: start + 35 * 60, relevanceScore: 75))
    }

    @Test func withoutAPromiseTheFirstEstimateCountsFromTheStart() throws {
        #expect(try Order(promised: nil).state.estimatedDeliveryTime == arrival(30...45))
        let quick = DeliveryProvider(firstEstimate: 600...900)
        #expect(try Order(provider: quick, promised: nil).state.estimatedDeliveryTime == arrival(10...15))
    }

    @Test func everyNewArrivalMovesTheStaleDate() throws {
        var order = try Order(at: .delivering)
        let moved = try order.send(.courierMoved(position: alexanderplatz, stopsLeft: 1, arrival: arrival(30...40)), at: 10)
        #expect(moved.staleDate == start + 40 * 60)
        let estimated = try order.send(.arrivalEstimated(arrival: arrival(32...42)), at: 11)
        #expect(estimated.staleDate == start + 42 * 60)
        let delayed = try order.send(.delayed(reason: .traffic, arrival: arrival(34...44)), at: 12)
        #expect(delayed.staleDate == start + 44 * 60)
    }

    @Test func aPositionWithoutAnArrivalDoesNotMoveTheStaleDate() throws {
        var order = try Order(at: .delivering)
        let answer = try order.send(.courierMoved(position: alexanderplatz, stopsLeft: nil, arrival: nil), at: 50)
        #expect(answer.staleDate == start + 45 * 60)
        #expect(answer.requestedAlert == nil)
    }

    @Test func theCountOfStopsStaysUntilANewOne() throws {
        var order = try Order(at: .delivering)
        try order.send(.courierMoved(position: alexanderplatz, stopsLeft: 4, arrival: nil))
        try order.send(.courierMoved(position: alexanderplatz, stopsLeft: nil, arrival: nil))
        #expect(order.state.stopsLeft == 4)
    }

    @Test func itNeverAsksForAWake() throws {
        for step in DeliveryStep.allCases where !step.isFinal {
            for event in oneOfEach where step.after(event) != nil {
                var order = try Order(at: step)
                #expect(try order.send(event).wakeDate == nil, "\(event) after \(step)")
            }
        }
    }

    /// 75 at the start, 90 near the arrival, 0 at the end.
    @Test func relevanceRisesAsTheOrderNears() throws {
        var order = try Order()
        var scores = [order.content.relevanceScore]
        for (event, minute) in [
            (DeliveryEvent.preparationStarted, 1.0), (.pickedUp(arrival: nil), 10), (.departed(arrival: nil), 11),
            (.courierMoved(position: alexanderplatz, stopsLeft: 2, arrival: arrival(20...30)), 14.9),
            (.courierMoved(position: alexanderplatz, stopsLeft: 2, arrival: arrival(20...30)), 15),
            (.cameNearby(arrival: nil), 19), (.delivered, 20),
        ] {
            scores.append(try order.send(event, at: minute).relevanceScore)
        }
        #expect(scores == [75, 75, 80, 85, 85, 90, 90, 0])
    }

    @Test func theNextStopIsNearWhateverTheEstimate() throws {
        var order = try Order(at: .delivering)
        let answer = try order.send(.courierMoved(position: alexanderplatz, stopsLeft: 0, arrival: arrival(30...40)))
        #expect(answer.relevanceScore == 90)
    }
}

@Suite struct DelayTests {
    @Test func alertsOnlyBeyondTheThreshold() throws {
        var order = try Order(promised: arrival(30...45))
        let atThreshold = try order.send(.delayed(reason: .weather, arrival: arrival(40...55)))
        #expect(atThreshold.requestedAlert == nil)
        #expect(order.state.delayReason == .weather)
        #expect(order.state.announcedDelayMinutes == nil)

        let beyond = try order.send(.delayed(reason: .weather, arrival: arrival(40...55.5)))
        #expect(
            beyond.requestedAlert == alert("Running late", "Your order from Pizza is 11 minutes late: bad weather."))
        #expect(order.state.announcedDelayMinutes == 11)
    }

    @Test func aDelayOfOneMinuteIsInTheSingular() throws {
        var order = try Order(provider: DeliveryProvider(delayThreshold: 30), promised: arrival(30...45))
        let answer = try order.send(.delayed(reason: .traffic, arrival: arrival(40...46)))
        #expect(answer.requestedAlert == alert("Running late", "Your order from Pizza is 1 minute late: heavy traffic."))
    }

    @Test func manySmallDelaysAddUpToOneAlert() throws {
        var order = try Order(at: .delivering)
        var alerts: [AlertConfiguration?] = []
        for minute in stride(from: 48.0, through: 66, by: 3) {
            alerts.append(try order.send(.arrivalEstimated(arrival: arrival(40...minute))).requestedAlert)
        }
        #expect(
            alerts == [
                nil, nil, nil, alert("Running late", "Your order from Pizza is 12 minutes late."), nil, nil, nil,
            ])
        #expect(
            try order.send(.arrivalEstimated(arrival: arrival(40...68))).requestedAlert
                == alert("Running late", "Your order from Pizza is 23 minutes late."))
    }

    @Test func aDelayThatIsMadeUpForLosesItsReasonAndIsNotAnnouncedTwice() throws {
        var order = try Order(at: .delivering)
        try order.send(.delayed(reason: .traffic, arrival: arrival(50...60)))
        #expect(order.state.delayReason == .traffic)

        try order.send(.arrivalEstimated(arrival: arrival(30...45)))
        #expect(order.state.delayReason == nil)

        let again = try order.send(.delayed(reason: .traffic, arrival: arrival(50...60)))
        #expect(again.requestedAlert == nil)
    }

    @Test func movingCourierCanBeLateToo() throws {
        var order = try Order(at: .delivering)
        let answer = try order.send(.courierMoved(position: alexanderplatz, stopsLeft: 5, arrival: arrival(60...65)))
        #expect(answer.requestedAlert == alert("Running late", "Your order from Pizza is 20 minutes late."))
    }

    @Test func anEventThatAlertsByItselfReplacesTheAlertOfADelay() throws {
        var order = try Order(at: .preparing)
        let pickedUp = try order.send(.pickedUp(arrival: arrival(60...65)))
        #expect(pickedUp.requestedAlert == alert("Picked up", "Alex has your order from Pizza."))
        #expect(order.state.announcedDelayMinutes == 20)
    }

    @Test func contentOutOfRangeDoesNotOverflow() throws {
        var order = try Order(at: .delivering)
        order.content.state.promisedTime = Date(timeIntervalSinceReferenceDate: -1e300)
        let answer = try order.send(.arrivalEstimated(arrival: arrival(30...45)))
        #expect(answer.state.announcedDelayMinutes == .max)

        order.content.state.promisedTime = nil
        #expect(try order.send(.arrivalEstimated(arrival: arrival(90...95))).requestedAlert == nil)
    }
}
