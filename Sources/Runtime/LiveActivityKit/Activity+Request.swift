public import LiveActivities

extension Activity {
    /// Starts an activity.
    ///
    /// - Parameter pushType: The push type in addition to the host's own updates; `nil` for no pushes.
    /// - Throws: ``ActivityAuthorizationError``, or an `EngineError` for errors without an equivalent in ActivityKit, such as
    ///   attributes that the kind's provider refuses. There is then no new activity. One exception: `persistenceFailure` of a
    ///   runtime with a store may mean that the activity has started and is not persisted yet (`RuntimeError.notDurable`).
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil
    ) throws -> Activity<Attributes> {
        try start(attributes, content, pushType, StartOptions())
    }

    /// Starts an activity that stays after the user has left it (`standard`), or not (`transient`).
    ///
    /// - Throws: The errors of `request(attributes:content:pushType:)`.
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil, style: ActivityStyle
    ) throws -> Activity<Attributes> {
        try start(attributes, content, pushType, StartOptions(style: style))
    }

    /// Schedules an activity: it is `pending` until `start`, then becomes active and alerts the user.
    ///
    /// - Parameter start: A date that has passed starts it at once.
    /// - Throws: The errors of `request(attributes:content:pushType:)`.
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
                here.runtime.setPushType(pushType, of: id)
                here.configuration.pushTokens?.didStart(id, kind: kind, owner: here.owner, pushType: pushType, in: here.runtime)
            }
            return activity
        } catch let error as RuntimeError {
            here.log("\(Attributes.self) was not started: \(error)")
            if let error = ActivityAuthorizationError(error) { throw error }
            // Unwrapped, as code written for ActivityKit does not expect errors of a runtime.
            if case .engine(let error) = error { throw error }
            throw error
        }
    }
}

extension ActivityKitContext {
    /// Checks the conditions that the engine cannot check.
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
    ) throws(RuntimeError) -> ActivityID {
        var options = options
        // As in ActivityKit, each request is a separate activity and starts at its own date. A provider's choice of a key or a
        // date must not change that, as the caller is not aware of a provider.
        options.key = ""
        options.start = options.start ?? .distantPast
        return try runtime.startWithLenientChecks(
            attributes, content: content, kind: kind, owner: owner, options: options)
    }
}

extension ActivityContent {
    /// The content with a comparable relevance: ActivityKit accepts any number, the engine only finite ones.
    var finite: Self {
        guard !relevanceScore.isFinite else { return self }
        var content = self
        content.relevanceScore =
            relevanceScore.isNaN ? 0 : relevanceScore > 0 ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude
        return content
    }
}
