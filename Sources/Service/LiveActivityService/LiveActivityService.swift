#if Service
import HummingbirdCore
import AsyncHTTPClient
import Foundation
package import HTTPTypes
package import Hummingbird
public import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import LiveActivityPush
public import Logging
package import NIOCore
package import NIOHTTP1
import NIOPosix
public import ServiceLifecycle
import Synchronization

/// Serves a runtime over HTTP: its commands, its changes as streams and webhooks, and a dashboard.
///
/// ```swift
/// let service = try LiveActivityService(configuration, kinds: kinds, runtime: runtime)
/// try await ServiceGroup(
///     configuration: .init(services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// ).run()
/// ```
///
/// Most events are applied on the event loop of their connection. A provider that blocks or computes for long delays the other
/// connections of that event loop.
///
/// It is a `Service` of swift-service-lifecycle. A graceful shutdown refuses new starts, ends the streams, waits for requests
/// and pushes, writes everything and closes the runtime. If the runtime and other services that read its changes are in the
/// same group, create the service with `closesRuntime: false`.
public final class LiveActivityService: Service {
    let state: ServiceState
    private let responder: ServiceResponder
    private let events: DirectEvents?
    /// `nil` without TLS.
    private let certificate: ServedCertificate?
    private let listening = Listening()
    private let closesRuntime: Bool

    /// Creates a service, which listens once ``run()`` is called. Blocks on a node of a cluster while the settings of all nodes
    /// are read: for up to 15 s if their log has no leader.
    ///
    /// - Parameters:
    ///   - configuration: The address, the limits and the other settings.
    ///   - kinds: The providers, descriptions and widgets of the runtime's kinds.
    ///   - runtime: Closed by the service when it ends, unless `closesRuntime` is `false`.
    ///   - journal: The runtime's store, for the history of activities; `nil` for none. It is a separate connection
    ///     (`SQLiteStore(reading:)`), which the service closes when it ends.
    ///   - pusher: Sends the runtime's changes to devices; `nil` sends none. The service runs and closes it. For a
    ///     `ClusterRuntime` it is the `ClusterPusher` with which the runtime was created, for any other an `ActivityPusher`.
    ///   - pushProblems: Returns the push services that cannot be reached, for `/readyz`; `nil` for no check. It is called at
    ///     most once in 30 seconds.
    ///   - closesRuntime: `false` if the runtime is a service of the same group, which closes it later: readers of the
    ///     runtime's changes can then process and acknowledge the last ones.
    ///   - logger: The service's logger.
    /// - Throws: ``ServiceError`` if the configuration is invalid.
    public init(
        _ configuration: ServiceConfiguration, kinds: ServiceKinds, runtime: any ServiceRuntime,
        journal: (any ActivityStore)? = nil, pusher: (any ServicePusher)? = nil,
        pushProblems: (@Sendable () async -> [String])? = nil, closesRuntime: Bool = true,
        logger: Logger = Logger(label: "live-activities.service")
    ) throws {
        self.closesRuntime = closesRuntime
        try configuration.check()
        try configuration.check(kinds: kinds.providers.map(\.kind))
        if runtime is ClusterRuntime {
            if let pusher, !(pusher is ClusterPusher) { throw ServiceError.notInCluster("pusher of one runtime") }
        }
        let routes = Self.routes(configuration)
        state = try ServiceState(
            configuration, kinds, runtime, pusher: pusher, pushReach: pushProblems.map { PushReach($0) },
            journal: journal, routes: routes, logger: logger)
        responder = ServiceResponder(state, routes)
        events = DirectEvents(state)
        certificate = try configuration.tls.map { try ServedCertificate($0, logger: logger) }
        if !state.hasTokens, !configuration.isLoopback {
            throw ServiceError.noToken(host: configuration.host)
        }
    }

    /// All routes. The router compares a path with them in this order, so the most frequent ones are first.
    static func routes(_ configuration: ServiceConfiguration) -> [Route] {
        EventRoutes.all + ActivityRoutes.all + KindRoutes.all + StreamRoutes.all + PresentationRoutes.all
            + HistoryRoutes.all + DeviceRoutes.all + KeyRoutes.all + AccessTokenRoutes.all + WebhookRoutes.all
            + OpenAPIRoutes.all + DashboardRoutes.all + OperatorRoutes.all(configuration)
    }

    /// The port on which the service listens; waits until it does.
    ///
    /// - Throws: ``ServiceError/notListening`` after ``run()`` has ended, also if it could not listen.
    public var port: Int {
        get async throws { try await listening.port() }
    }

    /// Serves until a graceful shutdown, or until the task is cancelled, which closes all connections.
    ///
    /// - Throws: ``ServiceError/cannotListen(host:port:reason:)`` if the address is not available;
    ///   ``ServiceError/notStored(reason:)`` if some acknowledged commands were not stored at the end.
    public func run() async throws {
        defer { listening.end() }
        StoreCondition(state.runtime).log(to: state.logger)
        do {
            try await withGracefulShutdownHandler {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { [state] in await state.hub.run() }
                    group.addTask { [state] in await state.streamAccess.run { state.refusal(of: $0) } }
                    if let runtime = state.runtime as? LiveActivityRuntime {
                        let notices = runtime.notices()
                        group.addTask { [state] in for await notice in notices { notice.log(to: state.logger) } }
                    }
                    (state.runtime as? ClusterRuntime)?.followReports { [logger = state.logger] in $1.log(to: logger, of: $0) }
                    if let pushing = try await state.pusher?.begin(state.runtime) { group.addTask { await pushing() } }
                    await state.webhooks.begin()
                    group.addTask { [state] in await state.webhooks.run() }
                    group.addTask { [state] in await state.followSettings() }
                    if let audit = state.audit { group.addTask { await audit.run() } }
                    if let certificate { group.addTask { await certificate.run() } }
                    defer {
                        state.hub.finish()
                        group.cancelAll()
                    }
                    let server = ServiceGroup(
                        configuration: .init(services: [application()], logger: state.logger))
                    group.addTask { try await self.drain(server) }
                    // The server ends first: after a shutdown, when every request has its response, or with an error.
                    try await serve(server)
                    await flushPushes(within: state.configuration.drainTimeout / 4)
                }
            } onGracefulShutdown: { [state] in
                state.drain()
                state.hub.finish()
            }
        } catch {
            // The first error is the cause; errors while closing follow from it and are only logged.
            _ = await close()
            throw error
        }
        if let reason = await close() { throw ServiceError.notStored(reason: reason) }
    }

    /// The response to a request that did not arrive over a socket. `Benchmarks/Costs` uses it to measure what the service adds
    /// to HTTP.
    package func response(to request: Request, on channel: any Channel) async throws -> Response {
        let context = ServiceContext(source: ApplicationRequestContextSource(channel: channel, logger: state.logger))
        return try await responder.respond(to: request, context: context)
    }

    /// The status of the response to an event that is answered without a task; `nil` if it is not answered so, or not at once.
    package func directStatus(of head: HTTPRequestHead, _ body: ByteBuffer, on channel: any Channel) -> HTTPResponse.Status? {
        let status = Mutex<HTTPResponse.Status?>(nil)
        guard let events, events.takes(head) else { return nil }
        _ = events.respond(to: head, body, on: channel) { response in
            let response = response()
            status.withLock { $0 = response.status }
        }
        return status.withLock(\.self)
    }

    private func application() -> Application<ServiceResponder> {
        Application(
            responder: responder, server: server(),
            configuration: ApplicationConfiguration(
                address: .hostname(state.configuration.host, port: state.configuration.port), backlog: 4_096,
                // Further clients wait until a connection closes.
                availableConnectionsDelegate: .maximum(state.configuration.limits.connections, logger: state.logger)),
            onServerRunning: { [listening, state] channel in
                listening.begin(port: channel.localAddress?.port ?? state.configuration.port)
            }, logger: Logger(label: state.logger.label) { [state] _ in RequestLogHandler(state.logger) })
    }

    /// Runs the server in a detached task, which does not receive this task's graceful shutdown and would refuse connections at
    /// once.
    private func serve(_ server: ServiceGroup) async throws {
        let running = Task.detached { try await server.run() }
        try await withTaskCancellationHandler {
            do { try await running.value } catch let error as IOError where !listening.hasBegun {
                let configuration = state.configuration
                throw ServiceError.cannotListen(
                    host: configuration.host, port: configuration.port, reason: String(cString: strerror(error.errnoCode)))
            }
        } onCancel: { [state] in
            running.cancel()
            // Otherwise the server would wait for clients that keep their connections open.
            state.connections.closeAll()
        }
    }

    /// Waits for a graceful shutdown, then stops in steps: clients can connect and query the readiness until pushes have been
    /// sent and the delay is over; then no connection is accepted, requests in progress are answered, and after the timeout the
    /// remaining connections are closed.
    private func drain(_ server: ServiceGroup) async throws {
        try await gracefulShutdown()
        let limit = state.configuration.drainTimeout
        async let delay: Void = Task.sleep(for: .seconds(state.configuration.drainDelay))
        await flushPushes(within: limit / 2)
        try await delay
        await server.triggerGracefulShutdown()
        try await Task.sleep(for: .seconds(limit / 4))
        state.connections.closeAll()
    }

    /// Waits until the pushes in flight have been answered.
    private func flushPushes(within seconds: Double) async {
        guard let pusher = state.pusher else { return }
        try? await state.runtime.flush()
        let end = ContinuousClock.now + .seconds(seconds)
        // The consumer receives the last changes shortly after they are stored, so this waits once before it checks.
        repeat { try? await Task.sleep(for: .milliseconds(100)) } while pusher.backlog.inFlight > 0 && ContinuousClock.now < end
    }

    /// - Returns: The reason why some data was not stored; `nil` if everything was.
    private func close() async -> String? {
        state.drain()
        state.hub.finish()
        var reasons: [String] = []
        do { try await state.pusher?.stop() } catch {
            state.logger.error("the ledger was not written", metadata: ["error": "\(error)"])
            reasons.append("\(error)")
        }
        do { try await state.runtime.flush() } catch {
            state.logger.error("the store was not written", metadata: ["error": "\(error)"])
            reasons.append("\(error)")
        }
        // The last connection to a database checkpoints its write-ahead log, which a read-only connection cannot do. So the
        // read-only one is closed first.
        if let journal = state.journal {
            // On a dispatch queue, because NIO's thread pool would run nothing for a cancelled task.
            await withCheckedContinuation { closed in
                DispatchQueue.global().async {
                    journal.close()
                    closed.resume()
                }
            }
        }
        defer { state.audit?.write() }
        if closesRuntime {
            for problem in await state.runtime.close(within: state.timeToClose) { state.logger.error("\(problem)") }
        }
        // In a cluster, the logs have stored what was acknowledged, even if they cannot be reached now.
        if reasons.isEmpty, state.runtime is LiveActivityRuntime, let failure = state.runtime.storeFailure {
            reasons.append("\(failure)")
        }
        await state.pusher?.end()
        return reasons.first
    }

    private func server() -> HTTPServerBuilder {
        let limits = state.configuration.limits
        let secure = certificate.map { ($0, HTTP2Connections(limits: limits, streams: Connections())) }
        return HTTPServerBuilder { [state, events] responder in
            HTTPConnections(
                http1: HTTP1Channel(responder: responder), limits: limits, connections: state.connections, events: events,
                secure: secure)
        }
    }
}
#endif
