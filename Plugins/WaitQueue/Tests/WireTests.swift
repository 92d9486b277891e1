import Foundation
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import WaitQueueActivity

@Suite struct WireTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func theContentIsWhatAnIPhoneDecodes() throws {
        var party = try Party(TurnTests.attributes)
        // Dates are seconds since 2001-01-01, a window is an array of two.
        #expect(
            try json(party.state) == """
                {"currentPositionInQueue":10,"estimatedTurn":[803667900,803670300],"extensionsUsed":0,"movedAt":803667600,\
                "pace":{"announced":0,"experienced":0,"parties":8,"seconds":1200},"partySize":4,"progress":0,"step":"waiting"}
                """)
        try party.send(.called(), after: 60)
        #expect(
            try json(party.state) == """
                {"currentPositionInQueue":1,"extensionsUsed":0,"heldUntil":803668260,"movedAt":803667600,\
                "pace":{"announced":0,"experienced":0,"parties":8,"seconds":1200},"partySize":4,"progress":1,"step":"called"}
                """)
        #expect(try JSONDecoder().decode(WaitQueueState.self, from: Data(json(party.state).utf8)) == party.state)
    }

    @Test func eventsHaveTheirNamesInJSON() throws {
        let events: [(WaitQueueEvent, String)] = [
            (.advanced(through: 48), #"{"advanced":{"through":48}}"#),
            (.advanced(through: 48, also: [51, 60]), #"{"advanced":{"also":[51,60],"through":48}}"#),
            (.waitPosted(minutes: 25), #"{"waitPosted":{"minutes":25}}"#),
            (.waitMeasured(minutes: 18, position: 9), #"{"waitMeasured":{"minutes":18,"place":9}}"#),
            (.called(), #"{"called":{}}"#),
            (.called(holdUntil: Party.epoch), #"{"called":{"holdUntil":803667600}}"#),
            (.seated, #"{"seated":{}}"#),
            (.left, #"{"left":{}}"#),
            (.partySizeChanged(to: 5), #"{"partySizeChanged":{"to":5}}"#),
        ]
        for (event, text) in events {
            #expect(try json(event) == text)
            #expect(try JSONDecoder().decode(WaitQueueEvent.self, from: Data(text.utf8)) == event)
        }
    }

    @Test func directJSONAgreesWithCodable() throws {
        for event in [
            WaitQueueEvent.advanced(through: 48), .advanced(through: 48, also: []), .advanced(through: 48, also: [51, 60]),
            .waitPosted(minutes: 25), .waitMeasured(minutes: 18, position: 9), .called(), .called(holdUntil: Party.epoch),
            .seated,
            .left, .partySizeChanged(to: 5),
        ] {
            try JSONAgreement.check(event)
        }
        var party = try Party(TurnTests.attributes)
        try party.send(.waitPosted(minutes: 25), after: 60)
        try JSONAgreement.check(party.state)
        try party.send(.called(), after: 60)
        try JSONAgreement.check(party.state)
        var attributes = TurnTests.attributes
        try JSONAgreement.check(attributes)
        (attributes.secondsPerParty, attributes.readyThreshold, attributes.holdMinutes, attributes.extensions) = (90, 4, 12, 1)
        try JSONAgreement.check(attributes)
    }

    @Test func theLargestPartyFitsThePayload() throws {
        let name = String(repeating: "\"", count: 96)
        let id = String(repeating: "/", count: 64)
        var party = try Party(
            WaitQueueAttributes(
                waitlistName: name, bookingId: id, queueId: id, ticket: 999_999_999, position: 100_000, partySize: 999,
                secondsPerParty: 14_399.999_999_999_999, readyThreshold: 100, holdMinutes: 120, extensions: 10),
            at: Date(timeIntervalSinceReferenceDate: 803_667_600.123_456_7))
        var largest = 0
        for step in 1...200 {
            switch step % 4 {
            case 0: try party.send(.waitPosted(minutes: 599, position: 7), after: 1.000_000_1)
            case 1: try party.send(.waitMeasured(minutes: 601 - step, position: 77_777), after: 7.3)
            case 2: try party.send(.advanced(through: 999_900_000 + step * 17), after: 1.0 / 3)
            default: try party.send(.partySizeChanged(to: 999), after: 0.1)
            }
            let encoder = JSONEncoder()
            largest = max(largest, try encoder.encode(party.attributes).count + encoder.encode(party.state).count)
        }
        #expect(largest <= 4_096)
        #expect(largest <= 1_400)
    }
}
