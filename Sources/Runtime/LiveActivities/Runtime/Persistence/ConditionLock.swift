import SystemLibraries

/// A lock with two wait queues: for the thread that writes batches, and for the threads that end the writing.
///
/// Threads that wait for a batch block elsewhere (``SleepingThreads``).
///
/// It consists of POSIX's mutex and condition variables, as `Synchronization.Mutex` has no condition.
///
/// `@unchecked Sendable` because the value is accessed only under the lock.
final class ConditionLock<Value>: @unchecked Sendable {
    enum Queue: Int, CaseIterable {
        case end, writer
    }

    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let conditions: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    init(_ value: Value) {
        self.value = value
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        conditions = .allocate(capacity: Queue.allCases.count)
        conditions.initialize(repeating: pthread_cond_t(), count: Queue.allCases.count)
        for queue in Queue.allCases { initialize(condition(queue)) }
    }

    /// Creates a condition that measures timeouts with the monotonic clock.
    private func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
        #if canImport(Darwin)
        pthread_cond_init(condition, nil)
        #else
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        for queue in Queue.allCases { pthread_cond_destroy(condition(queue)) }
        pthread_mutex_destroy(lock)
        conditions.deallocate()
        lock.deallocate()
    }

    /// Calls `body` with the value, under the lock.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }

    /// The decision of a thread that has read the value.
    enum Turn<Result> {
        case done(Result)
        /// Blocks until it is woken, for at most this many nanoseconds.
        case sleep(nanoseconds: Int64?)
    }

    /// Calls `body` under the lock, now and each time this thread is woken, until it is done.
    func wait<Result>(in queue: Queue, _ body: (inout Value) -> Turn<Result>) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            switch body(&value) {
            case .done(let result): return result
            case .sleep(nil): pthread_cond_wait(condition(queue), lock)
            case .sleep(let nanoseconds?): sleep(in: queue, nanoseconds)
            }
        }
    }

    private func sleep(in queue: Queue, _ nanoseconds: Int64) {
        #if canImport(Darwin)
        var duration = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        pthread_cond_timedwait_relative_np(condition(queue), lock, &duration)
        #else
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let sum = Int64(end.tv_nsec) + nanoseconds
        end.tv_sec += .init(sum / 1_000_000_000)
        end.tv_nsec = .init(sum % 1_000_000_000)
        pthread_cond_timedwait(condition(queue), lock, &end)
        #endif
    }

    /// Wakes every thread of a queue. Call it without the lock, which a woken thread needs at once.
    func wake(_ queue: Queue) { pthread_cond_broadcast(condition(queue)) }

    private func condition(_ queue: Queue) -> UnsafeMutablePointer<pthread_cond_t> { conditions + queue.rawValue }
}
