import DeliveryActivity
import LiveActivityUI

/// The picture of what the order does.
struct StepSymbol: View {
    let state: DeliveryState

    var body: some View {
        Image(systemName: state.symbol)
            .foregroundStyle(Palette.tint)
            .accessibilityLabel(Text(state.headline))
    }
}

/// The same within a ring that closes step by step.
struct StepRing: View {
    let state: DeliveryState

    var body: some View {
        ProgressView(value: Double(state.stepsDone), total: Double(DeliveryState.stepsInAll)) {
            EmptyView()
        } currentValueLabel: {
            Image(systemName: state.symbol)
                .font(.footnote.weight(.semibold))
                .foregroundStyle(.tint)
        }
        .progressViewStyle(.circular)
        .frame(width: 32, height: 32)
        .accessibilityLabel(Text(state.headline))
    }
}

/// A piece for each step; those that are done are filled.
struct StepBar: View {
    let done: Int

    var body: some View {
        HStack(spacing: 4) {
            ForEach(0..<DeliveryState.stepsInAll, id: \.self) { step in
                Capsule()
                    .fill(.tint)
                    .opacity(step < done ? 1 : 0.25)
                    .frame(height: 5)
            }
        }
        .accessibilityHidden(true)
    }
}
