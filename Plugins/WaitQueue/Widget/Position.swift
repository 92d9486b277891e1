import LiveActivityUI
import WaitQueueActivity

/// The party's place in the queue, large enough to be read from afar.
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
                .environment(\.layoutDirection, .leftToRight)  // HIG-27
                .accessibilityLabel(Text("Place \(state.currentPositionInQueue)"))
        }
    }
}

/// The same within a ring that closes on the way to the front.
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

/// How far it still is, as a picture: a crowd that thins out, then the party itself.
struct QueueSymbol: View {
    let state: WaitQueueState

    var body: some View {
        Image(systemName: state.symbol)
            .foregroundStyle(Palette.tint)
            .accessibilityLabel(Text(state.headline))
    }
}
