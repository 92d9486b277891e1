#if Lifecycle
public import LiveActivities
public import ServiceLifecycle

/// A runtime as a service of swift-service-lifecycle.
///
/// ```swift
/// let group = ServiceGroup(
///     services: [telemetry, runtime, pushes, server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// try await group.run()
/// ```
///
/// A group stops its services in reverse order. Put the runtime before its users: when it is stopped, no service sends commands
/// any more. For a reader of the runtime's changes, use ``ConsumerService``; a custom loop calls the sequence's `finish()` in
/// `withGracefulShutdownHandler`, because a sequence does not end with the group.
extension LiveActivityRuntime: Service {
    /// Waits for the graceful shutdown, then drains the runtime:
    ///
    /// 1. Commands are refused with `RuntimeError.closed`, and no deadline runs any more.
    /// 2. Sequences finish: each still gives the changes that wait in it.
    /// 3. Everything that is not in the store yet is written, and the store is closed.
    ///
    /// Activities are neither ended nor dismissed: they resume when the store is opened again. Cancellation of the task does
    /// the same.
    ///
    /// - Throws: `StoreError`, where not everything could be written. What was acknowledged in strict mode is in the store all
    ///   the same.
    public func run() async throws {
        // It throws where the task is cancelled; the runtime is to be drained then too.
        try? await gracefulShutdown()
        if let failure = await closeReportingFailure() { throw failure }
    }
}
#endif
