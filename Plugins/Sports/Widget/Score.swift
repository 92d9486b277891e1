import LiveActivityUI
import PluginCards
import SportsActivity

/// How the match stands; when it begins, while it has not.
///
/// Home and away are texts of their own, so that in a language that runs from right to left both change places with their teams.
struct Score: View {
    let match: Evening.Match

    var body: some View {
        if match.hasBegun {
            VStack(spacing: 0) {
                PointPair(match.state.home, match.state.away)
                if let kicks = match.state.shootOut {
                    PointPair(kicks.home, kicks.away)
                        .font(.footnote.weight(.semibold))
                        .foregroundStyle(palette.secondaryText)
                }
            }
        } else {
            Text(match.kickOff, style: .time)
                .font(.subheadline.weight(.semibold))
                .lineLimit(1)
                .minimumScaleFactor(0.7)
        }
    }
}

/// Home and away, with a dash between them.
struct PointPair: View {
    private let home: Int
    private let away: Int

    init(_ home: Int, _ away: Int) { (self.home, self.away) = (home, away) }

    var body: some View {
        HStack(spacing: 4) {
            Points(home)
            Text(verbatim: "–")
            Points(away)
        }
    }
}

/// A number that stays as it is in every direction of writing (HIG-27), and that rolls when it changes (WK-22).
struct Points: View {
    private let value: Int

    init(_ value: Int) { self.value = value }

    var body: some View {
        Text("\(value)")
            .monospacedDigit()
            .lineLimit(1)
            .minimumScaleFactor(0.7)
            .contentTransition(.numericText())
            .environment(\.layoutDirection, .leftToRight)
    }
}

/// Of the two numbers no more than fits: side by side while they have a digit each, else one above the other.
struct MinimalScore: View {
    let evening: Evening

    var body: some View {
        let match = evening.leader
        if !match.hasBegun {
            Text(match.kickOff, style: .time)
                .font(.caption2.weight(.semibold))
                .lineLimit(1)
                .minimumScaleFactor(0.7)
        } else if max(match.state.home, match.state.away) < 10 {
            PointPair(match.state.home, match.state.away)
                .font(.system(.footnote, design: .rounded, weight: .bold))
        } else {
            VStack(spacing: 0) {
                Points(match.state.home)
                Points(match.state.away)
            }
            .font(.system(.caption, design: .rounded, weight: .bold))
        }
    }
}
