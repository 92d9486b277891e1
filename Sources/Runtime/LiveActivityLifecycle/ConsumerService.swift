#if Lifecycle
public import LiveActivities
public import ServiceLifecycle

/// Does something for each change of a runtime, as a service of swift-service-lifecycle: sends pushes, fills a search index,
/// calls webhooks.
///
/// ```swift
/// let pushes = ConsumerService(runtime, named: "push") { change in
///     try await send(change)  // at least once: send with an id that is the same each time
/// }
/// let group = ServiceGroup(services: [runtime, pushes, server], gracefulShutdownSignals: [.sigterm], logger: logger)
/// ```
///
/// Put it after the runtime: a group stops its services in the reverse of their order. When its turn comes, it takes the
/// changes that wait and ends; the runtime is closed after that. Where the runtime is closed first, it takes what waits and
/// then ends with the group, so that no order of the services is an error.
public struct ConsumerService: Service {
    private let runtime: LiveActivityRuntime?
    private let consume: @Sendable () async throws -> Void

    /// Creates a service that takes the changes of a named consumer (`LiveActivityRuntime.changes(for:)`) and acknowledges
    /// each.
    ///
    /// - Parameters:
    ///   - runtime: Must have a store. The service retains it.
    ///   - name: Of the consumer. Use it for one service at a time.
    ///   - body: Called for one change at a time. The change is acknowledged when it returns. If it throws, the service ends
    ///     with the error, and the next service of this name receives the change again; the body itself retries whatever may be
    ///     retried.
    public init(
        _ runtime: LiveActivityRuntime, named name: ConsumerName, _ body: @escaping @Sendable (Change) async throws -> Void
    ) {
        self.runtime = runtime
        consume = {
            let changes = try await runtime.changes(for: name)
            try await Self.untilShutdown {
                // A change is given when it is in the store. If it cannot be written now, it waits there for the next run.
                try? await runtime.flush()
                changes.finish()
            } _: {
                for await change in changes {
                    try await body(change)
                    changes.acknowledge(change)
                }
            }
        }
    }

    /// Creates a service that takes the changes of a sequence, from the moment when that was made.
    ///
    /// - Parameters:
    ///   - changes: Read by this service alone.
    ///   - body: Called for one change at a time. What it throws ends the service.
    public init(_ changes: ChangeSequence, _ body: @escaping @Sendable (Change) async throws -> Void) {
        runtime = nil
        consume = {
            try await Self.untilShutdown {
                changes.finish()
            } _: {
                for await change in changes { try await body(change) }
            }
        }
    }

    /// Takes changes until a graceful shutdown, then those that wait. Cancellation stops the task at once. A named consumer
    /// receives the changes from its first use on, so its first run misses the changes that other services cause before it.
    ///
    /// - Throws: An error of the body. `RuntimeError` if the runtime has no store, or the store cannot write the name of a new
    ///   consumer. `RuntimeError.fenced` if another runtime has opened the store, because no change follows.
    public func run() async throws {
        try await consume()
        if case .fenced(let reason)? = runtime?.storeFailure { throw RuntimeError.fenced(reason: reason) }
        // The runtime may have been closed before. To a group, a service that ends before its turn has failed.
        try? await gracefulShutdown()
    }

    /// Runs `body`, and `finish` when the task's graceful shutdown begins before it returns.
    private static func untilShutdown(
        _ finish: @escaping @Sendable () async -> Void, _ body: () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await gracefulShutdown()
                await finish()
            }
            defer { group.cancelAll() }
            try await body()
        }
    }
}
#endif
