public import LiveActivityCore

/// Plays a story on an engine whose time the test advances.
///
/// Each step returns everything that it changed, so a test compares complete lists: an unexpected change is as wrong as
/// a missing one.
///
/// ```swift
/// let scenario = Scenario(DeliveryProvider())
/// let order = try scenario.start(attributes, owner: "anna")
/// #expect(try scenario.send(DeliveryEvent.preparationStarted, to: order) == [.updated])
/// let cancelled = try scenario.send(DeliveryEvent.cancelled(reason: .restaurant), to: order)
/// #expect(cancelled.map(\.name) == ["updated", "alerted", "ended"])
/// #expect(scenario.advance(by: 3_600) == [.dismissed(by: .policy)])
/// ```
///
/// Not for use on several threads at once.
public final class Scenario {
    /// The default start of a story: 2026-06-20 17:00 UTC, which is 803,667,600 s after 2001-01-01.
    public static let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)

    /// The current time of the story.
    public private(set) var now: Date
    private var engine: Engine

    /// The changes of the last step, in full.
    public private(set) var lastChanges: [Change] = []

    /// Creates a story with several providers.
    ///
    /// - Throws: `EngineError` if two providers have the same kind.
    public init(
        _ providers: [AnyProvider], configuration: EngineConfiguration = EngineConfiguration(seed: 1), at now: Date = epoch
    ) throws(EngineError) {
        self.now = now
        engine = Engine(configuration: configuration)
        for provider in providers { try engine.register(provider) }
    }

    /// Creates a story with one provider.
    public convenience init<Provider: ActivityProvider>(
        _ provider: Provider, configuration: EngineConfiguration = EngineConfiguration(seed: 1), at now: Date = epoch
    ) {
        do {
            try self.init([AnyProvider(provider)], configuration: configuration, at: now)
        } catch {
            preconditionFailure("one provider can always be registered: \(error)")
        }
    }

    // MARK: - Steps

    /// Starts an activity. Its changes are in ``lastChanges``.
    ///
    /// - Throws: `EngineError` if the engine refuses the start.
    @discardableResult
    public func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>? = nil, kind: ActivityKind? = nil,
        owner: OwnerID = "anna", options: StartOptions = StartOptions()
    ) throws(EngineError) -> ActivityID {
        defer { collect() }
        return try engine.start(attributes, content: content, kind: kind, owner: owner, options: options, at: now)
    }

    /// Sends an event to an activity and returns what changed.
    ///
    /// - Throws: `EngineError` if the engine or the provider refuses the event. Nothing has changed then.
    @discardableResult
    public func send<Event>(_ event: Event, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil)
        throws(EngineError) -> [Change.What]
    {
        try step { (engine, now) throws(EngineError) in
            try engine.send(event, to: id, eventID: eventID, timestamp: timestamp, at: now)
        }
    }

    /// Publishes an event to all activities that follow a topic and returns what changed.
    ///
    /// An activity that refuses the event does not affect the others.
    ///
    /// - Throws: `EngineError` if the engine refuses the event for all of them.
    @discardableResult
    public func publish<Event>(_ event: Event, to topic: Topic, eventID: EventID? = nil, timestamp: Date? = nil)
        throws(EngineError) -> [Change.What]
    {
        try step { (engine, now) throws(EngineError) in
            try engine.publish(event, to: topic, eventID: eventID, timestamp: timestamp, at: now)
        }
    }

    /// Performs an action, as a control on a surface does, and returns what changed.
    ///
    /// - Throws: `EngineError` if the engine or the provider refuses the action. Nothing has changed then.
    @discardableResult
    public func perform(_ action: ActionID, on id: ActivityID, surface: Surface = .lockScreen)
        throws(EngineError) -> [Change.What]
    { try step { (engine, now) throws(EngineError) in try engine.perform(action, on: id, surface: surface, at: now) } }

    /// Replaces the content of an activity and returns what changed.
    ///
    /// - Throws: `EngineError` if the engine refuses the content. Nothing has changed then.
    @discardableResult
    public func update<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, alert: AlertConfiguration? = nil, timestamp: Date? = nil
    ) throws(EngineError) -> [Change.What] {
        try step { (engine, now) throws(EngineError) in
            try engine.update(id, content, alert: alert, timestamp: timestamp, at: now)
        }
    }

    /// Ends an activity and returns what changed.
    ///
    /// - Throws: `EngineError` if the engine refuses it. Nothing has changed then.
    @discardableResult
    public func end(_ id: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil)
        throws(EngineError) -> [Change.What]
    {
        try step { (engine, now) throws(EngineError) in
            try engine.end(id, dismissalPolicy: dismissalPolicy, timestamp: timestamp, at: now)
        }
    }

    /// Dismisses an activity, as its user does, and returns what changed.
    ///
    /// - Throws: `EngineError` if the engine refuses it. Nothing has changed then.
    @discardableResult
    public func dismiss(_ id: ActivityID) throws(EngineError) -> [Change.What] {
        try step { (engine, now) throws(EngineError) in try engine.dismiss(id, at: now) }
    }

    /// Applies a command and returns what changed.
    ///
    /// - Throws: `EngineError` if the engine refuses the command.
    @discardableResult
    public func apply(_ command: Command) throws(EngineError) -> [Change.What] {
        try step { (engine, now) throws(EngineError) in try engine.apply(command, at: now) }
    }

    /// Advances the time by `seconds` and returns what changed.
    @discardableResult
    public func advance(by seconds: TimeInterval) -> [Change.What] { advance(to: now.addingTimeInterval(seconds)) }

    /// Advances the time to `date` and returns what changed. An earlier date changes nothing.
    @discardableResult
    public func advance(to date: Date) -> [Change.What] {
        now = max(now, date)
        engine.advance(to: now)
        collect()
        return lastChanges.map(\.what)
    }

    // MARK: - State

    /// The content of an activity; `nil` if it does not exist or has other attributes.
    public func content<Attributes: ActivityAttributes>(of id: ActivityID, as type: Attributes.Type)
        -> ActivityContent<Attributes.ContentState>?
    { engine.content(of: id, as: type) }

    /// The state of an activity; `nil` once it is dismissed.
    public func state(of id: ActivityID) -> ActivityState? { engine.state(of: id) }

    /// The activities of an owner.
    public func activities(of owner: OwnerID = "anna") -> [ActivityID] { engine.activities(of: owner) }

    /// The number of activities, including ended ones that are not dismissed.
    public var activityCount: Int { engine.activityCount }

    /// When the engine next has something to do; `nil` if nothing is scheduled.
    public var nextDeadline: Date? { engine.nextDeadline }

    /// The complete state of the engine.
    ///
    /// - Throws: `EngineError` if a content cannot be encoded.
    public func snapshot() throws(EngineError) -> Snapshot { try engine.snapshot() }

    /// Continues from a snapshot with the registered providers.
    ///
    /// - Throws: `EngineError` if the snapshot does not fit the providers.
    public func restore(_ snapshot: Snapshot) throws(EngineError) { try engine.restore(snapshot) }

    /// Access to the engine, for everything else. Its changes are in ``lastChanges`` afterwards.
    public func withEngine<Result>(_ body: (inout Engine) throws -> Result) rethrows -> Result {
        defer { collect() }
        return try body(&engine)
    }

    private func step(_ body: (inout Engine, Date) throws(EngineError) -> Outcome) throws(EngineError) -> [Change.What] {
        do {
            _ = try body(&engine, now)
        } catch {
            collect()
            throw error
        }
        collect()
        return lastChanges.map(\.what)
    }

    /// Refused commands are also reported as changes, so this follows every step, successful or not.
    private func collect() {
        lastChanges = []
        engine.drainChanges { if let change = try? $0.change() { lastChanges.append(change) } }
    }
}
