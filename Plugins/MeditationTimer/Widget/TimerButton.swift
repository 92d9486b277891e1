import LiveActivityUI
import MeditationTimerActivity

/// Pauses and resumes, in a ring that empties during the cycle. Where there is nothing to do, the ring with the mode's
/// symbol.
struct TimerButton: View {
    let timer: MeditationTimerAttributes
    let mode: MeditationTimerState.Mode

    @Environment(\.now) private var now

    var body: some View {
        if let control = mode.control {
            Button(intent: ActivityAction(control.action)) {
                ring(control.symbol)
            }
            .buttonStyle(.plain)
            .accessibilityLabel(Text(control.words))
        } else {
            ring(mode.symbol)
                .accessibilityHidden(true)
        }
    }

    private func ring(_ symbol: String) -> some View {
        progress(symbol)
            .progressViewStyle(.circular)
            .frame(width: 48, height: 48)
    }

    @ViewBuilder private func progress(_ symbol: String) -> some View {
        let length = Double(timer.timerDuration)
        switch mode {
        case .running(let endTime):
            // After an extension the clock may have more than the length of a cycle.
            let start = min(now, endTime - length)
            ProgressView(timerInterval: start...max(start, endTime), countsDown: true) {
                EmptyView()
            } currentValueLabel: {
                picture(symbol)
            }
        case .idle: standing(1, symbol)
        case .paused(let remainingSeconds): standing(min(1, Double(remainingSeconds) / length), symbol)
        case .cycleEnd, .complete: standing(0, symbol)
        }
    }

    private func standing(_ fraction: Double, _ symbol: String) -> some View {
        ProgressView(value: fraction) {
            EmptyView()
        } currentValueLabel: {
            picture(symbol)
        }
    }

    private func picture(_ symbol: String) -> some View {
        Image(systemName: symbol)
            .font(.title3.weight(.semibold))
            .foregroundStyle(.tint)
    }
}
