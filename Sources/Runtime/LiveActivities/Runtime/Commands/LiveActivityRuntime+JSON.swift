public import LiveActivityCore
public import LiveActivityHost

// Commands with JSON data. The argument label is `json` in all of them, and any `JSONSource` is accepted: bytes, a string, a
// value.
//
// An event's text is decoded to the kind's own type on the caller's thread, before the shard's lock is taken.
extension LiveActivityRuntime {
    /// Reports an event as JSON to one activity.
    ///
    /// - Parameters:
    ///   - event: One JSON value, such as `{"pickedUp":{}}`.
    ///   - id: The activity.
    ///   - eventID: The sender's id for the event. An event that was applied already is ignored.
    ///   - timestamp: When it happened. An event older than the newest accepted one is ignored.
    /// - Throws: ``/LiveActivityHost/RuntimeError``. JSON that is not an event of the kind is refused with
    ///   ``/LiveActivityCore/EngineError/undecodable(what:path:reason:)``, which has the coding path, and for an unknown case
    ///   the names of the known ones.
    @discardableResult
    public func send(
        json event: some JSONSource, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        try stored(appliedSend(event, .id(id), eventID, timestamp))
    }

    /// Sends an event as JSON. Suspends the task until the event is as durable as ``Durability`` promises
    /// (``ActivityCommands``).
    @discardableResult
    public nonisolated(nonsending) func send(
        json event: some JSONSource, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await stored(appliedSend(event, .id(id), eventID, timestamp))
    }

    /// Reports an event as JSON to one activity, which may be named by its key.
    ///
    /// - Parameter trace: The trace that the changes get (``/LiveActivityCore/Change/trace``).
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @discardableResult
    public func send(
        json event: some JSONSource, to activity: ActivityReference, eventID: EventID? = nil, timestamp: Date? = nil,
        trace: TraceContext? = nil
    ) throws(RuntimeError) -> Outcome {
        try stored(appliedSend(event, activity, eventID, timestamp, trace))
    }

    /// Publishes an event as JSON. Suspends the task until it is as durable as ``Durability`` promises (``ActivityCommands``).
    @discardableResult
    public nonisolated(nonsending) func send(
        json event: some JSONSource, to activity: ActivityReference, eventID: EventID? = nil, timestamp: Date? = nil,
        trace: TraceContext? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await stored(appliedSend(event, activity, eventID, timestamp, trace))
    }

    /// Reports an event as JSON to all activities that follow `topic`.
    ///
    /// - Parameters:
    ///   - event: One JSON value.
    ///   - kind: Reaches only followers of this kind. Required if kinds with different types of events follow the topic.
    ///   - eventID: The sender's id for the event. An event that was published to the topic already is ignored.
    ///   - timestamp: When it happened. An event older than the topic's newest is ignored.
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @discardableResult
    public func publish(
        json event: some JSONSource, to topic: Topic, kind: ActivityKind? = nil, eventID: EventID? = nil,
        timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        try stored(applied(.publish(topic, event: event.value(as: "event"), kind: kind, id: eventID, timestamp: timestamp)))
    }

    /// Publishes an event as JSON. Suspends the task until it is as durable as ``Durability`` promises (``ActivityCommands``).
    @discardableResult
    public nonisolated(nonsending) func publish(
        json event: some JSONSource, to topic: Topic, kind: ActivityKind? = nil, eventID: EventID? = nil,
        timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await stored(
            applied(.publish(topic, event: event.value(as: "event"), kind: kind, id: eventID, timestamp: timestamp)))
    }

    // MARK: - Starting, and content by hand

    /// Starts an activity whose attributes are JSON, or schedules it if its start date is in the future.
    ///
    /// - Parameters:
    ///   - attributes: The attributes, in the JSON form of the kind's type.
    ///   - content: The first content, instead of the provider's.
    ///   - kind: The kind.
    ///   - owner: The activity's owner.
    ///   - options: Key, dates, alert and other options.
    /// - Returns: The new activity, or the running one that the start joined
    ///   (``/LiveActivityCore/StartOptions/IfRunning/join``).
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @discardableResult
    public func start(
        json attributes: some JSONSource, content: ContentUpdate? = nil, kind: ActivityKind, owner: OwnerID,
        options: StartOptions = StartOptions()
    ) throws(RuntimeError) -> ActivityID {
        let start = Command.Start(
            kind: kind, owner: owner, attributes: try attributes.value(as: "attributes"), content: content, options: options)
        guard let id = try stored(applied(.start(start))).activity else { preconditionFailure("a start gives an activity") }
        return id
    }

    /// Starts an activity from JSON. Suspends the task until the start is as durable as ``Durability`` promises
    /// (``ActivityCommands``).
    @discardableResult
    public nonisolated(nonsending) func start(
        json attributes: some JSONSource, content: ContentUpdate? = nil, kind: ActivityKind, owner: OwnerID,
        options: StartOptions = StartOptions()
    ) async throws(RuntimeError) -> ActivityID {
        let start = Command.Start(
            kind: kind, owner: owner, attributes: try attributes.value(as: "attributes"), content: content, options: options)
        guard let id = try await stored(applied(.start(start))).activity else {
            preconditionFailure("a start gives an activity")
        }
        return id
    }

    /// Replaces the whole content by a state that is JSON.
    ///
    /// - Parameters:
    ///   - id: The activity.
    ///   - state: The kind's `ContentState` as JSON.
    ///   - staleDate: When the content becomes stale; `nil` if it never does.
    ///   - relevanceScore: The activity's relevance among the owner's activities.
    ///   - alert: An alert for this update; `nil` for none.
    ///   - timestamp: When the content was made. An update older than the newest accepted one is ignored.
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @discardableResult
    public func update(
        _ id: ActivityID, json state: some JSONSource, staleDate: Date? = nil, relevanceScore: Double = 0,
        alert: AlertConfiguration? = nil, timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        try stored(
            applied(
                .update(
                    .id(id),
                    content: ContentUpdate(
                        state: state.value(as: "content"), staleDate: staleDate, relevanceScore: relevanceScore),
                    alert: alert, timestamp: timestamp)))
    }

    /// Replaces the content by JSON. Suspends the task until the update is as durable as ``Durability`` promises
    /// (``ActivityCommands``).
    @discardableResult
    public nonisolated(nonsending) func update(
        _ id: ActivityID, json state: some JSONSource, staleDate: Date? = nil, relevanceScore: Double = 0,
        alert: AlertConfiguration? = nil, timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await stored(
            applied(
                .update(
                    .id(id),
                    content: ContentUpdate(
                        state: state.value(as: "content"), staleDate: staleDate, relevanceScore: relevanceScore),
                    alert: alert, timestamp: timestamp)))
    }

    /// Ends the activity with a final state that is JSON.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @discardableResult
    public func end(
        _ id: ActivityID, json state: some JSONSource, relevanceScore: Double = 0,
        dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        try stored(
            applied(
                .end(
                    .id(id), content: ContentUpdate(state: state.value(as: "content"), relevanceScore: relevanceScore),
                    dismissalPolicy: dismissalPolicy, timestamp: timestamp)))
    }

    /// Ends an activity with content from JSON. Suspends the task until the end is as durable as ``Durability`` promises
    /// (``ActivityCommands``).
    @discardableResult
    public nonisolated(nonsending) func end(
        _ id: ActivityID, json state: some JSONSource, relevanceScore: Double = 0,
        dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await stored(
            applied(
                .end(
                    .id(id), content: ContentUpdate(state: state.value(as: "content"), relevanceScore: relevanceScore),
                    dismissalPolicy: dismissalPolicy, timestamp: timestamp)))
    }

    // MARK: - Commands that are JSON as a whole

    /// Applies a command that is JSON as a whole: a line of `live-activities run`, or an entry of a queue.
    ///
    /// Its `traceparent` is passed on to the changes that it causes. Its `at` is ignored, as the time is the clock's.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError``. JSON that is not a command is refused with
    ///   ``/LiveActivityCore/EngineError/undecodable(what:path:reason:)``.
    @discardableResult
    public func apply(
        json command: some JSONSource
    ) throws(RuntimeError) -> Outcome {
        try stored(applied(json: command))
    }

    /// Applies a command that is JSON. Suspends the task until its effects are as durable as ``Durability`` promises
    /// (``ActivityCommands``).
    @discardableResult
    public nonisolated(nonsending) func apply(
        json command: some JSONSource
    ) async throws(RuntimeError) -> Outcome {
        try await stored(applied(json: command))
    }

    // MARK: - Prepared events

    /// Reports an event that ``/LiveActivityCore/AnyProvider/prepare(event:with:)`` has decoded to one activity, which may be
    /// named by its key.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @discardableResult
    public func send(
        _ event: PreparedEvent, to activity: ActivityReference, eventID: EventID? = nil, timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        try stored(appliedSend(event, activity, eventID, timestamp))
    }

    /// Reports an event decoded in advance. Suspends the task until the event is as durable as ``Durability`` promises
    /// (``ActivityCommands``).
    @discardableResult
    public nonisolated(nonsending) func send(
        _ event: PreparedEvent, to activity: ActivityReference, eventID: EventID? = nil, timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await stored(appliedSend(event, activity, eventID, timestamp))
    }

    /// Unavailable: events of a batch must be of a provider's own type.
    @available(*, unavailable, message: "give each event with send(json:to:), or decode them to the provider's type first")
    public func send(_ events: [(ActivityID, JSONValue)]) throws(RuntimeError) -> PublishReport { fatalError("unavailable") }

    /// Unavailable: events of a batch must be of a provider's own type.
    @available(*, unavailable, message: "give each prepared event with send(_:to:)")
    public func send(_ events: [(ActivityID, PreparedEvent)]) throws(RuntimeError) -> PublishReport {
        fatalError("unavailable")
    }

    /// Unavailable: a prepared event has the type of one kind.
    @available(*, unavailable, message: "publish the event in its own type, or as JSON with publish(json:to:)")
    public func publish(
        _ event: PreparedEvent, to topic: Topic, eventID: EventID? = nil, timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome { fatalError("unavailable") }
}
