import LiveActivityTesting
import Testing

@testable import LiveActivityCluster

/// Tasks that wait until another thread changes a value.
@Suite struct WatchedStateTests {
    private let clock = ManualClock()
    private let state = WatchedState(0)

    @Test func aChangeResumesThoseWhoseConditionHolds() async {
        let time = ClusterClock(clock)
        async let one = state.wait(on: time) { $0 >= 1 }
        async let three = state.wait(on: time) { $0 >= 3 }
        state.change { $0 = 1 }
        #expect(await one)
        state.change { $0 = 2 }
        state.change { $0 = 3 }
        #expect(await three)
        #expect(await state.wait(on: time) { $0 == 3 }, "it holds already")
    }

    @Test func aWaitEndsAtItsDeadline() async {
        let time = ClusterClock(clock)
        let end = time.instant + .milliseconds(100)
        let waiting = Task { [state] in await state.wait(until: end, on: time) { $0 == 1 } }
        while clock.nextDate == nil { await Task.yield() }
        clock.advance(by: 0.099)
        #expect(clock.nextDate != nil)
        clock.advance(by: 0.001)
        #expect(await !waiting.value)
        #expect(await !state.wait(until: end, on: time) { $0 == 1 }, "the deadline has passed")
        #expect(clock.nextDate == nil)
    }

    /// The end of a process cancels its tasks, but waits that are not cancellable continue.
    @Test func cancellationEndsAWaitThatIsCancellable() async {
        let time = ClusterClock(clock)
        let cancelled = Task { [state] in await state.wait(on: time, isCancellable: true) { $0 == 1 } }
        let other = Task { [state] in await state.wait(on: time) { $0 == 1 } }
        cancelled.cancel()
        other.cancel()
        #expect(await !cancelled.value)
        state.change { $0 = 1 }
        #expect(await other.value)
    }

    /// A date is rounded. An alarm that fired before its instant would have to be set again for the remaining time.
    @Test func anAlarmComesAtItsInstant() {
        let time = ClusterClock(clock)
        for duration in [Duration.milliseconds(250), .milliseconds(333), .microseconds(1), .seconds(86_400)] {
            let end = time.instant + duration
            let instants = Noted<[ClusterClock.Instant]>([])
            time.setAlarm(after: duration) { instants.change { $0.append(time.instant) } }
            clock.advance(by: duration.seconds)
            #expect(instants.value == [end])
        }
    }
}
