import DeliveryActivity
import LiveActivityUI
import PluginCards

/// A countdown to the latest time of arrival; after the end of the activity, the symbol of its last step.
struct ArrivalCountdown: View {
    let state: DeliveryState
    /// Whether the view is at the leading end of its line.
    var startsLine = false

    var body: some View {
        if state.currentStep.isFinal {
            StepSymbol(state: state)
        } else {
            Countdown(to: state.estimatedDeliveryTime.upperBound, startsLine: startsLine)
        }
    }
}

/// Between which times the order should arrive, or when it arrived.
struct ArrivalWindow: View {
    let arrival: ClosedRange<Date>

    var body: some View {
        Text.timeWindow(arrival)
            .monospacedDigit()
            .lineLimit(1)
    }
}
