import LiveActivityCore

// @ActivityJSON
/// The pace of a queue, as exponentially weighted sums of observations.
///
/// - ``seconds`` and ``parties`` give the pace: so many parties moved up in so many seconds. An observation counts half
///   after ``halfLife`` more parties, so that the pace follows roughly the last dozen, however long they took.
/// - ``experienced`` and ``announced`` give the sign's error: the real waits, and the announced waits of the same time. Signs
///   usually overestimate, because no guest minds an early turn. A posted wait is multiplied by the quotient before it counts.
///   An observation counts half after ``signHalfLife`` more parties.
public struct QueuePace: Codable, Hashable, Sendable {
    /// How many parties moved up; older ones count less.
    public internal(set) var parties = 0.0
    /// The total time that these parties took, in seconds, with the same weights.
    public internal(set) var seconds = 0.0
    /// The real waits while the sign was known, in seconds; older ones count less.
    public internal(set) var experienced = 0.0
    /// The announced waits of the same parties, in seconds.
    public internal(set) var announced = 0.0

    /// The latest announcement of the sign, in seconds for each party; `nil` before the first.
    public internal(set) var posted: Double?

    /// The number of further parties after which an observation of the pace counts half.
    public static let halfLife = 8.0
    /// The number of further parties after which an observation of the sign counts half. It is larger, because a sign's error
    /// changes more slowly than the pace.
    public static let signHalfLife = 32.0
    /// The weight of the host's first estimate, in parties.
    public static let guessWeight = 8.0
    /// The weight of a posted wait, of a measured wait, and of the assumption that the sign is right, in parties.
    public static let figureWeight = 4

    /// - Parameter guess: The host's first estimate, in seconds for each party; `nil` without one.
    init(guess: Double?) {
        guard let guess else { return }
        parties = Self.guessWeight
        seconds = Self.guessWeight * guess
    }

    /// The time from one party to the next, in seconds; `nil` before the first observation.
    public var secondsPerParty: Double? { parties > 0 ? seconds / parties : nil }

    /// The actual wait for each minute on the sign, in minutes. 1 before the first observation.
    public var signFactor: Double {
        guard let posted, posted > 0 else { return 1 }
        let presumption = Double(Self.figureWeight) * posted
        return (experienced + presumption) / (announced + presumption)
    }

    /// The queue moved up by `count` parties in `elapsed` seconds.
    mutating func learn(movedBy count: Int, in elapsed: TimeInterval) {
        observe(count, took: elapsed)
        compareSign(Double(count), took: elapsed, fading: power(signFading, count))
    }

    /// Records an announcement of the sign, in seconds for each party.
    mutating func learn(posted secondsPerParty: Double) {
        posted = secondsPerParty
        observe(Self.figureWeight, took: Double(Self.figureWeight) * secondsPerParty * signFactor)
    }

    /// Adds the observation of a wait, in seconds per party.
    mutating func learn(measured secondsPerParty: Double) {
        let weight = Double(Self.figureWeight)
        observe(Self.figureWeight, took: weight * secondsPerParty)
        compareSign(weight, took: weight * secondsPerParty, fading: power(signFading, Self.figureWeight))
    }

    /// When a party at `position` should have its turn, in whole minutes; `nil` before the first observation.
    ///
    /// The middle is `position` times the pace. The width covers nine of ten waits if the time of each party is
    /// exponentially distributed and the pace is known from ``parties`` observations. Real queues are less regular: on
    /// the ride's day in the tests it covers 23 of 30 waits.
    func turn(from now: Date, position: Int) -> ClosedRange<Date>? {
        guard let pace = secondsPerParty, pace.isFinite else { return nil }
        let count = Double(max(position, 1))
        let middle = count * pace
        let spread = 1.645 * pace * (count + count * count / max(parties, 1)).squareRoot()
        let day = 86_400.0
        let from = now.timeIntervalSinceReferenceDate + min(max(middle - spread, 0), day)
        let to = now.timeIntervalSinceReferenceDate + min(middle + spread, 2 * day)
        let lower = max(now.timeIntervalSinceReferenceDate.rounded(.up), (from / 60).rounded(.down) * 60)
        let upper = max((to / 60).rounded(.up) * 60, lower + 60)
        // The sums may have values that `validate()` refuses.
        guard lower <= upper else { return nil }
        return Date(timeIntervalSinceReferenceDate: lower)...Date(timeIntervalSinceReferenceDate: upper)
    }

    private mutating func observe(_ count: Int, took elapsed: TimeInterval) {
        let weight = power(fading, count)
        parties = min(parties * weight + Double(count), Self.sumMax)
        seconds = min(seconds * weight + max(elapsed, 0), Self.sumMax)
    }

    /// Refuses sums that are not finite, are negative, or are so large that the estimate would overflow.
    func validate() throws(InvalidField) {
        try InvalidField.check(parties, "pace.parties", in: 0...Self.sumMax)
        try InvalidField.check(seconds, "pace.seconds", in: 0...Self.sumMax)
        try InvalidField.check(experienced, "pace.experienced", in: 0...Self.sumMax)
        try InvalidField.check(announced, "pace.announced", in: 0...Self.sumMax)
        if let posted { try InvalidField.check(posted, "pace.posted", in: 0...Self.postedMax) }
    }

    /// Far more than any queue has; the sums do not grow beyond it.
    private static let sumMax = 1e15
    /// 600 minutes for one party.
    private static let postedMax = 36_000.0

    private mutating func compareSign(_ count: Double, took elapsed: TimeInterval, fading weight: Double) {
        guard let posted else { return }
        experienced = min(experienced * weight + max(elapsed, 0), Self.sumMax)
        announced = min(announced * weight + count * posted, Self.sumMax)
    }
}

/// The weight of an observation after one more party: the 8th and the 32nd root of one half.
///
/// They are constants, and powers of them are products, because `pow` of the C library differs in the last bit between
/// systems and all processes must agree.
private let fading = 0.917_004_043_204_671_2
private let signFading = 0.978_572_062_087_700_1

private func power(_ base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    var square = base
    var rest = exponent
    while rest > 0 {
        if rest & 1 == 1 { result *= square }
        square *= square
        rest >>= 1
    }
    return result
}
