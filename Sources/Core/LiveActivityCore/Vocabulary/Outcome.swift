/// What became of a command that was not refused. The changes say the rest.
public enum Outcome: Hashable, Sendable {
    /// A start made this activity, or scheduled it.
    case started(ActivityID)
    /// A start found this activity running, and left it as it is.
    case joined(ActivityID)
    /// The activity is now different.
    case applied
    /// The activity is as it was: it showed exactly this before.
    case unchanged
    /// The activity is as it was, for a reason that the changes report too.
    case ignored(Change.IgnoreReason)
    /// An event went to everyone who follows its topic.
    case published(PublishReport)

    /// The activity that a start gave.
    public var activity: ActivityID? {
        switch self {
        case .started(let id), .joined(let id): id
        case .applied, .unchanged, .ignored, .published: nil
        }
    }
}

/// How those whom an event, or one of many events, reached took it.
public struct PublishReport: Codable, Hashable, Sendable {
    /// They show something else now.
    public var applied = 0
    /// They showed exactly this before.
    public var unchanged = 0
    /// For them the event made no sense, which a change of theirs reports.
    public var refused = 0

    public init() {}
}
