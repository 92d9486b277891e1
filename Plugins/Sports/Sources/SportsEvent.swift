public import LiveActivityCore

/// One event that a feed reports about a match, published to the topic `match/<match>`.
///
/// In JSON the three are side by side: `{"match": "64", "number": 12, "scored": {"side": "home", "player": "Messi",
/// "minute": 23}}`.
public struct SportsEvent: Hashable, Sendable {
    /// The id of the match, as in the attributes. Another id throws ``SportsError/notFollowed(match:)``.
    public var match: String

    /// The feed's running number of this event in this match, from 1 to 999,999,999. The same number is the same event.
    ///
    /// The numbers give the order of the reports. Events may arrive late, twice, in any order, or not at all. Where a
    /// feed has ids instead, the host numbers the events as they arrive.
    public var number: Int

    /// The event in the match.
    public var what: What

    /// Creates an event.
    public init(match: String, number: Int, _ what: What) {
        self.match = match
        self.number = number
        self.what = what
    }

    // @ActivityJSON(.reading, besides: "match", "number")
    /// What happened in the match.
    ///
    /// `InvalidTransition` is thrown where the feed's newest event cannot follow the phase of the match; an event that
    /// arrives late is ignored instead. A number out of range throws `InvalidField`.
    ///
    /// Dates are at most 12 hours ago and at most 10 minutes ahead, otherwise ``SportsError/implausibleDate(_:now:)``
    /// is thrown. In JSON they are seconds since 2001-01-01 00:00 UTC. Periods count from 1 through regular and extra
    /// time. Minutes count from 1 through all periods; `stoppage` is the minute of stoppage time after it, 1 to 60: 45
    /// and 2 is *45+2*. Where the minute is `nil`, the match's clock gives it. Names of players are cut to 28 bytes.
    public enum What: Codable, Hashable, Sendable {
        /// The match begins at another time, from 12 hours ago to 366 days from now. Follows `scheduled` and
        /// `postponed`.
        ///
        /// The match is postponed if the new time is unknown, or more than 8 hours after the activity's start: the activity
        /// ends before.
        case kickOffMoved(to: Date? = nil)
        /// A period began. Follows every phase that is not further. A second report with a higher number corrects the
        /// time.
        case periodStarted(period: Int, at: Date)
        /// A period ended: half-time, or the end of regular time. Follows every phase that is not further.
        case periodEnded(period: Int, at: Date)
        /// Minutes that are added to the period, 0 to 60. Follows `playing` and `suspended`.
        case stoppageAnnounced(minutes: Int)
        /// The reading of the match's clock at a date, in seconds (played or left, as the sport's clock runs), and whether it
        /// is running.
        ///
        /// Follows every phase that is not further than the period.
        case clockSet(period: Int, shows: Int, running: Bool, at: Date)
        /// Play was stopped and is expected to resume. Follows `playing`.
        case suspended(at: Date)
        /// Play resumes. Follows `suspended`; while `playing` it means that the report of the suspension is late.
        case resumed(at: Date)
        /// A shoot-out begins. Follows a live phase of the last regular period or later, in a sport that has
        /// shoot-outs.
        case shootOutStarted(at: Date)
        /// One kick of the shoot-out, and whether it was scored. Up to 99 for each side.
        ///
        /// Follows `shootOut`, and every phase that ``shootOutStarted(at:)`` can follow. A late kick counts after
        /// `finished`.
        case kickTaken(side: Side, scored: Bool)
        /// Full time: the result is final. Follows a live phase of the last regular period or later, and alerts.
        case finished
        /// The match was stopped and will not resume. Follows a live phase.
        case abandoned
        /// A side scored; an own goal is reported for the side that gets the points. Follows every phase, and alerts in
        /// most sports.
        ///
        /// `points` is one of ``Sport/points``, otherwise ``SportsError/pointsNotPossible(_:allowed:)`` is thrown;
        /// `nil` is the first of them. A match has at most 999 points for each side.
        case scored(
            side: Side, points: Int? = nil, how: Manner? = nil, player: String? = nil, minute: Int? = nil, stoppage: Int? = nil)
        /// The score of the event with the number `score` does not count. Follows every phase.
        ///
        /// `side` and `points` describe the score, in case it is no longer known. ``SportsError/notAScore(number:)`` is
        /// thrown where that event was not a score that counts.
        case overturned(score: Int, side: Side, points: Int? = nil)
        /// A player got a card. Follows every phase.
        case carded(side: Side, card: Card, player: String? = nil, minute: Int? = nil, stoppage: Int? = nil)
        /// A player came on for another. Follows every phase.
        case substituted(side: Side, on: String? = nil, off: String? = nil, minute: Int? = nil, stoppage: Int? = nil)
        /// The current score, 0 to 999 for each side. Follows every phase.
        ///
        /// Feeds report it from time to time. It replaces the counted score and so corrects what was lost; scores with
        /// lower numbers are included in it.
        case scoreConfirmed(home: Int, away: Int)
    }

    // @ActivityJSON(.reading)
    /// The manner of a score that was not from open play. In JSON the case's name.
    public enum Manner: String, Codable, Hashable, Sendable, CaseIterable {
        /// From a penalty.
        case penalty
        /// By a player of the other side.
        case ownGoal
    }

    // @ActivityJSON(.reading)
    /// A card that a player is shown. In JSON the case's name.
    public enum Card: String, Codable, Hashable, Sendable, CaseIterable {
        /// A caution.
        case yellow
        /// The second caution for one player, who is sent off.
        case secondYellow
        /// The player is sent off.
        case red
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

/// Written by hand, because the macro only supports the synthesized form of Codable.
extension SportsEvent: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        self.init(match: try json["match"], number: try json["number"], try What(reading: &json))
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
