#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Lets many threads wait for one that works for all of them: a lock and a condition of POSIX, for Swift's mutex has none.
///
/// `@unchecked Sendable` because the value is only touched under the lock.
final class Gathering<Value>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    init(_ value: Value) {
        self.value = value
        lock = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        pthread_mutex_init(lock, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }

    /// Calls `body` now and after every ``announce(_:)`` until it gives a result.
    func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(changed, lock)
        }
    }

    /// Changes the value and wakes everyone who waits.
    func announce(_ body: (inout Value) -> Void) {
        pthread_mutex_lock(lock)
        body(&value)
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(lock)
    }
}
