import LiveActivityUI
import MeditationTimerActivity
import PluginCards

extension MeditationTimerState.Mode {
    var words: LocalizedStringKey {
        switch self {
        case .idle: "Ready"
        case .running: "Breathe"
        case .paused: "Paused"
        case .cycleEnd: "Cycle complete"
        case .complete: "Well done"
        }
    }

    var symbol: String {
        switch self {
        case .idle, .running: "figure.mind.and.body"
        case .paused: "pause.fill"
        case .cycleEnd: "bell.fill"
        case .complete: "checkmark"
        }
    }

    /// The current effect of a tap: the action, its symbol and its title; `nil` if there is no action.
    var control: (action: ActionID, symbol: String, words: LocalizedStringKey)? {
        switch self {
        case .running: ("pause", "pause.fill", "Pause")
        case .paused: ("resume", "play.fill", "Resume")
        case .idle, .cycleEnd, .complete: nil
        }
    }
}

extension MeditationTimerState {
    /// The current cycle, or how many there will be.
    var cycleWords: Text {
        switch (mode, totalCycles) {
        case (.idle, let total?): Text("\(total) cycles")
        case (_, let total?): Text("Cycle \(currentCycle) of \(total)")
        case (_, nil): Text("Cycle \(currentCycle)")
        }
    }
}

/// The symbol of the timer's mode.
struct ModeSymbol: View {
    let mode: MeditationTimerState.Mode

    var body: some View { CardSymbol(systemImage: mode.symbol, label: mode.words, palette) }
}
