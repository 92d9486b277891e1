import SystemLibraries

/// Runs `body` on a new thread, which ends with it.
///
/// It is a separate thread rather than a task or a Dispatch queue, because `body` blocks while the disk works. A thread of
/// Swift's cooperative pool must not do that, as the pool has only one per core.
///
/// - Returns: Whether the thread was started; `false` if the system allows no more threads.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(&thread, nil, { run($0) }, box.toOpaque())
    guard code == 0, let thread else {
        box.release()
        return false
    }
    #else
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil, { argument in argument.flatMap { run($0) } }, box.toOpaque())
    guard code == 0 else {
        box.release()
        return false
    }
    #endif
    pthread_detach(thread)
    return true
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
    return nil
}
