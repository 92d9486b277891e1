import LiveActivityTesting
import LiveActivitySurfaces
import LiveActivityWidgetTesting
import MeditationTimerActivity
import Testing

@testable import MeditationTimerWidget

private let epoch = Scenario.epoch

@Suite struct SurfaceTests {
    private let widget: WidgetReader<MeditationTimerAttributes>

    init() throws {
        widget = try WidgetReader(
            MeditationTimerWidget.self, kind: "meditationTimer", attributes: MeditationTimerAttributes.self,
            strings: MeditationTimerWidget.strings)
    }

    private let timer = MeditationTimerAttributes(timerDuration: 600, cycles: 3)

    @Test func aRunningTimerCountsDown() throws {
        let running = MeditationTimerState(mode: .running(endTime: epoch + 400), currentCycle: 2, totalCycles: 3)
        let read = try widget.reading(timer, running, at: epoch)
        #expect(
            read == """
                lockScreen: [Pause] | Breathe | Cycle 2 of 3 | 6:40
                compact: (figure.mind.and.body) | 6:40
                minimal: 6:40
                expanded: (figure.mind.and.body) | 6:40 | Breathe | Cycle 2 of 3 | [Pause]
                smartStack: (figure.mind.and.body) | 6:40 | Breathe
                """)
    }

    @Test(arguments: [0, 1, 3_600, 1e9])
    func aPausedTimerStandsStillForAnyLengthOfTime(seconds: Double) throws {
        let paused = MeditationTimerState(mode: .paused(remainingSeconds: 623), currentCycle: 2, totalCycles: 3)
        let read = try widget.reading(timer, paused, at: epoch + seconds)
        #expect(
            read == """
                lockScreen: [Resume] | Paused | Cycle 2 of 3 | 10:23
                compact: (pause.fill) | 10:23
                minimal: 10:23
                expanded: (pause.fill) | 10:23 | Paused | Cycle 2 of 3 | [Resume]
                smartStack: (pause.fill) | 10:23 | Paused
                """)
    }

    @Test func afterItsEndATimerReadsZero() throws {
        let over = MeditationTimerState(mode: .running(endTime: epoch), currentCycle: 1)
        let read = try widget.reading(timer, over, at: epoch + 5)
        #expect(
            read == """
                lockScreen: [Pause] | Breathe | Cycle 1 | 0:00
                compact: (figure.mind.and.body) | 0:00
                minimal: 0:00
                expanded: (figure.mind.and.body) | 0:00 | Breathe | Cycle 1 | [Pause]
                smartStack: (figure.mind.and.body) | 0:00 | Breathe
                """)
        let then = try widget.reading(timer, MeditationTimerState(mode: .cycleEnd, currentCycle: 1, totalCycles: 3), at: epoch)
        #expect(
            then == """
                lockScreen: (0 %) | (bell.fill) | Cycle complete | Cycle 1 of 3 | 0:00
                compact: (bell.fill) | 0:00
                minimal: 0:00
                expanded: (bell.fill) | 0:00 | Cycle complete | Cycle 1 of 3
                smartStack: (bell.fill) | 0:00 | Cycle complete
                """)
        let afterwards = try widget.reading(
            timer, MeditationTimerState(mode: .complete, currentCycle: 3, totalCycles: 3), at: epoch)
        #expect(
            afterwards == """
                lockScreen: (0 %) | (checkmark) | Well done | Cycle 3 of 3 | 0:00
                compact: (checkmark) | 0:00
                minimal: 0:00
                expanded: (checkmark) | 0:00 | Well done | Cycle 3 of 3
                smartStack: (checkmark) | 0:00 | Well done
                """)
    }

    @Test func aTimerThatWasExtendedBeyondACycleCountsFromWhatIsLeft() throws {
        let extended = MeditationTimerState(mode: .running(endTime: epoch + 900), currentCycle: 1)
        let read = try widget.reading(timer, extended, at: epoch)
        #expect(
            read == """
                lockScreen: [Pause] | Breathe | Cycle 1 | 15:00
                compact: (figure.mind.and.body) | 15:00
                minimal: 15:00
                expanded: (figure.mind.and.body) | 15:00 | Breathe | Cycle 1 | [Pause]
                smartStack: (figure.mind.and.body) | 15:00 | Breathe
                """)
    }

    @Test func theLanguageOfTheAttributesReplacesTheDevices() throws {
        let hebrew = MeditationTimerAttributes(timerDuration: 600, cycles: 2, languageCode: "he-IL")
        let read = try widget.reading(hebrew, MeditationTimerState(mode: .idle, totalCycles: 2), at: epoch, locale: "de_DE")
        #expect(
            read == """
                lockScreen: (100 %) | (figure.mind.and.body) | הכול מוכן | שני סבבים | 10:00
                compact: (figure.mind.and.body) | 10:00
                minimal: 10:00
                expanded: (figure.mind.and.body) | 10:00 | הכול מוכן | שני סבבים
                smartStack: (figure.mind.and.body) | 10:00 | הכול מוכן
                """)
        let unknown = MeditationTimerAttributes(timerDuration: 600, cycles: 2, languageCode: "x-nobody")
        let then = try widget.reading(unknown, MeditationTimerState(mode: .idle, totalCycles: 2), at: epoch, locale: "de_DE")
        #expect(
            then == """
                lockScreen: (100 %) | (figure.mind.and.body) | Ready | 2 cycles | 10:00
                compact: (figure.mind.and.body) | 10:00
                minimal: 10:00
                expanded: (figure.mind.and.body) | 10:00 | Ready | 2 cycles
                smartStack: (figure.mind.and.body) | 10:00 | Ready
                """)
    }

    @Test func contentOutOfRangeIsStillDrawn() throws {
        let modes: [MeditationTimerState.Mode] = [
            .paused(remainingSeconds: .min), .paused(remainingSeconds: .max), .running(endTime: .distantPast),
            .running(endTime: .distantFuture),
        ]
        for mode in modes {
            let state = MeditationTimerState(mode: mode, currentCycle: .max, totalCycles: .min)
            #expect(try widget.reading(timer, state, at: epoch).split(separator: "\n").count == 5)
        }
    }

    @Test func drawsWhateverCanBeDecoded() throws {
        #expect(try widget.drawHostileContents(of: MeditationTimerProvider()) > 50)
    }
}
