import LiveActivityUI
import MeditationTimerActivity

/// What is left of the cycle: counts down by itself while it runs, stands still while it is paused however long that is, and says 0:00
/// after the end (WK-18, DOM-06).
struct Clock: View {
    let timer: MeditationTimerAttributes
    let mode: MeditationTimerState.Mode

    @Environment(\.now) private var now
    @Environment(\.layoutDirection) private var layoutDirection

    var body: some View {
        text
            .monospacedDigit()
            // A clock is laid out from left to right (HIG-27) and stands at the far end all the same.
            .multilineTextAlignment(layoutDirection == .leftToRight ? .trailing : .leading)
            .lineLimit(1)
            .minimumScaleFactor(0.7)
            .environment(\.layoutDirection, .leftToRight)
    }

    private var text: Text {
        switch mode {
        case .running(let endTime): Text(timerInterval: now...max(now, endTime), countsDown: true)
        case .idle: standing(at: timer.timerDuration)
        case .paused(let remainingSeconds): standing(at: remainingSeconds)
        case .cycleEnd, .complete: standing(at: 0)
        }
    }

    /// A clock that never moves, whatever the time: one that was paused when it began.
    private func standing(at seconds: Int) -> Text {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        return Text(timerInterval: start...(start + Double(max(seconds, 0))), pauseTime: start, countsDown: true)
    }
}
