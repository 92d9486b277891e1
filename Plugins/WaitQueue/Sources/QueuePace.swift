import LiveActivityCore

/// What has been learnt about how fast a queue moves.
///
/// Two pairs of sums, in which older experience counts less and less:
/// - `seconds` and `parties`: so long it took so many parties to move up. Experience counts half as much after every
///   ``halfLife`` parties more, so that the figure follows the last dozen or so, whether they took minutes or hours.
/// - `experienced` and `announced`: what the queue took against what its sign said at the time; signs are rounded up, for nobody
///   minds being early. A posted wait is corrected by it before it counts. Half as much after every ``signHalfLife`` parties.
public struct QueuePace: Codable, Hashable, Sendable {
    public internal(set) var parties = 0.0
    public internal(set) var seconds = 0.0
    public internal(set) var experienced = 0.0
    public internal(set) var announced = 0.0

    /// Seconds a party by the sign, as it was last read.
    public internal(set) var posted: Double?

    /// In parties.
    public static let halfLife = 8.0
    /// In parties. Longer, because a sign's habits change less than a queue's pace.
    public static let signHalfLife = 32.0
    /// So many parties a host's first guess is worth.
    public static let guessWeight = 8.0
    /// So many parties a posted and a measured wait are worth, and the presumption that a sign is right.
    public static let figureWeight = 4

    /// - Parameter guess: Seconds a party; `nil` if nothing is known.
    init(guess: Double?) {
        guard let guess else { return }
        parties = Self.guessWeight
        seconds = Self.guessWeight * guess
    }

    /// Seconds from one party to the next; `nil` as long as nothing is known.
    public var secondsPerParty: Double? { parties > 0 ? seconds / parties : nil }

    /// What becomes true for each minute that the sign says, in minutes. 1 at first.
    public var signFactor: Double {
        guard let posted, posted > 0 else { return 1 }
        let presumption = Double(Self.figureWeight) * posted
        return (experienced + presumption) / (announced + presumption)
    }

    /// The queue moved up by `count` parties in `elapsed` seconds.
    mutating func moved(by count: Int, in elapsed: TimeInterval) {
        learn(Double(count), took: elapsed)
        compareSign(Double(count), took: elapsed, fading: power(signFading, count))
    }

    /// The sign says that a place takes so many seconds a party.
    mutating func read(sign secondsPerParty: Double) {
        posted = secondsPerParty
        let weight = Double(Self.figureWeight)
        learn(weight, took: weight * secondsPerParty * signFactor)
    }

    /// Somebody's wait took so many seconds a party.
    mutating func measured(_ secondsPerParty: Double) {
        let weight = Double(Self.figureWeight)
        learn(weight, took: weight * secondsPerParty)
        compareSign(weight, took: weight * secondsPerParty, fading: power(signFading, Self.figureWeight))
    }

    /// When a party at `position` should have its turn, in whole minutes.
    ///
    /// The middle is `position` times the pace. The spread is that of parties that come as they come (each as uncertain as it is long),
    /// and of a pace that was learnt from so few of them; nine out of ten such waits lie within. Real queues are less regular: on
    /// the ride's day in the tests it was 23 out of 30.
    func turn(from now: Date, position: Int) -> ClosedRange<Date>? {
        guard let pace = secondsPerParty else { return nil }
        let places = Double(position)
        let middle = places * pace
        let spread = 1.645 * pace * (places + places * places / max(parties, 1)).squareRoot()
        let day = 86_400.0
        let from = now.timeIntervalSinceReferenceDate + min(max(middle - spread, 0), day)
        let to = now.timeIntervalSinceReferenceDate + min(middle + spread, 2 * day)
        let lower = max(now.timeIntervalSinceReferenceDate.rounded(.up), (from / 60).rounded(.down) * 60)
        let upper = max((to / 60).rounded(.up) * 60, lower + 60)
        return Date(timeIntervalSinceReferenceDate: lower)...Date(timeIntervalSinceReferenceDate: upper)
    }

    private mutating func learn(_ count: Double, took elapsed: TimeInterval) {
        let kept = power(fading, Int(count))
        parties = parties * kept + count
        seconds = seconds * kept + elapsed
    }

    private mutating func compareSign(_ count: Double, took elapsed: TimeInterval, fading kept: Double) {
        guard let posted else { return }
        experienced = experienced * kept + elapsed
        announced = announced * kept + count * posted
    }
}

/// What is left of experience after one more party: the 8th and the 32nd root of one half. Written out, and raised by
/// multiplying, because the C library's powers differ in the last bit from one system to the next.
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
