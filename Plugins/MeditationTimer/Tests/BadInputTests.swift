import LiveActivityCore
import MeditationTimerActivity
import LiveActivityTesting
import Testing

@Suite struct BadInputTests {
    @Test func durationsAreFromOneSecondToEightHours() throws {
        for seconds in [1, 28_800] { _ = try Sitting(seconds) }
        for seconds in [0, -600, 28_801, 600_000, .min, .max] {
            #expect(throws: MeditationTimerError.durationOutOfRange(seconds: seconds)) { _ = try Sitting(seconds) }
        }
    }

    @Test func thereIsAtLeastOneCycleAndNoEndlessNumber() throws {
        for cycles in [1, 1000, nil] { _ = try Sitting(cycles: cycles) }
        for cycles in [0, -1, 1001, .max] {
            #expect(throws: MeditationTimerError.cyclesOutOfRange(cycles)) { _ = try Sitting(cycles: cycles) }
        }
    }

    @Test func languageCodesAreShort() throws {
        _ = try Sitting(languageCode: String(repeating: "x", count: 35))
        #expect(throws: MeditationTimerError.languageCodeTooLong(bytes: 36)) {
            _ = try Sitting(languageCode: String(repeating: "x", count: 36))
        }
    }

    @Test func extensionsAddSomethingAndStayBelowEightHours() throws {
        let modes: [(MeditationTimerState.Mode, left: Int)] = [
            (.running(endTime: start + 600), 600), (.paused(remainingSeconds: 600), 600), (.cycleEnd, 0),
        ]
        for (mode, left) in modes {
            for seconds in [0, -60, 28_801 - left, .min, .max] {
                var sitting = try Sitting(in: mode)
                let before = sitting.content
                #expect(throws: MeditationTimerError.extensionOutOfRange(seconds: seconds, left: left)) {
                    try sitting.send(.extended(seconds: seconds), at: 0)
                }
                #expect(sitting.content == before)
            }
            var sitting = try Sitting(in: mode)
            try sitting.send(.extended(seconds: 28_800 - left), at: 0)
        }
    }

    @Test func contentFromOutsideCannotBreakTheArithmetic() throws {
        let never = Date(timeIntervalSinceReferenceDate: 1e300)
        var running = try Sitting(in: .running(endTime: never))
        #expect(throws: MeditationTimerError.extensionOutOfRange(seconds: 60, left: 28_800)) {
            try running.send(.extended(seconds: 60), at: 0)
        }
        try running.send(.paused, at: 0)
        #expect(running.mode == .paused(remainingSeconds: 28_800))

        var paused = try Sitting(in: .paused(remainingSeconds: .max))
        #expect(throws: MeditationTimerError.extensionOutOfRange(seconds: 60, left: .max)) {
            try paused.send(.extended(seconds: 60), at: 0)
        }
        var counted = try Sitting(in: .cycleEnd)
        counted.content.state.currentCycle = .max
        #expect(throws: MeditationTimerError.cyclesOutOfRange(1001)) { try counted.send(.nextCycleStarted, at: 0) }
    }
}
