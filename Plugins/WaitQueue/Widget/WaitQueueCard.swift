import LiveActivityUI
import PluginCards
import WaitQueueActivity

/// The card of the Lock Screen, and the small one of Apple Watch and CarPlay.
struct WaitQueueCard: View {
    let party: WaitQueueAttributes
    let state: WaitQueueState
    let isStale: Bool

    @Environment(\.activityFamily) private var family

    var body: some View {
        Group {
            if family == .small { small } else { whole }
        }
        .cardStyle(palette, summary: summary)
    }

    /// The card in one sentence, for VoiceOver.
    private var summary: Text {
        Text(verbatim: "\(party.waitlistName): ") + Text(state.headline)
    }

    private var whole: some View {
        HStack(spacing: 16) {
            VStack(spacing: 2) {
                QueueSymbol(state: state)
                    .font(.title2.weight(.semibold))
                if state.isWaiting {
                    Position(state: state)
                        .font(.system(size: 44, weight: .bold, design: .rounded))
                        .foregroundStyle(.tint)
                }
            }
            .frame(minWidth: 56)
            VStack(alignment: .leading, spacing: 6) {
                HStack(spacing: 6) {
                    Text(verbatim: party.waitlistName)
                    Spacer(minLength: 0)
                    Text("Party of \(state.partySize)")
                        .foregroundStyle(palette.secondaryText)
                        .layoutPriority(1)
                }
                .font(.footnote.weight(.semibold))
                .lineLimit(1)
                .minimumScaleFactor(0.7)
                QueueDetails(party: party, state: state, isStale: isStale, showsHold: true)
            }
        }
        .padding(14)
    }

    /// The small card, with two lines.
    private var small: some View {
        HStack(spacing: 10) {
            Position(state: state)
                .font(.system(.title2, design: .rounded, weight: .bold))
                .foregroundStyle(.tint)
            VStack(alignment: .leading, spacing: 1) {
                Text(state.headline)
                    .font(.subheadline.weight(.semibold))
                    .lineLimit(2)
                    .minimumScaleFactor(0.7)
                if let heldUntil = state.heldUntil {
                    Countdown(to: heldUntil, startsLine: true)
                        .font(.title3.weight(.semibold))
                        .foregroundStyle(.tint)
                } else {
                    QueueDetail(state: state, isStale: isStale, isBrief: true)
                        .font(.caption.weight(.medium))
                        .foregroundStyle(palette.secondaryText)
                }
            }
            Spacer(minLength: 0)
        }
        .padding(.horizontal, 10)
        .padding(.vertical, 8)
    }
}

/// The instruction to the party, its progress, and the button for more time.
struct QueueDetails: View {
    let party: WaitQueueAttributes
    let state: WaitQueueState
    let isStale: Bool
    /// `false` in the Dynamic Island, which has the countdown beside the camera.
    var showsHold = false

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            VStack(alignment: .leading, spacing: 2) {
                HStack(alignment: .firstTextBaseline, spacing: 8) {
                    Text(state.headline)
                        .font(.title3.weight(.bold))
                        .lineLimit(1)
                        .minimumScaleFactor(0.7)
                    Spacer(minLength: 0)
                    if showsHold, let heldUntil = state.heldUntil {
                        Countdown(to: heldUntil)
                            .font(.title3.weight(.bold))
                            .foregroundStyle(.tint)
                            .layoutPriority(1)
                    }
                }
                QueueDetail(state: state, isStale: isStale)
                    .font(.footnote.weight(.medium))
                    .foregroundStyle(palette.secondaryText)
            }
            if state.isWaiting {
                ProgressView(value: min(max(state.progress, 0), 1))
                    .progressViewStyle(.linear)
                    .accessibilityHidden(true)
            } else if state.step == .called, state.extensionsUsed < party.extensionsMax {
                MoreTimeButton()
            }
        }
    }
}
