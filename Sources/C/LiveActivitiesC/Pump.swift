public import CLiveActivities
import LiveActivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A runtime's own thread: it does what a host's loop would.
///
/// All of it is guarded by the runtime's lock; `onChange` and `userData` never change.
final class Pump {
    let onChange: la_on_change
    let userData: UnsafeMutableRawPointer?
    var thread = pthread_t(bitPattern: 0)
    /// Somebody waits for the thread's end.
    var isStopping = false
    /// The thread has ended.
    var isOver = false

    init(_ onChange: @escaping la_on_change, _ userData: UnsafeMutableRawPointer?) {
        self.onChange = onChange
        self.userData = userData
    }
}

/// What the thread is given: it holds on to the runtime until it ends.
private final class PumpStart {
    let runtime: Runtime
    let pump: Pump

    init(_ runtime: Runtime, _ pump: Pump) {
        self.runtime = runtime
        self.pump = pump
    }
}

extension Runtime {
    /// How many changes are handed over before the thread looks up again.
    private static let changesAtOnce = 64

    func wakePump() { pthread_cond_broadcast(&slot.pointee.changed) }

    func startPump(_ onChange: @escaping la_on_change, _ userData: UnsafeMutableRawPointer?) throws(Failure) {
        guard !isVirtual else {
            throw Failure(LA_ERROR_UNSUPPORTED, "a runtime in virtual time has no clock to wait for")
        }
        guard pump == nil else { throw Failure(LA_ERROR_BUSY, "the runtime's thread runs already") }
        let pump = Pump(onChange, userData)
        let start = Unmanaged.passRetained(PumpStart(self, pump))
        let result = pthread_create(
            &pump.thread, nil,
            { context in
                #if canImport(Darwin)
                let start = Unmanaged<PumpStart>.fromOpaque(context).takeRetainedValue()
                #else
                guard let context else { return nil }
                let start = Unmanaged<PumpStart>.fromOpaque(context).takeRetainedValue()
                #endif
                start.runtime.run(start.pump)
                return nil
            }, start.toOpaque())
        guard result == 0 else {
            start.release()
            throw Failure(LA_ERROR_SYSTEM, "the system gives no thread: error \(result)")
        }
        self.pump = pump
    }

    /// Waits for the end of the thread. The lock is held, and given up while waiting.
    func stopPump() throws(Failure) {
        guard let pump else { return }
        guard pthread_equal(pump.thread, pthread_self()) == 0 else { throw .busy }
        let isFirst = !pump.isStopping
        pump.isStopping = true
        wakePump()
        while !pump.isOver { pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock) }
        guard isFirst else { return }
        self.pump = nil
        // It has nothing left to do but return.
        pthread_join(pump.thread, nil)
        reportedDeadline = LA_NEVER_MS
    }

    /// The thread itself.
    private func run(_ pump: Pump) {
        let slot = slot
        pthread_mutex_lock(&slot.pointee.lock)
        var batch: [la_change] = []
        while !pump.isStopping {
            engine.advance(to: Milliseconds.date(Milliseconds.now))
            reportedDeadline = nextDeadline
            if engine.hasChanges {
                // A content that cannot be written is missing from its change; there is nobody to tell here.
                _ = takeChanges(atMost: Self.changesAtOnce) { batch.append($0) }
                bell?.set(hasChanges)
                pthread_mutex_unlock(&slot.pointee.lock)
                for index in batch.indices {
                    pump.onChange(pump.userData, &batch[index])
                    la_change_release(&batch[index])
                }
                batch.removeAll(keepingCapacity: true)
                pthread_mutex_lock(&slot.pointee.lock)
            } else if reportedDeadline == LA_NEVER_MS {
                pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock)
            } else {
                var time = timespec()
                let seconds = reportedDeadline >= 0 ? reportedDeadline / 1_000 : 0
                time.tv_sec = time_t(seconds)
                time.tv_nsec = Int(max(reportedDeadline, 0) % 1_000) * 1_000_000
                pthread_cond_timedwait(&slot.pointee.changed, &slot.pointee.lock, &time)
            }
        }
        pump.isOver = true
        pthread_cond_broadcast(&slot.pointee.changed)
        pthread_mutex_unlock(&slot.pointee.lock)
    }
}

@c @implementation
public func la_runtime_run(
    _ runtime: OpaquePointer!, _ onChange: la_on_change!, _ userData: UnsafeMutableRawPointer!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let onChange else { throw .argument("on_change is NULL") }
        try runtime.startPump(onChange, userData)
    }
}

@c @implementation
public func la_runtime_stop(_ runtime: OpaquePointer!) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in try runtime.stopPump() }
}
