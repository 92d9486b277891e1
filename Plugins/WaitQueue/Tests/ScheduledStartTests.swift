import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import WaitQueueActivity

@Suite struct ScheduledStartTests {
    let scenario = Scenario(WaitQueueProvider())
    let note = AlertConfiguration(title: "The queue opens", body: "now")
    let party = WaitQueueAttributes(
        waitlistName: "Lucia", bookingId: "B1", queueId: "lucia", ticket: 20, position: 10, partySize: 2, secondsPerParty: 150)

    /// Minutes, hours and days ahead.
    @Test(arguments: [300.0, 1_800.0, 3_600.0, 36_000.0, 259_200.0])
    func theEstimateCountsFromTheStartDate(lead: TimeInterval) throws {
        let begins = Scenario.epoch + lead
        let id = try scenario.start(party, options: StartOptions(start: begins, alert: note))
        #expect(scenario.lastChanges.map(\.what) == [.scheduled(for: begins)])
        let content = try #require(scenario.content(of: id, as: WaitQueueAttributes.self))
        let turn = try #require(QueuePace(guess: 150).turn(from: begins, position: 10))
        #expect(content.state.estimatedTurn == turn)
        #expect(content.state.movedAt == begins)
        #expect(scenario.advance(to: begins) == [.started, .alerted(note), .updated])
        #expect(scenario.content(of: id, as: WaitQueueAttributes.self)?.staleDate == turn.upperBound)
        #expect(scenario.advance(to: turn.upperBound) == [.becameStale])
    }

    /// The wait has not begun, so the queue's speed is unknown.
    @Test func aPartyThatMovesUpBeforeItsStartLearnsNothingAboutThePace() throws {
        let begins = Scenario.epoch + 3_600
        let id = try scenario.start(party, options: StartOptions(start: begins, alert: note))
        scenario.advance(by: 60)
        #expect(try scenario.send(WaitQueueEvent.advanced(through: 15), to: id) == [.updated])
        let state = try #require(scenario.content(of: id, as: WaitQueueAttributes.self)?.state)
        #expect(state.currentPositionInQueue == 5)
        #expect(state.pace == QueuePace(guess: 150))
        #expect(state.movedAt == begins)
        scenario.advance(to: begins)
        let begun = try #require(scenario.content(of: id, as: WaitQueueAttributes.self))
        #expect(begun.state.estimatedTurn == QueuePace(guess: 150).turn(from: begins, position: 5))
        #expect(begun.staleDate == begun.state.estimatedTurn?.upperBound)
    }
}
