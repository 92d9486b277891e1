public import LiveActivityCore
public import LiveActivityHost

/// What holds live activities and takes commands for them: a ``LiveActivityRuntime``, or something in front of several.
///
/// A push adapter or a service is written against this protocol, so that it does not matter where an activity lives.
///
/// **Waiting.** Each command returns when its change is as durable as its runtime's ``Durability`` promises. Until then the task is
/// suspended; no thread is blocked. A command runs on the caller's actor, and without a store, or with a relaxed one, it does not suspend
/// at all.
///
/// **Cancellation takes nothing back.** A command is applied as a whole or not at all, and a cancelled task waits for the store all the
/// same: the answer says what has happened. To stop before a command, check `Task.isCancelled` before it.
///
/// **Errors.** All throw ``/LiveActivityHost/RuntimeError``. After every error except ``/LiveActivityHost/RuntimeError/notDurable(reason:)``,
/// ``/LiveActivityHost/RuntimeError/outcomeUnknown(reason:eventID:)`` and ``/LiveActivityHost/RuntimeError/fenced(reason:)``, no activity has changed.
public protocol ActivityCommands: Sendable {
    // MARK: Commands

    /// Starts an activity of the one registered kind that has these attributes, or schedules it if its start date is in the future.
    ///
    /// Two starts with the same owner, kind and key give one activity (``/LiveActivityCore/StartOptions/key``).
    ///
    /// - Parameters:
    ///   - attributes: What never changes about the activity.
    ///   - content: What it shows first, in place of the provider's own first content; required for a kind without a provider's rules.
    ///   - kind: Which kind, where several have such attributes.
    ///   - owner: Whose activity it is.
    ///   - options: Key, dates, alert and the rest.
    /// - Returns: The new activity, or the running one that the start joined (``/LiveActivityCore/StartOptions/IfRunning/join``).
    @discardableResult
    nonisolated(nonsending) func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>?, kind: ActivityKind?, owner: OwnerID,
        options: StartOptions
    ) async throws(RuntimeError) -> ActivityID

    /// Reports an event to one activity.
    ///
    /// - Parameters:
    ///   - event: An event of the activity's kind.
    ///   - id: Which activity.
    ///   - eventID: The sender's id for the event. An event that was applied already is ignored.
    ///   - timestamp: When it happened. An event older than the newest accepted one is ignored.
    @discardableResult
    nonisolated(nonsending) func send<Event: Sendable>(
        _ event: Event, to id: ActivityID, eventID: EventID?, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome

    /// Reports many events, each to its activity, in their order.
    ///
    /// - Returns: How many were applied, left the content unchanged, and were refused.
    @discardableResult
    nonisolated(nonsending) func send<Event: Sendable>(_ events: [(ActivityID, Event)]) async throws(RuntimeError)
        -> PublishReport

    /// Reports an event to all activities that follow a topic and whose kind has such events.
    ///
    /// - Parameters:
    ///   - event: An event of the followers' kind.
    ///   - topic: Which topic.
    ///   - eventID: The sender's id for the event. An event that was published to the topic already is ignored.
    ///   - timestamp: When it happened. An event older than the topic's newest is ignored.
    @discardableResult
    nonisolated(nonsending) func publish<Event: Sendable>(
        _ event: Event, to topic: Topic, eventID: EventID?, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome

    /// The user used a control of the activity on a surface.
    @discardableResult
    nonisolated(nonsending) func perform(
        _ action: ActionID, on id: ActivityID, surface: Surface
    ) async throws(RuntimeError) -> Outcome

    /// Replaces the whole content.
    ///
    /// - Parameters:
    ///   - id: Which activity.
    ///   - content: The new content, of the kind's own type.
    ///   - alert: Alerts the user, if given.
    ///   - timestamp: When the content was made. An update older than the newest accepted one is ignored.
    @discardableResult
    nonisolated(nonsending) func update<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, alert: AlertConfiguration?, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome

    /// Ends the activity with final content, which it shows until the dismissal.
    @discardableResult
    nonisolated(nonsending) func end<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, dismissalPolicy: ActivityUIDismissalPolicy, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome

    /// Ends the activity with the content that it has.
    @discardableResult
    nonisolated(nonsending) func end(
        _ id: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome

    /// The user removed the activity from the screen: it ends and is dismissed.
    @discardableResult
    nonisolated(nonsending) func dismiss(_ id: ActivityID) async throws(RuntimeError) -> Outcome

    /// Renews the lease of an activity: its host is still there.
    @discardableResult
    nonisolated(nonsending) func renewLease(_ id: ActivityID) async throws(RuntimeError) -> Outcome

    /// The user allows or forbids a kind of activity, or all kinds if `kind` is `nil`.
    @discardableResult
    nonisolated(nonsending) func permit(
        _ allowed: Bool, owner: OwnerID, kind: ActivityKind?
    ) async throws(RuntimeError) -> Outcome

    /// The user allows or forbids frequent updates.
    @discardableResult
    nonisolated(nonsending) func permitFrequentUpdates(_ allowed: Bool, owner: OwnerID) async throws(RuntimeError) -> Outcome

    /// Applies a command that is a value, for instance one that was read from JSON.
    @discardableResult
    nonisolated(nonsending) func apply(_ command: Command) async throws(RuntimeError) -> Outcome

    /// Applies a command with its trace, which the changes get that it causes (``/LiveActivityCore/Change/trace``).
    @discardableResult
    nonisolated(nonsending) func apply(_ command: Command, trace: TraceContext?) async throws(RuntimeError) -> Outcome

    /// Applies a command that is JSON as a whole, with the trace that it names. Its time is the clock's.
    @discardableResult
    nonisolated(nonsending) func apply(json command: some JSONSource) async throws(RuntimeError) -> Outcome

    /// Reports an event as JSON to one activity.
    ///
    /// - Parameters:
    ///   - event: One JSON value, such as `{"pickedUp":{}}`.
    ///   - activity: Which activity.
    ///   - eventID: The sender's id for the event. An event that was applied already is ignored.
    ///   - timestamp: When it happened. An event older than the newest accepted one is ignored.
    @discardableResult
    nonisolated(nonsending) func send(
        json event: some JSONSource, to activity: ActivityReference, eventID: EventID?, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome

    /// Reports many events as JSON, each to its activity, in their order, and waits once until they are durable.
    ///
    /// - Parameters:
    ///   - events: Which events, for which activities. One that is refused does not hinder those after it.
    ///   - trace: The trace that the changes get.
    /// - Returns: For each event what came of it, or why not, in their order.
    nonisolated(nonsending) func send(json events: [JSONEvent], trace: TraceContext?) async -> [Result<Outcome, RuntimeError>]

    /// Sets the token by which an activity is updated, in place of the one before.
    ///
    /// - Returns: Whether the activity has this token now. It has not if it takes no pushes by a token, or was dismissed.
    @discardableResult
    nonisolated(nonsending) func setPushToken(_ token: Data, for id: ActivityID) async throws(RuntimeError) -> Bool

    /// Sets the token by which activities of a kind are started for an owner; `nil` removes it.
    nonisolated(nonsending) func setPushToStartToken(
        _ token: Data?, for kind: ActivityKind, owner: OwnerID
    ) async throws(RuntimeError)

    // MARK: Queries

    /// The id of the activity that a reference names.
    nonisolated(nonsending) func resolve(_ reference: ActivityReference) async throws(RuntimeError) -> ActivityID

    /// The state of an activity; `nil` if it was dismissed, or never existed.
    nonisolated(nonsending) func state(of id: ActivityID) async throws(RuntimeError) -> ActivityState?

    /// One activity with all that is known of it, its content as JSON; `nil` if there is none.
    nonisolated(nonsending) func record(of id: ActivityID) async throws(RuntimeError) -> ActivityRecord?

    /// The owner of an activity; `nil` if it was dismissed, or never existed.
    nonisolated(nonsending) func owner(of id: ActivityID) async throws(RuntimeError) -> OwnerID?

    /// The kind of an activity; `nil` if it was dismissed, or never existed.
    nonisolated(nonsending) func kind(of id: ActivityID) async throws(RuntimeError) -> ActivityKind?

    /// The running activity with this owner, kind and key; `nil` if there is none.
    nonisolated(nonsending) func activity(
        owner: OwnerID, kind: ActivityKind, key: StartKey
    ) async throws(RuntimeError) -> ActivityID?

    /// An owner's activities by relevance, the highest first; of equal ones, the one that started first.
    nonisolated(nonsending) func activities(of owner: OwnerID) async throws(RuntimeError) -> [ActivityID]

    /// Whether a user allows a kind of activity.
    nonisolated(nonsending) func isPermitted(_ kind: ActivityKind, by owner: OwnerID) async throws(RuntimeError) -> Bool

    /// How an activity takes pushes; `nil` if only its host updates it, or it was dismissed.
    nonisolated(nonsending) func pushType(of id: ActivityID) async throws(RuntimeError) -> PushType?

    /// The token by which an activity is updated; `nil` while there is none.
    nonisolated(nonsending) func pushToken(of id: ActivityID) async throws(RuntimeError) -> Data?

    /// The token by which activities of a kind are started for an owner; `nil` while there is none.
    nonisolated(nonsending) func pushToStartToken(for kind: ActivityKind, owner: OwnerID) async throws(RuntimeError) -> Data?
}

// The short forms, for code that is generic over what takes the commands.
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
        try await send(json: event, to: .id(id), eventID: nil, timestamp: nil)
    }

    /// Reports an event to all activities that follow a topic and whose kind has such events.
    @discardableResult
    public nonisolated(nonsending) func publish<Event: Sendable>(
        _ event: Event, to topic: Topic
    ) async throws(RuntimeError) -> Outcome {
        try await publish(event, to: topic, eventID: nil, timestamp: nil)
    }

    /// Ends the activity with the content that it has.
    @discardableResult
    public nonisolated(nonsending) func end(_ id: ActivityID) async throws(RuntimeError) -> Outcome {
        try await end(id, dismissalPolicy: .default, timestamp: nil)
    }
}
