#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Says on standard error what a thread was doing when a trap stops the process.
///
/// Code that traps takes the test process with it, and the message of the trap does not say with which input. So a check
/// writes its next step into a note of its thread, and a signal handler prints the note. The handler then restores the
/// handler of before, and returns to the instruction that traps again: debuggers and back-traces see the same as without.
enum CrashNote {
    private static let capacity = 8_192

    /// The thread's note: its length as `Int`, then its bytes. The C library releases it with the thread.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { free($0) }
        return key
    }()

    /// The signals of a trap, a broken stack and a division by zero.
    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]

    /// The handlers of before, by the signal's number. Written once, before the first note is.
    nonisolated(unsafe) private static let handlers: UnsafeMutablePointer<sigaction> = {
        let handlers = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
        handlers.initialize(repeating: sigaction(), count: 64)
        for signal in signals {
            var action = sigaction()
            #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = { CrashNote.print($0) }
            #else
            action.__sigaction_handler.sa_handler = { CrashNote.print($0) }
            #endif
            sigaction(signal, &action, handlers + Int(signal))
        }
        return handlers
    }()

    /// Runs `body`; within it, ``write(_:)`` sets the note of this thread.
    static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        _ = handlers
        defer { write("") }
        return try body()
    }

    /// Replaces the note. An empty one prints nothing.
    static func write(_ text: String) {
        var note = pthread_getspecific(key)
        if note == nil {
            note = malloc(MemoryLayout<Int>.size + capacity)
            pthread_setspecific(key, note)
        }
        guard let note else { return }
        var text = text
        text.withUTF8 { bytes in
            let count = min(bytes.count, capacity)
            note.storeBytes(of: 0, as: Int.self)
            guard count > 0, let base = bytes.baseAddress else { return }
            memcpy(note + MemoryLayout<Int>.size, base, count)
            note.storeBytes(of: count, as: Int.self)
        }
    }

    /// In a signal handler: no memory is allocated and nothing is locked here.
    private static func print(_ signal: Int32) {
        if let note = pthread_getspecific(key) {
            let count = note.load(as: Int.self)
            if count > 0 { writeToStandardError(note + MemoryLayout<Int>.size, count) }
        }
        sigaction(signal, handlers + Int(signal), nil)
    }
}

private func writeToStandardError(_ bytes: UnsafeRawPointer, _ count: Int) { _ = write(STDERR_FILENO, bytes, count) }
