#if Service
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import Logging
import Synchronization

/// The webhooks whose endpoints have answered that they are gone, in a file, so that a restart does not call them again. On a
/// cluster each node tells the others, which write their own file.
///
/// An entry is for an address: a webhook with another address is called.
final class DisabledWebhooks: Sendable {
    private struct State {
        var addresses: [String: String]
        /// By name: called when the webhook was disabled by another node.
        var senders: [String: @Sendable () -> Void] = [:]
    }

    /// The file has an object: a webhook's name and the address that is gone.
    private let file: String?
    private let state: Mutex<State>
    private let webhooks: [Webhook]
    private let cluster: ClusterRuntime?
    private let logger: Logger

    /// - Parameters:
    ///   - file: Made when the first is disabled; `nil` remembers them for this process alone.
    ///   - webhooks: Those of the configuration: what other nodes say of others does not count here.
    ///   - cluster: The node, where there is a cluster.
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)`` for a file that is something else.
    init(
        file: String?, webhooks: [Webhook] = [], cluster: ClusterRuntime? = nil, logger: Logger = Logger(label: "webhooks")
    ) throws(ServiceError) {
        (self.file, self.webhooks, self.cluster, self.logger) = (file, webhooks, cluster, logger)
        var addresses: [String: String] = [:]
        if let file, let data = try? Data(contentsOf: URL(filePath: file)) {
            do { addresses = try WireDecoder().decode([String: String].self, from: [UInt8](data)) } catch {
                throw .badConfiguration(file: file, line: 0, reason: "it is not a list of disabled webhooks: \(error)")
            }
        }
        state = Mutex(State(addresses: addresses))
        guard let cluster else { return }
        cluster.followEnded { [weak self] in self?.receive($0, $1) }
        for webhook in webhooks where contains(webhook) { cluster.end(webhook.consumer, was: webhook.url) }
    }

    func contains(_ webhook: Webhook) -> Bool { state.withLock { $0.addresses[webhook.name] == webhook.url } }

    /// Calls `disable` when another node has disabled the webhook.
    func follow(_ webhook: Webhook, _ disable: @escaping @Sendable () -> Void) {
        state.withLock { $0.senders[webhook.name] = disable }
    }

    /// Disables a webhook, on all nodes.
    ///
    /// - Throws: Why the file could not be written. It is disabled in this process all the same.
    func insert(_ webhook: Webhook) throws {
        cluster?.end(webhook.consumer, was: webhook.url)
        try write(webhook)
    }

    /// Another node has disabled a webhook.
    private func receive(_ consumer: ConsumerName, _ url: String) {
        guard let webhook = webhooks.first(where: { $0.consumer == consumer && $0.url == url }), !contains(webhook) else {
            return
        }
        do { try write(webhook) } catch {
            logger.error("not written that a webhook is disabled", metadata: ["error": "\(error)"])
        }
        state.withLock { $0.senders[webhook.name] }?()
    }

    private func write(_ webhook: Webhook) throws {
        try state.withLock { state in
            state.addresses[webhook.name] = webhook.url
            if let file { try PrivateFile.write(try WireEncoder().encode(state.addresses), to: file) }
        }
    }
}

extension Webhook {
    /// The name of this webhook's consumer of changes.
    var consumer: ConsumerName { keepsNewestOnly ? ConsumerName("webhook:\(name)") : .every("webhook:\(name)") }
}
#endif
