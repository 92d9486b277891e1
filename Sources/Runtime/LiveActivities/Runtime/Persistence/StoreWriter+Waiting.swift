import LiveActivityHost
import Synchronization

// Waiting for a batch, as a thread, as a task or with a callback, and the thread that writes for those who wait.
//
// If there is no writer and no waiting thread, a thread writes the batch itself: otherwise it would only block, and waking
// another thread and being woken by it takes longer. Every other batch is written by one dedicated thread, which is started
// when it is first needed. While it writes, requests collect for the next batch, which it begins at once.
extension StoreWriter {
    /// The next step of a caller that has just requested a batch.
    private enum Request {
        case nothing
        case wakeThread
        case write(WriteQueue.Begun)
    }

    /// The next step of a thread that needs a batch.
    private enum Turn {
        case failed(StoreError)
        case write(WriteQueue.Begun)
        case sleep(SleepingThreads, Request)
    }

    /// Blocks this thread until everything done before this call is stored.
    ///
    /// Not for tasks, which would block a thread of Swift's cooperative pool: see ``written()``.
    func write() throws(StoreError) {
        let turn = queue.withLock { queue -> Turn in
            if let end = queue.commit.endOfCallers { return .failed(end) }
            let isGathering = queue.hasThread && queue.gathering != nil
            if !queue.commit.isWriting, !isGathering, !(queue.commit.isWanted && queue.hasThread) {
                return .write(queue.begin())
            }
            let threads = queue.waiters.addThread()
            return .sleep(threads, want(&queue))
        }
        let failure: StoreError?
        switch turn {
        case .failed(let end): failure = end
        case .write(let begun): failure = perform(begun)
        case .sleep(let threads, let request):
            carryOut(request)
            failure = threads.sleep()
        }
        if let failure { throw failure }
    }

    /// Suspends the task until everything done before this call is stored.
    ///
    /// Cancelling the task has no effect: its changes are written nevertheless, and it waits for that.
    /// - Returns: The error if it could not be written; `nil` if it was.
    nonisolated(nonsending) func written() async -> StoreError? {
        await withUnsafeContinuation { waiter in
            if let end = wait({ $0.tasks.append(waiter) }) { waiter.resume(returning: end) }
        }
    }

    /// Requests a batch, and adds a waiter for it.
    ///
    /// - Returns: The error if writing has ended; the waiter is not added then.
    func wait(_ add: (inout WriteQueue.Waiters) -> Void) -> StoreError? {
        let (end, request) = queue.withLock { queue -> (StoreError?, Request) in
            if let end = queue.commit.endOfCallers { return (end, .nothing) }
            add(&queue.waiters)
            return (nil, want(&queue))
        }
        if end == nil { carryOut(request) }
        return end
    }

    /// Requests a batch without waiting for it.
    func requestBatch() {
        carryOut(queue.withLock { $0.commit.end == nil ? want(&$0) : .nothing })
    }

    private func want(_ queue: inout WriteQueue) -> Request {
        let wasWanted = queue.commit.isWanted
        _ = queue.commit.request()
        if !queue.hasThread { queue.hasThread = startThread { [self] in writeForOthers() } }
        if queue.commit.isWriting { return .nothing }
        // The thread was already woken. If it delays the batch, the last of the expected callers wakes it.
        if wasWanted, queue.hasThread, !queue.isGathered { return .nothing }
        // If the system allows no more threads, this one writes.
        return queue.hasThread ? .wakeThread : .write(queue.begin())
    }

    private func carryOut(_ request: Request) {
        switch request {
        case .nothing: break
        case .wakeThread: queue.wake(.writer)
        case .write(let begun): _ = perform(begun)
        }
    }

    /// The thread that writes for others. It ends when writing has ended.
    private func writeForOthers() {
        while true {
            let begun = queue.wait(in: .writer) { queue -> ConditionLock<WriteQueue>.Turn<WriteQueue.Begun?> in
                if queue.commit.end != nil { return .done(nil) }
                guard queue.commit.isWanted, !queue.commit.isWriting else { return .sleep(nanoseconds: nil) }
                if let left = queue.gathering { return .sleep(nanoseconds: left) }
                return .done(queue.begin())
            }
            guard let begun else { return }
            _ = perform(begun)
        }
    }

    /// Writes a batch, and wakes everyone who waited for it.
    private func perform(_ begun: WriteQueue.Begun) -> StoreError? {
        isWriting.store(true, ordering: .sequentiallyConsistent)
        let failure = writeBatch(begun.head)
        isFailing.store(failure != nil, ordering: .releasing)
        instruments.noteStore(failure)
        isWriting.store(false, ordering: .releasing)
        let (rest, isWanted, hasThread, end) = queue.withLock { queue -> (WriteQueue.Waiters, Bool, Bool, StoreError?) in
            // If writing has ended, those who wait for the next batch must be resumed too.
            let rest = queue.finish(failure, begun.head)
            return (rest, queue.commit.isWanted, queue.hasThread, queue.commit.endOfCallers)
        }
        let callersFailure = failure.map { end ?? $0 }
        // The next batch is started first, then those who waited for this one are resumed.
        if isWanted { queue.wake(.writer) }
        queue.wake(.end)
        if case .fenced? = failure { queue.wake(.writer) }
        begun.waiters.resume(returning: callersFailure)
        if let failure {
            rest.resume(returning: callersFailure)
            noteFailure(failure)
        }
        if isWanted, !hasThread, queue.withLock({ $0.commit.end == nil }) { writeWithoutThread() }
        return callersFailure
    }

    /// If the system allows no more threads, the thread that has just written continues as long as callers wait.
    private func writeWithoutThread() {
        let begun = queue.withLock { $0.commit.isWanted && !$0.commit.isWriting ? $0.begin() : nil }
        if let begun { _ = perform(begun) }
    }

    /// Ends the writing after the current batch.
    ///
    /// - Returns: Whether this call ended it.
    func endWriting() -> Bool {
        let (isFirst, rest) = queue.wait(in: .end) { queue -> ConditionLock<WriteQueue>.Turn<(Bool, WriteQueue.Waiters)> in
            if queue.isStoreClosed { return .done((false, WriteQueue.Waiters())) }
            guard !queue.commit.isWriting else { return .sleep(nanoseconds: nil) }
            queue.isStoreClosed = true
            return .done((true, queue.finish(for: .closed)))
        }
        for queue in ConditionLock<WriteQueue>.Queue.allCases { self.queue.wake(queue) }
        rest.resume(returning: .closed)
        return isFirst
    }
}
