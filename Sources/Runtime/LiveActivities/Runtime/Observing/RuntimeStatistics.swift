public import LiveActivityCore
public import LiveActivityHost

/// A runtime's counters since it was created, at one moment: for a metrics endpoint, a log line, a test.
///
/// Counters never decrease. Counting is part of every command and costs one addition; ``LiveActivityRuntime/statistics()`` adds
/// up.
public struct RuntimeStatistics: Hashable, Sendable {
    /// How often each command had each outcome.
    public var commands: [Command: Int] = [:]
    /// Refused commands by ``/LiveActivityHost/RuntimeError/code``.
    public var refusals: [String: Int] = [:]
    /// How many activities there are now, by kind and state.
    public var activities: [Activities: Int] = [:]
    /// Batches that the store has.
    public var batches = 0
    /// Batches that the store refused.
    public var failedBatches = 0
    /// How many changes each named consumer has not acknowledged, now.
    public var consumers: [ConsumerName: Int] = [:]
    /// Changes for named consumers that were dropped because too many waited.
    public var missedConsumerChanges = 0
    /// Events that were dropped before ``/LiveActivityCore/EngineLimits/rememberedEventSeconds`` had passed: a repetition of
    /// one is applied again. To prevent it, raise ``/LiveActivityCore/EngineLimits/rememberedEventsInAll``.
    public var eventsForgottenEarly = 0
    /// The size of the store in bytes; `nil` without a store, or if the store does not report its size.
    public var storeBytes: Int?

    /// How often the computer's clock has jumped, and was not believed at first.
    public var clockJumps = 0

    /// Creates statistics of nothing.
    public init() {}

    /// Adds what another shard has counted.
    mutating func add(_ other: Self) {
        commands.merge(other.commands, uniquingKeysWith: +)
        refusals.merge(other.refusals, uniquingKeysWith: +)
        activities.merge(other.activities, uniquingKeysWith: +)
        consumers.merge(other.consumers, uniquingKeysWith: +)
        missedConsumerChanges += other.missedConsumerChanges
        eventsForgottenEarly += other.eventsForgottenEarly
    }

    /// A command with an outcome.
    public struct Command: Hashable, Sendable {
        /// The command's name.
        public var name: CommandName
        /// The command's result.
        public var outcome: CommandOutcome

        /// A command with an outcome.
        public init(_ name: CommandName, _ outcome: CommandOutcome) { (self.name, self.outcome) = (name, outcome) }
    }

    /// Activities of one kind in one state.
    public struct Activities: Hashable, Sendable {
        /// The kind of the counted activities.
        public var kind: ActivityKind
        /// The state of the counted activities.
        public var state: ActivityState

        /// Activities of a kind in a state.
        public init(_ kind: ActivityKind, _ state: ActivityState) { (self.kind, self.state) = (kind, state) }
    }
}
