import DeliveryActivity
import LiveActivityUI

/// Counts down to the latest time of arrival; a sign once there is nothing to wait for.
struct Countdown: View {
    let state: DeliveryState
    /// It stands at the beginning of its line.
    var isFirst = false

    @Environment(\.now) private var now
    @Environment(\.layoutDirection) private var layoutDirection

    var body: some View {
        if state.currentStep.isFinal {
            StepSymbol(state: state)
        } else {
            // Before the first update after it nobody knows better than 0:00.
            Text(timerInterval: now...max(now, state.estimatedDeliveryTime.upperBound), countsDown: true)
                .monospacedDigit()
                // A clock is laid out from left to right (HIG-27) and stands at its end of the line all the same.
                .multilineTextAlignment((layoutDirection == .leftToRight) != isFirst ? .trailing : .leading)
                .lineLimit(1)
                .minimumScaleFactor(0.7)
                .environment(\.layoutDirection, .leftToRight)
        }
    }
}

/// From when to when the order should be there, or when it was.
struct ArrivalWindow: View {
    let arrival: ClosedRange<Date>

    var body: some View {
        window
            .monospacedDigit()
            .lineLimit(1)
    }

    private var window: Text {
        let first = Text(arrival.lowerBound, style: .time)
        if arrival.upperBound.timeIntervalSince(arrival.lowerBound) < 60 { return first }
        return first + Text(verbatim: "–") + Text(arrival.upperBound, style: .time)
    }
}
