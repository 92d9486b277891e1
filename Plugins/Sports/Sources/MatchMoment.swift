/// Something that happened in a match and is worth telling: a score, a card, a substitution.
public struct MatchMoment: Codable, Hashable, Sendable {
    /// Which match, as its place in the attributes' list.
    public internal(set) var match: Int
    /// The feed's number of the event.
    public internal(set) var number: Int
    public internal(set) var kind: Kind
    /// Who scored, got the card, or changed players.
    public internal(set) var side: Side
    /// The minute of the match, from 1 on; `nil` if nobody knows.
    public internal(set) var minute: Int?
    /// The minute of stoppage time after ``minute``.
    public internal(set) var stoppage: Int?
    /// Who scored or got the card, or who came on.
    public internal(set) var player: String?
    /// Who went off.
    public internal(set) var playerOff: String?
    /// What a score was worth, where it was not the sport's usual.
    public internal(set) var points: Int?

    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case goal, penalty, ownGoal, yellow, secondYellow, red, substitution

        /// Whether the side got points for it.
        public var isScore: Bool {
            switch self {
            case .goal, .penalty, .ownGoal: true
            case .yellow, .secondYellow, .red, .substitution: false
            }
        }
    }

    /// Whether it comes before another of the same activity: match by match, each in the order of play.
    func isBefore(_ other: MatchMoment) -> Bool {
        (match, minute ?? .max, stoppage ?? 0, number) < (other.match, other.minute ?? .max, other.stoppage ?? 0, other.number)
    }
}
