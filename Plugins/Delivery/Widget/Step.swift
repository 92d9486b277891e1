import DeliveryActivity
import LiveActivityUI
import PluginCards

/// The symbol of the order's step.
struct StepSymbol: View {
    let state: DeliveryState

    var body: some View { CardSymbol(systemImage: state.symbol, label: state.headline, palette) }
}

/// The step's symbol in a ring that fills step by step.
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

/// One segment for each step; completed steps are filled.
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
