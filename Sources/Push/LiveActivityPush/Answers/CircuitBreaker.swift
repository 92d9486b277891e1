#if Push
public import LiveActivityCore

/// Stops sending to an endpoint that fails again and again, and tries it with one push from time to time.
///
/// A value: the time is passed in. Failures are 5xx answers and lost connections, not errors of a single push.
public struct CircuitBreaker: Hashable, Sendable {
    /// The states of the breaker.
    public enum State: Hashable, Sendable {
        /// Pushes are sent.
        case closed
        /// None goes until a date.
        case open(until: Date)
        /// One push is on its way to test the endpoint.
        case trying
    }

    /// How many failures in a row stop it.
    public var failuresMax: Int
    /// For how long, in seconds; doubled with each try that fails, up to ``pauseMax``.
    public var pause: TimeInterval
    /// The longest pause, in seconds.
    public var pauseMax: TimeInterval
    /// The current state.
    public private(set) var state = State.closed
    private var failures = 0
    private var nextPause: TimeInterval

    /// A closed breaker; by default it opens after 20 failures in a row, for 10 s first and 5 min at most.
    public init(failuresMax: Int = 20, pause: TimeInterval = 10, pauseMax: TimeInterval = 300) {
        (self.failuresMax, self.pause, self.pauseMax) = (failuresMax, pause, pauseMax)
        nextPause = pause
    }

    /// Whether a push may be sent now. Does not change the state.
    public func wouldPermit(at now: Date) -> Bool {
        switch state {
        case .closed: true
        case .trying: false
        case .open(let until): now >= until
        }
    }

    /// Whether a push is sent now. After a pause the result is `true` once, for the push that tests the endpoint. Report its
    /// result: ``succeeded()``, ``failed(at:)`` or ``learnedNothing(at:)``.
    public mutating func permits(at now: Date) -> Bool {
        switch state {
        case .closed: return true
        case .trying: return false
        case .open(let until):
            guard now >= until else { return false }
            state = .trying
            return true
        }
    }

    /// When the next push may go; `nil` if it may go now, or one is trying.
    public var opensAt: Date? { if case .open(let until) = state { until } else { nil } }

    /// The endpoint has answered.
    public mutating func succeeded() {
        state = .closed
        failures = 0
        nextPause = pause
    }

    /// The push was not processed, so it shows nothing about the endpoint. Another push may test it.
    public mutating func learnedNothing(at now: Date) { if case .trying = state { state = .open(until: now) } }

    /// The endpoint has failed.
    public mutating func failed(at now: Date) {
        failures += 1
        switch state {
        case .open: return
        case .closed where failures < failuresMax: return
        case .closed, .trying:
            state = .open(until: now.addingTimeInterval(nextPause))
            nextPause = min(nextPause * 2, pauseMax)
        }
    }
}
#endif
