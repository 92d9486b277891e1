import LiveActivityCore
import LiveActivityHost
import Synchronization

/// The receivers of reports from a runtime's shards and writer: the observer, and the subscribers of notices. One for each
/// runtime.
@usableFromInline final class Instruments: Sendable {
    private let current = Mutex<(any RuntimeObserver)?>(nil)
    private let hasObserver = Atomic(false)
    let notices = NoticeBoard()
    private let batches = Atomic(0)
    private let failedBatches = Atomic(0)
    private let clockJumps = Atomic(0)
    /// The store's failure that was reported last.
    private let storeFailure = Mutex<StoreError?>(nil)

    init() {}

    /// Whether there is an observer: the only field that a command reads.
    @usableFromInline var isObserved: Bool { hasObserver.load(ordering: .relaxed) }

    @usableFromInline var observer: (any RuntimeObserver)? { isObserved ? current.withLock { $0 } : nil }

    func setObserver(_ observer: (any RuntimeObserver)?) {
        current.withLock { $0 = observer }
        hasObserver.store(observer != nil, ordering: .relaxed)
    }

    // MARK: - Batches

    /// Counts a batch, and reports it. An empty batch is not counted.
    func batchEnded(activities: Int, consumerChanges: Int, began: ContinuousClock.Instant, _ failure: StoreError?) {
        if failure == nil { batches.add(1, ordering: .relaxed) } else { failedBatches.add(1, ordering: .relaxed) }
        guard let observer else { return }
        let time = (ContinuousClock.now - began).components
        observer.batchEnded(
            BatchReport(
                activities: activities, consumerChanges: consumerChanges,
                seconds: Double(time.seconds) + Double(time.attoseconds) / 1e18, failure: failure))
    }

    /// Reports when the store begins to fail, and when it works again. Called after each attempt.
    func noteStore(_ failure: StoreError?) {
        let before = storeFailure.withLock { stored -> StoreError? in
            defer { stored = failure }
            return stored
        }
        guard before != failure else { return }
        switch failure {
        case nil: notices.post(.storeRecovered)
        case .fenced(let reason): notices.post(.storeFenced(reason: reason))
        case let failure?: notices.post(.storeFailed(failure))
        }
    }

    func note(_ jump: ClockJump) {
        if case .heldBack = jump { clockJumps.add(1, ordering: .relaxed) }
        notices.post(.clockJumped(jump))
    }

    func add(to statistics: inout RuntimeStatistics) {
        statistics.batches = batches.load(ordering: .relaxed)
        statistics.failedBatches = failedBatches.load(ordering: .relaxed)
        statistics.clockJumps = clockJumps.load(ordering: .relaxed)
    }
}
