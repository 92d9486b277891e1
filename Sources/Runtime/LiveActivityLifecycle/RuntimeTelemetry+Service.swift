#if Lifecycle && Observability
public import LiveActivityObservability
public import ServiceLifecycle

/// Logs, metrics and traces as a service of swift-service-lifecycle.
///
/// Put it before the runtime: a group stops its services in the reverse of their order, and what happens while the runtime is
/// closed is reported too.
extension RuntimeTelemetry: Service {
    /// Reports every 10 seconds until a graceful shutdown or until the task is cancelled, then once more. In a group use this
    /// and not `run(every:)`, which ends as soon as the runtime is closed: to a group, a service that ends before its turn has
    /// failed.
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
