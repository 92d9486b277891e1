import CLiveActivities
import LiveActivityCore

/// When a command of a runtime with a store returns.
enum CommitMode {
    case strict
    /// A thread of the library writes, so many milliseconds after something has changed.
    case relaxed(Int64)
    case manual
}

/// What a runtime in C has beside its engine when it has a store. The runtime's lock guards all of it, except while ``store`` is called:
/// then ``isWriting`` is set and the lock is free, so that other threads' commands go on and become part of the next batch.
final class Persistence {
    let store: any ActivityStore
    let mode: CommitMode
    /// Which opening of the store this is.
    let run: UInt64
    let report: OpeningReport

    /// Changes that wait for named consumers; `nil` while there is no consumer.
    var outbox: Outbox?
    /// `nil` unless commands are recorded.
    var journal: Journal?
    /// What belongs to no activity, and is to be written.
    var head = HeadChanges()
    /// Members of activities' extras that this version does not know. They are written back with each change.
    var unknownExtras: [ActivityID: JSONValue] = [:]
    /// Whether there is something for consumers that none of them has looked for.
    var hasNews = false
    /// How many `la_batch_begin()` are open.
    var openBatches = 0
    /// Whether the call that holds the lock is a command.
    var isCommand = false

    // MARK: Group commit

    /// Commits that were asked for, by number.
    var requested: UInt64 = 0
    /// Up to which number the batch that is being written, or was written last, has them.
    var begun: UInt64 = 0
    /// Up to which number they are in the store.
    var durable: UInt64 = 0
    /// Up to which number they could not be written.
    var failed: UInt64 = 0
    var isWriting = false
    /// While ``isWriting``: the thread that writes.
    var writingThread = pthread_self()
    /// Why the last batch could not be written; `nil` if it was.
    var failure: StoreError?
    /// When that was, on the monotonic clock.
    var failedAt: Int64 = 0
    /// Why nothing is written any more.
    var end: StoreError?
    /// Whether the writing thread is to write soon.
    var isScheduled = false
    var writer: StoreThread?

    struct HeadChanges {
        var run: UInt64?
        var closedRun: UInt64?
        var lostRuns: UInt64?
        var seed: UInt64?
        /// `.some(nil)` is to be deleted.
        var consumers: [ConsumerName: ConsumerRecord?] = [:]

        mutating func putBack(_ older: Self) {
            run = run ?? older.run
            closedRun = closedRun ?? older.closedRun
            lostRuns = lostRuns ?? older.lostRuns
            seed = seed ?? older.seed
            consumers.merge(older.consumers) { newer, _ in newer }
        }
    }

    /// What was found when the store was opened.
    struct OpeningReport {
        var activities = 0
        var clockBehind = 0.0
        var damage: [StoreDamage] = []
    }

    init(_ store: any ActivityStore, _ mode: CommitMode, run: UInt64, report: OpeningReport) {
        self.store = store
        self.mode = mode
        self.run = run
        self.report = report
    }

    /// Whether changes must be read as soon as a call has made them.
    var readsChanges: Bool { outbox != nil || journal != nil }

    static var monotonic: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// What was taken from an engine for a batch.
struct TakenBatch {
    var head: Persistence.HeadChanges
    var shard: PendingShard
    var unknownExtras: [ActivityID: JSONValue]

    /// Encodes everything; called without the runtime's lock.
    func batch(claimedBy run: UInt64) throws(StoreError) -> StoreBatch {
        var batch = StoreBatch()
        batch.run = head.run
        batch.closedRun = head.closedRun
        batch.lostRuns = head.lostRuns
        batch.seed = head.seed
        if head.run != nil { batch.shards = 1 }
        for (name, record) in Array(head.consumers).sortedRarely(by: { $0.key < $1.key }) {
            if let record { batch.consumers.append(record) } else { batch.forgottenConsumers.append(name) }
        }
        let unknown = unknownExtras
        try batch.add(shard, with: WireEncoder(), additional: unknown.isEmpty ? nil : { unknown[$0] })
        if !batch.isEmpty { batch.claim = run }
        return batch
    }
}

extension Failure {
    /// A command was applied, and could not be written.
    init(notWritten error: StoreError) {
        switch error {
        case .fenced: self.init(LA_ERROR_FENCED, error.description)
        case .closed: self = .unknownRuntime
        default: self.init(LA_ERROR_NOT_DURABLE, "applied, but not stored: \(error)")
        }
    }

    /// A command was refused, or a store could not be opened.
    init(_ error: StoreError) {
        let status =
            switch error {
            case .busy: LA_ERROR_STORE_BUSY
            case .notAStore, .newer: LA_ERROR_NOT_A_STORE
            case .damaged, .migration: LA_ERROR_STORE_DAMAGED
            case .fenced: LA_ERROR_FENCED
            default: LA_ERROR_STORE_UNAVAILABLE
            }
        self.init(status, error.description)
    }
}
