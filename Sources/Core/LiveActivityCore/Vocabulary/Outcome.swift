/// The result of a command that was not refused. The changes that it made tell the rest.
public enum Outcome: Hashable, Sendable {
    /// A start created this activity, or scheduled it.
    case started(ActivityID)
    /// A start found this activity running and left it unchanged (``StartOptions/IfRunning/join``).
    case joined(ActivityID)
    /// The activity changed.
    case applied
    /// The activity did not change, because it had exactly this content before.
    case unchanged
    /// The command was ignored, for this reason. For an event to one activity a change reports it too.
    case ignored(Change.IgnoreReason)
    /// An event was published to a topic. ``PublishReport/reached`` tells how many followers it reached: 0 if no
    /// activity follows the topic, which is not an error.
    case published(PublishReport)

    /// The activity that a start created or joined; `nil` for other commands.
    public var activity: ActivityID? {
        switch self {
        case .started(let id), .joined(let id): id
        case .applied, .unchanged, .ignored, .published: nil
        }
    }

    /// The activity of a start's outcome.
    @inlinable package var startedOrJoined: ActivityID {
        switch self {
        case .started(let id), .joined(let id): return id
        case .applied, .unchanged, .ignored, .published: preconditionFailure("a start gives an activity, not \(self)")
        }
    }
}

/// How many activities an event, or many events at once, reached, and with which result.
///
/// All counts are 0 if no activity follows the topic, or none whose kind has this type of event. That is not an error,
/// because topics are not declared: the sender may be earlier than the first follower, or the topic's name may be
/// misspelt. Check ``reached``.
public struct PublishReport: Codable, Hashable, Sendable {
    /// Activities that changed.
    public var applied = 0
    /// Activities that had exactly this content before.
    public var unchanged = 0
    /// Activities whose provider refused the event; a change of each reports it. With `Engine.send(_:at:)` also
    /// events for an id that does not exist, has ended, or is of a kind with other events.
    public var refused = 0

    /// A report of no activity.
    public init() {}

    /// How many followers a published event reached: the sum of the counts. 0 tells that no running activity with such
    /// events follows the topic.
    public var reached: Int { applied + unchanged + refused }
}
