import LiveActivityUI
import SportsActivity

/// The matches that do not lead, and the way to the next; nothing where there is only one.
struct OtherMatches: View {
    let evening: Evening

    /// As many as stand beside the button.
    private static let shown = 1

    var body: some View {
        let others = evening.others
        if !others.isEmpty {
            HStack(spacing: 12) {
                ForEach(others.prefix(Self.shown), id: \.fixture.id) { match in
                    line(match)
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

    private func line(_ match: Evening.Match) -> some View {
        HStack(spacing: 4) {
            Text(verbatim: match.fixture.home.code)
            if let home = match.points(.home), let away = match.points(.away) {
                PointPair(home, away)
            } else {
                Text(verbatim: "–")
            }
            Text(verbatim: match.fixture.away.code)
        }
    }

    private var button: some View {
        Button(intent: ActivityAction("nextMatch")) {
            Label("Next match", systemImage: "arrow.forward")
                .padding(.horizontal, 12)
                .padding(.vertical, 6)
                .background(Color.primary.opacity(0.12), in: Capsule())
        }
        .buttonStyle(.plain)
        .fixedSize()
    }
}
