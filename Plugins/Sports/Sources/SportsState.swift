import LiveActivityCore

/// How the matches of an activity stand.
public struct SportsState: Codable, Hashable, Sendable {
    /// Which match is shown first, as its place in ``matches``.
    public internal(set) var leading: Int

    /// In the order of the attributes' list.
    public internal(set) var matches: [MatchState]

    /// Scores, cards and substitutions, match by match and each in the order of play; as many as the payload has room for.
    public internal(set) var moments: [MatchMoment]

    /// The match that is shown first.
    public var leader: MatchState { matches[leading] }

    /// The moments of one match, in the order of play.
    public func moments(of match: Int) -> some Sequence<MatchMoment> { moments.lazy.filter { $0.match == match } }

    /// Whether nothing more is expected of any match.
    public var isOver: Bool { matches.allSatisfy(\.phase.isOver) }
}

extension SportsState {
    /// Puts a moment in its place. The least important ones make room for it, or it finds none itself.
    mutating func insert(_ moment: MatchMoment, for attributes: SportsAttributes) {
        let place = moments.firstIndex { moment.isBefore($0) } ?? moments.endIndex
        moments.insert(moment, at: place)
        let budget = PayloadBudget.moments(for: attributes)
        while moments.reduce(0, { $0 + PayloadBudget.bytes(of: $1) }) > budget {
            guard let least = moments.indices.min(by: { importance(of: moments[$0]) < importance(of: moments[$1]) }) else {
                return
            }
            moments.remove(at: least)
        }
    }

    /// What goes first when room is scarce has the least; of equals, the earliest goes first.
    private func importance(of moment: MatchMoment) -> Int {
        switch moment.kind {
        case .substitution: 0
        case .yellow: 1
        case .secondYellow, .red: 2
        case .goal, .penalty, .ownGoal: moment.match == leading ? 5 : matches[moment.match].phase.isOver ? 3 : 4
        }
    }

    /// Points of the scores that are listed.
    func listedPoints(of side: Side, in match: Int, _ sport: Sport) -> Int {
        moments.reduce(0) {
            $1.match == match && $1.side == side && $1.kind.isScore ? $0 + ($1.points ?? sport.points[0]) : $0
        }
    }

    func indexOfScore(number: Int, in match: Int) -> Int? {
        moments.firstIndex { $0.match == match && $0.number == number && $0.kind.isScore }
    }

    // MARK: Who leads

    /// Which match is to be shown after the one that leads now; `nil` if that one can stay.
    ///
    /// While matches are live they take turns in the order of the list. When none is, a match that is over makes way for the next one to begin.
    func following(_ attributes: SportsAttributes) -> Int? {
        for step in 1...matches.count {
            let next = (leading + step) % matches.count
            if matches[next].phase.isLive { return next == leading ? nil : next }
        }
        if matches[leading].phase == .scheduled { return nil }
        return nextToBegin(attributes)
    }

    /// Of the matches that have not begun, the one that is to begin first.
    func nextToBegin(_ attributes: SportsAttributes) -> Int? {
        let waiting = matches.indices.filter { matches[$0].phase == .scheduled }
        return waiting.min { kickOff(of: $0, attributes) < kickOff(of: $1, attributes) }
    }

    func kickOff(of match: Int, _ attributes: SportsAttributes) -> Date {
        matches[match].kickOff ?? attributes.matches[match].kickOff
    }
}
