import LiveActivityUI
import SportsActivity

/// The matches that do not lead, and the way to the next; nothing where there is only one.
struct OtherMatches: View {
    let evening: SportsAttributes
    let state: SportsState

    /// As many as stand beside the button.
    private static let shown = 1

    var body: some View {
        let others = (1..<max(evening.matches.count, 1)).map { (state.leading + $0) % evening.matches.count }
        if !others.isEmpty {
            HStack(spacing: 12) {
                ForEach(others.prefix(Self.shown), id: \.self) { place in
                    line(place)
                }
                if others.count > Self.shown {
                    Text("\(others.count - Self.shown) more matches")
                        .foregroundStyle(Palette.faint)
                }
                Spacer(minLength: 0)
                button
            }
            .font(.caption.weight(.semibold))
            .lineLimit(1)
            .minimumScaleFactor(0.7)
        }
    }

    private func line(_ place: Int) -> some View {
        let (fixture, match) = (evening.matches[place], state.matches[place])
        return HStack(spacing: 4) {
            Text(verbatim: fixture.home.code)
            if match.hasBegun {
                Points(match.home)
                Text(verbatim: "–")
                Points(match.away)
            } else {
                Text(verbatim: "–")
            }
            Text(verbatim: fixture.away.code)
        }
    }

    private var button: some View {
        Button(intent: ActivityAction("nextMatch")) {
            Label("Next match", systemImage: "arrow.right")
                .padding(.horizontal, 12)
                .padding(.vertical, 6)
                .background(Color.primary.opacity(0.12), in: Capsule())
        }
        .buttonStyle(.plain)
        .fixedSize()
    }
}
