public import LiveActivityCore

/// How one match stands.
public struct MatchState: Codable, Hashable, Sendable {
    public internal(set) var phase: MatchPhase

    /// The period that is played or was last played, from 1 on; above the sport's regular periods it is extra time. 0 before the first.
    public internal(set) var period: Int

    /// Points of regular and extra time.
    public internal(set) var home: Int
    public internal(set) var away: Int

    /// What surfaces count along by themselves, in whole seconds; `nil` where there is nothing to count or nobody knows.
    ///
    /// While a period is played: from when the match's clock (or, where it counts down, the period's) was at its start, to when the
    /// period ends with what was announced of ``stoppage``. In an interval: the break.
    public internal(set) var clock: ClosedRange<Date>?

    /// When ``clock`` was stopped; `nil` while it runs.
    public internal(set) var pausedAt: Date?

    /// Minutes added to the period.
    public internal(set) var stoppage: Int?

    /// When it begins, if that is not when it was to.
    public internal(set) var kickOff: Date?

    public internal(set) var shootOut: ShootOut?

    /// Which of the feed's events are in this already.
    public internal(set) var feed: FeedMemory

    init() {
        phase = .scheduled
        period = 0
        home = 0
        away = 0
        feed = FeedMemory()
    }

    /// Who put how many of how many in. Up to 99 each.
    public struct ShootOut: Codable, Hashable, Sendable {
        public internal(set) var home = 0
        public internal(set) var away = 0
        public internal(set) var homeTaken = 0
        public internal(set) var awayTaken = 0
    }
}

extension MatchState {
    static let pointsMax = 999
    static let kicksMax = 99

    var place: MatchPlace {
        get { MatchPlace(phase: phase, period: period) }
        set {
            phase = newValue.phase
            period = newValue.period
        }
    }

    func points(of side: Side) -> Int { side == .home ? home : away }

    mutating func add(_ points: Int, to side: Side) {
        if side == .home { home += points } else { away += points }
    }

    /// The minute of the match at `now`, and that of stoppage time if it is that far; `nil` if nobody knows.
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
        let before = Int(start / 60)
        if played < length || sport.clock == .countsDown {
            return (before + min(Int(max(played, 0) / 60) + 1, Int(length / 60)), nil)
        }
        return (before + Int(length / 60), min(Int((played - length) / 60) + 1, 60))
    }
}
