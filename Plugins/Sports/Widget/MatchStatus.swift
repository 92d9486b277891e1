import LiveActivityUI
import SportsActivity

/// Where the match is, and its clock where one runs.
struct MatchStatus: View {
    let evening: SportsAttributes
    /// Its place in the attributes' list.
    let match: Int
    let state: SportsState

    var body: some View {
        HStack(spacing: 6) {
            Text(words)
            if let clock { clock }
        }
        .lineLimit(1)
        .minimumScaleFactor(0.7)
        .foregroundStyle(.tint)
    }

    private var words: LocalizedStringKey {
        let (place, sport) = (state.matches[match], evening.sport)
        return switch place.phase {
        case .scheduled: "Coming up"
        case .postponed: "Postponed"
        case .playing where place.period > sport.periods: "Extra time"
        case .playing where sport.periods == 2: place.period == 1 ? "1st half" : "2nd half"
        case .playing where place.period == 0: "Live"
        case .playing: sport.periods == 4 ? "Quarter \(place.period)" : "Period \(place.period)"
        case .interval where place.period * 2 == sport.periods: "Half-time"
        case .interval: "Break"
        case .shootOut: sport.clock == .countsUp ? "Penalties" : "Shoot-out"
        case .suspended: "Interrupted"
        case .finished: "Full time"
        case .abandoned: "Abandoned"
        }
    }

    /// The match's own clock, stopped while it is stopped.
    private var clock: (some View)? {
        let place = state.matches[match]
        let isPlayed = place.phase == .playing || place.phase == .suspended
        return place.clock.flatMap { interval in
            isPlayed
                ? Text(
                    timerInterval: interval, pauseTime: place.pausedAt, countsDown: evening.sport.clock == .countsDown,
                    showsHours: false
                )
                .monospacedDigit()
                .environment(\.layoutDirection, .leftToRight) : nil
        }
    }
}
