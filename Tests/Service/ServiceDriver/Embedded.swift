#if Service && Lifecycle && Observability
import ArgumentParser
import DeliveryActivity
import LiveActivities
import LiveActivityLifecycle
import LiveActivityObservability
import LiveActivitySQLite
import LiveActivityService
import Logging
import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The service of `EmbeddingInAService`: a runtime, its telemetry, a consumer and a server in one group. It prints its port,
/// then a line for each change that the consumer receives, and `ended` when the group has stopped.
struct Embedded: AsyncParsableCommand {
    @Argument(help: "The file of the store.") var store: String

    func run() async throws {
        var logger = Logger(label: "driver") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let runtime = try LiveActivityRuntime(
            providers: [AnyProvider(DeliveryProvider())], store: SQLiteStore(path: store), durability: .strict)
        let telemetry = RuntimeTelemetry(runtime, logger: logger)
        let pushes = ConsumerService(runtime, named: "push") { change in tell("\(change.what.name) \(change.owner)") }
        var configuration = ServiceConfiguration()
        configuration.port = 0
        let server = try LiveActivityService(
            configuration, kinds: ServiceKinds(providers: [AnyProvider(DeliveryProvider())]), runtime: runtime,
            closesRuntime: false, logger: logger)
        let group = ServiceGroup(
            services: [telemetry, runtime, pushes, server], gracefulShutdownSignals: [.sigterm], logger: logger)
        async let running: Void = group.run()
        tell("port \(try await server.port)")
        try await running
        tell("ended")
    }
}

/// Prints a line unbuffered: a test reads it while the process runs, or after it was killed.
private func tell(_ line: String) {
    print(line)
    fflush(nil)
}
#endif
