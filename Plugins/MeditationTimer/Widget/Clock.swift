import LiveActivityUI
import MeditationTimerActivity
import PluginCards

/// The remaining time of the cycle. It counts down without updates while the timer runs, stands still while it is
/// paused, and reads 0:00 after the end.
struct Clock: View {
    let timer: MeditationTimerAttributes
    let mode: MeditationTimerState.Mode

    @Environment(\.now) private var now

    var body: some View { ClockText(text) }

    private var text: Text {
        switch mode {
        case .running(let endTime): Text(timerInterval: now...max(now, endTime), countsDown: true)
        case .idle: standing(at: timer.timerDuration)
        case .paused(let remainingSeconds): standing(at: remainingSeconds)
        case .cycleEnd, .complete: standing(at: 0)
        }
    }

    /// A clock that never moves: it was paused at its start.
    private func standing(at seconds: Int) -> Text {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        return Text(timerInterval: start...(start + Double(max(seconds, 0))), pauseTime: start, countsDown: true)
    }
}
