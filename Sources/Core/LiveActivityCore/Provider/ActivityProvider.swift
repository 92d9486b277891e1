/// One domain's rules: how its activities begin, how events change them, and when they want to be woken.
///
/// A provider is a pure reducer. Its only state is the `ContentState` that the surfaces show. It does not read the
/// time (`activity.now` is given), does not wait (it requests a wake), does no I/O and uses no random numbers. So the
/// same events at the same times always give the same activity.
///
/// Each method receives a scope, which is a draft of one activity. When the method returns, the whole draft takes
/// effect. When it throws, none of it does. The thread that drives the engine calls the methods, for many activities in
/// turn.
public protocol ActivityProvider: Sendable {
    /// The data of an activity: what never changes, and its `ContentState`, which does.
    associatedtype Attributes: ActivityAttributes
    /// The facts that the outside world reports, such as *picked up*, named in the past tense.
    associatedtype Event: Codable & Sendable

    /// The draft that each method receives.
    typealias Scope = ActivityScope<Attributes>

    /// The domain's name in JSON, in C and on disk. It must not change once shipped.
    var kind: ActivityKind { get }

    /// Says whether an activity can have these attributes, whatever the time. By default all are accepted.
    ///
    /// Attributes come from outside: from a host, from JSON, from a file. What decodes may still be impossible, such as
    /// an empty list or a number out of range. The engine calls this once for each start, before any other method, and
    /// once for each activity that is restored from a snapshot or a store. So the other methods never see attributes
    /// that were refused here. It must depend on its argument alone, and accept what it has accepted before: a restored
    /// activity that is refused is skipped.
    ///
    /// - Throws: Any error, such as ``InvalidField``. The start is then refused with
    ///   ``EngineError/invalidValue(_:what:reason:)``.
    func validate(_ attributes: Attributes) throws

    /// Says whether an activity with these attributes can have this content. By default all content is accepted.
    ///
    /// The engine calls this once for each content that did not come from this provider, before the content takes
    /// effect: of a start, an update or an end by the host, in Swift, as JSON or in C, and of each activity that is
    /// restored. It does not call it for what this provider's own methods leave, which must therefore always be
    /// possible: it would be refused when the activity is restored. The attributes were accepted before.
    ///
    /// Check here what the other methods rely on: that an index is one of its array, that numbers are small enough to
    /// calculate with, that dates are dates.
    ///
    /// - Throws: Any error, such as ``InvalidField``. The command is then refused with
    ///   ``EngineError/invalidValue(_:what:reason:)``, and a restored activity is skipped.
    func validate(_ state: Attributes.ContentState, for attributes: Attributes) throws

    /// The content an activity begins with, where the host gives none.
    ///
    /// - Parameter now: When the activity becomes active: the present time, or the start date of a scheduled start.
    /// - Throws: Any error for attributes that are not valid at this time. The start is then refused with the error's
    ///   description.
    func content(for attributes: Attributes, at now: Date) throws -> ActivityContent<Attributes.ContentState>

    /// The options of a start, where the host gives none: the key, the start date, the lease. By default none.
    func options(for attributes: Attributes, at now: Date) -> StartOptions

    /// The topics that the activity follows; by default none. The result must depend on the attributes alone, because the
    /// engine does not store it and calls this again.
    func topics(for attributes: Attributes) -> [Topic]

    /// The activity becomes active: at once, or when the start date of a scheduled activity has come.
    ///
    /// Ask here for the first wake. `activity.now` is the start date, even if the host advanced the engine later. Events
    /// may have changed a scheduled activity before.
    func begin(_ activity: inout Scope) throws

    /// The outside world reports an event for this activity.
    ///
    /// - Throws: ``InvalidTransition`` if the domain does not allow the event now, or any other error for an event that
    ///   is not valid.
    func handle(_ event: Event, in activity: inout Scope) throws

    /// A wake that this provider requested is due. `activity.now` is the requested date, even if the host advanced the engine
    /// later.
    func tick(_ activity: inout Scope) throws

    /// The user operated a control on a surface.
    ///
    /// - Throws: ``UnknownAction`` for a control that the domain does not have; the default does so for all.
    func perform(_ action: ActionID, in activity: inout Scope) throws

    /// The version of the JSON form of attributes and state; by default 1.
    ///
    /// Raise it when JSON that was stored before can no longer be decoded, or would be decoded to something else.
    /// Stored activities of an older version go through ``migrate(attributes:from:)`` and ``migrate(state:from:)``
    /// before they are decoded. Stored activities of a later version are not started, and stay in the store as they
    /// are.
    var schemaVersion: Int { get }

    /// Converts attributes that an older version of this provider has written. By default unchanged.
    ///
    /// - Parameter version: The version that wrote them; less than ``schemaVersion``.
    /// - Throws: Any error if they cannot be converted. The activity then stays in the store as it is.
    func migrate(attributes: JSONValue, from version: Int) throws -> JSONValue

    /// Converts a state that an older version of this provider has written. By default unchanged.
    func migrate(state: JSONValue, from version: Int) throws -> JSONValue

    /// Valid examples, for readers and for tests that run them; by default none.
    var samples: ProviderSamples<Attributes, Event> { get }
}

/// The defaults that the requirements' documentation names.
extension ActivityProvider {
    /// Accepts all attributes.
    @inlinable public func validate(_ attributes: Attributes) throws {}
    /// Accepts all content.
    @inlinable public func validate(_ state: Attributes.ContentState, for attributes: Attributes) throws {}
    /// Default: no options.
    public func options(for attributes: Attributes, at now: Date) -> StartOptions { StartOptions() }
    /// Default: no topics.
    public func topics(for attributes: Attributes) -> [Topic] { [] }
    /// Default: does nothing, so the activity starts with the content of its start.
    public func begin(_ activity: inout Scope) throws {}
    /// Default: does nothing.
    public func tick(_ activity: inout Scope) throws {}
    /// Default: throws ``UnknownAction``.
    public func perform(_ action: ActionID, in activity: inout Scope) throws { throw UnknownAction(action) }
    /// Default: no samples.
    public var samples: ProviderSamples<Attributes, Event> { ProviderSamples() }
    /// Default: version 1.
    public var schemaVersion: Int { 1 }
    /// Returns the attributes unchanged.
    public func migrate(attributes: JSONValue, from version: Int) throws -> JSONValue { attributes }
    /// Returns the state unchanged.
    public func migrate(state: JSONValue, from version: Int) throws -> JSONValue { state }
}

/// Valid examples of a domain: attributes, a sequence of events from start to end, and controls.
public struct ProviderSamples<Attributes: ActivityAttributes, Event: Codable & Sendable> {
    /// At least one value; the first is the typical one.
    public var attributes: [Attributes]

    /// Events in an order that an activity of the first attributes accepts, each with the seconds since its start.
    public var story: [Moment]

    /// The domain's controls.
    public var actions: [Action]

    /// Samples; what is left out is empty.
    public init(attributes: [Attributes] = [], story: [Moment] = [], actions: [Action] = []) {
        self.attributes = attributes
        self.story = story
        self.actions = actions
    }

    /// An event and its time.
    public struct Moment: Sendable {
        /// Seconds since the activity started; not less than the moment before it.
        public var after: TimeInterval
        /// The event to send.
        public var event: Event

        /// An event so many seconds after the start.
        public init(after: TimeInterval, _ event: Event) {
            self.after = after
            self.event = event
        }
    }

    /// A control and the words on it.
    public struct Action: Sendable, Hashable {
        /// The name that ``ActivityProvider/perform(_:in:)`` receives.
        public var id: ActionID
        /// The words on the control.
        public var title: String

        /// A control with these words on it.
        public init(_ id: ActionID, _ title: String) {
            self.id = id
            self.title = title
        }
    }
}

extension ProviderSamples: Sendable where Attributes: Sendable {}
