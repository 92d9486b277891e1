import LiveActivityHost
import SystemLibraries

/// Threads that block until the batch that they wait for is written, in groups (``countMax``) with one lock each.
///
/// With a single lock, sixty-four threads that wake at the same moment would contend for it. With a lock each, waking each
/// takes a system call. In groups of sixteen it takes one system call per group, and rarely are enough of them awake at the
/// same time to contend.
///
/// `@unchecked Sendable` because the mutable state is accessed only under the lock.
final class SleepingThreads: @unchecked Sendable {
    /// The maximum number of threads in a group.
    static let countMax = 16

    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var areWoken = false
    private var failure: StoreError?

    init() {
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    /// Blocks until the group is woken; returns at once if it already was.
    ///
    /// - Returns: The error if the batch could not be written; `nil` if it was.
    func sleep() -> StoreError? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while !areWoken { pthread_cond_wait(condition, lock) }
        return failure
    }

    /// Wakes all threads of the group, once.
    func wake(returning failure: StoreError?) {
        pthread_mutex_lock(lock)
        (areWoken, self.failure) = (true, failure)
        pthread_mutex_unlock(lock)
        // Without the lock, which they need at once. The caller retains this object, so the condition still exists.
        pthread_cond_broadcast(condition)
    }
}
