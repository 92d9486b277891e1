#if Service
public import LiveActivities
public import LiveActivityCore

/// What a service runs on: a runtime's commands, and what a service asks besides.
///
/// A `LiveActivityRuntime` is one. Something in front of several runtimes can be another. It has to know, beyond what
/// `ActivityCommands` passes on to one of them:
///
/// - all ids, those of a kind and those of a topic, in one order (``activities``): pages and the state at the beginning of a stream;
/// - the changes of all runtimes in one process (``followChanges(_:)``), and an ``epoch`` that is another one as soon as a sequence of any
///   of them begins anew: positions of streams;
/// - named consumers over all of them (``consumerChanges(for:)``): webhooks and pushes;
/// - the sum of their ``statistics()``, and whether any store fails (``storeFailure``): what operators see.
public protocol ServiceRuntime: ActivityCommands {
    /// Reports an event as JSON text to one activity.
    nonisolated(nonsending) func send(
        text event: [UInt8], to activity: ActivityReference, eventID: EventID?, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome

    /// Applies a command that belongs to a trace.
    @discardableResult
    nonisolated(nonsending) func apply(_ command: Command, trace: TraceContext?) async throws(RuntimeError) -> Outcome

    /// Applies a command if the activity still has a revision.
    @discardableResult
    nonisolated(nonsending) func apply(
        _ command: Command, ifRevision revision: UInt32, trace: TraceContext?
    ) async throws(RuntimeError) -> Outcome

    /// Calls `receive` with each change, in order for each activity, under a lock: it must return soon and must not call the runtime.
    func followChanges(_ receive: @escaping @Sendable (Change) -> Void)

    /// The changes that a named consumer has not acknowledged, then those that follow.
    nonisolated(nonsending) func consumerChanges(
        for consumer: ConsumerName
    ) async throws(RuntimeError) -> ConsumerChangeSequence

    /// Removes a named consumer: nothing is stored for it any more.
    nonisolated(nonsending) func forgetConsumer(_ consumer: ConsumerName) async throws(RuntimeError)

    /// Every activity, in an order that does not change while they exist.
    var activities: [ActivityID] { get }
    /// Every activity of a kind.
    func activities(ofKind kind: ActivityKind) -> [ActivityID]
    /// The running activities that follow a topic.
    func activities(following topic: Topic) -> [ActivityID]
    /// The topics that an activity follows.
    func topics(of id: ActivityID) -> [Topic]
    /// What was counted since the runtime was made.
    func statistics() -> RuntimeStatistics
    /// Why the store fails; `nil` while it works.
    var storeFailure: StoreError? { get }
    /// Counts the times that the runtime's store was opened: sequences of changes begin anew with it. A number of its own for each process
    /// where there is no store.
    var epoch: UInt64 { get }

    /// Returns when everything is on disk.
    nonisolated(nonsending) func flush() async throws(StoreError)
    /// Stops the runtime, and writes what is left.
    nonisolated(nonsending) func close() async
}

extension LiveActivityRuntime: ServiceRuntime {
    public nonisolated(nonsending) func send(
        text event: [UInt8], to activity: ActivityReference, eventID: EventID?, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome {
        try await send(json: event, to: activity, eventID: eventID, timestamp: timestamp)
    }

    public func followChanges(_ receive: @escaping @Sendable (Change) -> Void) { observe(.all, receive) }

    public nonisolated(nonsending) func consumerChanges(
        for consumer: ConsumerName
    ) async throws(RuntimeError) -> ConsumerChangeSequence { try await changes(for: consumer) }

    public var epoch: UInt64 { opening?.run ?? ProcessEpoch.value }
}

/// A number that another process does not have: the second in which this one began.
private enum ProcessEpoch {
    static let value = UInt64(max(Date().timeIntervalSince1970, 1))
}
#endif
