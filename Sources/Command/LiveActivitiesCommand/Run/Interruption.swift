import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Control-C and SIGTERM, turned into something that a loop can ask for.
///
/// The second signal of a kind ends the process at once, as if nobody had asked for the first.
enum Interruption {
    /// The signal that came; `nil` as long as none has.
    static var signal: Int32? {
        let caught = caughtSignal.load(ordering: .relaxed)
        return caught == 0 ? nil : caught
    }

    /// Has something to read as soon as a signal has come, so that waiting for input ends; `nil` before ``watch()``.
    static var descriptor: Descriptor? {
        let number = wakeRead.load(ordering: .relaxed)
        return number < 0 ? nil : Descriptor(number: number)
    }

    /// From now on a signal is noted instead of ending the process. Called once, before there are other threads.
    static func watch() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        // Touched here, so that they exist before a handler needs them: it may not allocate.
        caughtSignal.store(0, ordering: .relaxed)
        wakeRead.store(ends[0], ordering: .relaxed)
        wakeWrite.store(ends[1], ordering: .relaxed)
        set(SIGINT, handler: note)
        set(SIGTERM, handler: note)
        // Whoever started the process from a thread of libdispatch, as every Swift program does, left all signals blocked in it.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private static func set(_ number: Int32, handler: @escaping @convention(c) (Int32) -> Void) {
        _ = installHandler(number, handler)
    }
}

private let caughtSignal = Atomic<Int32>(0)
private let wakeRead = Atomic<Int32>(-1)
private let wakeWrite = Atomic<Int32>(-1)

/// Runs inside a signal: nothing here but atomics and calls that POSIX allows there.
private let note: @convention(c) (Int32) -> Void = { number in
    caughtSignal.store(number, ordering: .relaxed)
    var byte: UInt8 = 0
    _ = write(wakeWrite.load(ordering: .relaxed), &byte, 1)
    _ = signal(number, SIG_DFL)
}

private func installHandler(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) -> Bool {
    signal(number, handler) != nil
}
