#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A thread that sleeps until the batch that it waits for is written.
///
/// Each has a lock of its own. With one lock for all, sixty-four threads that wake at the same moment would fight for it, and most would
/// fall asleep again before they could return. And a thread that was woken wakes two others, so that the one that has written the batch
/// need not wake them all before it does anything else.
///
/// `@unchecked Sendable` because what changes is only touched under the lock.
final class SleepingThread: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var isWoken = false
    private var failure: StoreError?
    /// The threads that this one wakes, those of a heap: the first two of `others` from its position on.
    private var others: [SleepingThread] = []
    private var position = 0

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

    /// Sleeps until it is woken. Called by the thread itself, once.
    ///
    /// - Returns: Why the batch could not be written; `nil` if it was.
    func sleep() -> StoreError? {
        pthread_mutex_lock(lock)
        while !isWoken { pthread_cond_wait(condition, lock) }
        let (failure, others, position) = (failure, others, position)
        self.others = []
        pthread_mutex_unlock(lock)
        for next in [2 * position + 1, 2 * position + 2] where next < others.count {
            others[next].wake(failure, others, next)
        }
        return failure
    }

    /// Wakes threads, each once.
    static func wake(_ threads: [SleepingThread], returning failure: StoreError?) {
        threads.first?.wake(failure, threads, 0)
    }

    private func wake(_ failure: StoreError?, _ others: [SleepingThread], _ position: Int) {
        pthread_mutex_lock(lock)
        isWoken = true
        (self.failure, self.others, self.position) = (failure, others, position)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(lock)
    }
}
