public import LiveActivityCore

// @ActivityJSON
/// The state of one match.
public struct MatchState: Codable, Hashable, Sendable {
    /// The phase of the match.
    public internal(set) var phase: MatchPhase

    /// The current or last period, from 1; periods after the sport's regular ones are extra time. 0 before the first.
    public internal(set) var period: Int

    /// The home side's points in regular and extra time.
    public internal(set) var home: Int

    /// The away side's points in regular and extra time.
    public internal(set) var away: Int

    /// The two dates between which surfaces count on their own, in whole seconds; `nil` without a clock, or while it is
    /// unknown.
    ///
    /// While a period is played it begins when the match's clock showed 0 (for a sport that counts down: when the
    /// period began) and ends when the period ends, announced ``stoppage`` included. In an interval it is the break, in
    /// a shoot-out the time that it may take.
    public internal(set) var clock: ClosedRange<Date>?

    /// When ``clock`` was stopped; `nil` while it runs.
    public internal(set) var pausedAt: Date?

    /// Stoppage time that was announced for the period, in minutes.
    public internal(set) var stoppage: Int?

    /// The new kick-off, if it was moved; `nil` if the kick-off of the attributes holds or no new one is known.
    public internal(set) var kickOff: Date?

    /// The kicks of the shoot-out; `nil` without one.
    public internal(set) var shootOut: ShootOut?

    /// Which events of the feed have been applied.
    public internal(set) var feed: SeenEvents

    init() {
        phase = .scheduled
        period = 0
        home = 0
        away = 0
        feed = SeenEvents()
    }

    // @ActivityJSON
    /// The numbers of kicks that each side has taken and scored, at most 99 each.
    public struct ShootOut: Codable, Hashable, Sendable {
        /// Kicks that the home side scored.
        public internal(set) var home = 0
        /// Kicks that the away side scored.
        public internal(set) var away = 0
        /// Kicks that the home side took.
        public internal(set) var homeTaken = 0
        /// Kicks that the away side took.
        public internal(set) var awayTaken = 0
    }
}

extension MatchState {
    static let pointsMax = 999
    static let kicksMax = 99
    /// The longest stoppage time, in minutes.
    static let stoppageMax = 60

    var progress: MatchProgress {
        get { MatchProgress(phase: phase, period: period) }
        set {
            phase = newValue.phase
            period = newValue.period
        }
    }

    /// Refuses values that no match of this sport can have.
    func validate(in sport: Sport) throws(InvalidField) {
        // A match that is live, or was, is in a period.
        try InvalidField.check(period, "period", in: (phase.isLive ? 1 : 0)...sport.lastPeriod)
        try InvalidField.check(home, "home", in: 0...Self.pointsMax)
        try InvalidField.check(away, "away", in: 0...Self.pointsMax)
        try InvalidField.check(clock, "clock")
        try InvalidField.check(pausedAt, "pausedAt")
        if let stoppage { try InvalidField.check(stoppage, "stoppage", in: 0...Self.stoppageMax) }
        try InvalidField.check(kickOff, "kickOff")
        if let shootOut {
            try InvalidField.check(shootOut.homeTaken, "shootOut.homeTaken", in: 0...Self.kicksMax)
            try InvalidField.check(shootOut.awayTaken, "shootOut.awayTaken", in: 0...Self.kicksMax)
            try InvalidField.check(shootOut.home, "shootOut.home", in: 0...shootOut.homeTaken)
            try InvalidField.check(shootOut.away, "shootOut.away", in: 0...shootOut.awayTaken)
        }
        try feed.validate()
    }

    /// The points of a side, clamped to 0 to ``pointsMax``, because a host may set any content.
    func points(of side: Side) -> Int { min(max(side == .home ? home : away, 0), Self.pointsMax) }

    mutating func add(_ points: Int, to side: Side) {
        let sum = min(max(self.points(of: side) + points, 0), Self.pointsMax)
        if side == .home { home = sum } else { away = sum }
    }

    /// The minute of the match at `now`, and of stoppage time if it has begun; `nil` while no clock is known.
    func minute(at now: Date, in sport: Sport) -> (minute: Int, stoppage: Int?)? {
        guard phase == .playing || phase == .suspended, let clock else { return nil }
        let moment = pausedAt ?? now
        let start = sport.start(of: period)
        let length = sport.length(of: period)
        let played =
            switch sport.clock {
            case .countsUp: moment.timeIntervalSince(clock.lowerBound) - start
            case .countsDown: length - clock.upperBound.timeIntervalSince(moment)
            }
        let before = Self.whole(start / 60)
        if played < length || sport.clock == .countsDown {
            return (before + min(Self.whole(played / 60) + 1, Self.whole(length / 60)), nil)
        }
        return (before + Self.whole(length / 60), min(Self.whole((played - length) / 60) + 1, Self.stoppageMax))
    }

    /// The whole part, 0 to a billion; 0 for NaN.
    static func whole(_ number: Double) -> Int { number > 0 ? Int(min(number, 1e9)) : 0 }
}
