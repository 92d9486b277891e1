import CLiveActivities
import LiveActivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The place of one runtime: its lock and how often the place was used.
///
/// Its memory is never freed, so that a handle of a runtime that is long gone still leads to a lock that can be taken and
/// a number that can be compared.
struct RuntimeSlot {
    var lock = pthread_mutex_t()
    /// Wakes the runtime's own thread, and those who wait for its end.
    var changed = pthread_cond_t()
    /// Of the runtime that is here, or of the next one.
    var generation: UInt32 = 1
    var runtime: Runtime?

    init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        // The lock itself knows when a callback calls back in: it answers EDEADLK.
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
        pthread_mutex_init(&lock, &attributes)
        pthread_mutexattr_destroy(&attributes)
        pthread_cond_init(&changed, nil)
    }
}

/// All runtimes of the process, by their handles.
///
/// `@unchecked Sendable`: `slots` is set once and its memory never moves or goes; what is in a slot is only touched by
/// whoever holds the slot's lock, and `free` by whoever holds `lock`.
final class RuntimeTable: @unchecked Sendable {
    static let shared = RuntimeTable()

    private let slots: UnsafeMutablePointer<RuntimeSlot>
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
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

    /// Makes a runtime in a place of its own, and gives its handle.
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

    /// Takes a runtime out of its place, which others may then have. Its lock is held.
    func remove(_ runtime: Runtime) {
        let slot = runtime.slot
        slot.pointee.runtime = nil
        slot.pointee.generation &+= 1
        release(slot - slots)
    }

    private func release(_ index: Int) {
        pthread_mutex_lock(lock)
        free.append(index)
        pthread_mutex_unlock(lock)
    }

    /// Runs `body` with the runtime and its lock.
    @inline(__always)
    func withRuntime(_ handle: OpaquePointer?, _ body: (Runtime) throws(Failure) -> Void) throws(Failure) {
        guard let (index, generation) = Self.place(of: handle) else { throw .stale }
        let slot = slots + index
        guard pthread_mutex_lock(&slot.pointee.lock) == 0 else { throw .busy }
        defer { pthread_mutex_unlock(&slot.pointee.lock) }
        guard slot.pointee.generation == generation, let runtime = slot.pointee.runtime else { throw .stale }
        try body(runtime)
    }

    // A handle is no address, and no processor takes it for one: bits 56 and up are a mark, then the generation, and the
    // place from bit 4 on.
    private static let mark: UInt = 0x1A << 56

    private static func handle(_ index: Int, _ generation: UInt32) -> OpaquePointer? {
        OpaquePointer(bitPattern: mark | UInt(generation) << 16 | UInt(index) << 4)
    }

    @inline(__always)
    private static func place(of handle: OpaquePointer?) -> (Int, UInt32)? {
        let bits = UInt(bitPattern: handle)
        let index = Int(bits >> 4 & 0xFFF)
        guard bits >> 48 == mark >> 48, bits & 0xF == 0, index < capacity else { return nil }
        return (index, UInt32(truncatingIfNeeded: bits >> 16))
    }
}

/// Runs a function of the C interface: its failure becomes a status, its reason the thread's last error.
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

/// The same with a runtime and its lock; afterwards, whoever waits for changes is told.
@inline(__always)
func withRuntime(_ handle: OpaquePointer?, _ body: (Runtime) throws(Failure) -> Void) -> la_status {
    status { () throws(Failure) in
        guard handle != nil else { throw .argument("the runtime is NULL") }
        try RuntimeTable.shared.withRuntime(handle) { (runtime) throws(Failure) in
            defer { runtime.tell() }
            try body(runtime)
        }
    }
}
