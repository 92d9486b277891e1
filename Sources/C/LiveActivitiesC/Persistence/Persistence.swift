import CLiveActivities
import LiveActivityCore
import LiveActivityHost

/// When a command of a runtime with a store returns.
enum CommitMode {
    case strict
    /// A thread of the library writes changes after this number of milliseconds.
    case relaxed(Int64)
    case manual
}

/// The state of a C runtime's store. The runtime's lock guards all of it. The lock is released while ``store`` writes a batch,
/// so that commands of other threads continue and become part of the next batch.
final class Persistence {
    let store: any ActivityStore
    let mode: CommitMode
    let opening: StoreOpening
    var commit: StoreCommit

    /// Whether changes were stored for consumers that no consumer has polled for yet.
    var hasNews = false
    /// The number of open `la_batch_begin()` brackets.
    var openBatches = 0
    /// Whether the call that holds the lock is a command.
    var isCommand = false

    /// The thread that is writing a batch; valid only while one is being written.
    var writingThread = pthread_self()
    /// The time of the last failed batch on the monotonic clock, in milliseconds.
    var failedAt: Int64 = 0
    /// Whether the writer thread has a batch to write soon.
    var isScheduled = false
    var writer: StoreThread?

    init(_ store: any ActivityStore, _ mode: CommitMode, _ commit: StoreCommit, opening: StoreOpening) {
        self.store = store
        self.mode = mode
        self.commit = commit
        self.opening = opening
    }

    static var monotonic: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

extension Failure {
    /// Creates the failure of a command that was applied but could not be written.
    init(notWritten error: StoreError) {
        switch error {
        case .fenced: self.init(LA_ERROR_FENCED, error.description)
        case .closed: self = .unknownRuntime
        default: self.init(LA_ERROR_NOT_DURABLE, "applied, but not stored: \(error)")
        }
    }

    /// Creates the failure of a refused command, or of a store that could not be opened.
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
