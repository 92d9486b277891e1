import LiveActivityCore

// @ActivityJSON
/// Something that happened in a match and is listed: a score, a card, a substitution.
public struct MatchMoment: Codable, Hashable, Sendable {
    /// The match's index in the attributes' list.
    public internal(set) var match: Int
    /// The feed's number of the event.
    public internal(set) var number: Int
    /// The kind of moment.
    public internal(set) var kind: Kind
    /// The side that scored, got the card, or changed players.
    public internal(set) var side: Side
    /// The minute of the match, from 1; `nil` if not known.
    public internal(set) var minute: Int?
    /// The minute of stoppage time after ``minute``, from 1; `nil` in regular time.
    public internal(set) var stoppage: Int?
    /// The player who scored, got the card, or came on; at most 28 bytes of UTF-8.
    public internal(set) var player: String?
    /// The player who went off; at most 28 bytes of UTF-8.
    public internal(set) var playerOff: String?
    /// The points of a score, if it differs from the first of ``Sport/points``.
    public internal(set) var points: Int?

    // @ActivityJSON
    /// What happened. In JSON the case's name.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// A score of any sport, unless it is one of the next two.
        case goal
        /// A goal from a penalty.
        case penalty
        /// An own goal; it is listed with the side that gets the points.
        case ownGoal
        /// A yellow card.
        case yellow
        /// The second yellow card for one player, who is sent off.
        case secondYellow
        /// A red card.
        case red
        /// A player comes on for another.
        case substitution

        /// Whether the side got points.
        public var isScore: Bool {
            switch self {
            case .goal, .penalty, .ownGoal: true
            case .yellow, .secondYellow, .red, .substitution: false
            }
        }
    }

    /// The points of a score.
    func worth(in sport: Sport) -> Int { points.map { min(max($0, 0), Sport.pointsMax) } ?? sport.usualPoints }

    /// Refuses values that no moment of an activity with these attributes can have.
    func validate(for attributes: SportsAttributes) throws(InvalidField) {
        try InvalidField.check(match, "moment.match", in: 0...(attributes.matches.count - 1))
        try InvalidField.check(number, "moment.number", in: SeenEvents.numbersAllowed)
        if let minute { try InvalidField.check(minute, "moment.minute", in: 1...attributes.sport.minutesMax) }
        if let stoppage { try InvalidField.check(stoppage, "moment.stoppage", in: 1...MatchState.stoppageMax) }
        if let points { try InvalidField.check(points, "moment.points", in: 1...Sport.pointsMax) }
        for (name, field) in [(player, "moment.player"), (playerOff, "moment.playerOff")] {
            if let name { try InvalidField.check(name, field, bytes: PayloadBudget.name) }
        }
    }

    /// Whether this moment is listed before another: match by match, each in the order of play.
    func isBefore(_ other: MatchMoment) -> Bool {
        (match, minute ?? .max, stoppage ?? 0, number) < (other.match, other.minute ?? .max, other.stoppage ?? 0, other.number)
    }
}
