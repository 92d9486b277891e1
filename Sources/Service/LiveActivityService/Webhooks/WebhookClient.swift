#if Service
import AsyncHTTPClient
import Foundation
import LiveActivityCore
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Makes the requests of one webhook, over connections that stay open between them.
///
/// Before each request the endpoint's name is resolved and every address of it checked (``WebhookAddress``). The connections go
/// to one of the addresses that were checked, and only as long as the name still stands for it: what the name stands for a
/// moment later counts for the next request.
final class WebhookClient: Sendable {
    /// A client whose connections go to one address, whatever the name stands for meanwhile.
    private final class Pinned: Sendable {
        let address: String
        let http: HTTPClient

        init(_ host: String, at address: String) {
            self.address = address
            var configuration = HTTPClient.Configuration(
                redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .seconds(15)))
            configuration.dnsOverride = [host: address]
            configuration.httpVersion = .http1Only
            // The schedule of retries is that of the delivery.
            configuration.connectionPool.retryConnectionEstablishment = false
            http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }

        // After its last request.
        deinit { http.shutdown { _ in } }
    }

    /// Bytes of an answer's body that are read, so that its connection can be used again. What they say is not used.
    private static let answerBytesMax = 65_536

    private let webhook: Webhook
    private let host: String
    private let secrets: [WebhookSecret]
    private let resolve: @Sendable (String) throws -> [String]
    private let pinned = Mutex<Pinned?>(nil)

    /// - Parameter resolve: Gives the addresses of a host that may be connected to; it may block.
    /// - Throws: ``ServiceError`` for a webhook that cannot be called.
    init(_ webhook: Webhook, resolve: @escaping @Sendable (String) throws -> [String]) throws(ServiceError) {
        self.webhook = webhook
        (host, secrets) = (try webhook.checkedHost(), try webhook.checkedSecrets())
        self.resolve = resolve
    }

    /// Sends a change.
    func send(_ change: Change) async -> WebhookDelivery.Answer {
        do {
            let client = try await client()
            let response: HTTPClientResponse
            do { response = try await client.http.execute(request(change), timeout: .seconds(20)) } catch {
                // The next request takes another address, if the name has one that works.
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

    private func request(_ change: Change) throws -> HTTPClientRequest {
        let body = try WireEncoder().encode(
            Message(type: "activity.\(change.what.name)", timestamp: change.at.iso8601, data: change))
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
        return request
    }

    /// What an endpoint gets: `{"type":"activity.updated","timestamp":…,"data":…}`.
    private struct Message: Encodable {
        var type: String
        var timestamp: String
        /// As every interface writes it.
        var data: Change
    }
}

extension Webhook {
    /// The host of the address.
    ///
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)``.
    func checkedHost() throws(ServiceError) -> String {
        guard let url = URL(string: url), url.scheme == "https" || url.scheme == "http", let host = url.host, !host.isEmpty
        else { throw refused("its url is an address such as https://example.org/hooks") }
        return host
    }

    /// The secrets.
    ///
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)`` where there is none, or one that is something else.
    func checkedSecrets() throws(ServiceError) -> [WebhookSecret] {
        let found = secrets.compactMap { WebhookSecret($0) }
        guard !found.isEmpty, found.count == secrets.count else {
            throw refused("a secret is 'whsec_' and 24 to 64 bytes in Base64: echo whsec_$(openssl rand -base64 32)")
        }
        return found
    }

    /// Refuses a webhook that would never be called.
    ///
    /// - Parameter allowsPrivate: `true` accepts addresses of this machine and of private networks. A name is resolved before
    ///   each call, and not here.
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)``.
    func check(allowsPrivate: Bool) throws(ServiceError) {
        let host = try checkedHost()
        guard allowsPrivate || !WebhookAddress.isAlwaysPrivate(host) else {
            throw refused("'\(host)' is not a public address and would never be called; 'allowPrivateWebhooks: true' allows it")
        }
        if let unknown = changes.first(where: { !Self.changeNames.contains($0) }) { throw refused(Self.unknownChange(unknown)) }
        _ = try checkedSecrets()
    }

    private func refused(_ reason: String) -> ServiceError {
        .badConfiguration(file: "webhook '\(name)'", line: 0, reason: reason)
    }
}
#endif
