import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Signals as bytes in a pipe, so that one `poll` waits for output and for them.
enum Signals {
    /// The signals that are passed on to the command.
    static let forwarded = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2]

    /// Readable when a signal has been received.
    static var descriptor: Int32 { readEnd.load(ordering: .relaxed) }

    /// From now on the signals do not end this process. Call it once.
    static func watch() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        readEnd.store(ends[0], ordering: .relaxed)
        writeEnd.store(ends[1], ordering: .relaxed)
        for number in forwarded + [SIGCHLD] {
            var action = sigaction()
            #if canImport(Darwin)
            action.__sigaction_u.__sa_sigaction = note
            #else
            action.__sigaction_handler.sa_sigaction = note
            #endif
            action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_RESTART)
            sigaction(number, &action, nil)
        }
        var all = sigset_t()
        sigemptyset(&all)
        for number in forwarded + [SIGCHLD] { sigaddset(&all, number) }
        pthread_sigmask(SIG_UNBLOCK, &all, nil)
        // If the reader of the output has ended, writing fails with an error; the command then gets its own SIGPIPE.
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// The signals received since the last call, to forward to the command.
    static func take() -> [Int32] {
        var numbers: [Int32] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1 {
            if byte != 0 { numbers.append(Int32(byte)) }
        }
        return numbers
    }
}

private let readEnd = Atomic<Int32>(-1)
private let writeEnd = Atomic<Int32>(-1)

/// The handler: only atomics and calls that POSIX lists as async-signal-safe.
///
/// Control-C reaches every process of the terminal's foreground group, so the command has that signal already. A signal of the
/// terminal has a code above 0 (from the kernel); one that a process sent has not.
private let note: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
    number, info, _ in
    let code = errno
    let isFromTerminal = (info?.pointee.si_code ?? 0) > 0
    // 0 only wakes the loop: the command may have ended.
    var byte: UInt8 = number == SIGCHLD || isFromTerminal ? 0 : UInt8(truncatingIfNeeded: number)
    _ = write(writeEnd.load(ordering: .relaxed), &byte, 1)
    errno = code
}
