public import LiveActivityCore
public import LiveActivityHost

// The asynchronous forms of the commands. They differ from LiveActivityRuntime+Commands.swift in one respect: when a strict
// store makes the caller wait, the task is suspended, and its thread runs other tasks. Swift selects these overloads in an
// asynchronous function.
//
// They run on the caller's actor, so that attributes and content need not be `Sendable`, and a command that need not wait costs
// no more than the synchronous one.
extension LiveActivityRuntime: ActivityCommands {
    // MARK: - Starting

    /// Starts an activity, and returns when the start is as durable as ``Durability`` promises; see ``ActivityCommands``.
    @inlinable
    @discardableResult
    public nonisolated(nonsending) func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>? = nil, kind: ActivityKind? = nil,
        owner: OwnerID, options: StartOptions = StartOptions()
    ) async throws(RuntimeError) -> ActivityID {
        try await stored(appliedStart(attributes, content, kind, owner, options)).startedOrJoined
    }

    /// Starts an activity, and returns whether it is new, when the start is as durable as ``Durability`` promises.
    ///
    /// - Returns: ``/LiveActivityCore/Outcome/started(_:)``, or ``/LiveActivityCore/Outcome/joined(_:)`` with the running
    ///   activity of the same owner, kind and key.
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @inlinable
    public nonisolated(nonsending) func startOrJoin<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>? = nil, kind: ActivityKind? = nil,
        owner: OwnerID, options: StartOptions = StartOptions()
    ) async throws(RuntimeError) -> Outcome {
        try await stored(appliedStart(attributes, content, kind, owner, options))
    }

    // MARK: - Events

    /// Reports an event to one activity, and returns when it is as durable as ``Durability`` promises; see
    /// ``ActivityCommands``.
    @inlinable
    @discardableResult
    public nonisolated(nonsending) func send<Event: Sendable>(
        _ event: Event, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await stored(appliedSend(event, id, eventID, timestamp))
    }

    /// Reports many events, and returns when they are as durable as ``Durability`` promises; see ``ActivityCommands``.
    @inlinable
    @discardableResult
    public nonisolated(nonsending) func send<Event: Sendable>(
        _ events: [(ActivityID, Event)]
    ) async throws(RuntimeError) -> PublishReport {
        try await stored(appliedSend(events))
    }

    /// Publishes an event, and returns when it is as durable as ``Durability`` promises; see ``ActivityCommands``.
    @inlinable
    @discardableResult
    public nonisolated(nonsending) func publish<Event: Sendable>(
        _ event: Event, to topic: Topic, eventID: EventID? = nil, timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await stored(appliedPublish(event, topic, eventID, timestamp))
    }

    // MARK: - Content by hand

    /// Replaces the whole content, and returns when the update is as durable as ``Durability`` promises; see
    /// ``ActivityCommands``.
    @inlinable
    @discardableResult
    public nonisolated(nonsending) func update<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, alert: AlertConfiguration? = nil, timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await stored(appliedUpdate(id, content, alert, timestamp))
    }

    /// Ends the activity with final content, and returns when the end is as durable as ``Durability`` promises; see
    /// ``ActivityCommands``.
    @inlinable
    @discardableResult
    public nonisolated(nonsending) func end<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, dismissalPolicy: ActivityUIDismissalPolicy = .default,
        timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await stored(appliedEnd(id, content, dismissalPolicy, timestamp))
    }

    // MARK: - Commands as values

    /// Applies a command value, and returns when its effects are as durable as ``Durability`` promises; see
    /// ``ActivityCommands``.
    @discardableResult
    public nonisolated(nonsending) func apply(
        _ command: Command, ifRevision revision: UInt32?, trace: TraceContext? = nil
    ) async throws(RuntimeError) -> Outcome { try await stored(applied(command, trace, ifRevision: revision)) }

    // MARK: - The runtime itself

    /// Registers a provider, and returns when its kind's number is as durable as ``Durability`` promises.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/cannotRegister(_:reason:)``, as ``/LiveActivityHost/RuntimeError/engine(_:)``.
    public nonisolated(nonsending) func register(_ provider: AnyProvider) async throws(RuntimeError) {
        try applyRegistration(of: provider)
        try await storeWriter?.commit()
    }

    /// Writes all unwritten changes, and returns when they are stored. Returns at once without a store.
    ///
    /// - Throws: ``/LiveActivityHost/StoreError``. Nothing is lost as long as the process runs.
    public nonisolated(nonsending) func flush() async throws(StoreError) {
        if let failure = await storeWriter?.written() { throw failure }
    }

    /// Stops the runtime like the synchronous form. The task is suspended while the remaining changes are written and the store
    /// is closed.
    public nonisolated(nonsending) func close() async { await closeReportingFailure() }

    /// Closes the runtime.
    ///
    /// - Returns: The error if some changes could not be written; `nil` if everything is stored, and without a store.
    @discardableResult
    package nonisolated(nonsending) func closeReportingFailure() async -> StoreError? {
        shards.close()
        let failure = await storeWriter?.close()
        instruments.notices.finish()
        return failure
    }
}
