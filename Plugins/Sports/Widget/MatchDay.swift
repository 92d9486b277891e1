import LiveActivityUI
import SportsActivity

/// The matches with their states, validated, for the views of this module.
struct MatchDay {
    let title: String
    let sport: Sport
    /// In the order of the attributes' list.
    let matches: [Match]
    /// The index of the match that is shown first.
    let leading: Int
    let moments: [MatchMoment]

    struct Match {
        let fixture: SportsAttributes.Fixture
        let state: MatchState
    }

    /// Creates the value; `nil` for content that does not fit the attributes, because a host may set any content.
    init?(_ attributes: SportsAttributes, _ state: SportsState) {
        matches = zip(attributes.matches, state.matches).map(Match.init)
        guard matches.indices.contains(state.leading) else { return nil }
        title = attributes.title
        sport = attributes.sport
        leading = state.leading
        moments = Array(state.moments(of: state.leading))
    }

    var leader: Match { matches[leading] }

    /// The other matches, in the order in which they are shown.
    var others: [Match] { Array(matches[(leading + 1)...] + matches[..<leading]) }

    /// The scores of the match that is shown first, in the order of play.
    func scores(of side: Side) -> [MatchMoment] { moments.filter { $0.kind.isScore && $0.side == side } }

    /// The score of the match that is shown first: `Argentina 3–3 France (4–2)`.
    var score: String {
        let (fixture, match) = (leader.fixture, leader.state)
        let kicks = match.shootOut.map { " (\($0.home)–\($0.away))" } ?? ""
        return "\(fixture.home.name) \(match.home)–\(match.away) \(fixture.away.name)\(kicks)"
    }

    /// The page that a tap opens: the match that is shown first.
    var page: URL? {
        let id = leader.fixture.id.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        return URL(string: "sports://matches/\(id)")
    }
}

extension MatchDay.Match {
    var hasBegun: Bool { state.phase != .scheduled && state.phase != .postponed }

    var kickOff: Date { state.kickOff ?? fixture.kickOff }

    func team(_ side: Side) -> SportsAttributes.Team { side == .home ? fixture.home : fixture.away }

    /// `nil` before the match begins.
    func points(_ side: Side) -> Int? { hasBegun ? (side == .home ? state.home : state.away) : nil }
}
