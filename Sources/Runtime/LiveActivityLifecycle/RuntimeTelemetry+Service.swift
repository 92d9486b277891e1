#if Lifecycle && Observability
public import LiveActivityObservability
public import ServiceLifecycle

/// Logs, metrics and traces as a service of swift-service-lifecycle.
///
/// Put it before the runtime: a group stops its services in reverse order, so that the closing of the runtime is reported too.
extension RuntimeTelemetry: Service {
    /// Reports every 10 seconds until a graceful shutdown or until the task is cancelled, then once more. In a group use this
    /// rather than `run(every:)`, which ends as soon as the runtime is closed: to a group, a service that ends before its turn
    /// has failed.
    public func run() async {
        await withGracefulShutdownHandler {
            await run(every: .seconds(10))
        } onGracefulShutdown: {
            self.finish()
        }
        try? await gracefulShutdown()
    }
}
#endif
