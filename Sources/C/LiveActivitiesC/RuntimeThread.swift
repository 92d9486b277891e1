public import CLiveActivities
import LiveActivityCore
import LiveActivityHost

/// A runtime's own thread, which advances the runtime and reports its changes, so that the host needs no loop.
///
/// The runtime's lock guards all of it. `onChange` and `userData` never change.
final class RuntimeThread {
    let onChange: la_on_change
    let userData: UnsafeMutableRawPointer?
    var handle = pthread_t(bitPattern: 0)
    /// Whether a call is waiting for the end of the thread.
    var isStopping = false
    /// Whether the thread has ended.
    var isOver = false

    init(_ onChange: @escaping la_on_change, _ userData: UnsafeMutableRawPointer?) {
        self.onChange = onChange
        self.userData = userData
    }
}

/// The argument of the thread. It retains the runtime until the thread ends.
private final class RuntimeThreadStart {
    let runtime: Runtime
    let thread: RuntimeThread

    init(_ runtime: Runtime, _ thread: RuntimeThread) {
        self.runtime = runtime
        self.thread = thread
    }
}

extension Runtime {
    /// The number of changes to report before the thread takes the lock and checks the time again.
    private static let changesAtOnce = 64

    func wakeThread() { pthread_cond_broadcast(&slot.pointee.changed) }

    func startThread(_ onChange: @escaping la_on_change, _ userData: UnsafeMutableRawPointer?) throws(Failure) {
        guard !isVirtual else {
            throw Failure(LA_ERROR_UNSUPPORTED, "a runtime in virtual time has no clock to wait for")
        }
        guard self.thread == nil else { throw Failure(LA_ERROR_BUSY, "the runtime's thread is already running") }
        let thread = RuntimeThread(onChange, userData)
        let start = Unmanaged.passRetained(RuntimeThreadStart(self, thread))
        let result = pthread_create(
            &thread.handle, nil,
            { context in
                #if canImport(Darwin)
                let start = Unmanaged<RuntimeThreadStart>.fromOpaque(context).takeRetainedValue()
                #else
                guard let context else { return nil }
                let start = Unmanaged<RuntimeThreadStart>.fromOpaque(context).takeRetainedValue()
                #endif
                start.runtime.run(start.thread)
                return nil
            }, start.toOpaque())
        guard result == 0 else {
            start.release()
            throw Failure(LA_ERROR_SYSTEM, "cannot create a thread: error \(result)")
        }
        self.thread = thread
    }

    /// Stops the thread, and each one that another call starts while this one waits. The caller holds the lock, which is not
    /// released after the last of them has ended.
    ///
    /// - Throws: ``Failure/busy`` on the thread itself.
    func stopThreads() throws(Failure) {
        while let thread, !thread.isOver { try stopThread() }
    }

    /// Stops the thread and waits for its end. The caller holds the lock, which is released while waiting.
    ///
    /// - Throws: ``Failure/busy`` on the thread itself.
    func stopThread() throws(Failure) {
        guard let thread else { return }
        guard pthread_equal(thread.handle, pthread_self()) == 0 else { throw .busy }
        let isFirst = !thread.isStopping
        thread.isStopping = true
        wakeThread()
        while !thread.isOver { pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock) }
        guard isFirst else { return }
        self.thread = nil
        // The thread has released the lock for the last time, so joining it does not block.
        pthread_join(thread.handle, nil)
        reportedDeadline = LA_NEVER_MS
    }

    /// The body of the thread.
    private func run(_ thread: RuntimeThread) {
        let slot = slot
        pthread_mutex_lock(&slot.pointee.lock)
        var batch: [la_change] = []
        while !thread.isStopping {
            try? catchUp(to: Milliseconds.date(Milliseconds.now))
            host.engine.advance(to: Milliseconds.date(Milliseconds.now))
            // If the store fails, the next command is refused.
            if !isPlain { try? settle() }
            reportedDeadline = nextDeadline
            if hasPolled {
                // A change whose content cannot be converted has no content. The error is dropped, because there is no call to
                // return it.
                _ = takeChanges(atMost: Self.changesAtOnce) { batch.append($0) }
                readiness?.setReadable(hasChanges)
                pthread_mutex_unlock(&slot.pointee.lock)
                for index in batch.indices {
                    thread.onChange(thread.userData, &batch[index])
                    la_change_release(&batch[index])
                }
                batch.removeAll(keepingCapacity: true)
                pthread_mutex_lock(&slot.pointee.lock)
            } else if reportedDeadline == LA_NEVER_MS {
                pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock)
            } else {
                // The clock may be set meanwhile, so it is read again each second.
                slot.wait(milliseconds: min(reportedDeadline - Milliseconds.now, 1_000))
            }
        }
        thread.isOver = true
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
        try runtime.startThread(onChange, userData)
    }
}

@c @implementation
public func la_runtime_stop(_ runtime: OpaquePointer!) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in try runtime.stopThread() }
}
