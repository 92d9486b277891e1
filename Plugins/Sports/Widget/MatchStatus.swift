import LiveActivityUI
import PluginCards
import SportsActivity

/// The phase of the match, and its clock where there is one.
struct MatchStatus: View {
    let matchDay: MatchDay
    let isStale: Bool
    /// There is no ``Score`` beside it, so this view shows the time of the kick-off and the kicks of a shoot-out.
    var isAlone = false

    var body: some View {
        HStack(spacing: 6) {
            Text(isStale ? "Waiting for an update" : matchDay.status)
            if !isStale { clock }
            if isAlone {
                if !matchDay.leader.hasBegun { Text(matchDay.leader.kickOff, style: .time) }
                if let kicks = matchDay.leader.state.shootOut { PointPair(kicks.home, kicks.away) }
            }
        }
        .lineLimit(1)
        .minimumScaleFactor(0.7)
        .foregroundStyle(.tint)
    }

    /// The match's clock; it stands still while the match is suspended.
    @ViewBuilder private var clock: some View {
        let match = matchDay.leader.state
        if match.phase == .playing || match.phase == .suspended, let interval = match.clock {
            ClockText(
                Text(
                    timerInterval: interval, pauseTime: match.pausedAt, countsDown: matchDay.sport.clock == .countsDown,
                    showsHours: false))
        }
    }
}

extension MatchDay {
    /// The phase of the match that is shown first.
    var status: LocalizedStringKey {
        let match = leader.state
        return switch match.phase {
        case .scheduled: "Coming up"
        case .postponed: "Postponed"
        case .playing where match.period < 1: "Live"
        case .playing where match.period > sport.periods: "Extra time"
        case .playing where sport.periods == 2: match.period == 1 ? "1st half" : "2nd half"
        case .playing: sport.periods == 4 ? "Quarter \(match.period)" : "Period \(match.period)"
        case .interval where sport.periods.isMultiple(of: 2) && match.period == sport.periods / 2: "Half-time"
        case .interval: "Break"
        case .shootOut: sport.clock == .countsUp ? "Penalties" : "Shoot-out"
        case .suspended: "Interrupted"
        case .finished: "Full time"
        case .abandoned: "Abandoned"
        }
    }
}
