import LiveActivityCore

// @ActivityJSON
/// The state of an activity's matches: the values that the surfaces show, and the provider's only state.
public struct SportsState: Codable, Hashable, Sendable {
    /// The index in ``matches`` of the match that is shown first.
    public internal(set) var leading: Int

    /// The state of each match, in the order of the attributes' list.
    public internal(set) var matches: [MatchState]

    /// Scores, cards and substitutions, match by match and each in the order of play. The least important are removed
    /// when the payload is full.
    public internal(set) var moments: [MatchMoment]

    /// The match that is shown first.
    ///
    /// For a widget with content that the provider refuses: the first match if ``leading`` is not an index, and a scheduled one
    /// if there are no matches.
    public var leader: MatchState { matches.indices.contains(leading) ? matches[leading] : matches.first ?? MatchState() }

    /// The moments of one match, in the order of play.
    public func moments(of match: Int) -> some Sequence<MatchMoment> { moments.lazy.filter { $0.match == match } }

    /// Whether nothing more is expected of any match.
    public var isOver: Bool { matches.allSatisfy(\.phase.isOver) }
}

extension SportsState {
    /// Refuses values that no activity with these attributes can have.
    func validate(for attributes: SportsAttributes) throws(InvalidField) {
        try checkIndices(for: attributes)
        for match in matches { try match.validate(in: attributes.sport) }
        for moment in moments { try moment.validate(for: attributes) }
    }

    /// Checks the indices that the provider's subscripts use.
    func checkIndices(for attributes: SportsAttributes) throws(InvalidField) {
        let count = attributes.matches.count
        try InvalidField.check(count, "the count of the attributes' matches", in: SportsAttributes.matchesAllowed)
        try InvalidField.check(matches.count, "the count of matches", in: count...count)
        try InvalidField.check(leading, "leading", in: 0...(count - 1))
    }

    /// Inserts a moment in the order of play. If all moments together then exceed their budget, the least important are
    /// removed, which may be this one.
    mutating func insert(_ moment: MatchMoment, for attributes: SportsAttributes) {
        let index = moments.firstIndex { moment.isBefore($0) } ?? moments.endIndex
        moments.insert(moment, at: index)
        let budget = PayloadBudget.moments(for: attributes)
        while moments.reduce(0, { $0 + PayloadBudget.bytes(of: $1) }) > budget {
            guard let least = moments.indices.min(by: { importance(of: moments[$0]) < importance(of: moments[$1]) }) else {
                return
            }
            moments.remove(at: least)
        }
    }

    /// The importance of a moment. The moment with the lowest importance is removed first; of equal ones, the earliest.
    private func importance(of moment: MatchMoment) -> Int {
        switch moment.kind {
        case .substitution: 0
        case .yellow: 1
        case .secondYellow, .red: 2
        case .goal, .penalty, .ownGoal:
            if moment.match == leading {
                5
            } else if matches.indices.contains(moment.match), !matches[moment.match].phase.isOver {
                4
            } else {
                3
            }
        }
    }

    /// The points of all listed scores of one side.
    func listedPoints(of side: Side, in match: Int, _ sport: Sport) -> Int {
        moments.reduce(0) {
            $1.match == match && $1.side == side && $1.kind.isScore ? $0 + $1.worth(in: sport) : $0
        }
    }

    func indexOfScore(number: Int, in match: Int) -> Int? {
        moments.firstIndex { $0.match == match && $0.number == number && $0.kind.isScore }
    }

    // MARK: Which match is shown first

    /// The match to show after the current one; `nil` if the current one stays.
    ///
    /// Live matches are shown in turn, in the order of the list. When none is live, a match that is over is replaced by
    /// the one that starts next.
    func nextToShow(_ attributes: SportsAttributes) -> Int? {
        for step in 1...matches.count {
            let next = (leading + step) % matches.count
            if matches[next].phase.isLive { return next == leading ? nil : next }
        }
        if matches[leading].phase == .scheduled { return nil }
        return nextToStart(attributes)
    }

    /// The scheduled match with the earliest kick-off; `nil` if no match is scheduled.
    func nextToStart(_ attributes: SportsAttributes) -> Int? {
        let waiting = matches.indices.filter { matches[$0].phase == .scheduled }
        return waiting.min { kickOff(of: $0, attributes) < kickOff(of: $1, attributes) }
    }

    func kickOff(of match: Int, _ attributes: SportsAttributes) -> Date {
        matches[match].kickOff ?? attributes.matches[match].kickOff
    }
}
