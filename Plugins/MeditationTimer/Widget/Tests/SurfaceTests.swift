import LiveActivityUI
import MeditationTimerActivity
import Testing

@testable import MeditationTimerWidget

@Suite struct SurfaceTests {
    private let timer = MeditationTimerAttributes(timerDuration: 600, cycles: 3)

    @Test func aRunningTimerCountsByItself() throws {
        let running = MeditationTimerState(mode: .running(endTime: epoch + 400), currentCycle: 2, totalCycles: 3)
        let read1 = try reading(timer, running)
        #expect(
            read1 == """
                @1
                """)
    }

    // WK-18, DOM-06: what is paused never runs on, and whatever is over reads 0:00.
    @Test(arguments: [0, 1, 3_600, 1e9])
    func aPausedTimerStandsStillHoweverLong(seconds: Double) throws {
        let paused = MeditationTimerState(mode: .paused(remainingSeconds: 623), currentCycle: 2, totalCycles: 3)
        let read2 = try reading(timer, paused, at: epoch + seconds)
        #expect(
            read2 == """
                @2
                """)
    }

    @Test func afterItsEndATimerReadsZero() throws {
        let over = MeditationTimerState(mode: .running(endTime: epoch), currentCycle: 1)
        let read3 = try reading(timer, over, at: epoch + 5)
        #expect(
            read3 == """
                @3
                """)
        let read4 = try reading(timer, MeditationTimerState(mode: .cycleEnd, currentCycle: 1, totalCycles: 3))
        #expect(
            read4 == """
                @4
                """)
        let read5 = try reading(timer, MeditationTimerState(mode: .complete, currentCycle: 3, totalCycles: 3))
        #expect(
            read5 == """
                @5
                """)
    }

    @Test func aTimerThatWasExtendedBeyondACycleCountsFromWhatIsLeft() throws {
        let extended = MeditationTimerState(mode: .running(endTime: epoch + 900), currentCycle: 1)
        let read6 = try reading(timer, extended)
        #expect(
            read6 == """
                @6
                """)
    }

    @Test func theLanguageOfTheAttributesWinsOverTheDevices() throws {
        let hebrew = MeditationTimerAttributes(timerDuration: 600, cycles: 2, languageCode: "he-IL")
        let read7 = try reading(hebrew, MeditationTimerState(mode: .idle, totalCycles: 2), locale: "de_DE")
        #expect(
            read7 == """
                @7
                """)
        let unknown = MeditationTimerAttributes(timerDuration: 600, cycles: 2, languageCode: "x-nobody")
        let read8 = try reading(unknown, MeditationTimerState(mode: .idle, totalCycles: 2), locale: "de_DE")
        #expect(
            read8 == """
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
