public import LiveActivityCore

// @ActivityJSON
/// The state of a meditation: the values that the surfaces show, and the provider's only state.
///
/// A host's content that is out of range is refused with `InvalidField`.
public struct MeditationTimerState: Codable, Hashable, Sendable {
    /// The current mode of the clock.
    public var mode: Mode

    /// The number of the current cycle, 1 to ``MeditationTimerAttributes/cyclesMax``.
    public var currentCycle: Int

    /// How many cycles there will be; `nil` if the number is open.
    public var totalCycles: Int?

    /// Creates a state, for a host that starts an activity in the middle of a meditation.
    public init(mode: Mode, currentCycle: Int = 1, totalCycles: Int? = nil) {
        self.mode = mode
        self.currentCycle = currentCycle
        self.totalCycles = totalCycles
    }

    // @ActivityJSON
    /// The mode of the clock. Each case has only the values that it needs, so that fields cannot contradict each other.
    public enum Mode: Codable, Hashable, Sendable {
        /// Set and not started.
        case idle
        /// Counts down to `endTime`. Surfaces do so by themselves, without updates.
        case running(endTime: Date)
        /// Stands still with `remainingSeconds` on the clock, 0 to ``MeditationTimerAttributes/secondsMax``, for any
        /// length of time.
        case paused(remainingSeconds: Int)
        /// The cycle is over; the user has to start the next one.
        case cycleEnd
        /// The last cycle is over. Nothing follows.
        case complete

        /// The mode's name without its values, as in JSON.
        public var name: String {
            switch self {
            case .idle: "idle"
            case .running: "running"
            case .paused: "paused"
            case .cycleEnd: "cycleEnd"
            case .complete: "complete"
            }
        }
    }

    /// Refuses values that no timer can have.
    func validate() throws(InvalidField) {
        let cycles = 1...MeditationTimerAttributes.cyclesMax
        try InvalidField.check(currentCycle, "currentCycle", in: cycles)
        if let totalCycles { try InvalidField.check(totalCycles, "totalCycles", in: cycles) }
        switch mode {
        case .running(let endTime): try InvalidField.check(endTime, "endTime")
        case .paused(let seconds):
            try InvalidField.check(seconds, "remainingSeconds", in: 0...MeditationTimerAttributes.secondsMax)
        case .idle, .cycleEnd, .complete: break
        }
    }

    /// When the current cycle ends; `nil` unless the clock runs.
    public var endTime: Date? {
        if case .running(let endTime) = mode { endTime } else { nil }
    }
}
