import LiveActivityUI
import MeditationTimerActivity
import Testing

@testable import MeditationTimerWidget

@Suite struct SurfaceTests {
    private let timer = MeditationTimerAttributes(timerDuration: 600, cycles: 3)

    @Test func aRunningTimerCountsByItself() throws {
        let running = MeditationTimerState(mode: .running(endTime: epoch + 400), currentCycle: 2, totalCycles: 3)
        #expect(
            try reading(timer, running) == """
                @1
                """)
    }

    // WK-18, DOM-06: what is paused never runs on, and whatever is over reads 0:00.
    @Test(arguments: [0, 1, 3_600, 1e9])
    func aPausedTimerStandsStillHoweverLong(seconds: Double) throws {
        let paused = MeditationTimerState(mode: .paused(remainingSeconds: 623), currentCycle: 2, totalCycles: 3)
        #expect(
            try reading(timer, paused, at: epoch + seconds) == """
                @2
                """)
    }

    @Test func afterItsEndATimerReadsZero() throws {
        let over = MeditationTimerState(mode: .running(endTime: epoch), currentCycle: 1)
        #expect(
            try reading(timer, over, at: epoch + 5) == """
                @3
                """)
        #expect(
            try reading(timer, MeditationTimerState(mode: .cycleEnd, currentCycle: 1, totalCycles: 3)) == """
                @4
                """)
        #expect(
            try reading(timer, MeditationTimerState(mode: .complete, currentCycle: 3, totalCycles: 3)) == """
                @5
                """)
    }

    @Test func aTimerThatWasExtendedBeyondACycleCountsFromWhatIsLeft() throws {
        let extended = MeditationTimerState(mode: .running(endTime: epoch + 900), currentCycle: 1)
        #expect(try reading(timer, extended).hasPrefix("lockScreen: (100 %) | [] | Breathe | Cycle 1 | 15:00\n") == false)
        #expect(
            try reading(timer, extended) == """
                @6
                """)
    }

    @Test func theLanguageOfTheAttributesWinsOverTheDevices() throws {
        let hebrew = MeditationTimerAttributes(timerDuration: 600, cycles: 2, languageCode: "he-IL")
        #expect(
            try reading(hebrew, MeditationTimerState(mode: .idle, totalCycles: 2), locale: "de_DE") == """
                @7
                """)
        let unknown = MeditationTimerAttributes(timerDuration: 600, cycles: 2, languageCode: "x-nobody")
        #expect(
            try reading(unknown, MeditationTimerState(mode: .idle, totalCycles: 2), locale: "de_DE") == """
                @8
                """)
    }

    @Test func absurdContentIsStillDrawn() throws {
        let modes: [MeditationTimerState.Mode] = [
            .paused(remainingSeconds: .min), .paused(remainingSeconds: .max), .running(endTime: .distantPast),
            .running(endTime: .distantFuture),
        ]
        for mode in modes {
            let state = MeditationTimerState(mode: mode, currentCycle: .max, totalCycles: .min)
            #expect(try reading(timer, state).split(separator: "\n").count == 5)
        }
    }
}
