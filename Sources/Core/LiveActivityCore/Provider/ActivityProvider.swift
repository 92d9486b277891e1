/// One domain's rules: how its activities begin, what outside events do to them, and when they want to be woken.
///
/// A provider is a pure reducer. Its state is the `ContentState` that the surfaces show, nothing hidden beside it. It
/// never asks for the time (`activity.now` is given), never waits (it asks to be woken), never does I/O, and draws no random
/// numbers, so that the same events at the same times always give the same activity.
///
/// Each method is handed a scope: a draft of one activity. When the method returns, the draft takes effect as a whole; when
/// it throws, none of it does. Methods are called from whichever thread drives the engine, for many activities in turn.
public protocol ActivityProvider: Sendable {
    associatedtype Attributes: ActivityAttributes
    /// What the outside world reports, such as *picked up*. Named in the past tense: facts, not orders.
    associatedtype Event: Codable & Sendable

    typealias Scope = ActivityScope<Attributes>

    /// The domain's name in JSON, in C and on disk. It never changes once shipped.
    var kind: ActivityKind { get }

    /// The content an activity begins with.
    ///
    /// - Throws: when the attributes make no sense; the start is then refused with the error's description.
    func content(for attributes: Attributes, at now: Date) throws -> ActivityContent<Attributes.ContentState>

    /// How such an activity starts unless its host says otherwise: its key, its start date, its lease.
    func options(for attributes: Attributes, at now: Date) -> StartOptions

    /// What the activity follows. Depends on the attributes alone, so it is asked again whenever it is needed.
    func topics(for attributes: Attributes) -> [Topic]

    /// The activity becomes active: at once, or when the start date of a scheduled one has come.
    ///
    /// The place to ask for the first wake. `activity.now` is the start date, even where the host looked later.
    func begin(_ activity: inout Scope) throws

    /// The outside world reports something about this activity.
    ///
    /// - Throws: ``InvalidTransition`` where the domain does not allow it now, and any other error for what makes no sense.
    func handle(_ event: Event, in activity: inout Scope) throws

    /// A wake that this provider asked for is due. `activity.now` is the date it asked for, even where the host looked later.
    func tick(_ activity: inout Scope) throws

    /// A person used a control on a surface.
    ///
    /// - Throws: ``UnknownAction`` for one that the domain does not have.
    func perform(_ action: ActionID, in activity: inout Scope) throws

    /// The version of how attributes and content look as JSON; 1 unless said otherwise.
    ///
    /// To be raised when what was written before would not be read as it was meant. What is kept in an older version goes through
    /// ``migrate(attributes:from:)`` and ``migrate(state:from:)`` before it is read. What is kept in a later version than this stays
    /// as it is, and is not brought to life.
    var schemaVersion: Int { get }

    /// Attributes as an older version of this provider has written them, as this one would.
    ///
    /// - Parameter version: In which they are written; less than ``schemaVersion``.
    /// - Throws: when it cannot be done; the activity is then kept as it is.
    func migrate(attributes: JSONValue, from version: Int) throws -> JSONValue

    /// A content's state as an older version of this provider has written it, as this one would.
    func migrate(state: JSONValue, from version: Int) throws -> JSONValue

    /// Examples that are valid, for people who read them and for the tests that run them.
    var samples: ProviderSamples<Attributes, Event> { get }
}

extension ActivityProvider {
    public func options(for attributes: Attributes, at now: Date) -> StartOptions { StartOptions() }
    public func topics(for attributes: Attributes) -> [Topic] { [] }
    public func begin(_ activity: inout Scope) throws {}
    public func tick(_ activity: inout Scope) throws {}
    public func perform(_ action: ActionID, in activity: inout Scope) throws { throw UnknownAction(action) }
    public var samples: ProviderSamples<Attributes, Event> { ProviderSamples() }
    public var schemaVersion: Int { 1 }
    public func migrate(attributes: JSONValue, from version: Int) throws -> JSONValue { attributes }
    public func migrate(state: JSONValue, from version: Int) throws -> JSONValue { state }
}

/// Valid examples of a domain: its attributes, a story of events that runs from start to end, and its controls.
public struct ProviderSamples<Attributes: ActivityAttributes, Event: Codable & Sendable> {
    /// At least one value; the first is the typical one.
    public var attributes: [Attributes]

    /// Events in an order that an activity of the first attributes accepts, each with the seconds since its start.
    public var story: [Moment]

    /// The controls the domain has, with the words on them.
    public var actions: [Action]

    public init(attributes: [Attributes] = [], story: [Moment] = [], actions: [Action] = []) {
        self.attributes = attributes
        self.story = story
        self.actions = actions
    }

    public struct Moment: Sendable {
        /// Seconds since the activity started; not less than the moment before it.
        public var after: TimeInterval
        public var event: Event

        public init(after: TimeInterval, _ event: Event) {
            self.after = after
            self.event = event
        }
    }

    public struct Action: Sendable, Hashable {
        public var id: ActionID
        public var title: String

        public init(_ id: ActionID, _ title: String) {
            self.id = id
            self.title = title
        }
    }
}

extension ProviderSamples: Sendable where Attributes: Sendable {}
