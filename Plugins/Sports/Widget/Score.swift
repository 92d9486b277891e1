import LiveActivityUI
import PluginCards
import SportsActivity

/// The score; before the match begins, the time of its kick-off.
///
/// Home and away are separate texts, so that in a right-to-left language both swap sides together with their teams.
struct Score: View {
    let match: MatchDay.Match

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
            Text(verbatim: "–").lineLimit(1).minimumScaleFactor(0.5)
            Points(away)
        }
    }
}

/// A number that is not mirrored in right-to-left languages, and that animates when it changes.
struct Points: View {
    private let value: Int

    init(_ value: Int) { self.value = value }

    var body: some View {
        Text("\(value)")
            .monospacedDigit()
            .lineLimit(1)
            .minimumScaleFactor(0.5)
            .contentTransition(.numericText())
            .environment(\.layoutDirection, .leftToRight)
    }
}

/// The score in the smallest surface: side by side while both have one digit, otherwise one above the other.
struct MinimalScore: View {
    let matchDay: MatchDay

    var body: some View {
        let match = matchDay.leader
        if !match.hasBegun {
            Text(match.kickOff, style: .time)
                .font(.caption2.weight(.semibold))
                .lineLimit(1)
                .minimumScaleFactor(0.4)
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
