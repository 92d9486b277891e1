import LiveActivityCore

/// A copy of a shard's dirty state at one moment.
package struct PendingShard: Sendable {
    package var index: Int
    var state: PendingPersistence?
    /// Members of extras that this version does not know (``Host/unknownExtras``).
    var unknownExtras: [ActivityID: JSONValue] = [:]
    package var consumerChanges: [SharedChange] = []
    var forgottenConsumerChanges: [ChangePosition] = []
    /// This shard's element of ``StoreBatch/consumerChangeBeginnings``.
    var consumerChangeBeginning: UInt64?
    var journalBases: [JournalBase] = []
    var journal: [JournalEntry] = []
    var journalBeginning: UInt64?
    /// The sequence of the shard's last change at that moment.
    var sequence: UInt64
}
