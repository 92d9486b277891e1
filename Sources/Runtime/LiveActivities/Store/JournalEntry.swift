public import LiveActivityCore

/// A command as it was applied, and what came of it.
public struct JournalEntry: Codable, Hashable, Sendable {
    public var shard: Int
    /// Counts the shard's entries from 1; without gaps from one ``JournalBase`` to the next.
    public var number: UInt64
    /// A ``LiveActivityCore/TimedCommand`` as JSON; its `at` is when the engine was told it.
    public var command: JSONText
    public var outcome: JournalOutcome
    /// ``LiveActivityCore/Change/sequence`` of the shard's last change after it; 0 where that is not known.
    public var sequence: UInt64

    public init(shard: Int, number: UInt64, command: JSONText, outcome: JournalOutcome, sequence: UInt64) {
        self.shard = shard
        self.number = number
        self.command = command
        self.outcome = outcome
        self.sequence = sequence
    }
}
