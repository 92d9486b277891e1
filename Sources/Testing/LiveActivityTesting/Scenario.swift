public import LiveActivityCore

/// A story over an engine, told on a clock that is moved by hand.
///
/// Each step gives everything that changed by it, so that a test compares the whole list: a change too many is as wrong as one
/// that is missing.
///
/// ```swift
/// let scenario = Scenario(DeliveryProvider())
/// let order = try scenario.start(attributes, owner: "anna")
/// #expect(try scenario.send(DeliveryEvent.cancelled, to: order) == [.updated, .ended(…)])
/// #expect(scenario.advance(by: 3_600) == [.dismissed(by: .policy)])
/// ```
public final class Scenario {
    /// Where every story begins unless it says otherwise: 2026-06-20 17:00 UTC, 803,667,600 s since 2001.
    public static let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)

    public private(set) var now: Date
    private var engine: Engine

    /// What the last step changed, with everything that is known of each change.
    public private(set) var lastChanges: [Change] = []

    public init(
        _ providers: [AnyProvider], configuration: EngineConfiguration = EngineConfiguration(seed: 1), at now: Date = epoch
    ) throws(EngineError) {
        self.now = now
        engine = Engine(configuration: configuration)
        for provider in providers { try engine.register(provider) }
    }

    public convenience init<Provider: ActivityProvider>(
        _ provider: Provider, configuration: EngineConfiguration = EngineConfiguration(seed: 1), at now: Date = epoch
    ) {
        do {
            try self.init([AnyProvider(provider)], configuration: configuration, at: now)
        } catch {
            preconditionFailure("one provider can always be registered: \(error)")
        }
    }

    // MARK: - What happens

    /// Starts an activity; what changed is in ``lastChanges``.
    @discardableResult
    public func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>? = nil, kind: ActivityKind? = nil,
        owner: OwnerID = "anna", options: StartOptions = StartOptions()
    ) throws(EngineError) -> ActivityID {
        defer { collect() }
        return try engine.start(attributes, content: content, kind: kind, owner: owner, options: options, at: now)
    }

    @discardableResult
    public func send<Event>(_ event: Event, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil)
        throws(EngineError) -> [Change.What]
    {
        try step { (engine, now) throws(EngineError) in
            try engine.send(event, to: id, eventID: eventID, timestamp: timestamp, at: now)
        }
    }

    @discardableResult
    public func publish<Event>(_ event: Event, to topic: Topic, eventID: EventID? = nil, timestamp: Date? = nil)
        throws(EngineError) -> [Change.What]
    {
        try step { (engine, now) throws(EngineError) in
            try engine.publish(event, to: topic, eventID: eventID, timestamp: timestamp, at: now)
        }
    }

    @discardableResult
    public func perform(_ action: ActionID, on id: ActivityID, surface: Surface = .lockScreen)
        throws(EngineError) -> [Change.What]
    {
        try step { (engine, now) throws(EngineError) in try engine.perform(action, on: id, surface: surface, at: now) }
    }

    @discardableResult
    public func update<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, alert: AlertConfiguration? = nil, timestamp: Date? = nil
    ) throws(EngineError) -> [Change.What] {
        try step { (engine, now) throws(EngineError) in
            try engine.update(id, content, alert: alert, timestamp: timestamp, at: now)
        }
    }

    @discardableResult
    public func end(_ id: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil)
        throws(EngineError) -> [Change.What]
    {
        try step { (engine, now) throws(EngineError) in
            try engine.end(id, dismissalPolicy: dismissalPolicy, timestamp: timestamp, at: now)
        }
    }

    @discardableResult
    public func dismiss(_ id: ActivityID) throws(EngineError) -> [Change.What] {
        try step { (engine, now) throws(EngineError) in try engine.dismiss(id, at: now) }
    }

    /// Applies any command.
    @discardableResult
    public func apply(_ command: Command) throws(EngineError) -> [Change.What] {
        try step { (engine, now) throws(EngineError) in try engine.apply(command, at: now) }
    }

    /// Lets `seconds` pass.
    @discardableResult
    public func advance(by seconds: TimeInterval) -> [Change.What] { advance(to: now.addingTimeInterval(seconds)) }

    /// Lets time pass up to `date`.
    @discardableResult
    public func advance(to date: Date) -> [Change.What] {
        now = max(now, date)
        engine.advance(to: now)
        collect()
        return lastChanges.map(\.what)
    }

    // MARK: - What is

    public func content<Attributes: ActivityAttributes>(of id: ActivityID, as type: Attributes.Type)
        -> ActivityContent<Attributes.ContentState>?
    {
        engine.content(of: id, as: type)
    }

    /// `nil` once it is dismissed.
    public func state(of id: ActivityID) -> ActivityState? { engine.state(of: id) }

    public func activities(of owner: OwnerID = "anna") -> [ActivityID] { engine.activities(of: owner) }

    public var activityCount: Int { engine.activityCount }

    public var nextDeadline: Date? { engine.nextDeadline }

    public func snapshot() throws(EngineError) -> Snapshot { try engine.snapshot() }

    /// Goes on from a snapshot, with the providers that are registered.
    public func restore(_ snapshot: Snapshot) throws(EngineError) { try engine.restore(snapshot) }

    /// The engine itself, for what a story has no words for. What it changes is in ``lastChanges`` afterwards.
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

    /// What was refused is reported by changes too, so this follows every step, however it went.
    private func collect() {
        lastChanges = []
        engine.drainChanges { if let change = try? $0.change() { lastChanges.append(change) } }
    }
}
