#if Lifecycle
public import LiveActivities
public import ServiceLifecycle

/// A service of swift-service-lifecycle that processes each change of a runtime: sends pushes, fills a search index, calls
/// webhooks.
///
/// ```swift
/// let pushes = ConsumerService(runtime, named: "push") { change in
///     try await send(change)  // at least once: send with an id that is the same each time
/// }
/// let group = ServiceGroup(services: [runtime, pushes, server], gracefulShutdownSignals: [.sigterm], logger: logger)
/// ```
///
/// Put it after the runtime: a group stops its services in reverse order. When it is stopped, it processes the waiting changes
/// and ends; the runtime is closed after that. If the runtime is closed first, it processes the waiting changes and then ends
/// with the group, so that no order of the services is an error.
public struct ConsumerService: Service {
    private let runtime: LiveActivityRuntime?
    private let consume: @Sendable () async throws -> Void

    /// Creates a service that processes and acknowledges the changes of a named consumer (`LiveActivityRuntime.changes(for:)`).
    ///
    /// - Parameters:
    ///   - runtime: A runtime with a store. The service retains it.
    ///   - name: The consumer's name. Use it for one service at a time.
    ///   - body: Called for one change at a time. The change is acknowledged when it returns. If it throws, the service ends
    ///     with the error, and the next service of this name receives the change again; the body itself must retry operations
    ///     that can be retried.
    public init(
        _ runtime: LiveActivityRuntime, named name: ConsumerName, _ body: @escaping @Sendable (Change) async throws -> Void
    ) {
        self.runtime = runtime
        consume = {
            let changes = try await runtime.changes(for: name)
            try await Self.untilShutdown {
                // A change is delivered when it is stored. If it cannot be written now, it waits for the next run.
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

    /// Creates a service that processes the changes of a sequence, from the moment of the sequence's creation.
    ///
    /// - Parameters:
    ///   - changes: Read by this service only.
    ///   - body: Called for one change at a time. An error of it ends the service.
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

    /// Processes changes until a graceful shutdown, then the waiting ones. Cancellation stops the task at once. A named
    /// consumer receives the changes from its first use on, so its first run misses the changes that other services cause
    /// before it.
    ///
    /// - Throws: An error of the body. `RuntimeError` if the runtime has no store, or the store cannot write the name of a new
    ///   consumer. `RuntimeError.fenced` if another runtime has opened the store, because no change follows.
    public func run() async throws {
        try await consume()
        if case .fenced(let reason)? = runtime?.storeFailure { throw RuntimeError.fenced(reason: reason) }
        // Waits even if the runtime was closed earlier: to a group, a service that ends before its turn has failed.
        try? await gracefulShutdown()
    }

    /// Runs `body`, and calls `finish` if the graceful shutdown begins before it returns.
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
