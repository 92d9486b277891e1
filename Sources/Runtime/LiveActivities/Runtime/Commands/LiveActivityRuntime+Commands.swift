public import LiveActivityCore
public import LiveActivityHost

// The synchronous commands. Each has the effect of the engine's method of the same name, at the time of the runtime's clock.
//
// All throw ``/LiveActivityHost/RuntimeError``: `engine` if the engine refuses the command, `closed`, and with a store
// `storeUnavailable`, `notDurable` and `fenced`.
//
// Each has an asynchronous form of the same name in LiveActivityRuntime+Async.swift. Their common part is a function
// `applied…`.
extension LiveActivityRuntime {
    // MARK: - Starting

    /// Starts an activity of the one registered kind that has these attributes, or schedules it if its start date is in the
    /// future.
    ///
    /// If several threads start the same owner, kind and key at once, there is one activity
    /// (``/LiveActivityCore/StartOptions/key``).
    ///
    /// - Parameters:
    ///   - attributes: The activity's attributes, which never change.
    ///   - content: The first content, instead of the provider's; required for a kind without rules.
    ///   - kind: The kind; required if several have such attributes.
    ///   - owner: The activity's owner.
    ///   - options: Key, dates, alert and other options.
    /// - Returns: The new activity, or the running one that the start joined
    ///   (``/LiveActivityCore/StartOptions/IfRunning/join``).
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @inlinable
    @discardableResult
    public func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>? = nil, kind: ActivityKind? = nil,
        owner: OwnerID, options: StartOptions = StartOptions()
    ) throws(RuntimeError) -> ActivityID {
        try stored(appliedStart(attributes, content, kind, owner, options)).startedOrJoined
    }

    /// Starts an activity like the method `start` with the same parameters, and returns whether it is new.
    ///
    /// - Returns: ``/LiveActivityCore/Outcome/started(_:)``, or ``/LiveActivityCore/Outcome/joined(_:)`` with the running
    ///   activity of the same owner, kind and key.
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @inlinable
    public func startOrJoin<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>? = nil, kind: ActivityKind? = nil,
        owner: OwnerID, options: StartOptions = StartOptions()
    ) throws(RuntimeError) -> Outcome {
        try stored(appliedStart(attributes, content, kind, owner, options))
    }

    // MARK: - Events

    /// Reports an event to one activity.
    ///
    /// - Parameters:
    ///   - event: An event of the activity's kind.
    ///   - id: The activity.
    ///   - eventID: The sender's id for the event. An event that was applied already is ignored.
    ///   - timestamp: When it happened. An event older than the newest accepted one is ignored.
    /// - Returns: The outcome: applied, unchanged or ignored.
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @inlinable
    @discardableResult
    public func send<Event: Sendable>(
        _ event: Event, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        try stored(appliedSend(event, id, eventID, timestamp))
    }

    /// Reports many events, each to its activity, in order. It is the fastest way for a feed with many events at once.
    ///
    /// - Returns: The numbers of events that were applied, changed nothing, and were refused. An event to an ended activity
    ///   also causes the change ``/LiveActivityCore/Change/What/refusedLateUpdate``, and one that the provider refuses causes
    ///   ``/LiveActivityCore/Change/What/refused(reason:)``. An event to an activity that does not exist, or is of another
    ///   kind, is only counted.
    /// - Throws: ``/LiveActivityHost/RuntimeError``; events that a shard has already applied stay applied.
    @inlinable
    @discardableResult
    public func send<Event: Sendable>(_ events: [(ActivityID, Event)]) throws(RuntimeError) -> PublishReport {
        try stored(appliedSend(events))
    }

    /// Reports an event to all activities that follow `topic` and whose kind has such events.
    ///
    /// If one follower refuses the event, the others still receive it. Events that several threads publish at once reach all
    /// followers in the same order.
    ///
    /// - Parameters:
    ///   - event: An event of the followers' kind.
    ///   - topic: The topic.
    ///   - eventID: The sender's id for the event. An event that was published to the topic already is ignored.
    ///   - timestamp: When it happened. An event older than the topic's newest is ignored.
    /// - Returns: ``/LiveActivityCore/Outcome/published(_:)`` with the numbers of followers by result, all 0 for a topic that
    ///   no activity follows; or ``/LiveActivityCore/Outcome/ignored(_:)``.
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @inlinable
    @discardableResult
    public func publish<Event: Sendable>(
        _ event: Event, to topic: Topic, eventID: EventID? = nil, timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        try stored(appliedPublish(event, topic, eventID, timestamp))
    }

    // MARK: - Content by hand

    /// Replaces the whole content.
    ///
    /// - Parameters:
    ///   - id: The activity.
    ///   - content: The new content, of the kind's own type.
    ///   - alert: An alert for this update; `nil` for none.
    ///   - timestamp: When the content was made. An update older than the newest accepted one is ignored.
    /// - Returns: The outcome: applied, unchanged or ignored.
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @inlinable
    @discardableResult
    public func update<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, alert: AlertConfiguration? = nil, timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        try stored(appliedUpdate(id, content, alert, timestamp))
    }

    /// Ends the activity with final content.
    ///
    /// - Parameters:
    ///   - id: The activity.
    ///   - content: The content until the dismissal.
    ///   - dismissalPolicy: How long it stays visible.
    ///   - timestamp: When the content was made. An end older than the newest accepted update is ignored.
    /// - Returns: The outcome: applied, unchanged or ignored.
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @inlinable
    @discardableResult
    public func end<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, dismissalPolicy: ActivityUIDismissalPolicy = .default,
        timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        try stored(appliedEnd(id, content, dismissalPolicy, timestamp))
    }

    // MARK: - Commands as values

    /// Applies a command value, for instance one decoded from JSON. It has the effect of the method named after the command.
    ///
    /// - Parameter trace: The trace that the command belongs to. The changes that it causes get it
    ///   (``/LiveActivityCore/Change/trace``).
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @discardableResult
    public func apply(_ command: Command, trace: TraceContext? = nil) throws(RuntimeError) -> Outcome {
        try stored(applied(command, trace))
    }

    /// The id of the activity that a reference names.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/nothingRunning(owner:kind:key:)``, as
    ///   ``/LiveActivityHost/RuntimeError/engine(_:)``.
    public func resolve(_ reference: ActivityReference) throws(RuntimeError) -> ActivityID {
        try shard(of: reference).queryThrowing { (engine) throws(EngineError) in try engine.resolve(reference) }
    }
}
