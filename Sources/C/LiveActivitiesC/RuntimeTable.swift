import CLiveActivities
import LiveActivityCore
import LiveActivityHost

/// A slot for one runtime at a time, with a lock and a generation.
///
/// The memory of a slot is never freed. So the handle of a destroyed runtime still refers to a valid lock, and its generation
/// shows that the slot was freed or reused.
struct RuntimeSlot {
    var lock = pthread_mutex_t()
    /// Signaled to wake the runtime's own thread, when that thread has ended, and when a call has ended that a destroying call
    /// waits for.
    var changed = pthread_cond_t()
    /// The generation of the runtime in the slot, or of the next one if the slot is free.
    var generation: UInt32 = 1
    var runtime: Runtime?

    init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        // With this type, locking returns EDEADLK when a callback calls into its own runtime.
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
        pthread_mutex_init(&lock, &attributes)
        pthread_mutexattr_destroy(&attributes)
        #if canImport(Darwin)
        pthread_cond_init(&changed, nil)
        #else
        var clock = pthread_condattr_t()
        pthread_condattr_init(&clock)
        pthread_condattr_setclock(&clock, CLOCK_MONOTONIC)
        pthread_cond_init(&changed, &clock)
        pthread_condattr_destroy(&clock)
        #endif
    }
}

extension UnsafeMutablePointer<RuntimeSlot> {
    /// Waits until ``RuntimeSlot/changed`` is signaled, for at most this long by the monotonic clock, as the computer's clock
    /// may be set meanwhile. The caller holds the lock, which is released while waiting.
    func wait(milliseconds: Int64) {
        let milliseconds = Swift.max(milliseconds, 0)
        var time = timespec()
        #if canImport(Darwin)
        time.tv_sec = time_t(milliseconds / 1_000)
        time.tv_nsec = Int(milliseconds % 1_000) * 1_000_000
        pthread_cond_timedwait_relative_np(&pointee.changed, &pointee.lock, &time)
        #else
        clock_gettime(CLOCK_MONOTONIC, &time)
        let nanoseconds = Int64(time.tv_nsec) + milliseconds % 1_000 * 1_000_000
        time.tv_sec += time_t(milliseconds / 1_000 + nanoseconds / 1_000_000_000)
        time.tv_nsec = Int(nanoseconds % 1_000_000_000)
        pthread_cond_timedwait(&pointee.changed, &pointee.lock, &time)
        #endif
    }
}

/// All runtimes of the process, by their handles.
///
/// `@unchecked Sendable`: `slots` is set once and its memory is never moved or freed. A slot's lock guards the slot, and `lock`
/// guards `free`.
final class RuntimeTable: @unchecked Sendable {
    static let shared = RuntimeTable()

    private let slots: UnsafeMutablePointer<RuntimeSlot>
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    /// The free list: indices of slots without a runtime.
    private var free: [Int]
    private static let capacity = Int(LA_RUNTIMES_MAX)

    private init() {
        slots = .allocate(capacity: Self.capacity)
        for index in 0..<Self.capacity { (slots + index).initialize(to: RuntimeSlot()) }
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        free = Array((0..<Self.capacity).reversed())
    }

    /// Creates a runtime in a free slot.
    ///
    /// - Returns: The handle.
    func insert(_ make: (UnsafeMutablePointer<RuntimeSlot>) throws(Failure) -> Runtime) throws(Failure) -> OpaquePointer? {
        pthread_mutex_lock(lock)
        let index = free.popLast()
        pthread_mutex_unlock(lock)
        guard let index else {
            throw Failure(LA_ERROR_TOO_MANY_RUNTIMES, "there are \(Self.capacity) runtimes, which is the limit")
        }
        let slot = slots + index
        let runtime: Runtime
        do {
            runtime = try make(slot)
        } catch {
            release(index)
            throw error
        }
        pthread_mutex_lock(&slot.pointee.lock)
        defer { pthread_mutex_unlock(&slot.pointee.lock) }
        slot.pointee.runtime = runtime
        return Self.handle(index, slot.pointee.generation)
    }

    /// Removes a runtime and frees its slot. The caller holds the slot's lock.
    func remove(_ runtime: Runtime) {
        let slot = runtime.slot
        slot.pointee.runtime = nil
        slot.pointee.generation &+= 1
        release(slot - slots)
        // Wakes the calls that wait for this one in `beginClosing()`.
        runtime.wakeThread()
    }

    private func release(_ index: Int) {
        pthread_mutex_lock(lock)
        free.append(index)
        pthread_mutex_unlock(lock)
    }

    /// Runs `body` with a runtime, under its lock. Destroying the runtime waits for the end of `body`, which may release the
    /// lock.
    ///
    /// - Throws: ``Failure/unknownRuntime``, also while the runtime is being destroyed; ``Failure/busy`` inside a callback of
    ///   the same runtime; or the error of `body`.
    @inline(__always)
    func withRuntime(_ handle: OpaquePointer?, _ body: (Runtime) throws(Failure) -> Void) throws(Failure) {
        try withLockedRuntime(handle) { (runtime) throws(Failure) in
            guard !runtime.isClosing else { throw .unknownRuntime }
            runtime.calls += 1
            defer { runtime.endCall() }
            try body(runtime)
        }
    }

    /// Runs `body` with a runtime, under its lock, to destroy it.
    ///
    /// - Throws: ``Failure/unknownRuntime``, ``Failure/busy`` inside a callback of the same runtime, or the error of `body`.
    @inline(__always)
    func withLockedRuntime(_ handle: OpaquePointer?, _ body: (Runtime) throws(Failure) -> Void) throws(Failure) {
        guard let (index, generation) = Self.slot(of: handle) else { throw .unknownRuntime }
        let slot = slots + index
        guard pthread_mutex_lock(&slot.pointee.lock) == 0 else { throw .busy }
        defer { pthread_mutex_unlock(&slot.pointee.lock) }
        guard slot.pointee.generation == generation, let runtime = slot.pointee.runtime else { throw .unknownRuntime }
        // The lock is released while a batch is written, but a callback of the store, on the writing thread, must not enter the
        // runtime.
        if let persistence = runtime.persistence, persistence.commit.isWriting,
            pthread_equal(persistence.writingThread, pthread_self()) != 0
        {
            throw .busy
        }
        try body(runtime)
    }

    // A handle is not an address: bits 56 to 63 contain a mark that no valid address has, bits 16 to 47 the generation, and
    // bits 4 to 15 the index of the slot.
    private static let mark: UInt = 0x1A << 56

    private static func handle(_ index: Int, _ generation: UInt32) -> OpaquePointer? {
        OpaquePointer(bitPattern: mark | UInt(generation) << 16 | UInt(index) << 4)
    }

    @inline(__always)
    private static func slot(of handle: OpaquePointer?) -> (Int, UInt32)? {
        let bits = UInt(bitPattern: handle)
        let index = Int(bits >> 4 & 0xFFF)
        guard bits >> 48 == mark >> 48, bits & 0xF == 0, index < capacity else { return nil }
        return (index, UInt32(truncatingIfNeeded: bits >> 16))
    }
}

/// Runs the body of a function of the C interface. A failure is converted to its status, and its text is stored as the thread's
/// last error.
@inline(__always)
func status(_ body: () throws(Failure) -> Void) -> la_status {
    do {
        try body()
        return la_status(LA_OK)
    } catch {
        LastError.set(error.reason)
        return error.status
    }
}

/// Calls `body` with a runtime, under its lock. Afterwards the host's loop and the runtime's thread are notified.
@inline(__always)
func withRuntime(_ handle: OpaquePointer?, _ body: (Runtime) throws(Failure) -> Void) -> la_status {
    status { () throws(Failure) in
        guard handle != nil else { throw .argument("the runtime is NULL") }
        try RuntimeTable.shared.withRuntime(handle) { (runtime) throws(Failure) in
            defer { runtime.notify() }
            if runtime.isPlain { return try body(runtime) }
            do throws(Failure) { try body(runtime) } catch {
                // The command has failed, but deadlines that were due have been applied.
                try? runtime.settle()
                throw error
            }
            try runtime.settle()
        }
    }
}
