import LiveActivityCore
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivities

/// The computer's clock jumps, and the runtime's time still advances correctly.
@Suite struct ClockGuardTests {
    private let start = 1_000_000.0

    /// Readings this many seconds after the start, of a clock that is ahead by the given seconds.
    private func times(_ readings: [(after: Double, ahead: Double)]) -> [(Double, ClockJump?)] {
        var clock = ClockGuard()
        return readings.map { reading in
            let (time, jump) = clock.time(wall: start + reading.after + reading.ahead, steady: reading.after)
            return (time - start - reading.after, jump)
        }
    }

    private func expect(_ readings: [(after: Double, ahead: Double)], _ wanted: [(Double, ClockJump?)]) {
        let found = times(readings)
        #expect(found.map(\.0) == wanted.map(\.0))
        #expect(found.map(\.1) == wanted.map(\.1))
    }

    @Test func aYearForThreeSecondsIsNeverSeen() {
        let year = 400.0 * 86_400
        expect(
            [(0, 0), (10, 0), (11, year), (13, year), (14, 0), (100, 0)],
            [(0, nil), (0, nil), (0, .heldBack(by: year)), (0, nil), (0, .undone(by: year)), (0, nil)])
    }

    @Test func aClockThatGoesOnLikeThatForAMinuteIsBelieved() {
        for by in [3_600.0, -3_600] {
            expect(
                [(0, 0), (10, by), (69, by), (70, by), (71, by)],
                [(0, nil), (0, .heldBack(by: by)), (0, nil), (by, .confirmed(by: by)), (by, nil)])
        }
    }

    @Test func aCorrectionOfFiveSecondsCountsAtOnceAndOfMoreDoesNot() {
        expect([(0, 0), (0, 5)], [(0, nil), (5, nil)])
        expect([(0, 0), (0, 5.5)], [(0, nil), (0, .heldBack(by: 5.5))])
        expect([(0, 0), (0, -5)], [(0, nil), (-5, nil)])
        expect([(0, 0), (0, -5.5)], [(0, nil), (0, .heldBack(by: -5.5))])
        // An hour between readings: a time server may also have corrected 3.6 s in it.
        expect([(0, 0), (3_600, 8.5)], [(0, nil), (8.5, nil)])
        expect([(0, 0), (3_600, 9)], [(0, nil), (0, .heldBack(by: 9))])
    }

    @Test func aClockThatJumpsAgainIsNotBelievedForTheFirstTime() {
        expect(
            [(0, 0), (10, 100), (40, 200), (70, 200), (99, 200), (100, 200)],
            [(0, nil), (0, .heldBack(by: 100)), (0, .heldBack(by: 200)), (0, nil), (0, nil), (200, .confirmed(by: 200))])
    }

    @Test func oneReadingAfterALongPauseConfirmsNothing() {
        expect([(0, 0), (1_000, 86_400), (1_001, 0)], [(0, nil), (0, .heldBack(by: 86_400)), (0, .undone(by: 86_400))])
    }

    // MARK: - The clocks of a process

    @Test func readingsBetweenComparisonsAreTheClocksAndJumpsAreTold() {
        let clocks = Mutex((wall: 0.0, steady: 0.0, compared: 0))
        let time = GuardedTime(
            wall: { clocks.withLock { $0.wall } },
            steady: {
                clocks.withLock {
                    $0.compared += 1
                    return $0.steady
                }
            })
        let jumps = Mutex<[ClockJump]>([])
        let observation = time.observe { jump in jumps.withLock { $0.append(jump) } }
        func now(wall: Double, steady: Double) -> Double {
            clocks.withLock { ($0.wall, $0.steady) = (wall, steady) }
            return time.now.timeIntervalSinceReferenceDate
        }
        #expect(now(wall: 100, steady: 0) == 100)
        #expect(now(wall: 101, steady: 1) == 101)
        #expect(clocks.withLock { $0.compared } == 1, "within a second of the last comparison there is none")
        #expect(now(wall: 101.5, steady: 1.5) == 101.5)
        #expect(now(wall: 5_000, steady: 2) == 102)
        #expect(now(wall: 5_000.5, steady: 2.5) == 102.5)
        #expect(now(wall: 103, steady: 3) == 103)
        #expect(jumps.withLock { $0 } == [.heldBack(by: 4_898), .undone(by: 4_898)])
        observation.cancel()
        #expect(now(wall: 9_000, steady: 4) == 104)
        #expect(jumps.withLock { $0.count } == 2)
    }

    @Test func aRuntimeTellsAndCountsTheJumpsOfItsClock() async throws {
        let clock = ClockWithJumps()
        let runtime = try LiveActivityRuntime(shards: 1, clock: clock)
        let notices = runtime.notices()
        clock.jump(.heldBack(by: 10))
        clock.jump(.confirmed(by: 10))
        #expect(runtime.statistics().clockJumps == 1)
        await runtime.close()
        var told: [RuntimeNotice] = []
        for await notice in notices { told.append(notice) }
        #expect(told == [.clockJumped(.heldBack(by: 10)), .clockJumped(.confirmed(by: 10))])
    }
}

/// A clock that stands still, and jumps when a test says so.
private final class ClockWithJumps: RuntimeClock {
    private let observers = Mutex<[@Sendable (ClockJump) -> Void]>([])
    let now = Scenario.epoch

    func jump(_ jump: ClockJump) { for observe in observers.withLock({ $0 }) { observe(jump) } }
    func sleep(until date: Date) async throws { try await Task.sleep(for: .seconds(3_600)) }

    func observeJumps(_ observe: @escaping @Sendable (ClockJump) -> Void) -> ClockAlarm {
        observers.withLock { $0.append(observe) }
        return ClockAlarm {}
    }
}
