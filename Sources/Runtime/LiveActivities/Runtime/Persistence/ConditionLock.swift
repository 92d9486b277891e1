#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Lets many threads wait for one that works for all of them: a lock and conditions of POSIX, for Swift's mutex has none.
///
/// There are two rooms to wait in, so that those whose work is done can be woken without those whose turn comes next: of these one
/// is enough.
///
/// `@unchecked Sendable` because the value is only touched under the lock.
final class ConditionLock<Value>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private let rooms = 2
    private var value: Value

    init(_ value: Value) {
        self.value = value
        lock = .allocate(capacity: 1)
        changed = .allocate(capacity: rooms)
        lock.initialize(to: pthread_mutex_t())
        changed.initialize(repeating: pthread_cond_t(), count: rooms)
        pthread_mutex_init(lock, nil)
        for room in 0..<rooms { pthread_cond_init(changed + room, nil) }
    }

    deinit {
        for room in 0..<rooms { pthread_cond_destroy(changed + room) }
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }

    /// Calls `body` now and after every announcement that wakes this thread, until it gives a result.
    ///
    /// - Parameter room: Where to wait, by the value as it then is: a number that is counted on and on, and of which every other one is
    ///   the same room.
    func wait<Result>(in room: (Value) -> UInt64, _ body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(condition(room(value)), lock)
        }
    }

    /// Changes the value, wakes everyone who waits in one room, and one of those in the other.
    func announce(to room: UInt64, _ body: (inout Value) -> Void) {
        withLock(body)
        // Without the lock, which they would only wait for once more.
        pthread_cond_broadcast(condition(room))
        pthread_cond_signal(condition(room + 1))
    }

    /// Changes the value and wakes everyone who waits.
    func announce(_ body: (inout Value) -> Void) {
        withLock(body)
        for room in 0..<rooms { pthread_cond_broadcast(changed + room) }
    }

    private func condition(_ room: UInt64) -> UnsafeMutablePointer<pthread_cond_t> { changed + Int(room % UInt64(rooms)) }
}
