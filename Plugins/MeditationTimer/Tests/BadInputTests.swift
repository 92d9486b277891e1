import LiveActivityCore
import MeditationTimerActivity
import LiveActivityTesting
import Testing

@Suite struct BadInputTests {
    @Test func durationsAreFromOneSecondToEightHours() throws {
        for seconds in [1, 28_800] { _ = try Meditation(seconds) }
        for seconds in [0, -600, 28_801, 600_000, .min, .max] {
            #expect(throws: InvalidField.outOfRange("timerDuration", seconds, allowed: 1...28_800)) {
                _ = try Meditation(seconds)
            }
        }
    }

    @Test func thereAreOneToAThousandCycles() throws {
        for cycles in [1, 1000, nil] { _ = try Meditation(cycles: cycles) }
        for cycles in [0, -1, 1001, .max] {
            #expect(throws: InvalidField.outOfRange("cycles", cycles, allowed: 1...1_000)) {
                _ = try Meditation(cycles: cycles)
            }
        }
    }

    @Test func languageCodesAreShort() throws {
        _ = try Meditation(languageCode: String(repeating: "x", count: 35))
        #expect(throws: InvalidField.tooLong("languageCode", bytes: 36, limit: 35)) {
            _ = try Meditation(languageCode: String(repeating: "x", count: 36))
        }
    }

    @Test func extensionsAddSomethingAndStayBelowEightHours() throws {
        let modes: [(MeditationTimerState.Mode, left: Int)] = [
            (.running(endTime: start + 600), 600), (.paused(remainingSeconds: 600), 600), (.cycleEnd, 0),
        ]
        for (mode, left) in modes {
            for seconds in [0, -60, 28_801 - left, .min, .max] {
                var meditation = try Meditation(in: mode)
                let before = meditation.content
                #expect(throws: MeditationTimerError.extensionOutOfRange(seconds: seconds, left: left)) {
                    try meditation.send(.extended(seconds: seconds), at: 0)
                }
                #expect(meditation.content == before)
            }
            var meditation = try Meditation(in: mode)
            try meditation.send(.extended(seconds: 28_800 - left), at: 0)
        }
    }

    @Test func contentOutOfRangeDoesNotOverflow() throws {
        let never = Date(timeIntervalSinceReferenceDate: 1e300)
        var running = try Meditation(in: .running(endTime: never))
        #expect(throws: MeditationTimerError.extensionOutOfRange(seconds: 60, left: 28_800)) {
            try running.send(.extended(seconds: 60), at: 0)
        }
        try running.send(.paused, at: 0)
        #expect(running.mode == .paused(remainingSeconds: 28_800))

        var paused = try Meditation(in: .paused(remainingSeconds: .max))
        #expect(throws: MeditationTimerError.extensionOutOfRange(seconds: 60, left: .max)) {
            try paused.send(.extended(seconds: 60), at: 0)
        }
        var counted = try Meditation(in: .cycleEnd)
        counted.content.state.currentCycle = .max
        #expect(throws: InvalidField.outOfRange("currentCycle", 1_001, allowed: 1...1_000)) {
            try counted.send(.nextCycleStarted, at: 0)
        }
    }
}
