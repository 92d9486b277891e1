/// The result of a command that was not refused. The command's changes have the details.
public enum Outcome: Hashable, Sendable {
    /// A start created this activity, or scheduled it.
    case started(ActivityID)
    /// A start found this activity running and left it unchanged (``StartOptions/IfRunning/join``).
    case joined(ActivityID)
    /// The activity changed.
    case applied
    /// The activity did not change, because it already had this content.
    case unchanged
    /// The command was ignored, for this reason. For an event to one activity a change reports it too.
    case ignored(Change.IgnoreReason)
    /// An event was published to a topic. ``PublishReport/reached`` is the number of followers that it reached: 0 if no
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

// The JSON form is an object: `outcome` is the case's name; `activity`, `reason` and `report` are the associated values.
extension Outcome: Codable {
    private enum CodingKeys: String, CodingKey { case outcome, activity, reason, report }

    /// The permanent name of the case: `started`, `joined`, `applied`, `unchanged`, `ignored` or `published`.
    public var name: String {
        switch self {
        case .started: "started"
        case .joined: "joined"
        case .applied: "applied"
        case .unchanged: "unchanged"
        case .ignored: "ignored"
        case .published: "published"
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .outcome) {
        case "started": self = .started(try container.decode(ActivityID.self, forKey: .activity))
        case "joined": self = .joined(try container.decode(ActivityID.self, forKey: .activity))
        case "applied": self = .applied
        case "unchanged": self = .unchanged
        case "ignored": self = .ignored(try container.decode(Change.IgnoreReason.self, forKey: .reason))
        case "published": self = .published(try container.decode(PublishReport.self, forKey: .report))
        case let name:
            throw DecodingError.dataCorruptedError(
                forKey: .outcome, in: container, debugDescription: "'\(name.abridged)' is not an outcome of this version")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .outcome)
        switch self {
        case .started(let id), .joined(let id): try container.encode(id, forKey: .activity)
        case .ignored(let reason): try container.encode(reason, forKey: .reason)
        case .published(let report): try container.encode(report, forKey: .report)
        case .applied, .unchanged: break
        }
    }
}

/// The number of activities that an event, or many events at once, reached, by result.
///
/// All counts are 0 if no activity follows the topic, or none whose kind has this type of event. That is not an error, because
/// topics are not declared: the event may be published before the first follower starts, or the topic's name may be misspelt.
/// Check ``reached``.
public struct PublishReport: Codable, Hashable, Sendable {
    /// Activities that changed.
    public var applied = 0
    /// Activities that already had this content.
    public var unchanged = 0
    /// Activities whose provider refused the event; a change of each reports it. With `Engine.send(_:at:)` also
    /// events for an id that does not exist, has ended, or is of a kind with other events.
    public var refused = 0

    /// Creates a report with all counts 0.
    public init() {}

    /// The number of followers that a published event reached: the sum of the counts. 0 if no running activity with such events
    /// follows the topic.
    public var reached: Int { applied + unchanged + refused }

    /// Adds the counts of another report.
    @usableFromInline package mutating func add(_ other: PublishReport) {
        applied += other.applied
        unchanged += other.unchanged
        refused += other.refused
    }
}
