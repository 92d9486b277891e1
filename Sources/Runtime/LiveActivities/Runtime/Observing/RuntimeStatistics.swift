public import LiveActivityCore
public import LiveActivityHost

/// A runtime's counters since it was created, at one moment: for a metrics endpoint, a log line, a test.
///
/// Counters never decrease. Counting is part of every command and costs one addition; ``LiveActivityRuntime/statistics()``
/// computes the sums.
public struct RuntimeStatistics: Hashable, Sendable {
    /// The number of each command's outcomes.
    public var commands: [Command: Int] = [:]
    /// Refused commands by ``/LiveActivityHost/RuntimeError/code``.
    public var refusals: [String: Int] = [:]
    /// The current number of activities, by kind and state.
    public var activities: [Activities: Int] = [:]
    /// The number of batches that the store has written.
    public var batches = 0
    /// The number of batches that the store has refused.
    public var failedBatches = 0
    /// The current number of unacknowledged changes of each named consumer.
    public var consumers: [ConsumerName: Int] = [:]
    /// The number of changes for named consumers that were dropped because too many waited.
    public var missedConsumerChanges = 0
    /// The number of events dropped before ``/LiveActivityCore/EngineLimits/rememberedEventSeconds`` had passed: a repetition
    /// of one is applied again. To prevent it, raise ``/LiveActivityCore/EngineLimits/rememberedEventsInAll``.
    public var eventsForgottenEarly = 0
    /// The size of the store in bytes; `nil` without a store, or if the store does not report its size.
    public var storeBytes: Int?

    /// The number of jumps of the computer's clock that were held back.
    public var clockJumps = 0

    /// Creates statistics with all counters 0.
    public init() {}

    /// Adds the values of another shard or runtime, apart from the store's size and the jumps of the clock that all share.
    package mutating func add(_ other: Self) {
        addCounters(of: other)
        activities.merge(other.activities, uniquingKeysWith: +)
        consumers.merge(other.consumers, uniquingKeysWith: +)
    }

    /// Adds the counters of a runtime that has ended.
    package mutating func addCounters(of other: Self) {
        commands.merge(other.commands, uniquingKeysWith: +)
        refusals.merge(other.refusals, uniquingKeysWith: +)
        missedConsumerChanges += other.missedConsumerChanges
        eventsForgottenEarly += other.eventsForgottenEarly
        batches += other.batches
        failedBatches += other.failedBatches
    }

    /// A command with an outcome.
    public struct Command: Hashable, Sendable {
        /// The command's name.
        public var name: CommandName
        /// The command's result.
        public var outcome: CommandOutcome

        /// Creates a command with an outcome.
        public init(_ name: CommandName, _ outcome: CommandOutcome) { (self.name, self.outcome) = (name, outcome) }
    }

    /// Activities of one kind in one state.
    public struct Activities: Hashable, Sendable {
        /// The kind of the counted activities.
        public var kind: ActivityKind
        /// The state of the counted activities.
        public var state: ActivityState

        /// Creates a kind with a state.
        public init(_ kind: ActivityKind, _ state: ActivityState) { (self.kind, self.state) = (kind, state) }
    }
}
