#if SANITIZE_THREAD
public import Synchronization

// ThreadSanitizer does not detect the lock inside Synchronization's Mutex on Linux: it is in a library that is neither
// instrumented nor intercepted. All state protected by such a lock is then reported as a race (Swift 6.3). So a build with
// `--sanitize=thread -Xswiftc -DSANITIZE_THREAD` repeats the lock's ordering with an atomic, which the sanitizer detects.
// Unprotected state is still reported.

/// A mutex that ThreadSanitizer detects.
@usableFromInline package struct SanitizedMutex<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Synchronization.Mutex<Value>
    @usableFromInline let order = Atomic(0)

    @inlinable package init(_ value: consuming sending Value) { mutex = Synchronization.Mutex(value) }

    @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { (value) throws(Failure) in
            _ = order.load(ordering: .acquiring)
            defer { order.store(0, ordering: .releasing) }
            return try body(&value)
        }
    }
}

@usableFromInline typealias Mutex = SanitizedMutex
#endif
