public import LiveActivityCore

extension Activity {
    /// Starts an activity.
    ///
    /// - Parameter pushType: How it takes pushes besides its host's updates; not at all if `nil` (API-03).
    /// - Throws: ``ActivityAuthorizationError``, or an ``EngineError`` for what ActivityKit has no word for, such as attributes that the
    ///   kind's provider refuses. There is then no new activity.
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil
    ) throws -> Activity<Attributes> {
        try start(attributes, content, pushType, StartOptions())
    }

    /// Starts an activity that stays after it was looked at, or not (LIFE-07).
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil, style: ActivityStyle
    ) throws -> Activity<Attributes> {
        try start(attributes, content, pushType, StartOptions(style: style))
    }

    /// Schedules an activity: it is `pending` until `start`, then starts by itself and alerts (LIFE-05).
    ///
    /// - Parameter start: A date that has passed starts it at once.
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil, style: ActivityStyle,
        alertConfiguration: AlertConfiguration, start: Date
    ) throws -> Activity<Attributes> {
        try self.start(
            attributes, content, pushType, StartOptions(start: start, alert: alertConfiguration, style: style))
    }

    static func start(
        _ attributes: Attributes, _ content: ActivityContent<ContentState>, _ pushType: PushType?, _ options: StartOptions
    ) throws -> Activity<Attributes> {
        let here = ActivityKitContext.here
        do {
            let kind = try here.kind(of: Attributes.self)
            try here.admit(kind, pushType)
            let id = try here.start(attributes, content.finite, kind, options)
            let activity = Activity(id, attributes: attributes, content: content, in: here)
            if let pushType {
                here.runtime.accompany(id) { $0.pushType = pushType }
                here.runtime.keepPushes(of: id)
                here.configuration.pushTokens?.didStart(id, kind: kind, owner: here.owner, pushType: pushType, in: here.runtime)
            }
            return activity
        } catch let error as EngineError {
            here.log("\(Attributes.self) was not started: \(error)")
            if case .closed = error { throw ActivityAuthorizationError.unsupported }
            throw error.authorizationError.map { $0 as any Error } ?? error
        }
    }
}

extension ActivityKitContext {
    /// Checks what the engine cannot know.
    func admit(_ kind: ActivityKind, _ pushType: PushType?) throws {
        guard runtime.isPermitted(kind, by: owner) else { throw ActivityAuthorizationError.denied }
        if let refusal = configuration.refusal?(kind, owner) { throw refusal }
        guard let pushType else { return }
        guard pushType.isWellFormed else { throw ActivityAuthorizationError.malformedActivityIdentifier }
        try configuration.pushTokens?.willStart(kind: kind, owner: owner, pushType: pushType)
    }

    func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, _ content: ActivityContent<Attributes.ContentState>, _ kind: ActivityKind,
        _ options: StartOptions
    ) throws(EngineError) -> ActivityID {
        var options = options
        // Each request is an activity of its own and starts when it says, whatever a provider would choose: its owner cannot
        // tell whether there is one.
        options.key = ""
        options.start = options.start ?? .distantPast
        let (given, wanted, owner) = (Handed((attributes, content)), options, owner)
        return try runtime.withRoom(in: runtime.shard(of: owner)) { (shard) throws(EngineError) in
            try shard.command(
                journaled: { $0.journaledStart(given.value.0, given.value.1, kind, owner, wanted, isLenient: true) }
            ) { (engine, now) throws(EngineError) in
                try engine.leniently { (engine) throws(EngineError) in
                    try engine.start(
                        given.value.0, content: given.value.1, kind: kind, owner: owner, options: wanted, at: now)
                }
            }
        }
    }
}

extension ActivityContent {
    /// The content with a relevance that can be compared: ActivityKit takes any number.
    var finite: Self {
        guard !relevanceScore.isFinite else { return self }
        var content = self
        content.relevanceScore =
            relevanceScore.isNaN ? 0 : relevanceScore > 0 ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude
        return content
    }
}
