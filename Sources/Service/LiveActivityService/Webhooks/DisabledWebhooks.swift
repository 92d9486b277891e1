#if Service
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import Logging
import Synchronization

/// The webhooks whose endpoints have answered that they are gone (410), in a file, so that they are not called again after a
/// restart. In a cluster each node informs the others, which write their own file.
///
/// An entry is valid for one URL: a webhook with a new URL is called.
final class DisabledWebhooks: Sendable {
    private struct State {
        var addresses: [String: String]
        /// Callbacks by the webhook's name, called when another node has disabled the webhook.
        var senders: [String: @Sendable () -> Void] = [:]
    }

    /// The file, a JSON object of names and the URLs that are gone.
    private let file: String?
    private let state: Mutex<State>
    private let webhooks: [Webhook]
    private let cluster: ClusterRuntime?
    private let logger: Logger

    /// - Parameters:
    ///   - file: Created when the first webhook is disabled; `nil` keeps the list in memory.
    ///   - webhooks: The configured webhooks; notifications of other nodes about other webhooks are ignored.
    ///   - cluster: The cluster's node; `nil` outside a cluster.
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)`` if the file has another format.
    init(
        file: String?, webhooks: [Webhook] = [], cluster: ClusterRuntime? = nil, logger: Logger = Logger(label: "webhooks")
    ) throws(ServiceError) {
        (self.file, self.webhooks, self.cluster, self.logger) = (file, webhooks, cluster, logger)
        let addresses: [String: String]? = try file.flatMap { (file) throws(ServiceError) in
            try PrivateFile.value(in: file, "a list of disabled webhooks")
        }
        state = Mutex(State(addresses: addresses ?? [:]))
        guard let cluster else { return }
        cluster.followEnded { [weak self] in self?.receive($0, $1) }
        for webhook in webhooks where contains(webhook) { cluster.end(webhook.consumer, was: webhook.url) }
    }

    func contains(_ webhook: Webhook) -> Bool { state.withLock { $0.addresses[webhook.name] == webhook.url } }

    /// Registers a callback for when another node disables the webhook.
    func follow(_ webhook: Webhook, _ disable: @escaping @Sendable () -> Void) {
        state.withLock { $0.senders[webhook.name] = disable }
    }

    /// Disables a webhook on all nodes.
    ///
    /// - Throws: The error if the file could not be written. The webhook is disabled in this process nevertheless.
    func insert(_ webhook: Webhook) throws {
        cluster?.end(webhook.consumer, was: webhook.url)
        try write(webhook)
    }

    /// Enables a webhook again, in this process.
    ///
    /// - Throws: The error if the file could not be written.
    func remove(_ webhook: Webhook) throws {
        try state.withLock { state in
            guard state.addresses.removeValue(forKey: webhook.name) != nil, let file else { return }
            try PrivateFile.write(try WireEncoder().encode(state.addresses), to: file)
        }
    }

    /// Handles another node's notification that it has disabled a webhook.
    private func receive(_ consumer: ConsumerName, _ url: String) {
        guard let webhook = webhooks.first(where: { $0.consumer == consumer && $0.url == url }), !contains(webhook) else {
            return
        }
        do { try write(webhook) } catch {
            logger.error("cannot record that a webhook is disabled", metadata: ["error": "\(error)"])
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
    /// The name of the webhook's consumer.
    var consumer: ConsumerName { keepsNewestOnly ? ConsumerName("webhook:\(name)") : .every("webhook:\(name)") }
}
#endif
