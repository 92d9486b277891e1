public import LiveActivityCore

/// A command as it was applied, with its outcome.
public struct JournalEntry: Codable, Hashable, Sendable {
    /// The number of the shard that applied it.
    public var shard: Int
    /// The number of the entry among the shard's entries, from 1, without gaps from one ``JournalBase`` to the next.
    public var number: UInt64
    /// A ``/LiveActivityCore/TimedCommand`` as JSON.
    ///
    /// Its `at` is the time at which the engine applied it: the clock's reading, or the engine's own time if that is later,
    /// because an advance, a deadline or another thread's command had reached it. (In older journals it is the clock's
    /// reading.) For a command that was refused because of its time, it is that time. Advances and deadlines have no entries:
    /// the next command's time includes them.
    public var command: JSONText
    /// Whether only ActivityKit's checks were applied, so that dates that can only be a mistake were accepted.
    public var isLenient: Bool
    /// The outcome, or the error that refused the command.
    public var outcome: JournalOutcome
    /// ``/LiveActivityCore/Change/sequence`` of the shard's last change after the command; 0 if unknown.
    public var sequence: UInt64

    /// Creates an entry from its fields.
    public init(
        shard: Int, number: UInt64, command: JSONText, isLenient: Bool = false, outcome: JournalOutcome, sequence: UInt64
    ) {
        self.shard = shard
        self.number = number
        self.command = command
        self.isLenient = isLenient
        self.outcome = outcome
        self.sequence = sequence
    }
}
