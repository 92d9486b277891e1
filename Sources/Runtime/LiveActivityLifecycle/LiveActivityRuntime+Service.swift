#if Lifecycle
public import LiveActivities
import LiveActivityHost
public import ServiceLifecycle

/// Makes a runtime a service of swift-service-lifecycle.
///
/// ```swift
/// let group = ServiceGroup(
///     services: [telemetry, runtime, pushes, server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// try await group.run()
/// ```
///
/// A group stops its services in reverse order. Put the runtime before its users: when it is stopped, no service sends commands
/// any more. To read the runtime's changes, use ``ConsumerService``; a custom loop must call the sequence's `finish()` in
/// `withGracefulShutdownHandler`, because a sequence does not end with the group.
extension LiveActivityRuntime: Service {
    /// Waits for the graceful shutdown, then drains the runtime:
    ///
    /// 1. Commands are refused with `RuntimeError.closed`, and no deadline runs any more.
    /// 2. Sequences finish after their waiting changes.
    /// 3. The remaining changes are written, and the store is closed.
    ///
    /// Activities are neither ended nor dismissed: they resume when the store is opened again. Cancellation of the task has the
    /// same effect.
    ///
    /// - Throws: `StoreError` if some changes could not be written. Changes acknowledged in strict mode are stored
    ///   nevertheless. `StoreError.fenced`, without waiting for the shutdown, when the store belongs to another runtime: this
    ///   one refuses every command, so the group should end.
    public func run() async throws {
        let fence = await untilFencedOrShutdown()
        let failure = await closeReportingFailure()
        if let failure = fence ?? failure { throw failure }
    }

    /// - Returns: The failure with which the store was fenced; `nil` at the shutdown.
    private func untilFencedOrShutdown() async -> StoreError? {
        let notices = notices()
        // Fenced before the notices began.
        if case .fenced? = storeFailure { return storeFailure }
        return await withTaskGroup(of: StoreError?.self) { group in
            group.addTask {
                for await case .storeFenced(let reason) in notices { return StoreError.fenced(reason: reason) }
                // Another one has closed the runtime, or the task is cancelled.
                try? await gracefulShutdown()
                return nil
            }
            group.addTask {
                // It throws if the task is cancelled; the runtime must be drained then too.
                try? await gracefulShutdown()
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
#endif
