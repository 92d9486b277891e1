import LiveActivityUI
import PluginCards
import SportsActivity

/// The latest scorers, each on the side of the team.
struct Scorers: View {
    let matchDay: MatchDay
    /// How many rows fit.
    let rows: Int

    var body: some View {
        let (home, away) = (matchDay.scores(of: .home).suffix(rows), matchDay.scores(of: .away).suffix(rows))
        if !home.isEmpty || !away.isEmpty {
            HStack(alignment: .top, spacing: 12) {
                column(home, .leading)
                column(away, .trailing)
            }
            .font(.caption.weight(.medium))
            .foregroundStyle(palette.secondaryText)
        }
    }

    private func column(_ moments: ArraySlice<MatchMoment>, _ alignment: HorizontalAlignment) -> some View {
        VStack(alignment: alignment, spacing: 2) {
            ForEach(moments, id: \.number) { moment in
                HStack(spacing: 4) {
                    Image(systemName: "soccerball")
                        .accessibilityHidden(true)
                    moment.words
                        .lineLimit(1)
                        .minimumScaleFactor(0.5)
                    if let minute = moment.minute {
                        MatchMinute(minute: minute, stoppage: moment.stoppage)
                    }
                }
            }
        }
        .frame(maxWidth: .infinity, alignment: Alignment(horizontal: alignment, vertical: .top))
    }
}

/// The latest scorers in the expanded island, which has no room for them beside large texts.
struct IslandScorers: View {
    let matchDay: MatchDay

    @Environment(\.dynamicTypeSize) private var textSize

    var body: some View {
        if textSize < .xxLarge { Scorers(matchDay: matchDay, rows: 1) }
    }
}

/// The minute of a moment, such as 45+2′.
private struct MatchMinute: View {
    let minute: Int
    let stoppage: Int?

    var body: some View {
        number
            .monospacedDigit()
            .lineLimit(1)
            .environment(\.layoutDirection, .leftToRight)
    }

    private var number: Text {
        guard let stoppage else { return Text("\(minute)") + Text(verbatim: "′") }
        return Text("\(minute)") + Text(verbatim: "+") + Text("\(stoppage)") + Text(verbatim: "′")
    }
}

extension MatchMoment {
    fileprivate var words: Text {
        guard let surname else { return Text("Goal") }
        return switch kind {
        case .penalty: Text("\(surname) (pen.)")
        case .ownGoal: Text("\(surname) (own goal)")
        default: Text(verbatim: surname)
        }
    }

    /// The last word of the player's name, with a short word before it: *Di María*, *De Paul*.
    private var surname: String? {
        guard let player else { return nil }
        let words = player.split(separator: " ")
        guard let last = words.last, words.count > 1 else { return player }
        let before = words[words.count - 2]
        return before.count <= 3 && words.count > 2 ? "\(before) \(last)" : String(last)
    }
}
