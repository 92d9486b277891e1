import LiveActivityUI
import PluginCards
import WaitQueueActivity

/// The party's position in the queue, or the symbol of the step once it is called.
struct Position: View {
    let state: WaitQueueState

    var body: some View {
        if state.step.isFinal || state.step == .called {
            QueueSymbol(state: state)
        } else {
            Text("\(state.currentPositionInQueue)")
                .monospacedDigit()
                .lineLimit(1)
                .minimumScaleFactor(0.7)
                .contentTransition(.numericText(countsDown: true))
                .environment(\.layoutDirection, .leftToRight)  // Numbers are not mirrored.
                .accessibilityLabel(Text("Place \(state.currentPositionInQueue)"))
        }
    }
}

/// The position in a ring that fills on the way to the front.
struct PositionRing: View {
    let state: WaitQueueState

    var body: some View {
        ProgressView(value: min(max(state.progress, 0), 1)) {
            EmptyView()
        } currentValueLabel: {
            Position(state: state)
                .font(.system(.footnote, design: .rounded, weight: .bold))
                .foregroundStyle(.tint)
        }
        .progressViewStyle(.circular)
        .frame(width: 32, height: 32)
    }
}

/// How far the front of the queue is, as a symbol: a crowd, a pair, one person, then the party on its way.
struct QueueSymbol: View {
    let state: WaitQueueState

    var body: some View { CardSymbol(systemImage: state.symbol, label: state.headline, palette) }
}
