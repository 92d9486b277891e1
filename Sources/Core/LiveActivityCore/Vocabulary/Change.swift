/// A single change of one activity. Changes are in the order in which they occurred.
///
/// Every interface uses this type and its JSON: `live-activities run` prints one change a line, a store appends them, and
/// pushes are made from them.
public struct Change: Hashable, Sendable {
    /// The number of the change: the engine numbers its changes from 1, without gaps.
    public var sequence: UInt64

    /// The time of the change: the command's time, or the date of the deadline that was due.
    public var at: Date

    /// The activity that changed.
    public var activity: ActivityID
    /// The activity's kind.
    public var kind: ActivityKind
    /// The activity's owner.
    public var owner: OwnerID

    /// The activity's version: incremented by each change of its content or state, and unchanged by a report
    /// (``What/isReport``).
    public var revision: UInt32

    /// The activity's state after this change.
    public var state: ActivityState

    /// The kind of change, with its values.
    public var what: What

    /// The content after this change; `nil` if the change has no new content.
    public var content: EncodedContent?

    /// The attributes and identity of the activity; only with ``What/started`` and ``What/scheduled(for:)``.
    public var start: Start?

    /// The trace of the command that caused the change; `nil` if the command had none, or a deadline caused it.
    public var trace: TraceContext?

    /// Creates a change. Only the engine does so.
    public init(
        sequence: UInt64, at: Date, activity: ActivityID, kind: ActivityKind, owner: OwnerID, revision: UInt32,
        state: ActivityState, what: What, content: EncodedContent? = nil, start: Start? = nil, trace: TraceContext? = nil
    ) {
        self.sequence = sequence
        self.at = at
        self.activity = activity
        self.kind = kind
        self.owner = owner
        self.revision = revision
        self.state = state
        self.what = what
        self.content = content
        self.start = start
        self.trace = trace
    }

    /// The attributes and identity of an activity; reported once, when it starts or is scheduled.
    public struct Start: Hashable, Sendable {
        /// The activity's attributes.
        public var attributes: JSONText
        /// The key that the activity was started with.
        public var key: StartKey?
        /// The activity that this one continues (``StartOptions/renews``).
        public var predecessor: ActivityID?

        /// Creates the description of a start.
        public init(attributes: JSONText, key: StartKey?, predecessor: ActivityID?) {
            self.attributes = attributes
            self.key = key
            self.predecessor = predecessor
        }
    }

    /// The kinds of change. Later versions add cases.
    @nonexhaustive
    public enum What: Hashable, Sendable {
        /// The activity will start on a date. Until then it is pending.
        case scheduled(for: Date)
        /// The activity became active.
        case started
        /// The activity has new content, or the same content with another stale date or relevance.
        case updated
        /// The user must be alerted to the update just before.
        case alerted(AlertConfiguration)
        /// The content's stale date has passed, or the host was silent for the lease's ``Lease/staleAfter``.
        case becameStale
        /// An update or a renewed lease ended its staleness.
        case becameActive
        /// The activity ended, and stays visible until `dismissal`.
        case ended(by: EndReason, dismissal: Date)
        /// The activity is no longer visible anywhere. This is its last change.
        case dismissed(by: DismissalReason)

        // Reports: a request was not carried out. The activity has not changed.

        /// An update, event or end arrived after the activity had ended.
        case refusedLateUpdate
        /// An event or update was older than the newest one, or a repetition.
        case ignored(IgnoreReason)
        /// The provider refused an event that was published, or sent in a batch.
        case refused(reason: String)
        /// An update was accepted without its alert, because there were too many alerts within the hour
        /// (``EngineLimits/alertsPerHour``).
        case alertSuppressed(AlertConfiguration)
        /// The provider failed at a deadline: at a wake or at a scheduled start. No caller could receive the
        /// error.
        case faulted(reason: String)
    }

    /// The reason for the end of an activity. Later versions add cases.
    @nonexhaustive
    public enum EndReason: Hashable, Sendable {
        /// The host ended the activity.
        case host
        /// The provider ended the activity.
        case provider
        /// The end date was reached.
        case endDate
        /// The maximum time for which an activity may be active has passed (``EngineConfiguration/activeDuration``).
        case timeLimit
        /// The host did not renew the lease for ``Lease/endAfter``.
        case lease
        /// The user removed it.
        case person
        /// The user forbade the kind, or changed whether frequent updates are allowed.
        case permission
        /// A start with the same key replaced it.
        case replaced
        /// A successor continues it.
        case renewed(ActivityID)
    }

    /// The reason for a dismissal. Later versions add cases.
    @nonexhaustive
    public enum DismissalReason: String, Codable, Hashable, Sendable {
        /// The dismissal policy's date was reached.
        case policy
        /// The user removed it.
        case person
        /// The activity was never visible, or another activity replaced it.
        case gone
    }

    /// The reason why an event or update was ignored. Later versions add cases.
    @nonexhaustive
    public enum IgnoreReason: String, Codable, Hashable, Sendable {
        /// The timestamp is older than the newest accepted one.
        case olderTimestamp
        /// An event with the same id was applied already.
        case repeatedEvent
    }
}

extension Change.What {
    /// Whether the change is a report: a request was not carried out, and the activity is unchanged.
    public var isReport: Bool {
        switch self {
        case .refusedLateUpdate, .ignored, .refused, .alertSuppressed, .faulted: true
        case .scheduled, .started, .updated, .alerted, .becameStale, .becameActive, .ended, .dismissed: false
        }
    }

    /// A permanent name for the case; the value of `change` in JSON.
    public var name: String {
        switch self {
        case .scheduled: "scheduled"
        case .started: "started"
        case .updated: "updated"
        case .alerted: "alerted"
        case .becameStale: "becameStale"
        case .becameActive: "becameActive"
        case .ended: "ended"
        case .dismissed: "dismissed"
        case .refusedLateUpdate: "refusedLateUpdate"
        case .ignored: "ignored"
        case .refused: "refused"
        case .alertSuppressed: "alertSuppressed"
        case .faulted: "faulted"
        }
    }
}

/// An activity's content as JSON. It is encoded once, for all readers.
public struct EncodedContent: Codable, Hashable, Sendable {
    /// The provider's `ContentState`, in the shape that an iPhone decodes.
    public var state: JSONText
    /// When the content becomes stale; `nil` if it never does.
    public var staleDate: Date?
    /// The activity's relevance among the owner's activities.
    public var relevanceScore: Double

    /// Creates content with this state.
    public init(state: JSONText, staleDate: Date?, relevanceScore: Double) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}
