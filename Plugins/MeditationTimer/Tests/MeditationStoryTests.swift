import LiveActivityCore
import LiveActivityTesting
import MeditationTimerActivity
import Testing

/// Whole meditations with an engine: what a host receives, in order.
@Suite struct MeditationStoryTests {
    private let scenario = Scenario(MeditationTimerProvider())

    private func content(_ timer: ActivityID) -> ActivityContent<MeditationTimerState>? {
        scenario.content(of: timer, as: MeditationTimerAttributes.self)
    }

    @Test func twoCyclesWithAPause() throws {
        let timer = try scenario.start(MeditationTimerAttributes(timerDuration: 600, cycles: 2, languageCode: "de"))
        #expect(scenario.nextDeadline == start + 8 * 3600)  // Only the engine's own limit.

        #expect(try scenario.send(MeditationTimerEvent.started, to: timer) == [.updated])
        #expect(scenario.nextDeadline == start + 600)

        #expect(scenario.advance(by: 200) == [])
        #expect(try scenario.perform("pause", on: timer) == [.updated])
        #expect(scenario.advance(by: 3600) == [])
        #expect(try scenario.perform("resume", on: timer) == [.updated])

        #expect(scenario.advance(by: 399.999) == [])
        #expect(
            scenario.advance(by: 0.001)
                == [.updated, .alerted(alert("Runde beendet", "Runde 1 von 2 ist vorbei."))])
        #expect(try scenario.send(MeditationTimerEvent.nextCycleStarted, to: timer) == [.updated])

        let end = start + 4800
        #expect(
            scenario.advance(to: end) == [
                .updated, .alerted(alert("Meditation beendet", "Gut gemacht.")),
                .ended(by: .provider, dismissal: end + 3),
            ])
        #expect(
            content(timer)
                == ActivityContent(
                    state: MeditationTimerState(mode: .complete, currentCycle: 2, totalCycles: 2), staleDate: nil,
                    relevanceScore: 0))
        #expect(scenario.advance(by: 2.999) == [])
        #expect(scenario.advance(by: 0.001) == [.dismissed(by: .policy)])
    }

    @Test func aHostThatWakesLateMissesNothing() throws {
        let timer = try scenario.start(MeditationTimerAttributes(timerDuration: 600, cycles: 1))
        try scenario.send(MeditationTimerEvent.started, to: timer)
        #expect(
            scenario.advance(by: 7200) == [
                .updated, .alerted(alert("Meditation complete", "Well done.")),
                .ended(by: .provider, dismissal: start + 603), .dismissed(by: .policy),
            ])
    }

    @Test func aResetIsDismissedAtOnce() throws {
        let timer = try scenario.start(MeditationTimerAttributes(timerDuration: 600))
        try scenario.send(MeditationTimerEvent.started, to: timer)
        scenario.advance(by: 60)
        #expect(
            try scenario.perform("end", on: timer)
                == [.updated, .ended(by: .provider, dismissal: start + 60), .dismissed(by: .policy)])
        #expect(scenario.state(of: timer) == nil)
        #expect(scenario.nextDeadline == nil)
    }

    @Test func aNewTimerReplacesTheOldOneOfTheSameOwner() throws {
        let first = try scenario.start(MeditationTimerAttributes(timerDuration: 600), owner: "anna")
        let other = try scenario.start(MeditationTimerAttributes(timerDuration: 600), owner: "ben")
        let second = try scenario.start(MeditationTimerAttributes(timerDuration: 900), owner: "anna")
        #expect(scenario.state(of: first) == nil)
        #expect(scenario.activities(of: "anna") == [second])
        #expect(scenario.activities(of: "ben") == [other])
    }

    @Test func whatCannotFollowIsRefusedAndChangesNothing() throws {
        let timer = try scenario.start(MeditationTimerAttributes(timerDuration: 600))
        let before = content(timer)
        #expect(throws: EngineError.refused("meditationTimer", reason: "paused is not possible after idle")) {
            try scenario.send(MeditationTimerEvent.paused, to: timer)
        }
        #expect(content(timer) == before)
    }

    @Test func aTimerThatStartsInTheMiddleOfACycleAlertsAtItsEnd() throws {
        let attributes = MeditationTimerAttributes(timerDuration: 600, cycles: 2)
        let middle = MeditationTimerState(mode: .running(endTime: start + 250), currentCycle: 1, totalCycles: 2)
        let timer = try scenario.start(attributes, content: ActivityContent(state: middle, staleDate: nil))
        #expect(scenario.advance(by: 249.999) == [])
        #expect(
            scenario.advance(by: 0.001)
                == [.updated, .alerted(alert("Cycle complete", "Cycle 1 of 2 is over."))])
        #expect(content(timer)?.state.mode == .cycleEnd)
    }

    @Test func sampleStoryRunsToItsEnd() throws {
        let samples = MeditationTimerProvider().samples
        let timer = try scenario.start(samples.attributes[0])
        for moment in samples.story {
            scenario.advance(to: Scenario.epoch + moment.after)
            try scenario.send(moment.event, to: timer)
        }
        scenario.advance(by: 600)
        #expect(scenario.state(of: timer) == .ended)
    }
}
