import LiveActivityUI
import SportsActivity

/// Matches and how they stand, together: what every view here needs, and what can be relied on.
struct Evening {
    let title: String
    let sport: Sport
    /// In the order of the attributes' list.
    let matches: [Match]
    /// The place of the match that is shown first.
    let leading: Int
    let moments: [MatchMoment]

    struct Match {
        let fixture: SportsAttributes.Fixture
        let state: MatchState
    }

    /// `nil` for content that is not of these attributes: a host may have put anything into it.
    init?(_ attributes: SportsAttributes, _ state: SportsState) {
        matches = zip(attributes.matches, state.matches).map(Match.init)
        guard matches.indices.contains(state.leading) else { return nil }
        title = attributes.title
        sport = attributes.sport
        leading = state.leading
        moments = Array(state.moments(of: state.leading))
    }

    var leader: Match { matches[leading] }

    /// Those that do not lead, in the order in which they take turns.
    var others: [Match] { Array(matches[(leading + 1)...] + matches[..<leading]) }

    /// Who scored in the match that leads, in the order of play.
    func scores(of side: Side) -> [MatchMoment] { moments.filter { $0.kind.isScore && $0.side == side } }

    /// How the match that leads stands: `Argentina 3–3 France (4–2)`.
    var score: String {
        let (fixture, match) = (leader.fixture, leader.state)
        let kicks = match.shootOut.map { " (\($0.home)–\($0.away))" } ?? ""
        return "\(fixture.home.name) \(match.home)–\(match.away) \(fixture.away.name)\(kicks)"
    }

    /// Where a tap leads: to the match that is shown.
    var page: URL? {
        let id = leader.fixture.id.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        return URL(string: "sports://matches/\(id)")
    }
}

extension Evening.Match {
    var hasBegun: Bool { state.phase != .scheduled && state.phase != .postponed }

    var kickOff: Date { state.kickOff ?? fixture.kickOff }

    func team(_ side: Side) -> SportsAttributes.Team { side == .home ? fixture.home : fixture.away }

    /// `nil` before there can be any.
    func points(_ side: Side) -> Int? { hasBegun ? (side == .home ? state.home : state.away) : nil }
}
