/// A host's command to an engine, as a value with a JSON form. Every interface uses this type.
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
    /// Ends all activities of an owner, or those of one kind if `kind` is given. For instance, when the user signs out.
    case endAll(
        owner: OwnerID, kind: ActivityKind? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default)
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
    /// Renews the activity's ``Lease``, because the host is still running. Has no other effect.
    case renewLease(ActivityReference)
    /// The user allows or forbids a kind; all kinds if `kind` is `nil`.
    case permit(owner: OwnerID, kind: ActivityKind? = nil, allowed: Bool)
    /// The user allows or forbids frequent updates. Either ends the owner's ongoing activities.
    case permitFrequentUpdates(owner: OwnerID, allowed: Bool)
    /// Advances the time and runs the deadlines that are due.
    case advance

    /// The parameters of a start.
    public struct Start: Hashable, Sendable {
        /// The kind of activity.
        public var kind: ActivityKind
        /// The user or device that the activity is for.
        public var owner: OwnerID
        /// The attributes, in the JSON form of the provider's type.
        public var attributes: JSONValue
        /// The first content; `nil` for the provider's own.
        public var content: ContentUpdate?
        /// Key, dates, alert and other options.
        public var options: StartOptions

        /// Creates a start of an activity with these attributes.
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
    /// The activity's relevance among the owner's activities; 0 if `nil`.
    public var relevanceScore: Double?

    /// Creates content with this state.
    public init(state: JSONValue, staleDate: Date? = nil, relevanceScore: Double? = nil) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}

/// The activity that a command is for, by its id or by its start key.
///
/// In JSON the id is a string, and the key is `{"owner": …, "kind": …, "key": …}`.
public enum ActivityReference: Hashable, Sendable {
    /// The activity with this id.
    case id(ActivityID)
    /// The running activity with this owner, kind and key.
    case key(owner: OwnerID, kind: ActivityKind, key: StartKey)
}

/// The permanent names of the commands: the value of `command` in JSON, and their names in statistics, metrics and spans.
///
/// Typed and JSON forms of a command have the same name.
///
/// A later version may add cases.
@nonexhaustive
public enum CommandName: String, CaseIterable, Codable, Sendable {
    /// An activity is started or scheduled.
    case start
    /// Content is replaced by hand.
    case update
    /// An activity is ended.
    case end
    /// All activities of an owner are ended.
    case endAll
    /// An event for one activity.
    case send
    /// Sends many events at once, each to its own activity: one command for each shard. Not a ``Command``, as it has only typed
    /// forms.
    case sendMany
    /// An event for a topic: one command for each shard with followers.
    case publish
    /// A control on a surface.
    case perform
    /// The user removed an activity.
    case dismiss
    /// A lease is renewed.
    case renewLease
    /// A user allows or forbids a kind.
    case permit
    /// A user allows or forbids frequent updates.
    case permitFrequentUpdates
    /// Time passes by a command.
    case advance
}

extension CommandName {
    /// The position among all cases, for tables.
    @usableFromInline package var index: Int {
        switch self {
        case .start: 0
        case .update: 1
        case .end: 2
        case .send: 3
        case .sendMany: 4
        case .publish: 5
        case .perform: 6
        case .dismiss: 7
        case .renewLease: 8
        case .permit: 9
        case .permitFrequentUpdates: 10
        case .advance: 11
        case .endAll: 12
        }
    }
}

extension Command {
    /// The command's name.
    public var name: CommandName {
        switch self {
        case .start: .start
        case .update: .update
        case .end: .end
        case .endAll: .endAll
        case .send: .send
        case .publish: .publish
        case .perform: .perform
        case .dismiss: .dismiss
        case .renewLease: .renewLease
        case .permit: .permit
        case .permitFrequentUpdates: .permitFrequentUpdates
        case .advance: .advance
        }
    }

    /// The shards to which a command must be passed.
    package enum Target: Hashable, Sendable {
        /// The shard of an owner, which has all the owner's activities.
        case owner(OwnerID)
        /// The shard of one activity.
        case activity(ActivityReference)
        /// Every shard with followers of a topic.
        case topic(Topic)
        /// Every shard, as for a command about all activities.
        case all
    }

    package var target: Target {
        switch self {
        case .start(let start): .owner(start.owner)
        case .endAll(let owner, _, _), .permit(let owner, _, _), .permitFrequentUpdates(let owner, _): .owner(owner)
        case .update(let activity, _, _, _), .end(let activity, _, _, _), .send(let activity, _, _, _),
            .perform(_, let activity, _), .dismiss(let activity), .renewLease(let activity):
            .activity(activity)
        case .publish(let topic, _, _, _, _): .topic(topic)
        case .advance: .all
        }
    }

    /// The single activity of the command; `nil` for a start, and for a command that concerns several.
    package var activity: ActivityReference? { if case .activity(let reference) = target { reference } else { nil } }

    /// The event id of an event that has one.
    package var eventID: EventID? {
        get {
            switch self {
            case .send(_, _, let id, _), .publish(_, _, _, let id, _): id
            default: nil
            }
        }
        set {
            switch self {
            case .send(let activity, let event, _, let timestamp):
                self = .send(activity, event: event, id: newValue, timestamp: timestamp)
            case .publish(let topic, let event, let kind, _, let timestamp):
                self = .publish(topic, event: event, kind: kind, id: newValue, timestamp: timestamp)
            default: break
            }
        }
    }
}
