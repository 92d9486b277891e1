import LiveActivityUI
import MeditationTimerActivity
import PluginCards

/// The card of the Lock Screen, and the small one of Apple Watch and CarPlay.
struct MeditationTimerCard: View {
    let timer: MeditationTimerAttributes
    let state: MeditationTimerState

    @Environment(\.activityFamily) private var family

    var body: some View {
        Group {
            if family == .small { small } else { whole }
        }
        .cardStyle(palette, summary: summary)
    }

    /// The card in one sentence, for VoiceOver.
    private var summary: Text {
        Text(state.mode.words) + Text(verbatim: ", ") + state.cycleWords
    }

    private var whole: some View {
        HStack(spacing: 14) {
            TimerButton(timer: timer, mode: state.mode)
            ModeWords(state: state)
            Spacer(minLength: 0)
            Clock(timer: timer, mode: state.mode)
                .font(.system(size: 40, weight: .semibold, design: .rounded))
                .foregroundStyle(.tint)
                .layoutPriority(1)
        }
        .padding(14)
        .frame(minHeight: 84)
    }

    private var small: some View {
        HStack(spacing: 8) {
            ModeSymbol(mode: state.mode)
                .font(.title2.weight(.semibold))
            Spacer(minLength: 0)
            VStack(alignment: .trailing, spacing: 0) {
                Clock(timer: timer, mode: state.mode)
                    .font(.system(.title, design: .rounded, weight: .semibold))
                    .foregroundStyle(.tint)
                Text(state.mode.words)
                    .font(.footnote.weight(.medium))
                    .foregroundStyle(palette.secondaryText)
                    .lineLimit(1)
                    .minimumScaleFactor(0.7)
            }
        }
        .padding(10)
    }
}

/// The instruction to the user, and the cycle.
struct ModeWords: View {
    let state: MeditationTimerState

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(state.mode.words)
                .font(.headline.weight(.semibold))
            state.cycleWords
                .font(.footnote.weight(.medium))
                .foregroundStyle(palette.secondaryText)
        }
        .lineLimit(1)
        .minimumScaleFactor(0.7)
    }
}
