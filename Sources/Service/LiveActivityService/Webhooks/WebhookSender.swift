#if Service
import LiveActivities
import LiveActivityCore
import Logging
import NIOPosix
import Synchronization

/// Sends the changes of a named consumer to one endpoint: each at least once, those of one activity in order.
///
/// Changes that the endpoint has not accepted are sent again, also after a restart: every change, or the newest of each
/// activity and type (``Webhook/keepsNewestOnly``). ``WebhookDelivery`` decides; this class carries out its directives.
final class WebhookSender: Sendable {
    private enum Event {
        case source(WebhookSource)
        case read([Change], source: Int)
        case answered(WebhookDelivery.Item, WebhookDelivery.Answer)
        case kept(WebhookDelivery.Item, isStored: Bool)
        case timer(ContinuousClock.Instant)
        case disabledElsewhere
        case retryNow
    }

    /// A failed call.
    struct Failure: Hashable, Sendable {
        var at: Date
        var change: Change
        var reason: String
    }

    /// The maximum number of failed calls that are kept for operators.
    private static let failuresMax = 100
    /// The maximum number of dead letters that one request resends.
    static let resentMax = 1_000

    let webhook: Webhook
    private let client: WebhookClient
    private let disabled: DisabledWebhooks
    private let letters: DeadLetters
    private let runtime: any ServiceRuntime
    private let logger: Logger
    private let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void
    private let counts = Mutex(WebhookDelivery.Counts())
    /// Whether the run has been requested to end. The delivery counts it only when it receives the event.
    private let isDisabled = Atomic(false)
    private let failures = Mutex<[Failure]>([])
    /// Passes events to the running delivery; `nil` while there is none.
    private let events = Mutex<AsyncStream<Event>.Continuation?>(nil)

    /// - Parameter sleep: Returns at the given time, or earlier to retry sooner.
    /// - Throws: ``ServiceError`` for an invalid webhook.
    init(
        _ webhook: Webhook, allowsPrivate: Bool, userAgent: String = ServiceConfiguration.product, disabled: DisabledWebhooks,
        letters: DeadLetters = DeadLetters(),
        _ runtime: any ServiceRuntime, _ logger: Logger,
        sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void = { try await Task.sleep(until: $0) }
    ) throws(ServiceError) {
        try webhook.check(allowsPrivate: allowsPrivate)
        self.webhook = webhook
        let logger = logger[webhook: webhook.name]
        client = try WebhookClient(
            webhook, userAgent: userAgent,
            report: { logger.error("a webhook's secrets cannot be read", metadata: ["reason": "\($0)"]) },
            resolve: { try WebhookAddress.resolve($0, allowsPrivate: allowsPrivate) })
        self.disabled = disabled
        self.letters = letters
        self.runtime = runtime
        self.logger = logger
        self.sleep = sleep
    }

    var statistics: WebhookDelivery.Counts {
        var counts = counts.withLock { $0 }
        if isDisabled.load(ordering: .acquiring) { counts.isDisabled = true }
        return counts
    }

    /// Creates the consumer. Changes from before are not sent: the service accepts commands only after this call.
    func begin() async {
        guard !disabled.contains(webhook) else { return }
        // The run opens the consumer again, and reports an error that persists.
        try? await runtime.beginConsumer(webhook.consumer)
    }

    /// The last failed calls of this process, oldest first.
    var recentFailures: [Failure] { failures.withLock { $0 } }

    /// Signs the following calls with these secrets, each until its date.
    func replaceSecrets(_ secrets: [(WebhookSecret, until: Date?)]) { client.replaceSecrets(secrets) }

    /// Sends a message without a change.
    func test() async -> WebhookDelivery.Answer { await client.test() }

    /// Ends the run of a webhook that was disabled by a request or by another node. A later run of this sender ends at once.
    func disable() {
        isDisabled.store(true, ordering: .releasing)
        events.withLock { _ = $0?.yield(.disabledElsewhere) }
    }

    /// Repeats the failed calls that wait for their time at once.
    func retryNow() { events.withLock { _ = $0?.yield(.retryNow) } }

    /// Sends dead letters again, oldest first, until one is refused.
    ///
    /// - Throws: The error if the letters could not be removed from their file: they will be sent again.
    func resend(_ chosen: [DeadLetters.Letter]) async throws -> (accepted: Int, failure: String?) {
        var accepted: [Change] = []
        var failure: String?
        for letter in chosen.prefix(Self.resentMax) {
            failure = await client.send(letter.change).refusal
            guard failure == nil else { break }
            accepted.append(letter.change)
        }
        if !accepted.isEmpty { try letters.remove(of: webhook.name, accepted) }
        return (accepted.count, failure)
    }

    /// Sends changes until the task is cancelled, the runtime is closed, or the endpoint is gone.
    func run() async {
        let (events, post) = AsyncStream.makeStream(of: Event.self)
        self.events.withLock { $0 = post }
        defer { self.events.withLock { $0 = nil } }
        if statistics.isDisabled || disabled.contains(webhook) {
            counts.withLock { $0.isDisabled = true }
            logger.warning("webhook disabled: its endpoint has answered 410 Gone before, or a request has disabled it")
        } else {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.deliver(events, post) }
                group.addTask { await self.consume(post) }
                await group.next()
                // The endpoint is gone, or all sources have ended.
                group.cancelAll()
            }
        }
        guard statistics.isDisabled else { return }
        do throws(RuntimeError) { try await runtime.forgetConsumer(webhook.consumer) } catch { report(error) }
    }

    private func consume(_ post: AsyncStream<Event>.Continuation) async {
        do throws(RuntimeError) {
            try await runtime.consume(webhook.consumer) { changes in
                // Suspends until the delivery has released the source, or has ended.
                await withCheckedContinuation { post.yield(.source(WebhookSource(changes, ended: $0))) }
                return !self.statistics.isDisabled
            }
        } catch { report(error) }
    }

    private func deliver(_ events: AsyncStream<Event>, _ post: AsyncStream<Event>.Continuation) async {
        await withDiscardingTaskGroup { group in
            var delivery = WebhookDelivery(webhook, random: SystemRandomNumberGenerator())
            var sources: [Int: WebhookSource] = [:]
            var (opened, timers) = (0, Set<ContinuousClock.Instant>())
            events: for await event in events {
                let directives: [WebhookDelivery.Directive]
                switch event {
                case .source(let source):
                    opened += 1
                    sources[opened] = source
                    directives = delivery.opened(source: opened)
                case .read(let changes, let source): directives = delivery.received(changes, from: source)
                case .answered(let item, let answer):
                    if case .failed(let reason) = answer { note(item.change, reason) }
                    directives = delivery.answered(item, answer, at: .now)
                case .kept(let item, let isStored):
                    directives = delivery.kept(item, isStored: isStored, at: .now)
                case .retryNow: directives = delivery.retryNow(at: .now)
                case .timer(let time):
                    timers.remove(time)
                    directives = delivery.advance(to: time)
                case .disabledElsewhere:
                    logger.warning("webhook disabled by a request or another node")
                    directives = delivery.disabledElsewhere()
                }
                counts.withLock { $0 = delivery.counts }
                for directive in directives {
                    switch directive {
                    case .read(let number, let limit):
                        guard let source = sources[number] else { continue }
                        group.addTask { post.yield(.read(await source.read(atMost: limit), source: number)) }
                    case .send(let item):
                        group.addTask { post.yield(.answered(item, await self.client.send(item.change))) }
                    case .acknowledge(let item): sources[item.source]?.acknowledge(item.change)
                    case .release(let number): sources[number] = nil
                    case .reportRetry(let reason, let delay):
                        logger.notice(
                            "call failed", metadata: ["reason": "\(reason)", "again_s": "\(delay.components.seconds)"])
                    case .keep(let item, let reason):
                        post.yield(.kept(item, isStored: keep(item.change, reason)))
                    case .disable: await noteGone()
                    case .stop: break events
                    }
                }
                if let deadline = delivery.nextDeadline, timers.allSatisfy({ deadline < $0 }) {
                    timers.insert(deadline)
                    group.addTask {
                        try? await self.sleep(deadline)
                        post.yield(.timer(deadline))
                    }
                }
            }
            group.cancelAll()
        }
        client.close()
        // Releases sources that arrived too late.
        post.finish()
        for await _ in events {}
    }

    private func note(_ change: Change, _ reason: String) {
        failures.withLock { failures in
            if failures.count >= Self.failuresMax { failures.removeFirst() }
            failures.append(Failure(at: Date(), change: change, reason: reason))
        }
    }

    /// - Returns: Whether the dead letter is stored.
    private func keep(_ change: Change, _ reason: String) -> Bool {
        do {
            try letters.append(
                DeadLetters.Letter(webhook: webhook.name, at: Date().iso8601, reason: reason, change: change))
        } catch {
            logger.error("change not given up: its dead letter cannot be stored", metadata: ["error": "\(error)"])
            return false
        }
        logger.error("change given up: resend it from the dead letters", metadata: ["reason": "\(reason)"])
        return true
    }

    private func noteGone() async {
        do { try await NIOThreadPool.singleton.runIfActive { [disabled, webhook] in try disabled.insert(webhook) } } catch {
            logger.error("the next start calls it again", metadata: ["error": "\(error)"])
        }
        logger.warning("the endpoint answered 410 Gone: webhook disabled")
    }

    private func report(_ error: RuntimeError) { logger.error("webhook stopped", metadata: ["error": "\(error)"]) }
}

extension Logger {
    /// A logger that adds a webhook's name to each line.
    fileprivate subscript(webhook name: String) -> Logger {
        var logger = self
        logger[metadataKey: "webhook"] = "\(name)"
        return logger
    }
}
#endif
