import Synchronization
import SystemLibraries

/// Control-C, SIGTERM and SIGHUP as a value that a loop can check.
///
/// The first signal is recorded, so that the loop can write its results and end. A second signal of the same kind ends the
/// process at once, as by default.
package enum Interruption {
    /// The received signal; `nil` before the first.
    package static var signal: Int32? {
        let caught = caughtSignal.load(ordering: .relaxed)
        return caught == 0 ? nil : caught
    }

    /// Becomes readable when a signal is received, so that `poll` returns; `nil` before ``watch()``.
    package static var descriptor: Descriptor? {
        let number = wakeRead.load(ordering: .relaxed)
        return number < 0 ? nil : Descriptor(number: number)
    }

    /// Records the first signal instead of ending the process. Call it once, before there are other threads.
    package static func watch() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        // Swift initialises globals at their first use and may allocate memory, which a signal handler must not do. So they are
        // used here.
        caughtSignal.store(0, ordering: .relaxed)
        wakeRead.store(ends[0], ordering: .relaxed)
        wakeWrite.store(ends[1], ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { set(number, handler: note) }
        // If a file exceeds the size limit (`ulimit -f`), the write fails with an error instead of a signal, so that earlier
        // results are stored.
        ignore(SIGXFSZ)
        // A process started from a libdispatch thread, as Swift programs do, inherits a mask that blocks all signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGHUP)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Whether the parent process has set the signal to be ignored, as `nohup` does with SIGHUP.
    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
        let handler = action.__sigaction_u.__sa_handler
        #else
        let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func set(_ number: Int32, handler: @escaping @convention(c) (Int32) -> Void) {
        _ = installHandler(number, handler)
    }
}

private let caughtSignal = Atomic<Int32>(0)
private let wakeRead = Atomic<Int32>(-1)
private let wakeWrite = Atomic<Int32>(-1)

/// The signal handler: only atomics, and calls that POSIX lists as async-signal-safe.
private let note: @convention(c) (Int32) -> Void = { number in
    caughtSignal.store(number, ordering: .relaxed)
    var byte: UInt8 = 0
    _ = write(wakeWrite.load(ordering: .relaxed), &byte, 1)
    _ = signal(number, SIG_DFL)
}

private func installHandler(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) -> Bool {
    signal(number, handler) != nil
}

private func ignore(_ number: Int32) { _ = signal(number, SIG_IGN) }
