import LiveActivityUI
import WaitQueueActivity

/// The one sentence that matters most beside the headline: what to do, or when the turn should come.
struct QueueDetail: View {
    let state: WaitQueueState
    let isStale: Bool

    /// Only the one or the other.
    var isBrief = false

    var body: some View {
        HStack(spacing: 8) {
            if isStale {
                Text("Waiting for an update")
            } else if let heldUntil = state.heldUntil {
                Text("Held until \(heldUntil, style: .time)")
            } else {
                if state.step == .almostReady {
                    Text("Please come closer")
                }
                if let turn = state.estimatedTurn, !isBrief || state.step == .waiting {
                    HStack(spacing: 4) {
                        if !isBrief {
                            Image(systemName: "clock")
                                .accessibilityHidden(true)
                        }
                        window(turn)
                            .monospacedDigit()
                    }
                }
            }
        }
        .lineLimit(1)
        .minimumScaleFactor(0.7)
    }

    private func window(_ turn: ClosedRange<Date>) -> Text {
        let first = Text(turn.lowerBound, style: .time)
        if turn.upperBound.timeIntervalSince(turn.lowerBound) < 60 { return first }
        return first + Text(verbatim: "–") + Text(turn.upperBound, style: .time)
    }
}

/// How long the place is still held.
struct HoldClock: View {
    let until: Date
    /// It stands at the beginning of its line.
    var isFirst = false

    @Environment(\.now) private var now
    @Environment(\.layoutDirection) private var layoutDirection

    var body: some View {
        Text(timerInterval: now...max(now, until), countsDown: true)
            .monospacedDigit()
            // A clock is laid out from left to right (HIG-27) and stands at its end of the line all the same.
            .multilineTextAlignment((layoutDirection == .leftToRight) != isFirst ? .trailing : .leading)
            .lineLimit(1)
            .minimumScaleFactor(0.7)
            .environment(\.layoutDirection, .leftToRight)
    }
}

/// A called party is late and wants its place all the same.
struct MoreTimeButton: View {
    var body: some View {
        Button(intent: ActivityAction(WaitQueueProvider.moreTime)) {
            Label("\(WaitQueueProvider.extensionMinutes) more minutes", systemImage: "plus")
                .font(.footnote.weight(.semibold))
                .lineLimit(1)
                .padding(.horizontal, 12)
                .padding(.vertical, 7)
                .background(Color.primary.opacity(0.12), in: Capsule())
        }
        .buttonStyle(.plain)
        .fixedSize()
    }
}
