import DeliveryActivity
import Foundation
import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct ShapeTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func decode<Value: Decodable>(_ json: String, as: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }

    @Test func anAppThatKnowsOnlyTheOldFieldsCanReadTheState() throws {
        // As released apps declare it.
        struct OldState: Codable, Equatable {
            var driverName: String
            var estimatedDeliveryTime: ClosedRange<Date>
            var currentStep: String
        }
        var order = try Order(at: .delivering)
        try order.send(.courierMoved(position: alexanderplatz, stopsLeft: 2, arrival: arrival(0...30)))
        #expect(
            try decode(json(order.state))
                == OldState(driverName: "Alex", estimatedDeliveryTime: arrival(0...30), currentStep: "delivering"))
    }

    @Test func theSmallestStateAndAttributesAreRead() throws {
        #expect(
            try decode(#"{"driverName":"Alex","estimatedDeliveryTime":[803667600,803669400],"currentStep":"delivering"}"#)
                == DeliveryState(driverName: "Alex", estimatedDeliveryTime: arrival(0...30), currentStep: .delivering))
        #expect(
            try decode(#"{"orderNumber":42,"restaurantName":"Pizza"}"#)
                == DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza"))
    }

    @Test func fieldsThatAreNilAreNotWritten() throws {
        #expect(
            try json(DeliveryState(driverName: "Alex", estimatedDeliveryTime: arrival(0...30), currentStep: .pickedUp))
                == #"{"currentStep":"pickedUp","driverName":"Alex","estimatedDeliveryTime":[803667600,803669400]}"#)
        #expect(
            try json(
                DeliveryState(
                    driverName: "Alex", estimatedDeliveryTime: arrival(0...30), currentStep: .failedAttempt, stopsLeft: 0,
                    announcedDelayMinutes: 12, delayReason: .traffic, promisedTime: start, failedAttempts: 1,
                    failureReason: .noAccess, cancellationReason: .undeliverable, leaveAtDoor: true, contactRequested: true,
                    courierPosition: alexanderplatz))
                == #"{"announcedDelayMinutes":12,"cancellationReason":"undeliverable","contactRequested":true,"#
                + #""courierPosition":{"latitude":52.5219,"longitude":13.4132},"currentStep":"failedAttempt","#
                + #""delayReason":"traffic","driverName":"Alex","estimatedDeliveryTime":[803667600,803669400],"#
                + #""failedAttempts":1,"failureReason":"noAccess","leaveAtDoor":true,"promisedTime":803667600,"stopsLeft":0}"#)
    }

    @Test func eventsHaveTheirNamesInJSON() throws {
        let written = try oneOfEach.map(json)
        #expect(
            written == [
                #"{"preparationStarted":{}}"#,
                #"{"courierAssigned":{"name":"Alex"}}"#,
                #"{"courierUnassigned":{}}"#,
                #"{"pickedUp":{}}"#,
                #"{"departed":{}}"#,
                #"{"courierMoved":{"position":{"latitude":52.5219,"longitude":13.4132}}}"#,
                #"{"arrivalEstimated":{"arrival":[803668800,803669400]}}"#,
                #"{"delayed":{"arrival":[803670000,803670600],"reason":"traffic"}}"#,
                #"{"cameNearby":{}}"#,
                #"{"delivered":{}}"#,
                #"{"attemptFailed":{"reason":"nobodyThere"}}"#,
                #"{"courierContacted":{}}"#,
                #"{"cancelled":{"reason":"restaurant"}}"#,
            ])
        #expect(try written.map { try decode($0, as: DeliveryEvent.self) } == oneOfEach)
        #expect(oneOfEach.map { "{\"\($0.name)\"" } == written.map { String($0.prefix { $0 != ":" }) })
    }

    @Test func directJSONAgreesWithCodable() throws {
        let window = arrival(0...30)
        for event in oneOfEach + [
            .pickedUp(arrival: window), .departed(arrival: window), .cameNearby(arrival: window),
            .courierMoved(position: alexanderplatz, stopsLeft: 3, arrival: window),
        ] {
            try JSONAgreement.check(event)
        }
        try JSONAgreement.check(
            DeliveryState(
                driverName: "Ale\"x ☕️", estimatedDeliveryTime: window, currentStep: .failedAttempt, stopsLeft: 0,
                announcedDelayMinutes: 12, delayReason: .traffic, promisedTime: start + 0.1, failedAttempts: 1,
                failureReason: .noAccess, cancellationReason: .undeliverable, leaveAtDoor: true, contactRequested: false,
                courierPosition: alexanderplatz))
        try JSONAgreement.check(DeliveryAttributes(orderNumber: 7, restaurantName: "Trattoria"))
        try JSONAgreement.check(
            DeliveryAttributes(
                orderNumber: 7, restaurantName: "Trattoria", destinationCity: "Berlin", promisedDeliveryTime: window))
        // Both refuse a number that JSON does not have, with the same message.
        try JSONAgreement.checkWriting(DeliveryPosition(latitude: .nan, longitude: 0))
    }

    @Test func aWindowThatEndsBeforeItBeginsIsRefused() {
        #expect(throws: DecodingError.self) {
            try decode(#"{"arrivalEstimated":{"arrival":[803669400,803667600]}}"#, as: DeliveryEvent.self)
        }
    }

    /// Each byte of these names takes two in JSON, which is the worst case: control characters, which take six, are refused.
    @Test func attributesAndContentAlwaysFitThePayload() throws {
        let provider = DeliveryProvider()
        let worst = String(repeating: "\"", count: DeliveryAttributes.nameBytesMax)
        let attributes = DeliveryAttributes(
            orderNumber: .max, restaurantName: worst, destinationCity: worst,
            promisedDeliveryTime: (start - 0.123456789)...(start + 0.123456789))
        var content = try provider.content(for: attributes, at: start)
        for event in [
            DeliveryEvent.courierAssigned(name: String(repeating: "\"", count: 100_000)),
            .pickedUp(arrival: nil), .departed(arrival: nil), .attemptFailed(reason: .addressNotFound),
            .courierMoved(
                position: DeliveryPosition(latitude: -12.345678901234567, longitude: -123.45678901234567), stopsLeft: 255,
                arrival: (start + 1000.123456789)...(start + 7 * 86400 - 0.123456789)),
        ] {
            var scope = ActivityScope(attributes: attributes, content: content, startedAt: start, now: start)
            try provider.handle(event, in: &scope)
            try provider.perform("leaveAtDoor", in: &scope)
            content = ActivityContent(state: scope.state, staleDate: scope.staleDate, relevanceScore: scope.relevanceScore)
        }
        content.state.delayReason = .courierShortage
        content.state.cancellationReason = .undeliverable
        content.state.contactRequested = true
        let bytes = try JSONEncoder().encode(attributes).count + JSONEncoder().encode(content).count
        #expect(bytes <= 3072)
    }

    /// A host may have a million states in memory, and every event reads and writes one.
    @Test func stateFitsIntoTwoCacheLines() {
        #expect(MemoryLayout<DeliveryState>.stride <= 80)
        #expect(MemoryLayout<DeliveryEvent>.stride <= 64)
    }
}
