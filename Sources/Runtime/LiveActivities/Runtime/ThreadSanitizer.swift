#if SANITIZE_THREAD
public import Synchronization

// ThreadSanitizer does not see the lock inside Synchronization's Mutex on Linux: it is in a library that is not instrumented,
// and not one that the sanitizer intercepts. Everything that such a lock protects then looks like a race (Swift 6.3). So a
// build with `--sanitize=thread -Xswiftc -DSANITIZE_THREAD` repeats the order that the lock makes with an atomic, which the
// sanitizer understands. What no lock protects is still reported.

/// A mutex that ThreadSanitizer sees.
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
