/// What the person did in the app. The README says which of these is possible when.
public enum MeditationTimerEvent: Codable, Hashable, Sendable {
    /// The first cycle begins.
    case started
    /// The clock stands still.
    case paused
    /// The clock goes on where it stood.
    case resumed
    /// The cycle after the one that is over begins.
    case nextCycleStarted
    /// There are more `seconds`, at least 1, on the clock: to what is left of a cycle, or after its end.
    case extended(seconds: Int)
    /// The meditation is given up.
    case reset

    /// The event's name without its values, as in JSON.
    public var name: String {
        switch self {
        case .started: "started"
        case .paused: "paused"
        case .resumed: "resumed"
        case .nextCycleStarted: "nextCycleStarted"
        case .extended: "extended"
        case .reset: "reset"
        }
    }
}
