/// What became different in one activity, once. Changes come in the order in which things happened.
///
/// The one vocabulary of every door: what `live-activities run` prints a line each, what a store appends, what a push is made of.
public struct Change: Hashable, Sendable {
    /// Counts this engine's changes from 1, without gaps.
    public var sequence: UInt64

    /// When it happened: the command's time, or the date that was due.
    public var at: Date

    public var activity: ActivityID
    public var kind: ActivityKind
    public var owner: OwnerID

    /// Grows by one with each change of what an activity is or shows; the same where a change only reports (``What/isReport``).
    public var revision: UInt32

    /// The activity's state after this change.
    public var state: ActivityState

    public var what: What

    /// The content after this change, where the change brings new content.
    public var content: EncodedContent?

    /// What the activity is, with its start.
    public var start: Start?

    public init(
        sequence: UInt64, at: Date, activity: ActivityID, kind: ActivityKind, owner: OwnerID, revision: UInt32,
        state: ActivityState, what: What, content: EncodedContent? = nil, start: Start? = nil
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
    }

    /// What an activity is, said once, when it starts or is scheduled.
    public struct Start: Hashable, Sendable {
        public var attributes: JSONText
        public var key: StartKey?
        /// The activity that this one continues (``StartOptions/renews``).
        public var predecessor: ActivityID?

        public init(attributes: JSONText, key: StartKey?, predecessor: ActivityID?) {
            self.attributes = attributes
            self.key = key
            self.predecessor = predecessor
        }
    }

    @nonexhaustive
    public enum What: Hashable, Sendable {
        /// It will start at a date; until then it is pending.
        case scheduled(for: Date)
        /// It is active.
        case started
        /// It shows something else, or the same for longer.
        case updated
        /// The person is to notice the update just before.
        case alerted(AlertConfiguration)
        /// Its content's stale date has passed, or its host has fallen silent.
        case becameStale
        /// An update made it trustworthy again.
        case becameActive
        /// It is over; it stays on show until `dismissal`.
        case ended(by: EndReason, dismissal: Date)
        /// It is gone from everywhere. The last change of an activity.
        case dismissed(by: DismissalReason)

        // Reports: something was asked for and not done. The activity is as it was.

        /// An update, event or end came after the end (LIFE-14).
        case refusedLateUpdate
        /// An event or update was older than the newest one, or a repetition.
        case ignored(IgnoreReason)
        /// A published event did not suit this follower.
        case refused(reason: String)
        /// An update was taken without its alert: there were too many within the hour.
        case alertSuppressed(AlertConfiguration)
        /// The provider failed in something that nobody asked for just now: a wake or a scheduled start.
        case faulted(reason: String)
    }

    @nonexhaustive
    public enum EndReason: Hashable, Sendable {
        /// Its host ended it.
        case host
        /// Its provider ended it: the story is over.
        case provider
        /// Its own end date came.
        case endDate
        /// Its eight hours were up (LIFE-16).
        case timeLimit
        /// Its host let the lease run out.
        case lease
        /// The person removed it.
        case person
        /// The person switched the kind, or the frequent updates, off (AUTH-04).
        case permission
        /// A start with the same key took its place.
        case replaced
        /// A successor continues it.
        case renewed(ActivityID)
    }

    @nonexhaustive
    public enum DismissalReason: String, Codable, Hashable, Sendable {
        /// The date that the dismissal policy gave has come.
        case policy
        /// The person removed it.
        case person
        /// It never became visible, or something took its place.
        case gone
    }

    @nonexhaustive
    public enum IgnoreReason: String, Codable, Hashable, Sendable {
        /// Its timestamp is older than the newest accepted one (LIFE-26).
        case olderTimestamp
        /// An event with the same id was applied already.
        case repeatedEvent
    }
}

extension Change.What {
    /// Whether nothing has changed and something is only reported.
    public var isReport: Bool {
        switch self {
        case .refusedLateUpdate, .ignored, .refused, .alertSuppressed, .faulted: true
        case .scheduled, .started, .updated, .alerted, .becameStale, .becameActive, .ended, .dismissed: false
        }
    }

    /// A permanent name for the case; what stands under `change` in JSON.
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

/// An activity's content, written as JSON once, whoever asks for it.
public struct EncodedContent: Codable, Hashable, Sendable {
    /// The provider's `ContentState`, in the shape an iPhone decodes (WIRE-01).
    public var state: JSONText
    public var staleDate: Date?
    public var relevanceScore: Double

    public init(state: JSONText, staleDate: Date?, relevanceScore: Double) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}
