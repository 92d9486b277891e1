/// What a host may ask of an engine, as a value with a JSON form. Every interface uses this type.
///
/// Swift hosts can also call the engine's own methods, which take the providers' types instead of JSON and are faster.
/// Later versions add cases.
@nonexhaustive
public enum Command: Hashable, Sendable {
    /// Starts an activity, or schedules it.
    case start(Start)
    /// Replaces an activity's whole content.
    case update(ActivityReference, content: ContentUpdate, alert: AlertConfiguration? = nil, timestamp: Date? = nil)
    /// Ends an activity, with final content or with the content that it has.
    case end(
        ActivityReference, content: ContentUpdate? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default,
        timestamp: Date? = nil)
    /// Reports an event to one activity.
    case send(ActivityReference, event: JSONValue, id: EventID? = nil, timestamp: Date? = nil)
    /// Reports an event to every activity that follows a topic.
    ///
    /// - Parameter kind: Reaches only followers of this kind. Required if kinds with different types of events follow
    ///   the topic.
    case publish(Topic, event: JSONValue, kind: ActivityKind? = nil, id: EventID? = nil, timestamp: Date? = nil)
    /// The user operated a control.
    case perform(ActionID, on: ActivityReference, surface: Surface)
    /// The user removed the activity from the screen.
    case dismiss(ActivityReference)
    /// The host is still there: renews the activity's ``Lease``, and does nothing else.
    case renewLease(ActivityReference)
    /// The user allows or forbids a kind; all kinds if `kind` is `nil`.
    case permit(owner: OwnerID, kind: ActivityKind? = nil, allowed: Bool)
    /// The user allows or forbids frequent updates. Either ends the owner's ongoing activities.
    case permitFrequentUpdates(owner: OwnerID, allowed: Bool)
    /// Time has passed. Runs the deadlines that are due.
    case advance

    /// What a start needs.
    public struct Start: Hashable, Sendable {
        /// The kind of activity.
        public var kind: ActivityKind
        /// The user or device that the activity is for.
        public var owner: OwnerID
        /// The attributes, in the shape that the provider's type has as JSON.
        public var attributes: JSONValue
        /// The first content; `nil` for the provider's own.
        public var content: ContentUpdate?
        /// How the activity starts and ends.
        public var options: StartOptions

        /// A start of an activity with these attributes.
        public init(
            kind: ActivityKind, owner: OwnerID, attributes: JSONValue, content: ContentUpdate? = nil,
            options: StartOptions = StartOptions()
        ) {
            self.kind = kind
            self.owner = owner
            self.attributes = attributes
            self.content = content
            self.options = options
        }
    }
}

/// Content as JSON, for an update or a start.
public struct ContentUpdate: Codable, Hashable, Sendable {
    /// The provider's `ContentState`.
    public var state: JSONValue
    /// When the content turns stale; `nil` if it never does.
    public var staleDate: Date?
    /// How relevant the activity is; 0 if `nil`.
    public var relevanceScore: Double?

    /// Content with this state.
    public init(state: JSONValue, staleDate: Date? = nil, relevanceScore: Double? = nil) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}

/// The activity that a command is for, by its id or by the key that it was started with.
///
/// In JSON the id is a string, and the key is `{"owner": …, "kind": …, "key": …}`.
public enum ActivityReference: Hashable, Sendable {
    /// The activity with this id.
    case id(ActivityID)
    /// The running activity with this owner, kind and key.
    case key(owner: OwnerID, kind: ActivityKind, key: StartKey)
}
