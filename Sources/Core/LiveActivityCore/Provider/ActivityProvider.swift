/// The rules of one domain: how its activities begin, how events change them, and when they need to be woken.
///
/// A provider is a pure reducer. Its only state is the `ContentState` that the surfaces show. It does not read the time
/// (`activity.now` is passed in), does not wait (it requests a wake), does no I/O and uses no random numbers. So the same
/// events at the same times always give the same activity.
///
/// Each method receives a scope, which is a draft of one activity. When the method returns, the whole draft takes effect. When
/// it throws, none of it does. The methods are called on the thread that drives the engine, for many activities in turn.
public protocol ActivityProvider: Sendable {
    /// The data of an activity: its constant attributes, and its `ContentState`, which changes.
    associatedtype Attributes: ActivityAttributes
    /// The facts that the outside world reports, such as *picked up*, named in the past tense.
    associatedtype Event: Codable & Sendable

    /// The draft that each method receives.
    typealias Scope = ActivityScope<Attributes>

    /// The domain's name in JSON, in C and on disk. It must not change once shipped.
    var kind: ActivityKind { get }

    /// Checks attributes, independently of the time. By default all attributes are accepted.
    ///
    /// Attributes are external input: from a host, from JSON, from a file. Attributes that can be decoded may still be invalid,
    /// such as an empty list or a number out of range. The engine calls this once for each start, before any other method, and
    /// once for each activity that is restored from a snapshot or a store. So the other methods never receive attributes that
    /// were refused here. The result must depend on the argument only, and attributes accepted once must always be accepted: a
    /// restored activity that is refused is skipped.
    ///
    /// - Throws: Any error, such as ``InvalidField``. The start is then refused with
    ///   ``EngineError/invalidValue(_:what:reason:)``.
    func validate(_ attributes: Attributes) throws

    /// Checks content for an activity with these attributes. By default all content is accepted.
    ///
    /// The engine calls this once for each content that does not come from this provider, before it takes effect: the content
    /// of a start, an update or an end by the host, in Swift, as JSON or in C, and of each restored activity. It does not call
    /// it for content that this provider's own methods produce, which must therefore always be valid: otherwise it would be
    /// refused when the activity is restored. The attributes have already been accepted.
    ///
    /// Check here everything that the other methods rely on: that an index is within its array, that numbers are small enough
    /// to calculate with, that dates are valid.
    ///
    /// - Throws: Any error, such as ``InvalidField``. The command is then refused with
    ///   ``EngineError/invalidValue(_:what:reason:)``, and a restored activity is skipped.
    func validate(_ state: Attributes.ContentState, for attributes: Attributes) throws

    /// The first content of an activity, if the host does not set it.
    ///
    /// - Parameter now: When the activity becomes active: the current time, or the start date of a scheduled start.
    /// - Throws: Any error for attributes that are invalid at this time. The start is then refused with the error's
    ///   description.
    func content(for attributes: Attributes, at now: Date) throws -> ActivityContent<Attributes.ContentState>

    /// The options of a start that the host does not set: the key, the start date, the lease. By default none.
    func options(for attributes: Attributes, at now: Date) -> StartOptions

    /// The topics that the activity follows; by default none. The result must depend on the attributes only, because the engine
    /// does not store it and calls this again.
    func topics(for attributes: Attributes) -> [Topic]

    /// Called when the activity becomes active: at once, or at the start date of a scheduled activity.
    ///
    /// Request the first wake here. `activity.now` is the start date, even if the host advanced the engine later. Events may
    /// already have changed a scheduled activity.
    func begin(_ activity: inout Scope) throws

    /// Applies an event that was reported for this activity.
    ///
    /// - Throws: ``InvalidTransition`` if the domain does not allow the event now, or any other error for an invalid event.
    func handle(_ event: Event, in activity: inout Scope) throws

    /// Called when a wake that this provider requested is due. `activity.now` is the requested date, even if the host advanced
    /// the engine later.
    func tick(_ activity: inout Scope) throws

    /// Called when the user operated a control on a surface.
    ///
    /// - Throws: ``UnknownAction`` for a control that the domain does not have; the default does so for all.
    func perform(_ action: ActionID, in activity: inout Scope) throws

    /// The version of the JSON form of attributes and state; by default 1.
    ///
    /// Increase it when stored JSON can no longer be decoded, or would be decoded differently. Stored activities of an older
    /// version are passed through ``migrate(attributes:from:)`` and ``migrate(state:from:)`` before they are decoded. Stored
    /// activities of a later version are not started, and stay in the store unchanged.
    var schemaVersion: Int { get }

    /// Converts attributes that an older version of this provider has written. By default unchanged.
    ///
    /// - Parameter version: The version that wrote them; less than ``schemaVersion``.
    /// - Throws: Any error if they cannot be converted. The activity then stays in the store unchanged.
    func migrate(attributes: JSONValue, from version: Int) throws -> JSONValue

    /// Converts a state that an older version of this provider has written. By default unchanged.
    func migrate(state: JSONValue, from version: Int) throws -> JSONValue

    /// Valid examples, for readers and for tests that run them; by default none.
    var samples: ProviderSamples<Attributes, Event> { get }
}

/// The default implementations given in the requirements' documentation.
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

    /// Creates samples; each list is empty by default.
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

        /// An event this many seconds after the start.
        public init(after: TimeInterval, _ event: Event) {
            self.after = after
            self.event = event
        }
    }

    /// A control and its label.
    public struct Action: Sendable, Hashable {
        /// The name that ``ActivityProvider/perform(_:in:)`` receives.
        public var id: ActionID
        /// The control's label.
        public var title: String

        /// A control with a label.
        public init(_ id: ActionID, _ title: String) {
            self.id = id
            self.title = title
        }
    }
}

extension ProviderSamples: Sendable where Attributes: Sendable {}
