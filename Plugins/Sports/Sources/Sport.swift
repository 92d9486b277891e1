/// A sport, described by its periods, its clock and its rules of scoring. Data: a new sport needs no new provider.
public struct Sport: Codable, Hashable, Sendable {
    /// What it is called. 1 to 24 bytes.
    public var name: String

    /// Periods of regular time: 2 halves, 3 thirds, 4 quarters. 1 up to 9.
    public var periods: Int

    /// How long a regular period lasts, in minutes of the match's clock. 1 up to 90.
    public var periodMinutes: Int

    /// How long the break between two periods lasts, in minutes. 0 up to 60.
    public var intervalMinutes: Int

    /// How long the break in the middle of regular time lasts, in minutes. 0 up to 60.
    public var halfTimeMinutes: Int

    /// How many periods of extra time there may be. 0 up to 9.
    public var overtimes: Int

    /// How long a period of extra time lasts, in minutes. 1 up to 60.
    public var overtimeMinutes: Int

    /// Whether a draw may be decided by single kicks, throws or shots.
    public var hasShootOut: Bool

    public var clock: Clock

    /// What one score may be worth; the first is meant where an event does not say. 1 to 8 values, each 1 up to 99.
    public var points: [Int]

    /// Whether each score is worth an alert and a place in the list of scorers. Where a hundred fall in a match, they are only counted.
    public var scoresAreNews: Bool

    /// How a match's clock runs.
    public enum Clock: String, Codable, Hashable, Sendable, CaseIterable {
        /// From 0 on, through all periods: the second half of a football match begins at 45:00.
        case countsUp
        /// From the period's length down to 0, anew in each period.
        case countsDown
    }

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

    /// Two halves of 45 minutes, extra time of two times 15, penalties.
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
    var lastPeriod: Int { periods + overtimes }

    /// Seconds of play before a period, if all went by the book.
    func start(of period: Int) -> Double {
        let regular = min(period - 1, periods)
        return Double((regular * periodMinutes + (period - 1 - regular) * overtimeMinutes) * 60)
    }

    /// Seconds of play in a period.
    func length(of period: Int) -> Double { Double((period <= periods ? periodMinutes : overtimeMinutes) * 60) }

    /// Seconds of rest after a period.
    func interval(after period: Int) -> Double {
        Double((period * 2 == periods ? halfTimeMinutes : intervalMinutes) * 60)
    }

    /// Minutes that a match can have, stoppage not counted.
    var minutesMax: Int { periods * periodMinutes + overtimes * overtimeMinutes }

    /// The period that a minute of the match lies in; minutes count from 1 through all periods.
    func period(ofMinute minute: Int) -> Int {
        let regular = periods * periodMinutes
        return minute <= regular ? (minute - 1) / periodMinutes + 1 : (minute - regular - 1) / overtimeMinutes + 1 + periods
    }

    func validate() throws(SportsError) {
        try check(name, "sport.name", bytes: 24)
        try check(periods, "sport.periods", in: 1...9)
        try check(periodMinutes, "sport.periodMinutes", in: 1...90)
        try check(intervalMinutes, "sport.intervalMinutes", in: 0...60)
        try check(halfTimeMinutes, "sport.halfTimeMinutes", in: 0...60)
        try check(overtimes, "sport.overtimes", in: 0...9)
        try check(overtimeMinutes, "sport.overtimeMinutes", in: 1...60)
        try check(points.count, "the count of sport.points", in: 1...8)
        for value in points { try check(value, "sport.points", in: 1...99) }
    }
}
