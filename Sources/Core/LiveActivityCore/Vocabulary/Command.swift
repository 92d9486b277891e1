/// What a host may ask of an engine, as a value: the same through every door.
///
/// Swift hosts can also call the engine's own methods, which take providers' types instead of JSON and are faster.
@nonexhaustive
public enum Command: Hashable, Sendable {
    /// Starts an activity, or schedules it.
    case start(Start)
    /// Replaces an activity's whole content (LIFE-22).
    case update(ActivityReference, content: ContentUpdate, alert: AlertConfiguration? = nil, timestamp: Date? = nil)
    /// Ends an activity, with final content or with the content it has (LIFE-28).
    case end(
        ActivityReference, content: ContentUpdate? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default,
        timestamp: Date? = nil)
    /// Reports an event to one activity.
    case send(ActivityReference, event: JSONValue, id: EventID? = nil, timestamp: Date? = nil)
    /// Reports an event to everyone who follows a topic.
    ///
    /// - Parameter kind: Only followers of this kind; needed where kinds of different events follow the same topic.
    case publish(Topic, event: JSONValue, kind: ActivityKind? = nil, id: EventID? = nil, timestamp: Date? = nil)
    /// A person used a control.
    case perform(ActionID, on: ActivityReference, surface: Surface)
    /// A person removed the activity from their screen.
    case dismiss(ActivityReference)
    /// The host is still there (``Lease``).
    case renewLease(ActivityReference)
    /// A person allows or forbids a kind; all kinds if none is named.
    case permit(owner: OwnerID, kind: ActivityKind? = nil, allowed: Bool)
    /// A person allows or forbids frequent updates, which ends their ongoing activities (AUTH-04).
    case permitFrequentUpdates(owner: OwnerID, allowed: Bool)
    /// Time has passed; nothing else.
    case advance

    public struct Start: Hashable, Sendable {
        public var kind: ActivityKind
        public var owner: OwnerID
        public var attributes: JSONValue
        /// In place of the content that the provider would begin with.
        public var content: ContentUpdate?
        public var options: StartOptions

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

/// Content as it comes from outside.
public struct ContentUpdate: Codable, Hashable, Sendable {
    public var state: JSONValue
    public var staleDate: Date?
    public var relevanceScore: Double?

    public init(state: JSONValue, staleDate: Date? = nil, relevanceScore: Double? = nil) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}

/// Which activity a command is about: by its id, or by what it was started as.
///
/// In JSON the id as a string, or `{"owner": …, "kind": …, "key": …}`.
public enum ActivityReference: Hashable, Sendable {
    case id(ActivityID)
    case key(owner: OwnerID, kind: ActivityKind, key: StartKey)
}
