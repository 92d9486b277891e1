#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reports on standard error what a thread was checking when a trap ends the process.
///
/// A trap ends the test process, and its message does not contain the input that caused it. So a check writes its next step to
/// a note of its thread, and a signal handler prints the note. The handler then restores the previous handler and returns to
/// the instruction, which traps again, so debuggers and backtraces are unaffected.
enum CrashNote {
    private static let capacity = 8_192

    /// The thread's note: its length as `Int`, then its bytes. The C library releases it with the thread.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { free($0) }
        return key
    }()

    /// The signals of a trap, an invalid memory access and a division by zero.
    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]

    /// The previous handlers, indexed by signal number. Written once, before the first note.
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

    /// Prints the note in a signal handler, so it must not allocate memory or take locks.
    private static func print(_ signal: Int32) {
        if let note = pthread_getspecific(key) {
            let count = note.load(as: Int.self)
            if count > 0 { writeToStandardError(note + MemoryLayout<Int>.size, count) }
        }
        sigaction(signal, handlers + Int(signal), nil)
    }
}

private func writeToStandardError(_ bytes: UnsafeRawPointer, _ count: Int) { _ = write(STDERR_FILENO, bytes, count) }
