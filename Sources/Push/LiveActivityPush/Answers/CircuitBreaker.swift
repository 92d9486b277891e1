#if Push
public import LiveActivityCore

/// Stops sending to an endpoint after repeated failures, and tests it with one push after each pause.
///
/// A value: the time is passed in. 5xx answers and lost connections are failures; an error that concerns one push is not.
public struct CircuitBreaker: Hashable, Sendable {
    /// The states of the breaker.
    public enum State: Hashable, Sendable {
        /// The breaker lets pushes pass.
        case closed
        /// No push is sent until a date.
        case open(until: Date)
        /// One push was sent to test the endpoint, and has no answer yet.
        case trying
    }

    /// The number of consecutive failures after which the breaker opens.
    public var failuresMax: Int
    /// The first pause, in seconds. Each failed test doubles it, up to ``pauseMax``.
    public var pause: TimeInterval
    /// The longest pause, in seconds.
    public var pauseMax: TimeInterval
    /// The current state.
    public private(set) var state = State.closed
    private var failures = 0
    private var nextPause: TimeInterval

    /// A closed breaker. By default it opens after 20 consecutive failures, first for 10 s and at most for 5 min.
    public init(failuresMax: Int = 20, pause: TimeInterval = 10, pauseMax: TimeInterval = 300) {
        (self.failuresMax, self.pause, self.pauseMax) = (failuresMax, pause, pauseMax)
        nextPause = pause
    }

    /// `true` if a push may be sent now. Does not change the state.
    public func wouldPermit(at now: Date) -> Bool {
        switch state {
        case .closed: true
        case .trying: false
        case .open(let until): now >= until
        }
    }

    /// Permits or refuses a push now. After a pause it returns `true` once, for the push that tests the endpoint. Report the
    /// result of each push with ``succeeded()``, ``failed(at:)`` or ``learnedNothing(at:)``.
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

    /// When the next push may be sent; `nil` if it may be sent now, or if a test has no answer yet.
    public var opensAt: Date? { if case .open(let until) = state { until } else { nil } }

    /// Reports that the endpoint has answered, and closes the breaker.
    public mutating func succeeded() {
        state = .closed
        failures = 0
        nextPause = pause
    }

    /// Reports that the push was not processed, which says nothing about the endpoint. Another push may test it.
    public mutating func learnedNothing(at now: Date) { if case .trying = state { state = .open(until: now) } }

    /// Follows a clock that was set back.
    mutating func moveDates(by seconds: TimeInterval) {
        if case .open(let until) = state { state = .open(until: until.moved(by: seconds)) }
    }

    /// Reports a failure of the endpoint.
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
