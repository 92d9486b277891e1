public import LiveActivityCore

/// One thing that a feed reports of a match, published to `match/<match>`.
///
/// In JSON the three stand side by side: `{"match": "64", "number": 12, "scored": {"side": "home", "player": "Messi", "minute": 23}}`.
public struct SportsEvent: Hashable, Sendable {
    /// The id of the match, as in the attributes.
    public var match: String

    /// The feed's own running number of this event in this match, from 1 up to 999,999,999. The same number is the same event.
    ///
    /// The order of the numbers is the order of the reports; they may come late, twice, in any order or not at all. Where a feed
    /// has ids instead, its host numbers them as they come.
    public var number: Int

    public var what: What

    public init(match: String, number: Int, _ what: What) {
        self.match = match
        self.number = number
        self.what = what
    }

    /// Minutes count from 1 through all periods, up to the last of the sport's; `stoppage` is the minute of stoppage time after it, 1 up to 60:
    /// 45 and 2 is *45+2*. Where a score comes without a minute, the match's clock gives it. Names are cut to 28 bytes.
    public enum What: Codable, Hashable, Sendable {
        /// The match begins at another time; not today if there is none, or if it is more than eight hours away (LIFE-16).
        case kickOffMoved(to: Date? = nil)
        /// A period began. Again with a higher number to correct when. Periods count from 1, extra time goes on counting.
        case periodStarted(period: Int, at: Date)
        /// A period ended: half-time, or the end of regular time.
        case periodEnded(period: Int, at: Date)
        /// So many minutes are added to the period, 0 up to 60.
        case stoppageAnnounced(minutes: Int)
        /// What the match's clock showed, in seconds (played or left, as the sport counts), and whether it runs on.
        case clockSet(period: Int, shows: Int, running: Bool, at: Date)
        /// Play was stopped, and is to go on.
        case suspended(at: Date)
        case resumed(at: Date)
        /// The draw is decided by single kicks.
        case shootOutStarted(at: Date)
        /// One of them, and whether it went in.
        case kickTaken(side: Side, scored: Bool)
        /// Full time: the result stands.
        case finished
        /// The match does not go on.
        case abandoned
        /// `side` got so many points. An own goal counts for the side that gets it, like any other.
        case scored(
            side: Side, points: Int? = nil, how: Manner? = nil, player: String? = nil, minute: Int? = nil, stoppage: Int? = nil)
        /// The score that event `score` reported does not count; side and points say what it was, for when it is no longer known.
        case overturned(score: Int, side: Side, points: Int? = nil)
        case carded(side: Side, card: Card, player: String? = nil, minute: Int? = nil, stoppage: Int? = nil)
        case substituted(side: Side, on: String? = nil, off: String? = nil, minute: Int? = nil, stoppage: Int? = nil)
        /// The score as it stands, whatever came before. 0 up to 999 each. For feeds that say so from time to time; it makes up for what was lost.
        case scoreConfirmed(home: Int, away: Int)
    }

    /// A score out of the ordinary.
    public enum Manner: String, Codable, Hashable, Sendable, CaseIterable {
        case penalty, ownGoal
    }

    public enum Card: String, Codable, Hashable, Sendable, CaseIterable {
        case yellow, secondYellow, red
    }
}

extension SportsEvent: Codable {
    private enum CodingKeys: String, CodingKey { case match, number }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        match = try container.decode(String.self, forKey: .match)
        number = try container.decode(Int.self, forKey: .number)
        what = try What(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(match, forKey: .match)
        try container.encode(number, forKey: .number)
        try what.encode(to: encoder)
    }
}

extension SportsEvent.What {
    var name: String {
        switch self {
        case .kickOffMoved: "kickOffMoved"
        case .periodStarted(let period, _): "periodStarted \(period)"
        case .periodEnded(let period, _): "periodEnded \(period)"
        case .stoppageAnnounced: "stoppageAnnounced"
        case .clockSet(let period, _, _, _): "clockSet in period \(period)"
        case .suspended: "suspended"
        case .resumed: "resumed"
        case .shootOutStarted: "shootOutStarted"
        case .kickTaken: "kickTaken"
        case .finished: "finished"
        case .abandoned: "abandoned"
        case .scored: "scored"
        case .overturned: "overturned"
        case .carded: "carded"
        case .substituted: "substituted"
        case .scoreConfirmed: "scoreConfirmed"
        }
    }
}
