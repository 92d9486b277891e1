#if Service
import AsyncHTTPClient
import Foundation
import LiveActivities
import LiveActivityCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// Sends the changes of a named consumer to one endpoint: each at least once, those of one activity in their order.
///
/// What the endpoint has not accepted comes again, also after a restart. While it fails, newer changes of an activity replace older ones of
/// the same sort, as for every named consumer. An activity whose change is refused holds up no other (``WebhookWindow``).
final class WebhookSender: Sendable {
    struct Counts: Hashable, Sendable {
        /// Changes that were accepted, calls that failed, and changes that were given up.
        var delivered = 0, failed = 0, abandoned = 0
        /// Whether the endpoint has said that it is gone.
        var isDisabled = false
    }

    private enum Answer: Sendable {
        case accepted
        case gone
        case failed(String)
    }

    let webhook: Webhook
    private let secrets: [WebhookSecret]
    private let allowsPrivate: Bool
    private let disabled: DisabledWebhooks
    private let runtime: any ServiceRuntime
    private let logger: Logger
    private let sleep: @Sendable (Double) async throws -> Void
    private let counts = Mutex(Counts())
    private let mailbox = WebhookMailbox()

    /// - Throws: ``ServiceError`` for an address or a secret that is none.
    init(
        _ webhook: Webhook, allowsPrivate: Bool, disabled: DisabledWebhooks, _ runtime: any ServiceRuntime, _ logger: Logger,
        sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    ) throws(ServiceError) {
        secrets = try Self.secrets(of: webhook)
        self.webhook = webhook
        self.allowsPrivate = allowsPrivate
        self.disabled = disabled
        self.runtime = runtime
        self.logger = logger
        self.sleep = sleep
    }

    /// The secrets of a webhook that can be called.
    static func secrets(of webhook: Webhook) throws(ServiceError) -> [WebhookSecret] {
        func refuse(_ reason: String) -> ServiceError {
            .badConfiguration(file: "webhook '\(webhook.name)'", line: 0, reason: reason)
        }
        guard let url = URL(string: webhook.url), url.scheme == "https" || url.scheme == "http", url.host?.isEmpty == false
        else {
            throw refuse("its url is an address such as https://example.org/hooks")
        }
        if let unknown = webhook.changes.first(where: { !Webhook.changeNames.contains($0) }) {
            throw refuse(Webhook.unknownChange(unknown))
        }
        let secrets = webhook.secrets.compactMap { WebhookSecret($0) }
        guard !secrets.isEmpty, secrets.count == webhook.secrets.count else {
            throw refuse("a secret is 'whsec_' and 24 to 64 bytes in Base64: echo whsec_$(openssl rand -base64 32)")
        }
        return secrets
    }

    var statistics: Counts { counts.withLock { $0 } }

    // MARK: - Changes

    /// Sends changes until the task is cancelled, the runtime is closed, or the endpoint is gone.
    func run() async {
        let consumer = webhook.consumer
        disabled.follow(webhook) { [mailbox] in mailbox.wake() }
        if disabled.contains(webhook) {
            counts.withLock { $0.isDisabled = true }
            logger.warning("the endpoint was gone (410): not called", metadata: ["webhook": "\(webhook.name)"])
        } else {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.deliver() }
                group.addTask {
                    do throws(RuntimeError) {
                        try await self.runtime.consume(consumer) { changes in
                            await self.mailbox.add(changes)
                            return !self.statistics.isDisabled
                        }
                    } catch { self.report(error) }
                    self.mailbox.close()
                }
                await group.next()
                // The endpoint is gone, or nobody gives changes any more.
                group.cancelAll()
            }
        }
        guard statistics.isDisabled else { return }
        do throws(RuntimeError) { try await runtime.forgetConsumer(consumer) } catch { report(error) }
    }

    private func report(_ error: RuntimeError) {
        logger.error("webhook stopped", metadata: ["webhook": "\(webhook.name)", "error": "\(error)"])
    }

    private enum Event {
        /// The mailbox has something.
        case news
        /// The next change of a source; `nil` when there is no more.
        case change(Int, Change?)
        case answered(Int, Change, Answer)
        /// The pause after a failure of this change is over.
        case retry(Int, Change)
        /// The pause after many failures is over.
        case release
    }

    /// Changes that are read.
    private struct Open {
        var source: WebhookSource
        var iterator: ConsumerChangeSequence.Iterator
        /// Whether the next change is awaited.
        var isReading = false
        /// Whether there are no more: its partition has another owner.
        var hasEnded = false
        /// With its changes.
        var calls = 0
    }

    /// Reads changes, sends as many at a time as may be, and acknowledges what is done.
    private func deliver() async {
        await withTaskGroup(of: Event.self) { group in
            var window = WebhookWindow()
            var open: [Int: Open] = [:]
            var (count, isClosed) = (0, false)
            func acknowledge(_ change: Change?, _ number: Int) {
                if let change { open[number]?.source.changes.acknowledge(change) }
            }
            func add(_ change: Change, _ number: Int) {
                acknowledge(window.add(change, source: number, isWanted: wants(change)), number)
            }
            func close(_ number: Int) {
                guard let its = open[number], its.hasEnded, its.calls == 0 else { return }
                open[number] = nil
            }

            defer {
                mailbox.close()
                group.cancelAll()
            }
            group.addTask { await self.news() }
            repeat {
                for (number, its) in open where !its.isReading && !its.hasEnded && !window.isFull {
                    open[number]?.isReading = true
                    group.addTask { .change(number, await its.iterator.next()) }
                }
                while let (number, change) = window.next() {
                    open[number]?.calls += 1
                    group.addTask { .answered(number, change, await self.call(with: change)) }
                }
                switch await group.next() {
                case .news?:
                    if disabled.contains(webhook) {
                        logger.warning("the endpoint is gone for another node", metadata: ["webhook": "\(webhook.name)"])
                        return counts.withLock { $0.isDisabled = true }
                    }
                    let news = mailbox.take()
                    for source in news.sources {
                        count += 1
                        open[count] = Open(source: source, iterator: source.changes.makeAsyncIterator())
                    }
                    isClosed = news.isClosed
                    group.addTask { await self.news() }
                case .change(let number, let change?)?:
                    open[number]?.isReading = false
                    add(change, number)
                    while !window.isFull, let change = open[number]?.source.changes.nextIfAny() { add(change, number) }
                case .change(let number, nil)?:
                    open[number]?.hasEnded = true
                    window.drop(source: number)
                    close(number)
                case .answered(let number, let change, .accepted)?:
                    open[number]?.calls -= 1
                    counts.withLock { $0.delivered += 1 }
                    acknowledge(window.accepted(change, source: number), number)
                    close(number)
                case .answered(let number, let change, .failed(let reason))?:
                    open[number]?.calls -= 1
                    let (failures, hold) = window.failed(change, source: number)
                    if let hold { group.addTask { await self.pause(hold, then: .release) } }
                    if open[number]?.hasEnded != false {
                        counts.withLock { $0.failed += 1 }
                    } else if let delay = delay(after: failures, reason) {
                        group.addTask { await self.pause(delay, then: .retry(number, change)) }
                    } else {
                        acknowledge(window.giveUp(change, source: number), number)
                    }
                    close(number)
                case .answered(_, _, .gone)?: return disable()
                case .retry(let number, let change)?: window.retry(change, source: number)
                case .release?: window.release()
                case nil: return
                }
            } while !Task.isCancelled && !(isClosed && open.isEmpty)
        }
    }

    private func news() async -> Event {
        for await _ in mailbox.wakeUps { break }
        return .news
    }

    private func pause(_ seconds: Double, then event: Event) async -> Event {
        try? await sleep(seconds)
        return event
    }

    private func disable() {
        counts.withLock { $0.isDisabled = true }
        do { try disabled.insert(webhook) } catch {
            logger.error("the next start calls it again", metadata: ["error": "\(error)"])
        }
        logger.warning("the endpoint is gone (410): webhook disabled", metadata: ["webhook": "\(webhook.name)"])
    }

    /// Counts a failed call. Returns the seconds until the next; `nil` if the change is given up.
    private func delay(after failures: Int, _ reason: String) -> Double? {
        counts.withLock { $0.failed += 1 }
        guard let delay = WebhookSchedule.delay(after: failures, random: .random(in: 0...1)) else {
            counts.withLock { $0.abandoned += 1 }
            logger.error("change given up", metadata: ["webhook": "\(webhook.name)", "reason": "\(reason)"])
            return nil
        }
        logger.notice(
            "call failed", metadata: ["webhook": "\(webhook.name)", "reason": "\(reason)", "again_s": "\(Int(delay))"])
        return delay
    }

    private func wants(_ change: Change) -> Bool {
        (webhook.kinds.isEmpty || webhook.kinds.contains(change.kind))
            && (webhook.changes.isEmpty || webhook.changes.contains(change.what.name))
    }

    // MARK: - One call

    private func call(with change: Change) async -> Answer {
        do {
            guard let url = URL(string: webhook.url), let host = url.host else { return .failed("the url is none") }
            let address = try WebhookAddress.resolve(host, allowsPrivate: allowsPrivate)
            var configuration = HTTPClient.Configuration(
                redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .seconds(15)))
            // The address that was checked, not what the name stands for a moment later.
            configuration.dnsOverride = [host: address]
            configuration.httpVersion = .http1Only
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            let answer: Answer
            do { answer = try await send(change, with: client) } catch { answer = .failed("\(error)") }
            try? await client.shutdown()
            return answer
        } catch { return .failed("\(error)") }
    }

    private func send(_ change: Change, with client: HTTPClient) async throws -> Answer {
        let body = try Self.body(of: change)
        let id = "msg_\(webhook.name)_\(change.activity.shard)_\(change.sequence)"
        let timestamp = Int(Date().timeIntervalSince1970)
        var request = HTTPClientRequest(url: webhook.url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "webhook-id", value: id)
        request.headers.add(name: "webhook-timestamp", value: "\(timestamp)")
        request.headers.add(
            name: "webhook-signature",
            value: secrets.map { $0.signature(id: id, timestamp: timestamp, body: body) }.joined(separator: " "))
        if let trace = change.trace { request.headers.add(name: "traceparent", value: trace.traceparent) }
        request.body = .bytes(ByteBuffer(bytes: body))
        let response = try await client.execute(request, timeout: .seconds(20))
        switch response.status.code {
        case 200..<300: return .accepted
        case 410: return .gone
        default: return .failed("the endpoint answered \(response.status.code)")
        }
    }

    /// `{"type":"activity.updated","timestamp":…,"data":…}`, where `data` is the change as every interface writes it.
    static func body(of change: Change) throws -> [UInt8] {
        var pieces = JSONPieces()
        pieces.put(#"{"type":"activity."#)
        pieces.put(plain: change.what.name)
        pieces.put(#"","timestamp":""#)
        pieces.put(plain: change.at.iso8601)
        pieces.put(#"","data":"#)
        var bytes: [UInt8] = []
        try change.write(into: &bytes, with: WireEncoder())
        pieces.put(bytes)
        pieces.put("}")
        return pieces.bytes
    }
}
#endif
