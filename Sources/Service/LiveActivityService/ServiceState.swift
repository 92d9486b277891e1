#if Service
import Dispatch
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import LiveActivityPush
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// The state that all requests of a service share.
final class ServiceState: Sendable {
    let configuration: ServiceConfiguration
    let kinds: ServiceKinds
    let runtime: any ServiceRuntime
    let hub: StreamHub
    let tokens: TokenFile?
    let links: ActivityLinks
    let descriptions: [KindDescription]
    /// The dates of each event of ``descriptions``, as JSON pointers.
    let eventDates: [ActivityKind: [[String]]]
    let memberCheck: UnknownMemberCheck
    let metrics: ServiceMetrics
    let limiter: RateLimiter?
    let idempotency = IdempotencyCache()
    let histories = HistoryCache()
    let kindAnswers = KindAnswers()
    let connections = Connections()
    let streamAccess = StreamAccess()
    /// Sends pushes and stores device registrations; `nil` if no push is configured.
    let pusher: (any ServicePusher)?
    /// The reachability of the push services; `nil` if no push is configured.
    let pushReach: PushReach?
    let webhooks: WebhookRegistry
    /// The settings that all nodes of a cluster share; `nil` outside a cluster.
    let settings: SharedSettings?
    /// Records what callers with tokens change; `nil` without an audit log.
    let audit: AuditLog?
    /// The store with the journal; `nil` without a journal.
    let journal: (any ActivityStore)?
    private let replays = DispatchQueue(label: "replays of the journal")
    private let replayed = ReplayCache()
    let logger: Logger
    /// When the service began to stop; `nil` before that.
    private let drainingSince = Mutex<ContinuousClock.Instant?>(nil)
    private let draining = Atomic(false)

    init(
        _ configuration: ServiceConfiguration, _ kinds: ServiceKinds, _ runtime: any ServiceRuntime,
        pusher: (any ServicePusher)?, pushReach: PushReach?, journal: (any ActivityStore)?, routes: [Route], logger: Logger
    ) throws {
        self.configuration = configuration
        self.kinds = kinds
        self.runtime = runtime
        self.pusher = pusher
        self.pushReach = pushReach
        self.journal = journal
        self.logger = logger
        hub = StreamHub(runtime, configuration.streams)
        let settings = try (runtime as? ClusterRuntime)?.sharedSettings()
        self.settings = settings
        tokens = configuration.tokens.map { path in
            TokenFile(path: path, shared: settings.map { SharedTable(in: $0, "token/") }, logger: logger)
        }
        links = try settings.map { try ActivityLinks(in: $0) } ?? ActivityLinks(keyFile: configuration.linkKey)
        audit = configuration.audit.map { AuditLog(folder: $0, days: configuration.auditDays, logger: logger) }
        webhooks = try WebhookRegistry(configuration, runtime, logger, in: settings)
        descriptions = try kinds.providers.compactMap {
            try KindDescription($0, among: kinds.providers, summary: kinds.summaries[$0.kind])
        }
        let pairs = descriptions.compactMap { description in
            kinds.providers.first { $0.kind == description.kind }.map { (description, $0.types.event) }
        }
        eventDates = Dictionary(
            pairs.map { description, type in
                (description.kind, description.events.map { ExampleDates(in: $0.event, of: type).pointers })
            }, uniquingKeysWith: { first, _ in first })
        memberCheck = UnknownMemberCheck(kinds.providers, numbers: (runtime as? LiveActivityRuntime)?.kindsByNumber)
        metrics = ServiceMetrics(routes: routes.map(\.name))
        limiter = configuration.limits.requestsPerSecond.map {
            RateLimiter(perSecond: $0, burst: configuration.limits.burst ?? $0 * 10)
        }
        runtime.followChanges { [hub] in hub.take($0) }
        if runtime.mayShowUnstored { runtime.followStored { [hub] in hub.noteStored() } }
    }

    /// Reads the changes of other nodes to the settings, until the task is cancelled. Returns at once outside a cluster.
    ///
    /// Three times a second: with ``StreamAccess``, a stream ends within a second after its token was revoked at another node.
    func followSettings() async {
        guard settings != nil else { return }
        (runtime as? ClusterRuntime)?.answerHosts { [weak webhooks] in await webhooks?.answer($0) ?? Data() }
        var (isFailing, count) = (false, 0)
        while (try? await Task.sleep(for: .milliseconds(300))) != nil {
            do {
                try await NIOThreadPool.singleton.runIfActive { [webhooks] in try webhooks.read() }
                if isFailing { logger.notice("the cluster's settings can be read again") }
                isFailing = false
            } catch {
                if !isFailing {
                    logger.error(
                        "the cluster's settings cannot be read: tokens and webhooks stay as they are",
                        metadata: ["error": "\(error)"])
                }
                isFailing = true
            }
            count += 1
            if count.isMultiple(of: 16) { await webhooks.forgetRemoved() }
        }
    }

    /// Whether the service is stopping and refuses new starts.
    var isDraining: Bool { draining.load(ordering: .relaxed) }
    func drain() {
        drainingSince.withLock { $0 = $0 ?? .now }
        draining.store(true, ordering: .relaxed)
    }

    /// The time that is left to close the runtime: at least two seconds, so that a working store can write everything.
    var timeToClose: Duration {
        let limit = Duration.seconds(configuration.drainTimeout + configuration.drainDelay)
        let used = drainingSince.withLock { $0 }.map { ContinuousClock.now - $0 } ?? .zero
        return max(limit - used, .seconds(2))
    }

    /// Whether callers must show a token: if the service listens beyond loopback, or a token has ever existed.
    var needsToken: Bool { !configuration.isLoopback || tokens?.areNeeded == true }
    var hasTokens: Bool { tokens?.isEmpty == false }

    /// Returns when everything read of these activities before this call is durable, if the runtime's durability promises it.
    ///
    /// - Throws: `RuntimeError` if the store fails and does not have what was read.
    func untilStored(_ activities: [ActivityID]) async throws(RuntimeError) {
        do throws(RuntimeError) { try await runtime.untilStored(activities.count == 1 ? activities[0] : nil) } catch {
            // Activities without unstored changes can be read even while the store fails.
            if hub.holds(Set(activities)) { throw error }
        }
    }

    /// An activity's history; `nil` without a journal.
    func history(of id: ActivityID) async throws -> ActivityHistory? {
        try await replay { try $0.history(of: id, with: $1, until: Date()) }
    }

    /// The history of all activities, the oldest changes first; `nil` without a journal. A page that follows another one
    /// continues its replay.
    func history(_ filter: HistoryFilter, limit: Int) async throws -> [HistoryMoment]? {
        try await replay { [replayed] in try replayed.page(filter, limit: limit, of: $0, with: $1) }
    }

    /// The activities that existed at a time, by id; `nil` without a journal.
    func activities(at date: Date) async throws -> [ActivityID: (record: ActivityRecord, kind: ActivityKind)]? {
        try await replay { [replayed] in try replayed.activities(at: date, of: $0, with: $1) }
    }

    /// Reads the journal, which has everything that was answered before.
    ///
    /// One replay at a time: each needs the snapshots of the journal in memory, and a thread.
    private func replay<Value: Sendable>(
        _ body: @escaping @Sendable (any ActivityStore, [AnyProvider]) throws -> Value
    ) async throws -> Value? {
        guard let journal else { return nil }
        try? await runtime.flush()
        let providers = kinds.providers
        return try await withCheckedThrowingContinuation { continuation in
            replays.async { [replays, replayed] in
                continuation.resume(with: Result { try body(journal, providers) })
                replays.asyncAfter(deadline: .now() + ReplayCache.lifetime) { replayed.dropUnused() }
            }
        }
    }
}

// Authentication and rate limits of callers.
extension ServiceState {
    /// The permissions of a route's caller.
    ///
    /// - Throws: ``Problem``, 401, if a token is required and missing or invalid.
    func access(_ request: RequestHead, _ route: Route) throws(Problem) -> Access {
        let header = request[.authorization]
        if header == nil, !needsToken {
            if configuration.isLoopback, route.scope != nil {
                try RequestSite(request).check(isWriting: route.writes, origins: configuration.origins)
            }
            return .everything
        }
        if route.scope == nil { return Access(name: "anonymous", scope: .read) }
        let text: String?
        if let header {
            let parts = header.split(separator: " ", maxSplits: 1)
            text = parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
        } else if request.method == .get {
            // A web page's `EventSource` cannot set headers.
            text = URI(request.target ?? "").queryParameters["access_token"].map(String.init)
        } else {
            text = nil
        }
        if let text, let access = tokens?.access(text) ?? links.access(text) { return access }
        var problem = Problem(
            .unauthorized, "unauthorized",
            text == nil
                ? "This request needs a token. Create one with 'live-activities token create'."
                : "The token is unknown or has expired.")
        problem.headers[.wwwAuthenticate] = "Bearer"
        throw problem
    }

    /// The reason why an access granted earlier has ended; `nil` while it is valid.
    func refusal(of access: Access, now: Date = Date()) -> StreamEnd? {
        if access.isAnonymous {
            guard needsToken else { return nil }
            return StreamEnd(code: "unauthorized", detail: "The service now requires a token: open the stream with one.")
        }
        if let date = access.expiresAt, date <= now {
            return StreamEnd(code: "expired", detail: "The \(access.activity == nil ? "token" : "link") has expired.")
        }
        if access.activity != nil {
            return links.isRevoked(access) ? StreamEnd(code: "revoked", detail: "The link was revoked.") : nil
        }
        guard tokens?.allows(access, now: now) != true else { return nil }
        return StreamEnd(code: "revoked", detail: "The token was revoked, or its permissions have changed.")
    }

    /// Records a request in the audit log, if its caller has a token.
    func audit(_ request: RequestHead, _ access: Access, _ status: HTTPResponse.Status) {
        guard let audit, !access.isAnonymous else { return }
        audit.append(
            AuditLog.Entry(
                at: Date().iso8601, token: access.name, owner: access.owner, method: request.method.rawValue,
                path: request.path, status: status.code))
    }

    /// Counts a request of a caller.
    ///
    /// - Returns: The headers that tell the caller its limit; none where requests are not limited.
    /// - Throws: ``Problem``, 429, where it has made too many.
    func limit(_ access: Access, _ channel: any Channel) throws(Problem) -> HTTPFields {
        guard let limiter else { return [:] }
        let address = access.isAnonymous || access.isLink ? channel.remoteAddress?.ipAddress ?? "" : ""
        let client = access.isAnonymous ? address : access.client + address
        let decision = limiter.take(client)
        // draft-ietf-httpapi-ratelimit-headers: a burst is refilled within the window.
        let (burst, window) = (Int(limiter.burst), Int((limiter.burst / limiter.perSecond).rounded(.up)))
        var headers: HTTPFields = [
            .rateLimitPolicy: "\"client\";q=\(burst);w=\(window)",
            .rateLimit: "\"client\";r=\(decision.remaining);t=\(Int((decision.wait ?? 1 / limiter.perSecond).rounded(.up)))",
        ]
        guard let wait = decision.wait else { return headers }
        headers[.retryAfter] = "\(Int(wait.rounded(.up)))"
        var problem = Problem(.tooManyRequests, "tooManyRequests", "Too many requests: wait before the next one.")
        problem.headers = headers
        throw problem
    }
}
#endif
