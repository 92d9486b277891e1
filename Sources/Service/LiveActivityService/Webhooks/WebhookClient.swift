#if Service
import AsyncHTTPClient
import Foundation
import LiveActivityCore
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Sends the requests of one webhook, over connections that are kept open between them.
///
/// Before each request the endpoint's name is resolved and every address checked (``WebhookAddress``). Connections go to a
/// checked address and are reused only as long as the name resolves to it, so a later change of the name cannot redirect a
/// request into a private network.
final class WebhookClient: Sendable {
    /// An HTTP client that connects to one fixed address, whatever the name resolves to.
    private final class Pinned: Sendable {
        let address: String
        let http: HTTPClient

        init(_ host: String, at address: String) {
            self.address = address
            var configuration = HTTPClient.Configuration(
                redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .seconds(15)))
            configuration.dnsOverride = [host: address]
            configuration.httpVersion = .http1Only
            // The delivery schedules retries.
            configuration.connectionPool.retryConnectionEstablishment = false
            http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }

        // Released after its last request.
        deinit { http.shutdown { _ in } }
    }

    /// The maximum number of bytes of a response that are read, so that its connection can be reused. Their content is ignored.
    private static let answerBytesMax = 65_536

    private let webhook: Webhook
    private let host: String
    private let userAgent: String
    private let files: WebhookSecretFiles
    /// The secrets of a webhook that was created over HTTP; `nil` for a configured webhook.
    private let secrets = Mutex<[(WebhookSecret, until: Date?)]?>(nil)
    private let resolve: @Sendable (String) throws -> [String]
    private let pinned = Mutex<Pinned?>(nil)

    /// - Parameters:
    ///   - report: Receives what is wrong with secrets that were changed.
    ///   - resolve: Returns the allowed addresses of a host; it may block.
    /// - Throws: ``ServiceError`` for an invalid webhook.
    init(
        _ webhook: Webhook, userAgent: String = ServiceConfiguration.product,
        report: @escaping @Sendable (String) -> Void = { _ in },
        resolve: @escaping @Sendable (String) throws -> [String]
    ) throws(ServiceError) {
        (self.webhook, self.userAgent) = (webhook, userAgent)
        host = try webhook.checkedHost()
        files = try WebhookSecretFiles(of: webhook, report: report)
        self.resolve = resolve
    }

    /// Signs the following requests with these secrets, each until its date.
    func replaceSecrets(_ new: [(WebhookSecret, until: Date?)]) { secrets.withLock { $0 = new } }

    /// Sends a change to the endpoint.
    func send(_ change: Change) async -> WebhookDelivery.Answer {
        let message = Message(type: "activity.\(change.what.name)", timestamp: change.at.iso8601, data: change)
        return await send(message, webhook.messageID(of: change), change.trace)
    }

    /// Sends a message without a change, which shows whether the endpoint can be reached and verifies signatures.
    func test() async -> WebhookDelivery.Answer {
        let message = Message(type: "webhook.test", timestamp: Date().iso8601, data: ["webhook": webhook.name])
        return await send(message, "msg_\(webhook.name)_test_\(UInt64.random(in: .min ... .max))", nil)
    }

    private func send(
        _ message: some Encodable & Sendable, _ id: String, _ trace: TraceContext?
    ) async -> WebhookDelivery.Answer {
        do {
            let body = try WireEncoder().encode(message)
            let client = try await client()
            let response: HTTPClientResponse
            do { response = try await client.http.execute(request(body, id, trace), timeout: .seconds(20)) } catch {
                // The next request tries another address of the name, if there is one.
                unpin(client)
                throw error
            }
            _ = try? await response.body.collect(upTo: Self.answerBytesMax)
            switch response.status.code {
            case 200..<300: return .accepted
            case 410: return .gone
            default: return .failed("the endpoint answered \(response.status.code)")
            }
        } catch { return .failed("\(error)") }
    }

    /// Closes the connections.
    func close() { pinned.withLock { $0 = nil } }

    private func client() async throws -> Pinned {
        let addresses = try await NIOThreadPool.singleton.runIfActive { [resolve, host] in try resolve(host) }
        return try pinned.withLock { pinned in
            if let pinned, addresses.contains(pinned.address) { return pinned }
            guard let address = addresses.first else { throw WebhookAddress.Refusal(description: "'\(host)' has no address") }
            let new = Pinned(host, at: address)
            pinned = new
            return new
        }
    }

    private func unpin(_ client: Pinned) { pinned.withLock { if $0 === client { $0 = nil } } }

    // MARK: - One request

    private func request(_ body: [UInt8], _ id: String, _ trace: TraceContext?) -> HTTPClientRequest {
        let now = Date()
        let timestamp = Int(now.timeIntervalSince1970)
        let exchanged = secrets.withLock { $0?.filter { $0.until.map { now < $0 } ?? true }.map(\.0) }
        let secrets = exchanged ?? files.secrets()
        var request = HTTPClientRequest(url: webhook.url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "user-agent", value: userAgent)
        request.headers.add(name: "webhook-id", value: id)
        request.headers.add(name: "webhook-timestamp", value: "\(timestamp)")
        request.headers.add(
            name: "webhook-signature",
            value: secrets.map { $0.signature(id: id, timestamp: timestamp, body: body) }.joined(separator: " "))
        if let trace { request.headers.add(name: "traceparent", value: trace.traceparent) }
        request.body = .bytes(ByteBuffer(bytes: body))
        return request
    }

    /// The body of a request: `{"type":"activity.updated","timestamp":…,"data":…}`.
    private struct Message<Content: Encodable & Sendable>: Encodable, Sendable {
        var type: String
        var timestamp: String
        /// The change, in the same JSON form as everywhere.
        var data: Content
    }
}

extension Webhook {
    /// The id of the calls with a change. It is the same in each repetition.
    func messageID(of change: Change) -> String { "msg_\(name)_\(change.activity.shard)_\(change.sequence)" }

    /// The host of the URL, after checking it.
    ///
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)`` for an invalid URL.
    func checkedHost() throws(ServiceError) -> String {
        guard let url = URL(string: url), url.scheme == "https" || url.scheme == "http", let host = url.host, !host.isEmpty
        else { throw refused("its url must be an address such as https://example.org/hooks") }
        return host
    }

    /// The decoded secrets.
    ///
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)`` if there are none or one is invalid.
    func checkedSecrets() throws(ServiceError) -> [WebhookSecret] {
        let found = secrets.compactMap { WebhookSecret($0) }
        guard !found.isEmpty, found.count == secrets.count else {
            throw refused(
                "a secret must be 'whsec_' followed by 24 to 64 bytes in Base64: echo whsec_$(openssl rand -base64 32)")
        }
        return found
    }

    /// Refuses a webhook that could never be called.
    ///
    /// - Parameter allowsPrivate: `true` accepts addresses of this machine and of private networks. A name is resolved before
    ///   each request rather than here.
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)``.
    func check(allowsPrivate: Bool) throws(ServiceError) {
        let host = try checkedHost()
        guard allowsPrivate || !WebhookAddress.isAlwaysPrivate(host) else {
            throw refused(
                "'\(host.abridged)' is not a public address, so it is not called; 'allowPrivateWebhooks: true' allows it")
        }
        if let unknown = changes.first(where: { !Self.changeNames.contains($0) }) { throw refused(Self.unknownChange(unknown)) }
        _ = try checkedSecrets()
    }

    func refused(_ reason: String) -> ServiceError {
        .badConfiguration(file: "webhook '\(name.abridged)'", line: 0, reason: reason)
    }
}
#endif
