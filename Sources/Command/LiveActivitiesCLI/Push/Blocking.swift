#if PushFiles
import Dispatch
import Synchronization

/// Runs a task for a command, whose `run` is not asynchronous.
enum Blocking {
    private final class Outcome<Value: Sendable, Failure: Error>: Sendable { let result = Mutex<Result<Value, Failure>?>(nil) }

    /// Blocks the thread until the task is done.
    static func run<Value: Sendable, Failure: Error>(
        _ action: @escaping @Sendable () async throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outcome = Outcome<Value, Failure>()
        let done = DispatchSemaphore(value: 0)
        Task {
            let result: Result<Value, Failure>
            do throws(Failure) { result = .success(try await action()) } catch { result = .failure(error) }
            outcome.result.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = outcome.result.withLock({ $0 }) else {
            preconditionFailure("the task has signalled without a result")
        }
        return try result.get()
    }
}
#endif
