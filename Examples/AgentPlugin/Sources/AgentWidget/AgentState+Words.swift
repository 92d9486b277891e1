import AgentActivity
import LiveActivityUI

extension AgentState {
    /// The most important fact in two or three words.
    var headline: LocalizedStringKey {
        switch phase {
        case .working: "Working"
        case .needsYou: "Needs you"
        case .succeeded: "Succeeded"
        case .failed: "Failed"
        }
    }
}

extension AgentPhase {
    var symbol: String {
        switch self {
        case .working: "terminal.fill"
        case .needsYou: "questionmark.circle.fill"
        case .succeeded: "checkmark.circle.fill"
        case .failed: "xmark.circle.fill"
        }
    }

    /// Whether the symbol is shown instead of the progress.
    var isSpecial: Bool { self != .working }
}
