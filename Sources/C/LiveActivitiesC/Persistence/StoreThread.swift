import CLiveActivities
import LiveActivityCore

/// The thread that writes the batches of a relaxed store, so that no command waits for the disk. The runtime's lock guards it.
final class StoreThread {
    var handle = pthread_t(bitPattern: 0)
    var isStopping = false
    var isOver = false
}

private final class StoreThreadStart {
    let runtime: Runtime
    let thread: StoreThread
    let interval: Int64

    init(_ runtime: Runtime, _ thread: StoreThread, _ interval: Int64) {
        self.runtime = runtime
        self.thread = thread
        self.interval = interval
    }
}

extension Runtime {
    /// - Parameter interval: The maximum time for which a change stays unwritten, in milliseconds.
    func startWriter(every interval: Int64) throws(Failure) {
        let thread = StoreThread()
        let start = Unmanaged.passRetained(StoreThreadStart(self, thread, interval))
        let result = pthread_create(
            &thread.handle, nil,
            { context in
                #if canImport(Darwin)
                let start = Unmanaged<StoreThreadStart>.fromOpaque(context).takeRetainedValue()
                #else
                guard let context else { return nil }
                let start = Unmanaged<StoreThreadStart>.fromOpaque(context).takeRetainedValue()
                #endif
                start.runtime.writeBatches(start.thread, every: start.interval)
                return nil
            }, start.toOpaque())
        guard result == 0 else {
            start.release()
            throw Failure(LA_ERROR_SYSTEM, "cannot create a thread: error \(result)")
        }
        persistence?.writer = thread
    }

    /// Stops the thread and waits for its end. The caller holds the lock, which is released while waiting.
    func stopWriter() {
        guard let thread = persistence?.writer else { return }
        let isFirst = !thread.isStopping
        thread.isStopping = true
        wakeThread()
        while !thread.isOver { pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock) }
        guard isFirst else { return }
        persistence?.writer = nil
        pthread_join(thread.handle, nil)
    }

    /// The body of the thread.
    private func writeBatches(_ thread: StoreThread, every interval: Int64) {
        let slot = slot
        pthread_mutex_lock(&slot.pointee.lock)
        while !thread.isStopping {
            guard let persistence, persistence.isScheduled else {
                pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock)
                continue
            }
            let end = Persistence.monotonic + interval
            while !thread.isStopping, Persistence.monotonic < end {
                slot.wait(milliseconds: end - Persistence.monotonic)
            }
            persistence.isScheduled = false
            // After a failure the next command is refused, and the write is retried.
            try? write()
            notify()
        }
        thread.isOver = true
        wakeThread()
        pthread_mutex_unlock(&slot.pointee.lock)
    }
}
