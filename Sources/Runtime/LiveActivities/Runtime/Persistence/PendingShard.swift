import LiveActivityCore

/// The dirty state of a shard at one moment.
struct PendingShard: Sendable {
    var index: Int
    var state: PendingPersistence?
    var consumerChanges: [SharedChange] = []
    var forgottenConsumerChanges: [ChangePosition] = []
    /// ``StoreBatch/consumerChangeBeginnings``, of this shard.
    var consumerChangeBeginning: UInt64?
    var journalBases: [JournalBase] = []
    var journal: [JournalEntry] = []
    var journalBeginning: UInt64?
    /// Of the shard's last change at that moment.
    var sequence: UInt64
}
