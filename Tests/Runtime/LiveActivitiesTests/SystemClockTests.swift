import LiveActivities
import LiveActivityTesting
import Testing

@Suite struct SystemClockTests {
    /// Regression: after the clock was set forward past a deadline, the deadline was up to a minute late.
    @Test func theClockIsReadAgainAfterASecondAtMost() {
        let now = Scenario.epoch
        func pause(_ seconds: Double) -> Double? { SystemClock.pause(until: now + seconds, at: now) }
        #expect(pause(86_400) == 1)
        #expect(pause(1.5) == 1)
        #expect(pause(1) == 1)
        #expect(pause(0.5) == 0.5)
        #expect(pause(0) == nil)
        #expect(pause(-1) == nil)
        #expect(SystemClock.pause(until: .distantFuture, at: now) == 1)
    }
}
