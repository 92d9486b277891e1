import Foundation
import LiveActivities
import LiveActivityTesting
import Synchronization
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

    /// Regression: an alarm was a task, so that a store with relaxed durability was written seconds late in a service whose
    /// tasks were busy.
    @Test func anAlarmDoesNotWaitForTasksThatNeverSuspend() async {
        let alarm = Fired()
        let clock = SystemClock()
        let sawIt = await withTaskGroup(of: Bool.self) { group in
            // More than the pool has threads.
            for _ in 0..<(2 * ProcessInfo.processInfo.activeProcessorCount) {
                group.addTask {
                    // The first task of all sets the alarm, when each of them may have a thread.
                    alarm.setOnce(clock)
                    let end = ContinuousClock.now + .seconds(60)
                    while ContinuousClock.now < end { if alarm.hasFired { return true } }
                    return false
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(!sawIt.contains(false))
    }

    @Test func aCancelledAlarmDoesNotFire() async {
        let (cancelled, later) = (Fired(), Fired())
        let clock = SystemClock()
        let date = clock.now + 0.05
        clock.setAlarm(at: date) { cancelled.fire() }.cancel()
        await withCheckedContinuation { continuation in
            _ = clock.setAlarm(at: date + 0.05) {
                later.fire()
                continuation.resume()
            }
        }
        #expect(later.hasFired)
        #expect(!cancelled.hasFired)
        #expect(clock.now >= date + 0.05)
    }
}

private final class Fired: Sendable {
    private let fired = Atomic(false)
    private let isSet = Atomic(false)

    var hasFired: Bool { fired.load(ordering: .acquiring) }

    func fire() { fired.store(true, ordering: .releasing) }

    func setOnce(_ clock: SystemClock) {
        guard !isSet.exchange(true, ordering: .acquiringAndReleasing) else { return }
        _ = clock.setAlarm(at: clock.now + 0.01) { [self] in fire() }
    }
}
