import Foundation
import LiveActivityCore
import Testing

@testable import WaitQueueActivity

/// From the call to the end.
@Suite struct TurnTests {
    static let attributes = WaitQueueAttributes(
        waitlistName: "Lucia", bookingId: "B", queueId: "lucia", ticket: 57, position: 10, partySize: 4, secondsPerParty: 150)

    /// The README must have exactly this table.
    @Test func readmeShowsEveryTransition() throws {
        let steps = WaitQueueStep.allCases.filter { !$0.isFinal }
        let events: [WaitQueueEvent] = [
            .advanced(through: 1), .waitPosted(minutes: 1), .waitMeasured(minutes: 1), .called(), .seated, .left,
            .partySizeChanged(to: 2),
        ]
        var table = "| event | " + steps.map(\.rawValue).joined(separator: " | ") + " |\n"
        table += "|" + String(repeating: " --- |", count: steps.count + 1) + "\n"
        for event in events {
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

    @Test func theTransitionTableIsThisOne() {
        let events: [WaitQueueEvent] = [
            .advanced(through: 1), .waitPosted(minutes: 1), .waitMeasured(minutes: 1), .called(), .seated, .left,
            .partySizeChanged(to: 2),
        ]
        let table: [WaitQueueStep: [WaitQueueStep?]] = [
            .waiting: [.waiting, .waiting, .waiting, .called, .seated, .left, .waiting],
            .almostReady: [.almostReady, .almostReady, .almostReady, .called, .seated, .left, .almostReady],
            .called: [.called, .called, .called, nil, .seated, .left, .called],
            .seated: [nil, nil, nil, nil, nil, nil, nil],
            .left: [nil, nil, nil, nil, nil, nil, nil],
            .noShow: [nil, nil, nil, nil, nil, nil, nil],
        ]
        for step in WaitQueueStep.allCases {
            #expect(events.map { step.after($0) } == table[step])
        }
    }

    @Test func aCallHoldsTheTurnAndAsksForAWakeAtTheEndOfTheHold() throws {
        var party = try Party(Self.attributes)
        try party.send(.called(), after: 60)
        #expect(party.state.step == .called)
        #expect(party.state.currentPositionInQueue == 1)
        #expect(party.state.progress == 1)
        #expect(party.state.estimatedTurn == nil)
        #expect(party.state.heldUntil == Party.epoch.addingTimeInterval(660))
        #expect(party.wake == Party.epoch.addingTimeInterval(660))
        #expect(party.content.staleDate == nil)
        #expect(party.content.relevanceScore == 100)
        #expect(
            party.alert == AlertConfiguration(title: "It is your turn", body: "Lucia is holding your place for 10 minutes."))
        #expect(party.end == nil)
    }

    @Test func aPartyThatDoesNotComeInTimeIsANoShow() throws {
        var party = try Party(Self.attributes)
        try party.send(.called(holdUntil: Party.epoch.addingTimeInterval(300)), after: 60)
        try party.sleep()
        #expect(party.now == Party.epoch.addingTimeInterval(300))
        #expect(party.state.step == .noShow)
        #expect(party.wake == nil)
        #expect(party.end == .after(Party.epoch.addingTimeInterval(1_200)))
    }

    @Test func moreTimeIsGivenTwiceAndThenRefused() throws {
        var party = try Party(Self.attributes)
        #expect(throws: UnknownAction(WaitQueueProvider.moreTime)) { try party.perform(WaitQueueProvider.moreTime) }
        try party.send(.called(), after: 60)
        try party.perform(WaitQueueProvider.moreTime)
        try party.perform(WaitQueueProvider.moreTime)
        #expect(party.wake == Party.epoch.addingTimeInterval(60 + 600 + 600))
        #expect(party.state.extensionsUsed == 2)
        let before = party.content
        #expect(throws: WaitQueueError.noMoreTime(times: 2)) { try party.perform(WaitQueueProvider.moreTime) }
        #expect(party.content == before)
    }

    @Test func aSeatedPartyIsAtTheFrontAndDismissedAtOnce() throws {
        var party = try Party(Self.attributes)
        try party.send(.seated, after: 60)  // Without a call: the host walked up to them.
        #expect(party.state.step == .seated)
        #expect(party.state.currentPositionInQueue == 1)
        #expect(party.state.progress == 1)
        #expect(party.end == .immediate)
        #expect(party.wake == nil)
    }

    @Test func aPartyThatLeavesIsDismissedAtOnceAtItsPosition() throws {
        var waiting = try Party(Self.attributes)
        try waiting.perform(WaitQueueProvider.leaveQueue)
        #expect(waiting.state.step == .left)
        #expect(waiting.state.currentPositionInQueue == 10)
        #expect(waiting.end == .immediate)

        var called = try Party(Self.attributes)
        try called.send(.called(), after: 60)
        try called.perform(WaitQueueProvider.leaveQueue)
        #expect(called.state.currentPositionInQueue == 1)
        #expect(called.state.progress == 1)
        #expect(called.end == .immediate)
        #expect(called.wake == nil)
    }

    @Test func eventsOfTheQueueDoNotMoveACalledParty() throws {
        var party = try Party(Self.attributes)
        try party.send(.called(), after: 60)
        let before = party.content
        try party.send(.advanced(through: 60), after: 60)
        try party.send(.waitPosted(minutes: 90), after: 60)
        try party.send(.waitMeasured(minutes: 90), after: 60)
        #expect(party.content == before)
        #expect(party.wake == before.state.heldUntil)
        #expect(throws: InvalidTransition(from: "called", event: "called")) { try party.send(.called()) }
    }

    @Test func badInputIsRefusedAndChangesNothing() throws {
        var party = try Party(Self.attributes)
        let before = party.content
        let milliseconds = Date(timeIntervalSinceReferenceDate: 803_667_600_000)
        let cases: [(WaitQueueEvent, any Error & Equatable)] = [
            (.advanced(through: -1), InvalidField.outOfRange("through", -1, allowed: 0...999_999_999)),
            (.advanced(through: 47, also: [50, 49]), WaitQueueError.ticketsNotAscending([50, 49])),
            (.advanced(through: 47, also: [47]), WaitQueueError.ticketsNotAscending([47])),
            (.advanced(through: 0, also: Array(1...65)), InvalidField.outOfRange("the count of also", 65, allowed: 0...64)),
            (.waitPosted(minutes: -5), InvalidField.outOfRange("minutes", -5, allowed: 0...600)),
            (.waitPosted(minutes: 5, position: 0), InvalidField.outOfRange("place", 0, allowed: 1...100_000)),
            (.waitMeasured(minutes: 601), InvalidField.outOfRange("minutes", 601, allowed: 0...600)),
            (.called(holdUntil: Party.epoch), WaitQueueError.holdOutOfReach(Party.epoch, now: Party.epoch)),
            (.called(holdUntil: milliseconds), WaitQueueError.holdOutOfReach(milliseconds, now: Party.epoch)),
            (.partySizeChanged(to: 0), InvalidField.outOfRange("partySize", 0, allowed: 1...999)),
        ]
        func isRefused(_ event: WaitQueueEvent, as error: some Error & Equatable) {
            #expect(throws: error) { try party.send(event) }
            #expect(party.content == before)
        }
        for (event, error) in cases { isRefused(event, as: error) }
    }

    @Test func attributesOutOfRangeAreRefused() throws {
        func refusal<Refusal: Error>(_ change: (inout WaitQueueAttributes) -> Void) -> Refusal? {
            var attributes = Self.attributes
            change(&attributes)
            do {
                try WaitQueueProvider().validate(attributes)
                return nil
            } catch {
                return error as? Refusal
            }
        }
        #expect(throws: Never.self) { try WaitQueueProvider().validate(Self.attributes) }
        #expect(refusal { $0.bookingId = "" } == InvalidField.empty("bookingId"))
        #expect(
            refusal { $0.waitlistName = String(repeating: "ä", count: 49) }
                == InvalidField.tooLong("waitlistName", bytes: 98, limit: 96))
        #expect(refusal { $0.queueId = "a\u{1}" } == InvalidField.controlCharacter("queueId"))
        #expect(refusal { $0.ticket = 9 } == WaitQueueError.positionBeyondTicket(position: 10, ticket: 9))
        #expect(refusal { $0.position = 0 } == InvalidField.outOfRange("position", 0, allowed: 1...100_000))
        #expect(refusal { $0.partySize = -1 } == InvalidField.outOfRange("partySize", -1, allowed: 1...999))
        #expect(refusal { $0.secondsPerParty = 0 } == WaitQueueError.paceOutOfRange(secondsPerParty: 0))
        #expect(refusal { $0.secondsPerParty = .infinity } == WaitQueueError.paceOutOfRange(secondsPerParty: .infinity))
        #expect(refusal { $0.readyThreshold = 0 } == InvalidField.outOfRange("readyThreshold", 0, allowed: 1...100))
        #expect(refusal { $0.holdMinutes = 121 } == InvalidField.outOfRange("holdMinutes", 121, allowed: 1...120))
        #expect(refusal { $0.extensions = 11 } == InvalidField.outOfRange("extensions", 11, allowed: 0...10))
    }
}
