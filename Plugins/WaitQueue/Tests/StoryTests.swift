import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import WaitQueueActivity

/// Whole waits, with an engine.
@Suite struct StoryTests {
    static func party(ticket: Int, position: Int) -> WaitQueueAttributes {
        WaitQueueAttributes(
            waitlistName: "Lucia", bookingId: "B\(ticket)", queueId: "lucia", ticket: ticket, position: position, partySize: 2,
            secondsPerParty: 120)
    }

    @Test func oneEventMovesAllPartiesOfTheQueueAndNoOthers() throws {
        let scenario = Scenario(WaitQueueProvider())
        let first = try scenario.start(Self.party(ticket: 41, position: 2), owner: "anna")
        let second = try scenario.start(Self.party(ticket: 44, position: 5), owner: "ben")
        var elsewhere = Self.party(ticket: 44, position: 5)
        elsewhere.queueId = "marco"
        let third = try scenario.start(elsewhere, owner: "cleo")

        scenario.advance(by: 100)
        // 40 and 43 no longer wait.
        #expect(
            try scenario.publish(WaitQueueEvent.advanced(through: 40, also: [43]), to: "queue/lucia") == [
                .updated, .alerted(AlertConfiguration(title: "You are next", body: "Lucia: please come over.")), .updated,
            ])
        func position(_ id: ActivityID) -> Int? {
            scenario.content(of: id, as: WaitQueueAttributes.self)?.state.currentPositionInQueue
        }
        #expect(position(first) == 1)
        #expect(position(second) == 3)
        #expect(position(third) == 5)
        #expect(try scenario.publish(WaitQueueEvent.advanced(through: 40, also: [43]), to: "queue/lucia") == [])
    }

    @Test func fromTheEndOfTheQueueToTheTable() throws {
        let scenario = Scenario(WaitQueueProvider())
        let party = try scenario.start(Self.party(ticket: 41, position: 3))
        #expect(scenario.lastChanges.map(\.what) == [.started])
        let again = try scenario.start(Self.party(ticket: 41, position: 3))
        #expect(again == party)

        scenario.advance(by: 60)
        #expect(try scenario.send(WaitQueueEvent.called(), to: party).map(\.name) == ["updated", "alerted"])
        scenario.advance(by: 590)
        #expect(try scenario.perform(WaitQueueProvider.moreTime, on: party) == [.updated])
        #expect(scenario.advance(by: 300) == [])
        #expect(
            try scenario.send(WaitQueueEvent.seated, to: party) == [
                .updated, .ended(by: .provider, dismissal: scenario.now), .dismissed(by: .policy),
            ])
    }

    @Test func aNoShowIsShownForAQuarterOfAnHour() throws {
        let scenario = Scenario(WaitQueueProvider())
        let party = try scenario.start(Self.party(ticket: 41, position: 3))
        try scenario.send(WaitQueueEvent.called(), to: party)
        #expect(scenario.advance(by: 599) == [])
        let gone = scenario.now.addingTimeInterval(1 + 900)
        #expect(scenario.advance(by: 1) == [.updated, .ended(by: .provider, dismissal: gone)])
        #expect(scenario.content(of: party, as: WaitQueueAttributes.self)?.state.step == .noShow)
        #expect(scenario.advance(by: 900) == [.dismissed(by: .policy)])
    }

    @Test func withoutEventsTheContentIsStaleAfterTheEstimate() throws {
        let scenario = Scenario(WaitQueueProvider())
        let party = try scenario.start(Self.party(ticket: 41, position: 3))
        let turn = try #require(scenario.content(of: party, as: WaitQueueAttributes.self)?.state.estimatedTurn)
        #expect(scenario.advance(to: turn.upperBound.addingTimeInterval(-1)) == [])
        #expect(scenario.advance(to: turn.upperBound) == [.becameStale])
        #expect(try scenario.publish(WaitQueueEvent.advanced(through: 39), to: "queue/lucia") == [.updated, .becameActive])
    }

    @Test func aScheduledWaitCountsFromItsStart() throws {
        let scenario = Scenario(WaitQueueProvider())
        let later = Scenario.epoch.addingTimeInterval(7_200)
        let options = StartOptions(start: later, alert: AlertConfiguration(title: "Lucia", body: "The queue is open."))
        let party = try scenario.start(Self.party(ticket: 41, position: 3), options: options)
        #expect(scenario.advance(to: later).map(\.name).first == "started")
        let content = try #require(scenario.content(of: party, as: WaitQueueAttributes.self))
        #expect(content.state.movedAt == later)
        #expect(try #require(content.state.estimatedTurn).lowerBound >= later)
    }
}
