public import LiveActivityCore
public import LiveActivityHost

/// What a runtime has counted since it was made, at one moment: for a metrics endpoint, a log line, a test.
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
    /// Events that were forgotten before ``/LiveActivityCore/EngineLimits/rememberedEventSeconds`` had passed: a repetition of
    /// one is applied again. Raise ``/LiveActivityCore/EngineLimits/rememberedEventsInAll``.
    public var eventsForgottenEarly = 0
    /// The size of the store in bytes; `nil` without a store, and for one that does not tell.
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
        /// Which command.
        public var name: CommandName
        /// What came of it.
        public var outcome: CommandOutcome

        /// A command with an outcome.
        public init(_ name: CommandName, _ outcome: CommandOutcome) { (self.name, self.outcome) = (name, outcome) }
    }

    /// Activities of one kind in one state.
    public struct Activities: Hashable, Sendable {
        /// Their kind.
        public var kind: ActivityKind
        /// Their state.
        public var state: ActivityState

        /// Activities of a kind in a state.
        public init(_ kind: ActivityKind, _ state: ActivityState) { (self.kind, self.state) = (kind, state) }
    }
}
