public import Synchronization
import SystemLibraries

/// The lock of a shard: spins briefly before a thread blocks, and shares no cache line with another shard's.
///
/// Why not `Synchronization.Mutex`: on Linux it hands the lock from thread to thread in the kernel (a futex with priority
/// inheritance). As soon as two threads contend, each command costs two context switches, which take some ten times as long as
/// a command. Commands take under a microsecond, so the thread that holds the lock is nearly always done before another one
/// could have blocked.
///
/// The word and the value are in one block with its own cache lines, the word first: the thread that gets the lock needs the
/// value next, and transferring each line that another thread has written takes a tenth of a command's time.
///
/// The word is 0 while the lock is free, 1 while it is held, and 2 while it is held and threads may be blocked. The thread that
/// unlocks a 2 wakes one of them, which then competes for the lock like any other thread.
///
/// `@unchecked Sendable` because the value is accessed only by the thread that holds the lock.
@usableFromInline final class ShardLock<Value: ~Copyable>: @unchecked Sendable {
    @usableFromInline let word: UnsafeMutablePointer<Atomic<UInt32>>
    @usableFromInline let value: UnsafeMutablePointer<Value>
    private let memory: UnsafeMutableRawPointer
    private let sleepers: Sleepers

    /// Processors load cache lines in pairs.
    private static var cacheLines: Int { 128 }

    init(_ value: consuming sending Value) {
        let offset = max(16, MemoryLayout<Value>.alignment)
        let size = (offset + MemoryLayout<Value>.size + Self.cacheLines - 1) / Self.cacheLines * Self.cacheLines
        memory = .allocate(byteCount: size, alignment: Self.cacheLines)
        word = memory.initializeMemory(as: Atomic<UInt32>.self, to: Atomic(0))
        self.value = (memory + offset).bindMemory(to: Value.self, capacity: 1)
        self.value.initialize(to: value)
        sleepers = Sleepers()
    }

    deinit {
        value.deinitialize(count: 1)
        word.deinitialize(count: 1)
        memory.deallocate()
    }

    /// Calls `body` with the value, while no other thread has it.
    @inlinable func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        if !word.pointee.compareExchange(expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
            .exchanged
        {
            wait()
        }
        defer { if word.pointee.exchange(0, ordering: .releasing) == 2 { wake() } }
        return try body(&value.pointee)
    }

    /// Waits for the lock while another thread holds it: spins for some microseconds, then blocks.
    @usableFromInline func wait() {
        var looks = 0
        while looks < 2_000 {
            if word.pointee.load(ordering: .relaxed) == 0,
                word.pointee.compareExchange(expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
                    .exchanged
            {
                return
            }
            looks += 1
        }
        sleepers.sleep { word.pointee.exchange(2, ordering: .acquiring) != 0 }
    }

    @usableFromInline func wake() { sleepers.wakeOne() }
}

/// Threads that block until a lock is free.
private final class Sleepers: @unchecked Sendable {
    // `@unchecked Sendable` because POSIX's mutex and condition are thread-safe, and their addresses never change.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Blocks while `isTaken` returns true, which is called again after each wake. No wake is lost between the call and the
    /// blocking.
    func sleep(while isTaken: () -> Bool) {
        pthread_mutex_lock(mutex)
        while isTaken() { pthread_cond_wait(condition, mutex) }
        pthread_mutex_unlock(mutex)
    }

    func wakeOne() {
        pthread_mutex_lock(mutex)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }
}
