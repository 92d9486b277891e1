public import LiveActivityCore

/// How a meditation stands: what the surfaces show and all that the provider remembers.
public struct MeditationTimerState: Codable, Hashable, Sendable {
    /// What the clock does.
    public var mode: Mode

    /// Which cycle this is, from 1.
    public var currentCycle: Int

    /// How many there will be; `nil` if that is open.
    public var totalCycles: Int?

    public init(mode: Mode, currentCycle: Int = 1, totalCycles: Int? = nil) {
        self.mode = mode
        self.currentCycle = currentCycle
        self.totalCycles = totalCycles
    }

    /// One of five, each with what it alone needs, so that no two fields can contradict each other (DOM-08, FIX-04).
    public enum Mode: Codable, Hashable, Sendable {
        /// Set, and not started.
        case idle
        /// Counts down to `endTime`. Surfaces do so by themselves; nobody updates a running timer.
        case running(endTime: Date)
        /// Stands still, however long, at `remainingSeconds`.
        case paused(remainingSeconds: Int)
        /// The cycle is over, the next one waits for the person.
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

    /// When the running cycle ends; `nil` unless one runs.
    public var endTime: Date? {
        if case .running(let endTime) = mode { endTime } else { nil }
    }
}
