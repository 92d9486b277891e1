// @ActivityJSON(.reading)
/// What the user did in the app.
///
/// An event that cannot follow the current mode throws `InvalidTransition`; the README has the table.
public enum MeditationTimerEvent: Codable, Hashable, Sendable {
    /// The first cycle begins. Follows `idle`.
    case started
    /// The clock stops. Follows `running`.
    case paused
    /// The clock resumes where it stopped. Follows `paused`.
    case resumed
    /// The next cycle begins. Follows `cycleEnd`.
    case nextCycleStarted
    /// Adds time to the clock, in seconds, 1 or more. Follows `running`, `paused`, and `cycleEnd`, where the same cycle
    /// resumes.
    ///
    /// Throws ``MeditationTimerError/extensionOutOfRange(seconds:left:)`` if the clock would have more than 8 hours.
    case extended(seconds: Int)
    /// The user stops the meditation, and the activity ends. Follows every mode but `complete`.
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
