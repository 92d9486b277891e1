#if Push
public import LiveActivityCore

/// How long a sender waits before it sends something again.
public struct RetrySchedule: Hashable, Sendable {
    /// Which of two pauses.
    public enum Pause: Hashable, Sendable {
        /// Too many requests, or a lost answer: seconds.
        case short
        /// A failure of APNs, for which Apple requires a quarter of an hour. Source: Documentation/Reference.md, RESP-35.
        case long
    }

    /// The first short pause, in seconds.
    public var firstShort: TimeInterval
    /// The first long pause, in seconds.
    public var firstLong: TimeInterval
    /// How much longer each pause is than the one before.
    public var factor: Double
    /// The longest pause, in seconds.
    public var longest: TimeInterval
    /// The random part of a pause, from 0 to 1, so that retries are spread over time. It only makes pauses longer.
    public var jitter: Double

    /// A schedule; by default 10 s for a short pause and 15 min for a long one, doubled each time, at most 2 h, plus up to 20 %
    /// at random.
    public init(
        firstShort: TimeInterval = 10, firstLong: TimeInterval = 900, factor: Double = 2, longest: TimeInterval = 7_200,
        jitter: Double = 0.2
    ) {
        (self.firstShort, self.firstLong, self.factor, self.longest) = (firstShort, firstLong, factor, longest)
        self.jitter = jitter
    }

    /// How long to wait, in seconds.
    ///
    /// - Parameters:
    ///   - pause: The length of the first pause.
    ///   - tries: The number of failed attempts, from 1.
    ///   - asked: The server's `Retry-After`, the least pause.
    ///   - chance: A number from 0 to 1, drawn for this pause.
    public func wait(_ pause: Pause, tries: Int, asked: TimeInterval? = nil, chance: Double) -> TimeInterval {
        let first = pause == .short ? firstShort : firstLong
        var seconds = first
        for _ in 1..<max(1, min(tries, 64)) where seconds < longest { seconds *= factor }
        seconds = max(min(seconds, longest), first) * (1 + jitter * min(max(chance, 0), 1))
        return max(seconds, min(asked ?? 0, 86_400))
    }
}
#endif
