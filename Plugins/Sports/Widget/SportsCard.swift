import LiveActivityUI
import SportsActivity

/// The Lock Screen's card, and the small one of watch and car.
struct SportsCard: View {
    let evening: SportsAttributes
    let state: SportsState
    let isStale: Bool

    @Environment(\.activityFamily) private var family
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.isLuminanceReduced) private var isLuminanceReduced

    var body: some View {
        Group {
            if family == .small { small } else { whole }
        }
        .tint(Palette.tint(colorScheme))
        .activityBackgroundTint(isLuminanceReduced ? .black : Palette.background(colorScheme))
        .activitySystemActionForegroundColor(Palette.tint(colorScheme))
    }

    private var fixture: SportsAttributes.Fixture { evening.matches[state.leading] }

    private var whole: some View {
        VStack(spacing: 8) {
            HStack(spacing: 8) {
                Text(verbatim: evening.title)
                    .foregroundStyle(Palette.faint)
                    .minimumScaleFactor(0.7)
                Spacer(minLength: 0)
                if isStale {
                    Text("Waiting for an update")
                } else {
                    MatchStatus(evening: evening, match: state.leading, state: state)
                        .layoutPriority(1)
                }
            }
            .font(.footnote.weight(.semibold))
            .lineLimit(1)
            HStack(spacing: 8) {
                TeamName(team: fixture.home, side: .home)
                Score(evening: evening, state: state)
                    .font(.system(size: 36, weight: .bold, design: .rounded))
                    .layoutPriority(1)
                TeamName(team: fixture.away, side: .away)
            }
            Scorers(state: state, rows: evening.matches.count > 1 ? 1 : 2)
            OtherMatches(evening: evening, state: state)
        }
        .padding(14)
    }

    /// Two lines, which can be read in passing.
    private var small: some View {
        VStack(spacing: 2) {
            HStack(spacing: 6) {
                Text(verbatim: fixture.home.code)
                    .frame(maxWidth: .infinity, alignment: .leading)
                Score(evening: evening, state: state)
                    .layoutPriority(1)
                Text(verbatim: fixture.away.code)
                    .frame(maxWidth: .infinity, alignment: .trailing)
            }
            .font(.system(.title3, design: .rounded, weight: .bold))
            Group {
                if isStale {
                    Text("Waiting for an update")
                } else {
                    MatchStatus(evening: evening, match: state.leading, state: state)
                }
            }
            .font(.footnote.weight(.semibold))
        }
        .lineLimit(1)
        .minimumScaleFactor(0.7)
        .padding(10)
    }
}
