public import LiveActivityCore
public import LiveActivityHost

/// A type that holds live activities and executes commands: a ``LiveActivityRuntime``, or a proxy for several.
///
/// Write a push adapter or a service against this protocol to make it independent of where activities are.
///
/// **Waiting.** Each command returns when its change is as durable as its runtime's ``Durability`` promises. Until then the
/// task is suspended; no thread is blocked. A command runs on the caller's actor, and without a store, or with a relaxed one,
/// it does not suspend at all.
///
/// **Cancellation has no effect on a command.** It is applied as a whole or not at all, and a cancelled task still waits for
/// the store: the result says what has happened. To stop before a command, check `Task.isCancelled`.
///
/// **Errors.** All throw ``/LiveActivityHost/RuntimeError``. After every error except
/// ``/LiveActivityHost/RuntimeError/notDurable(reason:)``, ``/LiveActivityHost/RuntimeError/outcomeUnknown(reason:eventID:)``
/// and ``/LiveActivityHost/RuntimeError/fenced(reason:)``, no activity has changed.
public protocol ActivityCommands: Sendable {
    // MARK: Commands

    /// Starts an activity of the one registered kind that has these attributes, or schedules it if its start date is in the
    /// future.
    ///
    /// Two starts with the same owner, kind and key give one activity (``/LiveActivityCore/StartOptions/key``).
    ///
    /// - Parameters:
    ///   - attributes: The activity's attributes, which never change.
    ///   - content: The first content, instead of the provider's; required for a kind without rules.
    ///   - kind: The kind; required if several have such attributes.
    ///   - owner: The activity's owner.
    ///   - options: Key, dates, alert and other options.
    /// - Returns: The new activity, or the running one that the start joined
    ///   (``/LiveActivityCore/StartOptions/IfRunning/join``).
    @discardableResult
    nonisolated(nonsending) func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>?, kind: ActivityKind?, owner: OwnerID,
        options: StartOptions
    ) async throws(RuntimeError) -> ActivityID

    /// Reports an event to one activity.
    ///
    /// - Parameters:
    ///   - event: An event of the activity's kind.
    ///   - id: The activity.
    ///   - eventID: The sender's id for the event. An event that was applied already is ignored.
    ///   - timestamp: When it happened. An event older than the newest accepted one is ignored.
    @discardableResult
    nonisolated(nonsending) func send<Event: Sendable>(
        _ event: Event, to id: ActivityID, eventID: EventID?, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome

    /// Reports many events, each to its activity, in order.
    ///
    /// - Returns: The numbers of events that were applied, changed nothing, and were refused.
    @discardableResult
    nonisolated(nonsending) func send<Event: Sendable>(_ events: [(ActivityID, Event)]) async throws(RuntimeError)
        -> PublishReport

    /// Reports an event to all activities that follow a topic and whose kind has such events.
    ///
    /// - Parameters:
    ///   - event: An event of the followers' kind.
    ///   - topic: The topic.
    ///   - eventID: The sender's id for the event. An event that was published to the topic already is ignored.
    ///   - timestamp: When it happened. An event older than the topic's newest is ignored.
    @discardableResult
    nonisolated(nonsending) func publish<Event: Sendable>(
        _ event: Event, to topic: Topic, eventID: EventID?, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome

    /// Applies a command value. Every command has this form; the methods named after commands are shorthands for it.
    ///
    /// - Parameters:
    ///   - command: The command, for instance decoded from JSON.
    ///   - revision: The revision that the activity must have, for a command about one activity; `nil` for any. The comparison
    ///     and the command are atomic, except for deadlines that are due by the command's time.
    ///   - trace: The trace that the command belongs to. The changes that it causes get it
    ///     (``/LiveActivityCore/Change/trace``).
    /// - Throws: ``/LiveActivityHost/RuntimeError``; ``/LiveActivityHost/RuntimeError/otherRevision(_:revision:)`` if another
    ///   command has changed the activity.
    @discardableResult
    nonisolated(nonsending) func apply(
        _ command: Command, ifRevision revision: UInt32?, trace: TraceContext?
    ) async throws(RuntimeError) -> Outcome

    /// Applies a command that is JSON as a whole, with the trace in it. Its time is the clock's.
    @discardableResult
    nonisolated(nonsending) func apply(json command: some JSONSource) async throws(RuntimeError) -> Outcome

    /// Reports an event as JSON to one activity.
    ///
    /// - Parameters:
    ///   - event: One JSON value, such as `{"pickedUp":{}}`.
    ///   - activity: The activity.
    ///   - eventID: The sender's id for the event. An event that was applied already is ignored.
    ///   - timestamp: When it happened. An event older than the newest accepted one is ignored.
    ///   - trace: The trace that the changes get (``/LiveActivityCore/Change/trace``).
    @discardableResult
    nonisolated(nonsending) func send(
        json event: some JSONSource, to activity: ActivityReference, eventID: EventID?, timestamp: Date?, trace: TraceContext?
    ) async throws(RuntimeError) -> Outcome

    /// Reports many events as JSON, each to its activity, in order, and waits once until they are durable.
    ///
    /// - Parameters:
    ///   - events: The events, each with its activity. A refused event does not affect those after it.
    ///   - trace: The trace that the changes get.
    /// - Returns: The outcome or error of each event, in order.
    nonisolated(nonsending) func send(json events: [JSONEvent], trace: TraceContext?) async -> [Result<Outcome, RuntimeError>]

    /// Sets the update token of an activity, which replaces the previous one.
    ///
    /// - Returns: Whether the activity has this token now. `false` if it is not updated by a token, or was dismissed.
    @discardableResult
    nonisolated(nonsending) func setPushToken(_ token: Data, for id: ActivityID) async throws(RuntimeError) -> Bool

    /// Sets the push-to-start token of an owner for a kind; `nil` removes it.
    nonisolated(nonsending) func setPushToStartToken(
        _ token: Data?, for kind: ActivityKind, owner: OwnerID
    ) async throws(RuntimeError)

    // MARK: Queries

    /// The id of the activity that a reference names.
    nonisolated(nonsending) func resolve(_ reference: ActivityReference) async throws(RuntimeError) -> ActivityID

    /// The state of an activity; `nil` if it was dismissed, or never existed.
    nonisolated(nonsending) func state(of id: ActivityID) async throws(RuntimeError) -> ActivityState?

    /// The complete record of an activity, with its content as JSON; `nil` if it does not exist.
    nonisolated(nonsending) func record(of id: ActivityID) async throws(RuntimeError) -> ActivityRecord?

    /// The owner of an activity; `nil` if it was dismissed, or never existed.
    nonisolated(nonsending) func owner(of id: ActivityID) async throws(RuntimeError) -> OwnerID?

    /// The kind of an activity; `nil` if it was dismissed, or never existed.
    nonisolated(nonsending) func kind(of id: ActivityID) async throws(RuntimeError) -> ActivityKind?

    /// The running activity with this owner, kind and key; `nil` if there is none.
    nonisolated(nonsending) func activity(
        owner: OwnerID, kind: ActivityKind, key: StartKey
    ) async throws(RuntimeError) -> ActivityID?

    /// An owner's activities in descending order of relevance; at equal relevance, in the order of their starts.
    nonisolated(nonsending) func activities(of owner: OwnerID) async throws(RuntimeError) -> [ActivityID]

    /// Whether an owner allows a kind of activity.
    nonisolated(nonsending) func isPermitted(_ kind: ActivityKind, by owner: OwnerID) async throws(RuntimeError) -> Bool

    /// The push type of an activity; `nil` if only its host updates it, or it was dismissed.
    nonisolated(nonsending) func pushType(of id: ActivityID) async throws(RuntimeError) -> PushType?

    /// The update token of an activity; `nil` if none is set.
    nonisolated(nonsending) func pushToken(of id: ActivityID) async throws(RuntimeError) -> Data?

    /// The push-to-start token of an owner for a kind; `nil` if none is set.
    nonisolated(nonsending) func pushToStartToken(for kind: ActivityKind, owner: OwnerID) async throws(RuntimeError) -> Data?
}

// Shorter forms of commands: default values, and a method for each command that is sent as a value.
extension ActivityCommands {
    /// Starts an activity of the one kind that has these attributes.
    @discardableResult
    public nonisolated(nonsending) func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, owner: OwnerID, options: StartOptions
    ) async throws(RuntimeError) -> ActivityID {
        try await start(attributes, content: nil, kind: nil, owner: owner, options: options)
    }

    /// Reports an event to one activity.
    @discardableResult
    public nonisolated(nonsending) func send<Event: Sendable>(
        _ event: Event, to id: ActivityID
    ) async throws(RuntimeError) -> Outcome {
        try await send(event, to: id, eventID: nil, timestamp: nil)
    }

    /// Reports an event as JSON to one activity.
    @discardableResult
    public nonisolated(nonsending) func send(
        json event: some JSONSource, to id: ActivityID
    ) async throws(RuntimeError) -> Outcome {
        try await send(json: event, to: .id(id), eventID: nil, timestamp: nil, trace: nil)
    }

    /// Reports an event as JSON to one activity, without a trace.
    @discardableResult
    public nonisolated(nonsending) func send(
        json event: some JSONSource, to activity: ActivityReference, eventID: EventID?, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome {
        try await send(json: event, to: activity, eventID: eventID, timestamp: timestamp, trace: nil)
    }

    /// Reports an event to all activities that follow a topic and whose kind has such events.
    @discardableResult
    public nonisolated(nonsending) func publish<Event: Sendable>(
        _ event: Event, to topic: Topic
    ) async throws(RuntimeError) -> Outcome {
        try await publish(event, to: topic, eventID: nil, timestamp: nil)
    }

    /// Applies a command value, for instance one decoded from JSON.
    ///
    /// - Parameter trace: The trace that the command belongs to.
    @discardableResult
    public nonisolated(nonsending) func apply(
        _ command: Command, trace: TraceContext? = nil
    ) async throws(RuntimeError) -> Outcome { try await apply(command, ifRevision: nil, trace: trace) }

    /// Applies a command that is JSON as a whole, with the trace in it. Its time is the clock's.
    @discardableResult
    public nonisolated(nonsending) func apply(json command: some JSONSource) async throws(RuntimeError) -> Outcome {
        let timed = try command.timedCommand(with: WireDecoder())
        return try await apply(timed.command, ifRevision: nil, trace: timed.trace)
    }
}

extension JSONText {
    /// Encodes a value of a provider's type as JSON.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/unencodable(what:path:reason:)``, as
    ///   ``/LiveActivityHost/RuntimeError/engine(_:)``.
    package init(encoding value: some Any, as what: String) throws(RuntimeError) {
        if let json = value as? JSONValue {
            self.init(json)
            return
        }
        guard let encodable = value as? any Encodable else {
            throw .engine(.unencodable(what: what, path: "", reason: "\(type(of: value)) is not Encodable"))
        }
        do { self.init(trusted: try WireEncoder().encode(encodable)) } catch {
            throw .engine(.unencodable(what: what, path: "", reason: "\(error)"))
        }
    }
}

extension JSONValue {
    /// Encodes a value of a provider's type as JSON.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/unencodable(what:path:reason:)``, as
    ///   ``/LiveActivityHost/RuntimeError/engine(_:)``.
    package init(encoding value: some Any, as what: String) throws(RuntimeError) {
        if let json = value as? JSONValue {
            self = json
            return
        }
        self = try JSONText(encoding: value, as: what).value(as: what)
    }
}

extension JSONSource {
    /// The parsed JSON.
    ///
    /// - Parameter what: The name of the value in the error.
    /// - Throws: ``/LiveActivityCore/EngineError/undecodable(what:path:reason:)``, as
    ///   ``/LiveActivityHost/RuntimeError/engine(_:)``.
    package func value(as what: String) throws(RuntimeError) -> JSONValue {
        do throws(EngineError) {
            return try withJSON { (json) throws(EngineError) in try json.parsed(as: what) }
        } catch { throw .engine(error) }
    }

    /// Decodes the JSON as a whole command.
    func timedCommand(with decoder: WireDecoder) throws(RuntimeError) -> TimedCommand {
        try withJSON { (json) throws(RuntimeError) in
            do { return try json.read(as: TimedCommand.self, with: decoder) } catch {
                throw .engine(EngineError(error, reading: "command"))
            }
        }
    }
}

extension ContentUpdate {
    /// Encodes content of a provider's type as JSON.
    package init<State>(encoding content: ActivityContent<State>) throws(RuntimeError) {
        self.init(
            state: try JSONValue(encoding: content.state, as: "content"), staleDate: content.staleDate,
            relevanceScore: content.relevanceScore)
    }
}
