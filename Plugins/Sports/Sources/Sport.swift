import LiveActivityCore

/// A sport as data: its periods, its clock and its points. A new sport needs no new provider.
///
/// A value out of range throws `InvalidField` when the activity is started.
public struct Sport: Codable, Hashable, Sendable {
    /// The sport's name. 1 to 24 bytes of UTF-8.
    public var name: String

    /// How many periods regular time has: 2 halves, 3 thirds, 4 quarters. 1 to 9.
    public var periods: Int

    /// The duration of a regular period, in minutes of the match's clock. 1 to 90.
    public var periodMinutes: Int

    /// The duration of the break between two periods, in minutes. 0 to 60.
    public var intervalMinutes: Int

    /// The duration of the break in the middle of regular time, in minutes. 0 to 60.
    public var halfTimeMinutes: Int

    /// How many periods of extra time there can be. 0 to 9.
    public var overtimes: Int

    /// The duration of a period of extra time, in minutes. 1 to 60.
    public var overtimeMinutes: Int

    /// Whether a draw can be decided by single kicks, throws or shots.
    public var hasShootOut: Bool

    /// The direction of the match's clock.
    public var clock: Clock

    /// The possible points of one score; the first if an event has none. 1 to 8 values, each from 1 to 99.
    public var points: [Int]

    /// Whether each score alerts and is listed. `false` for a sport with a hundred scores in a match: they are only
    /// counted.
    public var scoresAreNews: Bool

    /// The direction of a match's clock. In JSON the case's name.
    public enum Clock: String, Codable, Hashable, Sendable, CaseIterable {
        /// From 0 up through all periods: the second half of a football match begins at 45:00.
        case countsUp
        /// From the period's length down to 0, in each period.
        case countsDown
    }

    /// Creates a sport. All times are in minutes.
    public init(
        name: String, periods: Int, periodMinutes: Int, intervalMinutes: Int, halfTimeMinutes: Int, overtimes: Int,
        overtimeMinutes: Int, hasShootOut: Bool, clock: Clock, points: [Int], scoresAreNews: Bool
    ) {
        self.name = name
        self.periods = periods
        self.periodMinutes = periodMinutes
        self.intervalMinutes = intervalMinutes
        self.halfTimeMinutes = halfTimeMinutes
        self.overtimes = overtimes
        self.overtimeMinutes = overtimeMinutes
        self.hasShootOut = hasShootOut
        self.clock = clock
        self.points = points
        self.scoresAreNews = scoresAreNews
    }

    /// Two halves of 45 minutes, extra time of twice 15 minutes, penalties.
    public static let football = Sport(
        name: "football", periods: 2, periodMinutes: 45, intervalMinutes: 5, halfTimeMinutes: 15, overtimes: 2,
        overtimeMinutes: 15, hasShootOut: true, clock: .countsUp, points: [1], scoresAreNews: true)

    /// Four quarters of 10 minutes that count down, overtimes of 5 until there is a winner.
    public static let basketball = Sport(
        name: "basketball", periods: 4, periodMinutes: 10, intervalMinutes: 2, halfTimeMinutes: 15, overtimes: 9,
        overtimeMinutes: 5, hasShootOut: false, clock: .countsDown, points: [2, 1, 3], scoresAreNews: false)

    /// Three thirds of 20 minutes that count down, one overtime of 5, a shoot-out.
    public static let iceHockey = Sport(
        name: "ice hockey", periods: 3, periodMinutes: 20, intervalMinutes: 15, halfTimeMinutes: 15, overtimes: 1,
        overtimeMinutes: 5, hasShootOut: true, clock: .countsDown, points: [1], scoresAreNews: true)
}

extension Sport {
    /// The most that one score can be worth.
    static let pointsMax = 99

    // No calculation may trap, even with numbers that `validate()` refuses.

    var lastPeriod: Int { max(periods &+ overtimes, 1) }

    /// The points of a score if the event has none.
    var usualPoints: Int { min(max(points.first ?? 1, 1), Self.pointsMax) }

    /// Seconds of play before a period, without stoppage time.
    func start(of period: Int) -> Double {
        let before = Double(period) - 1
        let regular = min(before, Double(periods))
        return (regular * Double(periodMinutes) + (before - regular) * Double(overtimeMinutes)) * 60
    }

    /// Seconds of play in a period.
    func length(of period: Int) -> Double { Double(period <= periods ? periodMinutes : overtimeMinutes) * 60 }

    /// Seconds of the break after a period.
    func interval(after period: Int) -> Double {
        Double(Double(period) * 2 == Double(periods) ? halfTimeMinutes : intervalMinutes) * 60
    }

    /// The last minute that a match can have, without stoppage time.
    var minutesMax: Int { max(periods &* periodMinutes &+ overtimes &* overtimeMinutes, 1) }

    /// The period of a minute. Minutes count from 1 through all periods.
    func period(ofMinute minute: Int) -> Int {
        let regular = periods &* periodMinutes
        return minute <= regular
            ? (minute &- 1) / max(periodMinutes, 1) &+ 1
            : (minute &- regular &- 1) / max(overtimeMinutes, 1) &+ 1 &+ periods
    }

    func validate() throws(InvalidField) {
        try InvalidField.check(name, "sport.name", bytes: 24)
        try InvalidField.check(periods, "sport.periods", in: 1...9)
        try InvalidField.check(periodMinutes, "sport.periodMinutes", in: 1...90)
        try InvalidField.check(intervalMinutes, "sport.intervalMinutes", in: 0...60)
        try InvalidField.check(halfTimeMinutes, "sport.halfTimeMinutes", in: 0...60)
        try InvalidField.check(overtimes, "sport.overtimes", in: 0...9)
        try InvalidField.check(overtimeMinutes, "sport.overtimeMinutes", in: 1...60)
        try InvalidField.check(points.count, "the count of sport.points", in: 1...8)
        for value in points { try InvalidField.check(value, "sport.points", in: 1...Self.pointsMax) }
    }
}
