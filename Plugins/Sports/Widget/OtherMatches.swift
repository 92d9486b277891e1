import LiveActivityUI
import PluginCards
import SportsActivity

/// The matches that are not shown first, and the button that shows the next one. Empty where there is only one match.
struct OtherMatches: View {
    let matchDay: MatchDay

    /// The number of matches that fit beside the button.
    private static let shown = 1

    var body: some View {
        let others = matchDay.others
        if !others.isEmpty {
            HStack(spacing: 12) {
                ForEach(others.prefix(Self.shown), id: \.fixture.id) { match in
                    line(match)
                }
                if others.count > Self.shown {
                    Text("\(others.count - Self.shown) more matches")
                        .foregroundStyle(palette.secondaryText)
                }
                Spacer(minLength: 0)
                button
            }
            .font(.caption.weight(.semibold))
            .lineLimit(1)
            .minimumScaleFactor(0.7)
            .dynamicTypeSize(...DynamicTypeSize.xxxLarge)
        }
    }

    private func line(_ match: MatchDay.Match) -> some View {
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
        CardButton(
            "Next match", systemImage: "arrow.forward", action: SportsProvider.nextMatch, verticalPadding: 6)
    }
}
