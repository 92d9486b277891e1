import LiveActivityUI
import PluginCards
import SportsActivity

/// The card of the Lock Screen, and the small one of Apple Watch and CarPlay.
struct SportsCard: View {
    let matchDay: MatchDay
    let isStale: Bool

    @Environment(\.activityFamily) private var family
    @Environment(\.dynamicTypeSize) private var textSize

    var body: some View {
        Group {
            if family == .small { small } else { whole }
        }
        .cardStyle(palette, summary: summary)
    }

    /// The card in one sentence, for VoiceOver.
    private var summary: Text { Text(verbatim: "\(matchDay.score), ") + Text(matchDay.status) }

    /// The rows of scorers that fit beside the other lines.
    private var scorers: Int { (matchDay.matches.count > 1 ? 1 : 2) - (textSize < .xxLarge ? 0 : 1) }

    /// The kicks of a shoot-out are a line more, for which large texts leave too little room.
    private var isTight: Bool { textSize > .xxLarge && matchDay.leader.state.shootOut != nil }

    private var whole: some View {
        VStack(spacing: 8) {
            HStack(spacing: 8) {
                Text(verbatim: matchDay.title)
                    .foregroundStyle(palette.secondaryText)
                    .minimumScaleFactor(0.5)
                Spacer(minLength: 0)
                MatchStatus(matchDay: matchDay, isStale: isStale)
                    .layoutPriority(1)
            }
            .font(.footnote.weight(.semibold))
            .lineLimit(1)
            .dynamicTypeSize(...(isTight ? .xxxLarge : .accessibility5))
            HStack(spacing: 8) {
                TeamName(team: matchDay.leader.fixture.home, side: .home)
                Score(match: matchDay.leader)
                    .font(.system(size: isTight ? 28 : 36, weight: .bold, design: .rounded))
                    .dynamicTypeSize(...(isTight ? .xxxLarge : .accessibility5))
                    .layoutPriority(1)
                TeamName(team: matchDay.leader.fixture.away, side: .away)
            }
            Scorers(matchDay: matchDay, rows: scorers)
            OtherMatches(matchDay: matchDay)
        }
        .padding(14)
    }

    /// The small card, with two lines.
    private var small: some View {
        VStack(spacing: 2) {
            HStack(spacing: 6) {
                Text(verbatim: matchDay.leader.fixture.home.code)
                    .frame(maxWidth: .infinity, alignment: .leading)
                Score(match: matchDay.leader)
                    .font(.system(.title3, design: .rounded, weight: .bold))
                    .layoutPriority(1)
                Text(verbatim: matchDay.leader.fixture.away.code)
                    .frame(maxWidth: .infinity, alignment: .trailing)
            }
            .font(.system(.footnote, design: .rounded, weight: .bold))
            MatchStatus(matchDay: matchDay, isStale: isStale)
                .font(.footnote.weight(.semibold))
        }
        .lineLimit(1)
        .minimumScaleFactor(0.5)
        .dynamicTypeSize(...DynamicTypeSize.xLarge)
        .padding(.horizontal, 10)
        .padding(.vertical, 8)
    }
}
