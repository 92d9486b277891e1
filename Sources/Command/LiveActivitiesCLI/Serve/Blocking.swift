#if Service
import Dispatch
import Synchronization

/// Runs a task for a command, whose `run` is not asynchronous.
enum Blocking {
    private final class Outcome: Sendable {
        let result = Mutex<Result<Void, any Error>?>(nil)
    }

    /// Blocks the thread until the task is done.
    static func run(_ action: @escaping @Sendable () async throws -> Void) throws {
        let outcome = Outcome()
        let done = DispatchSemaphore(value: 0)
        Task {
            let result: Result<Void, any Error>
            do { result = .success(try await action()) } catch { result = .failure(error) }
            outcome.result.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        try outcome.result.withLock { $0 }?.get()
    }
}
#endif
