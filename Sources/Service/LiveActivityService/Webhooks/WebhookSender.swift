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
/// the same sort, as for every named consumer.
final class WebhookSender: Sendable {
    struct Counts: Hashable, Sendable {
        /// Changes that were accepted, calls that failed, and changes that were given up.
        var delivered = 0, failed = 0, abandoned = 0
        /// Whether the endpoint has said that it is gone.
        var isDisabled = false
    }

    private enum Answer {
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

    /// Calls under way at a time; each is of another activity.
    private static let callsMax = 8

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
        do {
            let consumer = ConsumerName("webhook:\(webhook.name)")
            guard !disabled.contains(webhook) else {
                counts.withLock { $0.isDisabled = true }
                logger.warning("the endpoint was gone (410): not called", metadata: ["webhook": "\(webhook.name)"])
                return try await runtime.forgetConsumer(consumer)
            }
            let changes = try await runtime.consumerChanges(for: consumer)
            let iterator = changes.makeAsyncIterator()
            while !Task.isCancelled, let first = await iterator.next() {
                var batch = [first]
                while batch.count < 64, let next = changes.nextIfAny() { batch.append(next) }
                guard await deliver(batch) else { break }
                for change in batch { changes.acknowledge(change) }
            }
            if statistics.isDisabled { try await runtime.forgetConsumer(consumer) }
        } catch { logger.error("webhook stopped", metadata: ["webhook": "\(webhook.name)", "error": "\(error)"]) }
    }

    /// - Returns: Whether all were accepted or given up, so that they may be acknowledged.
    private func deliver(_ batch: [Change]) async -> Bool {
        var ofActivity: [[Change]] = []
        var index: [ActivityID: Int] = [:]
        for change in batch where wants(change) {
            if let known = index[change.activity] {
                ofActivity[known].append(change)
            } else {
                index[change.activity] = ofActivity.count
                ofActivity.append([change])
            }
        }
        return await withTaskGroup(of: Bool.self) { group in
            var next = 0
            func add() {
                guard next < ofActivity.count else { return }
                let changes = ofActivity[next]
                next += 1
                group.addTask { await self.deliver(inOrder: changes) }
            }
            for _ in 0..<Self.callsMax { add() }
            while let isDone = await group.next() {
                if !isDone {
                    group.cancelAll()
                    return false
                }
                add()
            }
            return true
        }
    }

    private func wants(_ change: Change) -> Bool {
        (webhook.kinds.isEmpty || webhook.kinds.contains(change.kind))
            && (webhook.changes.isEmpty || webhook.changes.contains(change.what.name))
    }

    private func deliver(inOrder changes: [Change]) async -> Bool {
        for change in changes {
            var failures = 0
            attempts: while true {
                if Task.isCancelled { return false }
                switch await call(with: change) {
                case .accepted:
                    counts.withLock { $0.delivered += 1 }
                    break attempts
                case .gone:
                    counts.withLock { $0.isDisabled = true }
                    do { try disabled.insert(webhook) } catch {
                        logger.error("the next start calls it again", metadata: ["error": "\(error)"])
                    }
                    logger.warning("the endpoint is gone (410): webhook disabled", metadata: ["webhook": "\(webhook.name)"])
                    return false
                case .failed(let reason):
                    failures += 1
                    counts.withLock { $0.failed += 1 }
                    guard let delay = WebhookSchedule.delay(after: failures, random: .random(in: 0...1)) else {
                        counts.withLock { $0.abandoned += 1 }
                        logger.error("change given up", metadata: ["webhook": "\(webhook.name)", "reason": "\(reason)"])
                        break attempts
                    }
                    logger.notice(
                        "call failed",
                        metadata: ["webhook": "\(webhook.name)", "reason": "\(reason)", "again_s": "\(Int(delay))"])
                    if (try? await sleep(delay)) == nil { return false }
                }
            }
        }
        return true
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
