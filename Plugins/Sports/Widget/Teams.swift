import LiveActivityUI
import PluginCards
import SportsActivity

/// A team's short name, and its full name below; large texts leave no room for that.
struct TeamName: View {
    let team: SportsAttributes.Team
    let side: Side

    @Environment(\.dynamicTypeSize) private var textSize

    var body: some View {
        VStack(alignment: side == .home ? .leading : .trailing, spacing: 1) {
            Text(verbatim: team.code)
                .font(.system(.title2, design: .rounded, weight: .heavy))
            if !textSize.isAccessibilitySize {
                Text(verbatim: team.name)
                    .font(.caption.weight(.medium))
                    .foregroundStyle(palette.secondaryText)
            }
        }
        .lineLimit(1)
        .minimumScaleFactor(0.7)
        .frame(maxWidth: .infinity, alignment: side == .home ? .leading : .trailing)
    }
}

/// One side of the expanded island: the team, and its points towards the middle.
struct TeamScore: View {
    let matchDay: MatchDay
    let side: Side

    var body: some View {
        HStack(spacing: 10) {
            if side == .away, let points = matchDay.leader.points(side) { number(points) }
            Text(verbatim: matchDay.leader.team(side).code)
                .font(.system(.title3, design: .rounded, weight: .bold))
                .lineLimit(1)
                .minimumScaleFactor(0.7)
            if side == .home, let points = matchDay.leader.points(side) { number(points) }
        }
    }

    private func number(_ points: Int) -> some View {
        Points(points)
            .font(.system(.title, design: .rounded, weight: .bold))
            .foregroundStyle(palette.tint)
            .layoutPriority(1)
    }
}

/// One side of the compact island: the team outside, its points beside the camera. Before the match, the time of the
/// kick-off.
struct CompactSide: View {
    let matchDay: MatchDay
    let side: Side

    var body: some View {
        // The island is as high at every text size.
        content.dynamicTypeSize(...DynamicTypeSize.xLarge)
    }

    @ViewBuilder private var content: some View {
        if side == .away, !matchDay.leader.hasBegun {
            Text(matchDay.leader.kickOff, style: .time)
                .font(.system(.footnote, design: .rounded, weight: .semibold))
                .foregroundStyle(palette.tint)
                .lineLimit(1)
                .minimumScaleFactor(0.5)
        } else {
            teamAndPoints
        }
    }

    private var teamAndPoints: some View {
        HStack(spacing: 4) {
            if side == .away, let points = matchDay.leader.points(side) { number(points) }
            Text(verbatim: matchDay.leader.team(side).code)
                .font(.system(.footnote, design: .rounded, weight: .semibold))
                .lineLimit(1)
                .minimumScaleFactor(0.5)
            if side == .home, let points = matchDay.leader.points(side) { number(points) }
        }
    }

    private func number(_ points: Int) -> some View {
        Points(points)
            .font(.system(.subheadline, design: .rounded, weight: .bold))
            .foregroundStyle(palette.tint)
            .layoutPriority(1)
    }
}
