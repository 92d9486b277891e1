#if Push
public import LiveActivityCore

/// How long a sender waits before it sends a push again.
public struct RetrySchedule: Hashable, Sendable {
    /// The kinds of pause.
    public enum Pause: Hashable, Sendable {
        /// After too many requests or a lost answer: some seconds.
        case short
        /// After a failure of APNs: a quarter of an hour, as Apple requires. Source: Documentation/Reference.md, RESP-35.
        case long
    }

    /// The first short pause, in seconds.
    public var firstShort: TimeInterval
    /// The first long pause, in seconds.
    public var firstLong: TimeInterval
    /// The ratio of each pause to the previous one.
    public var factor: Double
    /// The longest pause, in seconds.
    public var longest: TimeInterval
    /// The random part of a pause, from 0 to 1 of its length, so that retries are spread over time. It only makes pauses
    /// longer.
    public var jitter: Double

    /// A schedule. By default the first short pause is 10 s and the first long pause 15 min; each is doubled for every attempt
    /// up to 2 h, and up to 20 % are added at random.
    public init(
        firstShort: TimeInterval = 10, firstLong: TimeInterval = 900, factor: Double = 2, longest: TimeInterval = 7_200,
        jitter: Double = 0.2
    ) {
        (self.firstShort, self.firstLong, self.factor, self.longest) = (firstShort, firstLong, factor, longest)
        self.jitter = jitter
    }

    /// The pause before the next attempt, in seconds.
    ///
    /// - Parameters:
    ///   - pause: The kind of pause.
    ///   - tries: The number of failed attempts, from 1.
    ///   - asked: The server's `Retry-After`, which is the minimum.
    ///   - chance: A random number from 0 to 1.
    public func wait(_ pause: Pause, tries: Int, asked: TimeInterval? = nil, chance: Double) -> TimeInterval {
        let first = pause == .short ? firstShort : firstLong
        var seconds = first
        for _ in 1..<max(1, min(tries, 64)) where seconds < longest { seconds *= factor }
        seconds = max(min(seconds, longest), first) * (1 + jitter * min(max(chance, 0), 1))
        return max(seconds, min(asked ?? 0, 86_400))
    }
}
#endif
