import LiveActivityUI
import SportsActivity

/// Where the match is, and its clock where one runs.
struct MatchStatus: View {
    let evening: Evening
    let isStale: Bool
    /// There is no ``Score`` beside it: the hour of the kick-off and the kicks of a shoot-out are said here.
    var isAlone = false

    var body: some View {
        HStack(spacing: 6) {
            Text(isStale ? "Waiting for an update" : evening.status)
            if !isStale { clock }
            if isAlone {
                if !evening.leader.hasBegun { Text(evening.leader.kickOff, style: .time) }
                if let kicks = evening.leader.state.shootOut { PointPair(kicks.home, kicks.away) }
            }
        }
        .lineLimit(1)
        .minimumScaleFactor(0.7)
        .foregroundStyle(.tint)
    }

    /// The match's own clock, stopped while it is stopped.
    @ViewBuilder private var clock: some View {
        let match = evening.leader.state
        if match.phase == .playing || match.phase == .suspended, let interval = match.clock {
            Text(
                timerInterval: interval, pauseTime: match.pausedAt, countsDown: evening.sport.clock == .countsDown,
                showsHours: false
            )
            .monospacedDigit()
            .environment(\.layoutDirection, .leftToRight)  // HIG-27
        }
    }
}

extension Evening {
    /// Where the leading match is, in a word.
    var status: LocalizedStringKey {
        let place = leader.state
        return switch place.phase {
        case .scheduled: "Coming up"
        case .postponed: "Postponed"
        case .playing where place.period < 1: "Live"
        case .playing where place.period > sport.periods: "Extra time"
        case .playing where sport.periods == 2: place.period == 1 ? "1st half" : "2nd half"
        case .playing: sport.periods == 4 ? "Quarter \(place.period)" : "Period \(place.period)"
        case .interval where sport.periods.isMultiple(of: 2) && place.period == sport.periods / 2: "Half-time"
        case .interval: "Break"
        case .shootOut: sport.clock == .countsUp ? "Penalties" : "Shoot-out"
        case .suspended: "Interrupted"
        case .finished: "Full time"
        case .abandoned: "Abandoned"
        }
    }
}
