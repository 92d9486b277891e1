import LiveActivities
import LiveActivityCore
import LiveActivityJSON

// A batch as JSON. Members are only added: a reader knows nothing of those of a later version, which therefore raises
// `LogRecord.currentVersion` where it must not be ignored.
extension StoreBatch {
    func encoded() throws(StoreError) -> [UInt8] {
        do { return try WireEncoder().encode(CodedBatch(self)) } catch {
            throw .unavailable(reason: "a batch cannot be encoded: \(error)")
        }
    }

    /// - Throws: ``StoreError/damaged(reason:)``.
    init(encoded bytes: [UInt8]) throws(StoreError) {
        do {
            // What the package has written itself: the limits of input do not apply.
            self = try WireDecoder(limits: .stored).decode(CodedBatch.self, from: bytes).batch
        } catch {
            throw .damaged(reason: "a batch in the log cannot be read: \(error)")
        }
    }
}

/// What is empty is left out.
private struct CodedBatch: Codable {
    var claim: UInt64?
    var run: UInt64?
    var closedRun: UInt64?
    var lostRuns: UInt64?
    var shards: Int?
    var partition: Int?
    var seed: UInt64?
    var engines: [EngineRecord]?
    var kinds: [KindRecord]?
    var activities: [StoredActivity]?
    var forgottenActivities: [ActivityID]?
    var freedSlots: [FreedSlotRecord]?
    var permissions: [Snapshot.Owner]?
    var forgottenPermissions: [OwnerID]?
    var topics: [TopicRecord]?
    var forgottenTopics: [TopicRecord.Key]?
    var dismissals: [Snapshot.Dismissal]?
    var forgottenDismissals: [DismissalKey]?
    var startTokens: [StartTokenRecord]?
    var forgottenStartTokens: [StartTokenRecord.Key]?
    var consumers: [ConsumerRecord]?
    var forgottenConsumers: [ConsumerName]?
    var consumerChanges: [Change]?
    var forgottenConsumerChanges: [ChangePosition]?
    var consumerChangeBeginnings: [ChangePosition]?
    var journalBases: [JournalBase]?
    var journal: [JournalEntry]?
    var journalBeginnings: [JournalBeginning]?

    init(_ batch: StoreBatch) {
        (claim, run, closedRun, lostRuns) = (batch.claim, batch.run, batch.closedRun, batch.lostRuns)
        (shards, partition, seed) = (batch.shards, batch.partition, batch.seed)
        engines = batch.engines.ifAny
        kinds = batch.kinds.ifAny
        activities = batch.activities.ifAny
        forgottenActivities = batch.forgottenActivities.ifAny
        freedSlots = batch.freedSlots.ifAny
        permissions = batch.permissions.ifAny
        forgottenPermissions = batch.forgottenPermissions.ifAny
        topics = batch.topics.ifAny
        forgottenTopics = batch.forgottenTopics.ifAny
        dismissals = batch.dismissals.ifAny
        forgottenDismissals = batch.forgottenDismissals.ifAny
        startTokens = batch.startTokens.ifAny
        forgottenStartTokens = batch.forgottenStartTokens.ifAny
        consumers = batch.consumers.ifAny
        forgottenConsumers = batch.forgottenConsumers.ifAny
        consumerChanges = batch.consumerChanges.ifAny
        forgottenConsumerChanges = batch.forgottenConsumerChanges.ifAny
        consumerChangeBeginnings = batch.consumerChangeBeginnings.ifAny
        journalBases = batch.journalBases.ifAny
        journal = batch.journal.ifAny
        journalBeginnings = batch.journalBeginnings.ifAny
    }

    var batch: StoreBatch {
        var batch = StoreBatch()
        (batch.claim, batch.run, batch.closedRun, batch.lostRuns) = (claim, run, closedRun, lostRuns)
        (batch.shards, batch.partition, batch.seed) = (shards, partition, seed)
        batch.engines = engines ?? []
        batch.kinds = kinds ?? []
        batch.activities = activities ?? []
        batch.forgottenActivities = forgottenActivities ?? []
        batch.freedSlots = freedSlots ?? []
        batch.permissions = permissions ?? []
        batch.forgottenPermissions = forgottenPermissions ?? []
        batch.topics = topics ?? []
        batch.forgottenTopics = forgottenTopics ?? []
        batch.dismissals = dismissals ?? []
        batch.forgottenDismissals = forgottenDismissals ?? []
        batch.startTokens = startTokens ?? []
        batch.forgottenStartTokens = forgottenStartTokens ?? []
        batch.consumers = consumers ?? []
        batch.forgottenConsumers = forgottenConsumers ?? []
        batch.consumerChanges = consumerChanges ?? []
        batch.forgottenConsumerChanges = forgottenConsumerChanges ?? []
        batch.consumerChangeBeginnings = consumerChangeBeginnings ?? []
        batch.journalBases = journalBases ?? []
        batch.journal = journal ?? []
        batch.journalBeginnings = journalBeginnings ?? []
        return batch
    }
}

extension Array {
    fileprivate var ifAny: Self? { isEmpty ? nil : self }
}
