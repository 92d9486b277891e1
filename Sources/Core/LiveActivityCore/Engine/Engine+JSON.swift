// Commands with JSON data. The argument label is `json` in all of them, and any `JSONSource` is accepted.
extension Engine {
    // MARK: - Events

    /// Reports an event as JSON to one activity. The text is decoded to the kind's own type directly.
    ///
    /// - Parameters:
    ///   - event: One JSON value, such as `{"pickedUp":{}}`.
    ///   - eventID: The sender's name for the event. An event with an id that the activity remembers is ignored.
    ///   - timestamp: When it happened. An event that is older than the newest accepted one is ignored.
    /// - Returns: ``Outcome/applied``, ``Outcome/unchanged`` or ``Outcome/ignored(_:)``.
    /// - Throws: ``EngineError`` when the event is refused; the activity has then not changed.
    ///   ``EngineError/undecodable(what:path:reason:)`` for JSON that is not an event of the kind: the error has the coding
    ///   path, and for an unknown case the names of the known ones.
    @discardableResult
    public mutating func send(
        json event: some JSONSource, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try send(json: event, to: .id(id), eventID: eventID, timestamp: timestamp, at: now)
    }

    /// Reports an event as JSON to one activity, which may be named by its key.
    /// Otherwise the same as with an id.
    @discardableResult
    public mutating func send(
        json event: some JSONSource, to activity: ActivityReference, eventID: EventID? = nil, timestamp: Date? = nil,
        at now: Date
    ) throws(EngineError) -> Outcome {
        try event.withJSON { (event) throws(EngineError) in
            try send(event, to: activity, eventID: eventID, timestamp: timestamp, at: now)
        }
    }

    /// Reports an event as JSON to every activity that follows `topic`.
    ///
    /// - Parameters:
    ///   - event: One JSON value.
    ///   - kind: Reaches only followers of this kind. Required if kinds with different types of events follow the topic.
    ///   - eventID: The sender's name for the event. An event with an id that the topic remembers is ignored.
    ///   - timestamp: When it happened. An event that is older than the newest one of the topic is ignored.
    /// - Throws: ``EngineError``; no activity has then changed. Refusals by single followers are counted in the report.
    @discardableResult
    public mutating func publish(
        json event: some JSONSource, to topic: Topic, kind: ActivityKind? = nil, eventID: EventID? = nil,
        timestamp: Date? = nil,
        at now: Date
    ) throws(EngineError) -> Outcome {
        try event.withJSON { (event) throws(EngineError) in
            try prepare(at: now)
            return try publishEncoded(event, to: topic, kind, eventID, timestamp)
        }
    }

    /// Publishes an event as JSON, after time has advanced.
    mutating func publishEncoded(
        _ event: JSONInput, to topic: Topic, _ kind: ActivityKind?, _ eventID: EventID?, _ timestamp: Date?
    ) throws(EngineError) -> Outcome {
        try checkPublished(to: topic, eventID, timestamp)
        guard let slab = try follower(of: topic, kind) else { return .published(PublishReport()) }
        return try slab.provider.operations.readEvent(&self, event) { (engine, event) throws(EngineError) in
            try engine.publish(
                event, of: slab.provider.operations.eventType, to: topic, only: kind.map { _ in slab.ordinal },
                eventID: eventID, timestamp: timestamp)
        }
    }

    // MARK: - Starting, and content by hand

    /// Starts an activity whose attributes are JSON, or schedules it if ``StartOptions/start`` is in the future.
    ///
    /// - Parameters:
    ///   - attributes: The attributes, in the shape that the kind's type has as JSON.
    ///   - content: The first content; `nil` for the provider's own. Required for a kind without rules.
    /// - Returns: The new activity, or the running one that the start joined (``StartOptions/IfRunning/join``).
    /// - Throws: ``EngineError`` if the start is refused; there is then no new activity.
    @discardableResult
    public mutating func start(
        json attributes: some JSONSource, content: ContentUpdate? = nil, kind: ActivityKind, owner: OwnerID,
        options: StartOptions = StartOptions(), at now: Date
    ) throws(EngineError) -> ActivityID {
        let start = Command.Start(
            kind: kind, owner: owner, attributes: try parse(attributes, as: "attributes"), content: content, options: options)
        guard let id = try apply(.start(start), at: now).activity else { preconditionFailure("a start gives an activity") }
        return id
    }

    /// Replaces an activity's whole content by a state that is JSON.
    ///
    /// - Parameters:
    ///   - state: The kind's `ContentState` as JSON.
    ///   - staleDate: When the content turns stale; `nil` if it never does.
    ///   - relevanceScore: The activity's rank among the owner's activities; the highest is shown first.
    ///   - alert: An alert for this update; `nil` for none.
    ///   - timestamp: When the content was made. An update that is older than the newest accepted one is ignored.
    @discardableResult
    public mutating func update(
        _ id: ActivityID, json state: some JSONSource, staleDate: Date? = nil, relevanceScore: Double = 0,
        alert: AlertConfiguration? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        let content = ContentUpdate(
            state: try parse(state, as: "content"), staleDate: staleDate, relevanceScore: relevanceScore)
        return try apply(.update(.id(id), content: content, alert: alert, timestamp: timestamp), at: now)
    }

    /// Ends an activity with a final state that is JSON.
    @discardableResult
    public mutating func end(
        _ id: ActivityID, json state: some JSONSource, relevanceScore: Double = 0,
        dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        let content = ContentUpdate(state: try parse(state, as: "content"), relevanceScore: relevanceScore)
        return try apply(.end(.id(id), content: content, dismissalPolicy: dismissalPolicy, timestamp: timestamp), at: now)
    }

    // MARK: - Commands that are JSON as a whole

    /// Applies a command that is JSON as a whole: a line of `live-activities run`, or an entry of a queue.
    ///
    /// - Parameters:
    ///   - command: A ``TimedCommand``, such as `{"command":"send","activity":…,"event":…}`.
    ///   - now: The command's time if it has no `at` of its own.
    /// - Throws: ``EngineError``; no activity has then changed. ``EngineError/undecodable(what:path:reason:)`` for JSON that is
    ///   not a command.
    @discardableResult
    public mutating func apply(json command: some JSONSource, at now: Date) throws(EngineError) -> Outcome {
        let command = try command.withJSON { (json) throws(EngineError) in
            try decode(TimedCommand.self, from: json, what: "command")
        }
        return try apply(command, at: now)
    }

    private func parse(_ json: some JSONSource, as what: String) throws(EngineError) -> JSONValue {
        try json.withJSON { (json) throws(EngineError) in try decode(JSONValue.self, from: json, what: what) }
    }

    // MARK: - JSON that is passed as an event

    /// Reports an event that was already parsed. Otherwise like `send(json:to:)`.
    @discardableResult
    public mutating func send(
        _ event: JSONValue, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try send(json: event, to: .id(id), eventID: eventID, timestamp: timestamp, at: now)
    }

    /// Reports an event that was decoded ahead of the engine to one activity.
    @discardableResult
    public mutating func send(
        _ event: PreparedEvent, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try send(event, to: .id(id), eventID: eventID, timestamp: timestamp, at: now)
    }

    /// Reports an event that was already parsed to a topic. Otherwise like ``publish(json:to:kind:eventID:timestamp:at:)``
    /// without a kind.
    @discardableResult
    public mutating func publish(
        _ event: JSONValue, to topic: Topic, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try publish(json: event, to: topic, eventID: eventID, timestamp: timestamp, at: now)
    }

    /// Reports an event that was decoded ahead of the engine to every activity that follows `topic`.
    @discardableResult
    public mutating func publish(
        _ event: PreparedEvent, to topic: Topic, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        return try event.held.withPointer { (pointer) throws(EngineError) in
            try publish(pointer, of: event.type, to: topic, eventID: eventID, timestamp: timestamp)
        }
    }

    /// JSON events must be decoded one by one.
    @available(*, unavailable, message: "give each event with send(json:to:), or decode them to the provider's type first")
    public mutating func send(_ events: [(ActivityID, JSONValue)], at now: Date) throws(EngineError) -> PublishReport {
        fatalError("unavailable")
    }

    /// Prepared events may be of different types.
    @available(*, unavailable, message: "give each prepared event with send(_:to:)")
    public mutating func send(_ events: [(ActivityID, PreparedEvent)], at now: Date) throws(EngineError) -> PublishReport {
        fatalError("unavailable")
    }
}
