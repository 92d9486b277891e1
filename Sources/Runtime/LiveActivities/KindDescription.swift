package import LiveActivityCore

/// A description of a kind by examples: the provider's own samples, and commands that were tried on an engine.
package struct KindDescription: Encodable, Sendable {
    package var kind: ActivityKind
    package var summary: String
    package var attributes: [JSONText]
    /// The first state of an activity with the first attributes that starts at ``epoch``.
    package var state: JSONText?
    package var events: [EncodedSamples.Moment]
    package var actions: [Action]
    /// The story's events as command lines for `live-activities run --virtual-time`.
    package var commands: [JSONText]

    package struct Action: Encodable, Sendable {
        package var id: ActionID
        package var title: String
        /// The command for the action, at the first moment of the story at which it is allowed; `nil` if it is never allowed.
        package var command: JSONText?
    }

    /// The date at which the samples begin: 2026-06-20 17:00 UTC.
    package static let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)
    package static let owner: OwnerID = "anna"
    package static let key: StartKey = "example"
}

extension KindDescription {
    /// Returns `nil` for a kind without samples.
    ///
    /// - Parameters:
    ///   - provider: The kind to describe.
    ///   - providers: All kinds of the program, for the engine on which the commands are tried.
    ///   - summary: A one-line description of the kind.
    package init?(_ provider: AnyProvider, among providers: [AnyProvider], summary: String? = nil) throws {
        guard let samples = provider.samples(), let first = samples.attributes.first else { return nil }
        kind = samples.kind
        self.summary = summary ?? "activities of kind '\(samples.kind)'"
        attributes = samples.attributes
        state = samples.content
        events = samples.story

        let activity = ActivityReference.key(owner: Self.owner, kind: kind, key: Self.key)
        let start = Command.start(
            Command.Start(
                kind: kind, owner: Self.owner, attributes: try JSONValue(parsing: first.bytes),
                options: StartOptions(key: Self.key)))
        let story =
            [TimedCommand(at: Self.epoch, start)]
            + (try samples.story.map {
                TimedCommand(at: Self.epoch + $0.after_s, .send(activity, event: try JSONValue(parsing: $0.event.bytes)))
            })
        let encoder = WireEncoder()
        commands = try story.map { JSONText(trusted: try encoder.encode($0)) }
        actions = try samples.actions.map { action in
            let command = try Self.moment(for: .perform(action.id, on: activity, surface: .lockScreen), in: story, providers)
            return Action(
                id: action.id, title: action.title, command: try command.map { JSONText(trusted: try encoder.encode($0)) })
        }
    }

    /// The command at the first moment at which it is not refused; a moment is a second after one of the story's commands.
    private static func moment(for command: Command, in story: [TimedCommand], _ providers: [AnyProvider]) throws
        -> TimedCommand?
    {
        var engine = Engine(configuration: EngineConfiguration())
        for provider in providers { try engine.register(provider) }
        for (index, step) in story.enumerated() {
            guard let at = step.at else { continue }
            try engine.apply(step.command, at: at)
            let moment = at + 1
            if index + 1 < story.count, let next = story[index + 1].at, next <= moment { continue }
            // A refused command changes nothing, so the same engine can try the next moment.
            if (try? engine.apply(command, at: moment)) != nil { return TimedCommand(at: moment, command) }
        }
        return nil
    }
}
