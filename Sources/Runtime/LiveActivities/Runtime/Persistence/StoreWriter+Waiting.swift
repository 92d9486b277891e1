import Synchronization

// Waiting for a batch, as a thread or as a task, and the thread that writes for those who wait.
//
// A thread that finds nobody writing and nobody waiting writes by itself: it could only sleep otherwise, and to wake another thread and be
// woken by it takes longer. Everything else is written by one thread of its own, which is started when it is first needed. While it
// writes, requests collect for the next batch, which it begins at once.
extension StoreWriter {
    /// What someone does who has just asked for a batch.
    private enum Request {
        case nothing
        case wakeThread
        case write(WriteQueue.Waiters)
    }

    /// What a thread does that needs a batch.
    private enum Turn {
        case failed(StoreError)
        case write(WriteQueue.Waiters)
        case sleep(SleepingThreads, Request)
    }

    /// Blocks this thread until everything that was done before this call is in the store.
    ///
    /// Not for tasks, which take a thread of Swift's cooperative pool with them: see ``written()``.
    func write() throws(StoreError) {
        let turn = queue.withLock { queue -> Turn in
            if let end = queue.end { return .failed(end) }
            let isGathering = queue.hasThread && queue.gathering != nil
            if !queue.isWriting, !isGathering, !(queue.isWanted && queue.hasThread) { return .write(queue.begin()) }
            let threads = queue.waiters.addThread()
            return .sleep(threads, want(&queue))
        }
        let failure: StoreError?
        switch turn {
        case .failed(let end): failure = end
        case .write(let waiters): failure = perform(waiters)
        case .sleep(let threads, let request):
            carryOut(request)
            failure = threads.sleep()
        }
        if let failure { throw failure }
    }

    /// Suspends the task until everything that was done before this call is in the store.
    ///
    /// Cancelling the task changes nothing: it waits all the same, as what it has done is written all the same.
    /// - Returns: Why it could not be written; `nil` if it was.
    nonisolated(nonsending) func written() async -> StoreError? {
        await withUnsafeContinuation { waiter in
            let (end, request) = queue.withLock { queue -> (StoreError?, Request) in
                if let end = queue.end { return (end, .nothing) }
                queue.waiters.tasks.append(waiter)
                return (nil, want(&queue))
            }
            if let end { waiter.resume(returning: end) } else { carryOut(request) }
        }
    }

    /// Asks for a batch, and waits for nothing.
    func requestBatch() {
        carryOut(queue.withLock { $0.end == nil ? want(&$0) : .nothing })
    }

    private func want(_ queue: inout WriteQueue) -> Request {
        let wasWanted = queue.isWanted
        queue.isWanted = true
        if !queue.hasThread { queue.hasThread = startThread { [self] in writeForOthers() } }
        if queue.isWriting { return .nothing }
        // The thread was woken before. Where it puts the batch off, the last that it waits for wakes it.
        if wasWanted, queue.hasThread, !queue.isGathered { return .nothing }
        // Where the system allows no more threads, this one writes.
        return queue.hasThread ? .wakeThread : .write(queue.begin())
    }

    private func carryOut(_ request: Request) {
        switch request {
        case .nothing: break
        case .wakeThread: queue.wake(.writer)
        case .write(let waiters): _ = perform(waiters)
        }
    }

    /// The thread that writes for others. It ends when nothing is written any more.
    private func writeForOthers() {
        while true {
            let waiters = queue.wait(in: .writer) { queue -> ConditionLock<WriteQueue>.Turn<WriteQueue.Waiters?> in
                if queue.end != nil { return .done(nil) }
                guard queue.isWanted, !queue.isWriting else { return .sleep(nanoseconds: nil) }
                if let left = queue.gathering { return .sleep(nanoseconds: left) }
                return .done(queue.begin())
            }
            guard let waiters else { return }
            _ = perform(waiters)
        }
    }

    /// Writes a batch, and wakes everyone who waited for it.
    private func perform(_ waiters: WriteQueue.Waiters) -> StoreError? {
        isWriting.store(true, ordering: .sequentiallyConsistent)
        let failure = writeBatch()
        isFailing.store(failure != nil, ordering: .releasing)
        instruments.noteStore(failure)
        isWriting.store(false, ordering: .releasing)
        let (rest, isWanted, hasThread) = queue.withLock { queue -> (WriteQueue.Waiters, Bool, Bool) in
            queue.finish(failure)
            var rest = WriteQueue.Waiters()
            // Nothing is written any more, so those who wait for the next batch must learn of it too.
            if case .fenced(let reason)? = failure { rest = queue.finish(for: .fenced(reason: reason)) }
            return (rest, queue.isWanted, queue.hasThread)
        }
        // First the next batch, then those who waited for this one.
        if isWanted { queue.wake(.writer) }
        queue.wake(.end)
        if case .fenced? = failure { queue.wake(.writer) }
        waiters.resume(returning: failure)
        if let failure {
            rest.resume(returning: failure)
            noteFailure(failure)
        }
        if isWanted, !hasThread, queue.withLock({ $0.end == nil }) { writeWithoutThread() }
        return failure
    }

    /// Where the system allows no more threads, the one that has just written goes on as long as anyone waits.
    private func writeWithoutThread() {
        let waiters = queue.withLock { $0.isWanted && !$0.isWriting ? $0.begin() : nil }
        if let waiters { _ = perform(waiters) }
    }

    /// Says that nothing is written any more, as soon as the current batch is.
    ///
    /// - Returns: Whether it was this call that ended it.
    func endWriting() -> Bool {
        let (isFirst, rest) = queue.wait(in: .end) { queue -> ConditionLock<WriteQueue>.Turn<(Bool, WriteQueue.Waiters)> in
            if queue.isStoreClosed { return .done((false, WriteQueue.Waiters())) }
            guard !queue.isWriting else { return .sleep(nanoseconds: nil) }
            queue.isStoreClosed = true
            return .done((true, queue.finish(for: .closed)))
        }
        for queue in ConditionLock<WriteQueue>.Queue.allCases { self.queue.wake(queue) }
        rest.resume(returning: .closed)
        return isFirst
    }
}
