import DeliveryActivity
import LiveActivityUI
import PluginCards

/// The card of the Lock Screen, and the small one of Apple Watch and CarPlay.
struct DeliveryCard: View {
    let order: DeliveryAttributes
    let state: DeliveryState
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
        Text(verbatim: "\(order.restaurantName): ") + Text(state.headline)
    }

    private var whole: some View {
        VStack(alignment: .leading, spacing: 10) {
            HStack(spacing: 6) {
                StepSymbol(state: state)
                Text(verbatim: order.restaurantName)
                    .lineLimit(1)
                Spacer(minLength: 8)
                Text("Order \(String(order.orderNumber))")
                    .foregroundStyle(palette.secondaryText)
                    .lineLimit(1)
                    .layoutPriority(1)
            }
            .font(.footnote.weight(.semibold))
            DeliveryDetails(state: state, isStale: isStale, showsCountdown: true)
        }
        .padding(14)
    }

    /// Two lines and a bar.
    private var small: some View {
        VStack(alignment: .leading, spacing: 3) {
            HStack(spacing: 5) {
                StepSymbol(state: state)
                Text(state.headline)
                    .minimumScaleFactor(0.7)
            }
            .font(.subheadline.weight(.semibold))
            .lineLimit(1)
            HStack(spacing: 0) {
                if state.currentStep.isFinal || isStale {
                    Detail(state: state, isStale: isStale)
                        .font(.footnote.weight(.medium))
                        .foregroundStyle(palette.secondaryText)
                } else {
                    ArrivalCountdown(state: state, startsLine: true)
                        .font(.title3.weight(.semibold))
                        .foregroundStyle(.tint)
                }
                Spacer(minLength: 0)
            }
            if state.currentStep != .cancelled {
                StepBar(done: state.stepsDone)
            }
        }
        .padding(.horizontal, 10)
        .padding(.vertical, 8)
    }
}

/// The step, the courier, the arrival, the progress, and one control.
struct DeliveryDetails: View {
    let state: DeliveryState
    let isStale: Bool
    /// `false` in the Dynamic Island, which has the countdown beside the camera.
    var showsCountdown = false

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            VStack(alignment: .leading, spacing: 2) {
                HStack(alignment: .firstTextBaseline, spacing: 8) {
                    Text(state.headline)
                        .font(.title3.weight(.bold))
                        .lineLimit(1)
                        .minimumScaleFactor(0.7)
                    Spacer(minLength: 0)
                    if showsCountdown, !state.currentStep.isFinal {
                        ArrivalCountdown(state: state)
                            .font(.title3.weight(.bold))
                            .foregroundStyle(.tint)
                            .layoutPriority(1)
                    }
                }
                HStack(alignment: .firstTextBaseline, spacing: 8) {
                    Detail(state: state, isStale: isStale)
                    Spacer(minLength: 0)
                    if state.currentStep != .cancelled {
                        ArrivalWindow(arrival: state.estimatedDeliveryTime)
                            .layoutPriority(1)
                    }
                }
                .font(.footnote.weight(.medium))
                .foregroundStyle(palette.secondaryText)
            }
            if state.currentStep != .cancelled {
                HStack(spacing: 12) {
                    StepBar(done: state.stepsDone)
                    RequestButton(state: state)
                }
            }
        }
    }
}
