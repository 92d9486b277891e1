import LiveActivityHost

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Threads that sleep until the batch that they wait for is written: a few of them (``countMax``) under one lock.
///
/// With one lock for all, sixty-four threads that wake at the same moment fight for it. With a lock each, each takes a call of
/// the system to be woken. In groups of sixteen they take a call a group, and are seldom awake at the same moment in such
/// numbers that they meet.
///
/// `@unchecked Sendable` because what changes is only touched under the lock.
final class SleepingThreads: @unchecked Sendable {
    /// How many threads a group has at most.
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

    /// Sleeps until the group is woken; not at all if it was.
    ///
    /// - Returns: Why the batch could not be written; `nil` if it was.
    func sleep() -> StoreError? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while !areWoken { pthread_cond_wait(condition, lock) }
        return failure
    }

    /// Wakes all of the group, once.
    func wake(returning failure: StoreError?) {
        pthread_mutex_lock(lock)
        (areWoken, self.failure) = (true, failure)
        pthread_mutex_unlock(lock)
        // Without the lock, which they need at once. The caller retains what it is called on, so the condition is still there.
        pthread_cond_broadcast(condition)
    }
}
