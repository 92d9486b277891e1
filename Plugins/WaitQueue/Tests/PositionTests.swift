import LiveActivityCore
import Testing

@testable import WaitQueueActivity

/// The effect of one `advanced` event on each party.
@Suite struct PositionTests {
    func party(ticket: Int, position: Int) throws -> Party {
        try Party(
            WaitQueueAttributes(
                waitlistName: "Lucia", bookingId: "B", queueId: "lucia", ticket: ticket, position: position, partySize: 2))
    }

    @Test func oneEventMovesEachPartyToItsPosition() throws {
        var positions: [Int] = []
        for ticket in 48...57 {
            var party = try party(ticket: ticket, position: ticket - 40)
            try party.send(.advanced(through: 45, also: [49, 52]), after: 60)
            positions.append(party.state.currentPositionInQueue)
        }
        // 49 and 52 no longer wait themselves; their own events will follow.
        #expect(positions == [3, 4, 4, 5, 6, 6, 7, 8, 9, 10])
    }

    @Test func aPartyInFrontThatLeavesMovesOnlyThoseBehindIt() throws {
        var before = try party(ticket: 50, position: 10)
        var behind = try party(ticket: 52, position: 12)
        try before.send(.advanced(through: 40, also: [51]), after: 60)
        try behind.send(.advanced(through: 40, also: [51]), after: 60)
        #expect(before.state.currentPositionInQueue == 10)
        #expect(behind.state.currentPositionInQueue == 11)
    }

    @Test func theNextEventMakesUpForALostOne() throws {
        let all: [WaitQueueEvent] = [
            .advanced(through: 41), .advanced(through: 41, also: [44]), .advanced(through: 42, also: [44]),
            .advanced(through: 44), .advanced(through: 47, also: [49]),
        ]
        for lost in 0..<4 {
            var party = try party(ticket: 50, position: 10)
            for (index, event) in all.enumerated() where index != lost { try party.send(event, after: 60) }
            #expect(party.state.currentPositionInQueue == 2)
        }
    }

    @Test func everyOrderAndRepetitionOfTheEventsGivesOnePosition() throws {
        let all: [WaitQueueEvent] = [
            .advanced(through: 41), .advanced(through: 41, also: [44]), .advanced(through: 42, also: [44]),
            .advanced(through: 44),
        ]
        for first in 0..<4 {
            for second in 0..<4 {
                for third in 0..<4 {
                    for fourth in 0..<4 where Set([first, second, third, fourth]).count == 4 {
                        var party = try party(ticket: 50, position: 10)
                        for index in [first, second, third, fourth, first, second] { try party.send(all[index], after: 10) }
                        #expect(party.state.currentPositionInQueue == 6)
                        #expect(party.state.progress == 0.4)
                    }
                }
            }
        }
    }

    @Test func anOldEventChangesNothingAtAll() throws {
        var party = try party(ticket: 50, position: 10)
        try party.send(.advanced(through: 44), after: 60)
        let before = party.content
        try party.send(.advanced(through: 42), after: 60)
        try party.send(.advanced(through: 44), after: 60)
        #expect(party.content == before)
        #expect(party.alert == nil)
    }

    @Test func theNextPartyIsAlertedOnce() throws {
        var party = try party(ticket: 50, position: 3)
        try party.send(.advanced(through: 48), after: 60)
        #expect(party.alert == nil)
        try party.send(.advanced(through: 49), after: 60)
        #expect(party.alert == AlertConfiguration(title: "You are next", body: "Lucia: please come over."))
        try party.send(.advanced(through: 50), after: 60)
        #expect(party.alert == nil)
        #expect(party.state.currentPositionInQueue == 1)
        #expect(party.state.step == .almostReady)
    }

    @Test func almostReadyIsReachedAtTheThresholdAndNotBefore() throws {
        var party = try party(ticket: 50, position: 6)
        try party.send(.advanced(through: 46), after: 60)
        #expect(party.state.step == .waiting)
        #expect(party.content.relevanceScore == 50)
        try party.send(.advanced(through: 47), after: 60)
        #expect(party.state.step == .almostReady)
        #expect(party.content.relevanceScore == 80)
    }

    @Test func theSymbolChangesAtPositions5And9And25() throws {
        var distances: [WaitQueueState.Distance] = []
        for position in [1, 4, 5, 8, 9, 24, 25, 100_000] {
            distances.append(try party(ticket: 100_000, position: position).state.distance)
        }
        #expect(distances == [.nearest, .nearest, .near, .near, .far, .far, .farthest, .farthest])
    }
}
