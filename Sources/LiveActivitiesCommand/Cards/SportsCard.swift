import LiveActivityCore
import SportsActivity

/// How matches look: the one that leads in full, the others in a line each.
enum SportsCard {
    static func card(_ evening: SportsAttributes, _ state: SportsState) -> Card {
        let fixture = evening.matches[state.leading]
        let match = state.leader
        let status = status(match, fixture, evening.sport)
        let kicks = match.shootOut.map { " (\($0.home)–\($0.away))" } ?? ""
        var card = Card(
            tint: .green, icon: "⚽",
            caption: Line([.plain(evening.title)], trailing: [status]),
            title: Line(
                .strong(fixture.home.name), .plain(" "), .strong("\(match.home)–\(match.away)"), .plain(kicks), .plain(" "),
                .strong(fixture.away.name), trailing: [.faint(words(match, evening.sport))]),
            progress: progress(match, evening.sport), clock: [status],
            compactLeading: Line(.plain("⚽ \(fixture.home.code) "), .strong("\(match.home)")),
            compactTrailing: Line(.strong("\(match.away)"), .plain(" \(fixture.away.code)")),
            minimal: Line(.strong("\(match.home)–\(match.away)")),
            summary: Line(.plain(result(fixture, match)), .plain(", \(words(match, evening.sport))")))
        card.lines = scorers(state) + others(evening, state)
        return card
    }

    /// Such as `Argentina 3–3 France, 4–2 on penalties`.
    static func result(_ fixture: SportsAttributes.Fixture, _ match: MatchState) -> String {
        let score = "\(fixture.home.name) \(match.home)–\(match.away) \(fixture.away.name)"
        return match.shootOut.map { "\(score), \($0.home)–\($0.away) on penalties" } ?? score
    }

    /// The clock, or what stands in its place.
    private static func status(_ match: MatchState, _ fixture: SportsAttributes.Fixture, _ sport: Sport) -> Piece {
        switch match.phase {
        case .scheduled: .faint((match.kickOff ?? fixture.kickOff).hourAndMinute)
        case .playing, .suspended:
            match.clock.map { .timer($0, countsDown: sport.clock == .countsDown, pausedAt: match.pausedAt) } ?? .faint("live")
        case .interval: match.period * 2 == sport.periods ? .faint("HT") : .faint("break")
        case .shootOut: .faint("pens")
        case .finished: .faint("FT")
        case .postponed, .abandoned: .faint("–")
        }
    }

    static func words(_ match: MatchState, _ sport: Sport) -> String {
        switch match.phase {
        case .scheduled: "kick-off"
        case .postponed: "postponed"
        case .playing where match.period > sport.periods: "extra time"
        case .playing where sport.periods == 2: match.period == 1 ? "first half" : "second half"
        case .playing: "period \(match.period)"
        case .interval where match.period * 2 == sport.periods: "half-time"
        case .interval: "break"
        case .shootOut: "penalties"
        case .suspended: "suspended"
        case .finished: "full time"
        case .abandoned: "abandoned"
        }
    }

    /// How far the match is, counting through its periods by itself.
    private static func progress(_ match: MatchState, _ sport: Sport) -> Card.Progress {
        let regular = Double(sport.periods * sport.periodMinutes * 60)
        let all = match.period > sport.periods ? regular + Double(sport.overtimes * sport.overtimeMinutes * 60) : regular
        switch match.phase {
        case .scheduled, .postponed: return .fraction(0)
        case .playing, .suspended:
            guard let clock = match.clock, sport.clock == .countsUp else {
                return .steps(done: match.period - 1, of: sport.periods)
            }
            return .interval(clock.lowerBound...(clock.lowerBound + all), countsDown: false, pausedAt: match.pausedAt)
        case .interval: return .fraction(min(1, Double(match.period * sport.periodMinutes * 60) / all))
        case .shootOut, .finished, .abandoned: return .fraction(1)
        }
    }

    /// Who scored, home on the left and away on the right.
    private static func scorers(_ state: SportsState) -> [Line] {
        let scores = state.moments(of: state.leading).filter(\.kind.isScore)
        let (home, away) = (scores.filter { $0.side == .home }, scores.filter { $0.side == .away })
        return (0..<max(home.count, away.count)).map { row in
            Line(
                row < home.count ? [.faint(scorer(home[row]))] : [],
                trailing: row < away.count ? [.faint(scorer(away[row]))] : [])
        }
    }

    private static func scorer(_ moment: MatchMoment) -> String {
        let minute = moment.minute.map { " \($0)\(moment.stoppage.map { "+\($0)" } ?? "")′" } ?? ""
        let how =
            switch moment.kind {
            case .penalty: " pen"
            case .ownGoal: " own goal"
            default: ""
            }
        return surname(moment.player ?? "Goal") + minute + how
    }

    /// The last word of a name, with the small word before it: *Di María*, *De Paul*.
    private static func surname(_ name: String) -> String {
        let words = name.split(separator: " ")
        guard let last = words.last, words.count > 1 else { return name }
        let before = words[words.count - 2]
        return before.count <= 3 && words.count > 2 ? "\(before) \(last)" : String(last)
    }

    private static func others(_ evening: SportsAttributes, _ state: SportsState) -> [Line] {
        evening.matches.indices.filter { $0 != state.leading }.map { index in
            let (fixture, match) = (evening.matches[index], state.matches[index])
            let score = match.phase == .scheduled ? "–" : "\(match.home)–\(match.away)"
            return Line(
                .faint("\(fixture.home.code) "), .plain(score), .faint(" \(fixture.away.code)"),
                trailing: [status(match, fixture, evening.sport)])
        }
    }
}
