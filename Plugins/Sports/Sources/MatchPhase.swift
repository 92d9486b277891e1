// @ActivityJSON
/// The phase of a match. In JSON the case's name.
public enum MatchPhase: String, Codable, Hashable, Sendable, CaseIterable {
    /// It has not begun.
    case scheduled
    /// It will not begin while this activity is active.
    case postponed
    /// A period is being played.
    case playing
    /// The break between two periods, or after the last period until the result is final.
    case interval
    /// A draw is being decided by single kicks, throws or shots.
    case shootOut
    /// It was stopped during a period and is expected to resume.
    case suspended
    /// It is over and has a result.
    case finished
    /// It was stopped and will not resume.
    case abandoned

    /// Whether something can happen in the match at any moment.
    public var isLive: Bool {
        switch self {
        case .playing, .interval, .shootOut, .suspended: true
        case .scheduled, .postponed, .finished, .abandoned: false
        }
    }

    /// Whether nothing more is expected in this activity.
    public var isOver: Bool {
        switch self {
        case .postponed, .finished, .abandoned: true
        case .scheduled, .playing, .interval, .shootOut, .suspended: false
        }
    }
}
