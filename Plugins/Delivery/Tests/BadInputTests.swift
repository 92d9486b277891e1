import DeliveryActivity
import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct BadInputTests {
    private func begin(_ attributes: DeliveryAttributes) throws {
        try DeliveryProvider().validate(attributes)
        _ = try DeliveryProvider().content(for: attributes, at: start)
    }

    private func refused(_ event: DeliveryEvent, at minute: Double = 0, as error: some Error & Equatable) throws {
        var order = try Order(at: .delivering)
        let before = order.content
        #expect(throws: error) { try order.send(event, at: minute) }
        #expect(order.content == before)
    }

    @Test func orderNumbersStartAtZero() throws {
        try begin(DeliveryAttributes(orderNumber: 0, restaurantName: "Pizza"))
        #expect(throws: InvalidField.outOfRange("orderNumber", -1, allowed: 0...Int.max)) {
            try begin(DeliveryAttributes(orderNumber: -1, restaurantName: "Pizza"))
        }
    }

    @Test func blankAndLongNamesAreRefused() throws {
        for blank in ["", " \n\t"] {
            #expect(throws: InvalidField.empty("restaurantName")) {
                try begin(DeliveryAttributes(orderNumber: 1, restaurantName: blank))
            }
            #expect(throws: InvalidField.empty("destinationCity")) {
                try begin(DeliveryAttributes(orderNumber: 1, restaurantName: "Pizza", destinationCity: blank))
            }
        }
        let longest = String(repeating: "ü", count: 80)
        try begin(DeliveryAttributes(orderNumber: 1, restaurantName: longest, destinationCity: longest))
        #expect(throws: InvalidField.tooLong("restaurantName", bytes: 161, limit: 160)) {
            try begin(DeliveryAttributes(orderNumber: 1, restaurantName: longest + "x"))
        }
    }

    @Test func namesWithControlCharactersAreRefused() throws {
        for name in ["Pizza\0", "\u{1B}[31mPizza", "Pizza\nPasta", "Pizza\u{7F}"] {
            #expect(throws: InvalidField.controlCharacter("restaurantName")) {
                try begin(DeliveryAttributes(orderNumber: 1, restaurantName: name))
            }
            #expect(throws: InvalidField.controlCharacter("destinationCity")) {
                try begin(DeliveryAttributes(orderNumber: 1, restaurantName: "Pizza", destinationCity: name))
            }
        }
        var order = try Order()
        let before = order.content
        #expect(throws: InvalidField.controlCharacter("name")) {
            try order.send(.courierAssigned(name: "Max\u{1B}[2J"))
        }
        #expect(order.content == before)
    }

    @Test func aLongNameOfACourierIsCutBetweenCharacters() throws {
        var order = try Order()
        try order.send(.courierAssigned(name: String(repeating: "👩‍🍳", count: 6)))  // 11 bytes each
        #expect(order.state.driverName == String(repeating: "👩‍🍳", count: 5))

        let before = order.content
        for blank in ["", "  ", "a" + String(repeating: "\u{301}", count: 40)] {
            #expect(throws: InvalidField.empty("name")) { try order.send(.courierAssigned(name: blank)) }
        }
        #expect(order.content == before)
    }

    /// Such a date is decoded without an error, so the provider must refuse it.
    @Test func datesInTheWrongUnitOrSinceAnotherDateAreRefused() throws {
        func range(_ seconds: Double) -> ClosedRange<Date> {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            return date...date
        }
        let sinceUnix = range(start.timeIntervalSince1970 + 600)
        let milliseconds = range((start.timeIntervalSinceReferenceDate + 600) * 1000)
        let relative = range(600)
        for wrong in [sinceUnix, milliseconds, relative] {
            let error = DeliveryError.arrivalImplausible(wrong, now: start)
            try refused(.arrivalEstimated(arrival: wrong), as: error)
            try refused(.courierMoved(position: alexanderplatz, stopsLeft: nil, arrival: wrong), as: error)
            try refused(.delayed(reason: .traffic, arrival: wrong), as: error)
            try refused(.cameNearby(arrival: wrong), as: error)
            #expect(throws: error) {
                try begin(DeliveryAttributes(orderNumber: 1, restaurantName: "Pizza", promisedDeliveryTime: wrong))
            }
        }
        #expect(
            DeliveryError.arrivalImplausible(milliseconds, now: start).description == """
                the arrival [803668200000.0, 803668200000.0] is not within 8 hours before and 7 days after 803667600.0; \
                dates are seconds since 2001-01-01 00:00 UTC, not milliseconds and not since 1970
                """)
    }

    @Test func anArrivalIsAtMostEightHoursAgoAndSevenDaysAhead() throws {
        var order = try Order(at: .delivering)
        let widest = (start - 8 * 3600)...(start + 7 * 86400)
        try order.send(.arrivalEstimated(arrival: widest))
        #expect(order.state.estimatedDeliveryTime == widest)

        for tooWide in [widest.lowerBound.addingTimeInterval(-1)...start, start...widest.upperBound.addingTimeInterval(1)] {
            try refused(.arrivalEstimated(arrival: tooWide), as: DeliveryError.arrivalImplausible(tooWide, now: start))
        }
    }

    @Test func positionsOutOfRangeAreRefused() throws {
        for (latitude, longitude) in [(90.1, 0.0), (-91, 0), (0, 180.5), (0, -181), (.nan, 0), (0, .infinity)] {
            let nowhere = DeliveryPosition(latitude: latitude, longitude: longitude)
            var order = try Order(at: .delivering)
            let before = order.content
            #expect(throws: DeliveryError.self) {
                try order.send(.courierMoved(position: nowhere, stopsLeft: nil, arrival: nil))
            }
            #expect(order.content == before)
        }
        let pole = DeliveryPosition(latitude: -90, longitude: 180)
        var order = try Order(at: .delivering)
        try order.send(.courierMoved(position: pole, stopsLeft: nil, arrival: nil))
        #expect(order.state.courierPosition == pole)
    }

    @Test func stopsAreCountedFromZeroTo255() throws {
        for count in [0, 255] {
            var order = try Order(at: .delivering)
            try order.send(.courierMoved(position: alexanderplatz, stopsLeft: count, arrival: nil))
            #expect(order.state.stopsLeft == UInt8(count))
        }
        for count in [-1, 256, .min, .max] {
            try refused(
                .courierMoved(position: alexanderplatz, stopsLeft: count, arrival: nil),
                as: InvalidField.outOfRange("stopsLeft", count, allowed: 0...255))
        }
    }
}
