import LiveActivityUI
import PluginCards
import WaitQueueActivity

/// The most important line below the headline: an instruction, or the expected time of the turn.
struct QueueDetail: View {
    let state: WaitQueueState
    let isStale: Bool

    /// Whether only the instruction or only the time is shown.
    var isBrief = false

    var body: some View {
        HStack(spacing: 8) {
            if isStale {
                Text("Waiting for an update")
            } else if let heldUntil = state.heldUntil {
                Text("Held until \(heldUntil, style: .time)")
            } else {
                if state.step == .almostReady {
                    Text("Please come over")
                }
                if let turn = state.estimatedTurn, !isBrief || state.step == .waiting {
                    HStack(spacing: 4) {
                        if !isBrief {
                            Image(systemName: "clock")
                                .accessibilityHidden(true)
                        }
                        Text.timeWindow(turn)
                            .monospacedDigit()
                    }
                }
            }
        }
        .lineLimit(1)
        .minimumScaleFactor(0.7)
    }
}

/// Gives a called party more time.
struct MoreTimeButton: View {
    var body: some View {
        CardButton(
            "\(WaitQueueProvider.extensionMinutes) more minutes", systemImage: "plus", action: WaitQueueProvider.moreTime
        )
        .font(.footnote.weight(.semibold))
    }
}
