import LiveActivities
import LiveActivityTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ManualClockTests {
    let clock = ManualClock()
    let start = Scenario.epoch

    @Test func alarmsRingInTheOrderOfTheirDatesEachAtItsOwn() {
        let log = Log<String>()
        @Sendable func note(_ name: String) -> @Sendable () -> Void {
            { log.append("\(name) at \(clock.now.timeIntervalSince(start))") }
        }
        _ = clock.setAlarm(at: start + 20, note("second"))
        _ = clock.setAlarm(at: start + 10, note("first"))
        _ = clock.setAlarm(at: start + 20, note("third"))
        clock.setAlarm(at: start + 15, note("never")).cancel()
        _ = clock.setAlarm(at: start + 30) { _ = clock.setAlarm(at: start + 35, note("set by the fourth")) }
        clock.advance(by: 9)
        #expect(log.all == [])
        clock.advance(by: 31)
        #expect(log.all == ["first at 10.0", "second at 20.0", "third at 20.0", "set by the fourth at 35.0"])
        #expect(clock.now == start + 40)
        #expect(clock.nextDate == nil)
    }

    @Test func anAlarmThatIsDueAlreadyRingsWithTheNextAdvance() {
        let log = Log<String>()
        _ = clock.setAlarm(at: start - 10) { log.append("late") }
        #expect(log.all == [])
        clock.advance(by: 0)
        #expect(log.all == ["late"])
        #expect(clock.now == start)
    }

    @Test func sleepersAreWokenAndCancelled() async throws {
        let sleeper = Task { try await clock.sleep(until: start + 10) }
        let cancelled = Task { try await clock.sleep(until: start + 10) }
        await clock.untilSleeping(2)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        clock.advance(by: 10)
        try await sleeper.value
        try await clock.sleep(until: start + 10)
        #expect(clock.nextDate == nil)
    }
}
