#if Service
import LiveActivities
import LiveActivityCluster
import LiveActivityCore

/// The webhooks that are not called, because their endpoints have answered that they are gone (410), or a request has disabled
/// them. The list is in a file, so that it outlives the process; on a cluster in the settings.
///
/// An entry is valid for one URL: a webhook with a new URL is called.
final class DisabledWebhooks: Sendable {
    /// The URLs by the webhooks' names.
    private let addresses: SharedTable<String>

    /// - Parameters:
    ///   - file: A JSON object of names and URLs, created when the first webhook is disabled; `nil` keeps the list in memory.
    ///   - settings: Replaces the file on a cluster.
    /// - Throws: ``ServiceError`` if the file cannot be read, or has another format.
    init(file: String?, in settings: SharedSettings? = nil) throws(ServiceError) {
        if let settings {
            addresses = SharedTable(in: settings, "disabledWebhook/")
        } else if let file {
            addresses = try SharedTable(file: file, "a list of disabled webhooks")
        } else {
            addresses = SharedTable()
        }
    }

    func contains(_ webhook: Webhook) -> Bool { addresses[webhook.name] == webhook.url }

    /// Disables a webhook, on a cluster at all nodes. Blocks.
    ///
    /// - Throws: The error if that could not be written.
    func insert(_ webhook: Webhook) throws { try addresses.change { $0[webhook.name] = webhook.url } }

    /// Enables a webhook again. Blocks.
    ///
    /// - Throws: The error if that could not be written.
    func remove(_ webhook: Webhook) throws { try addresses.change { $0[webhook.name] = nil } }
}

extension Webhook {
    var consumer: ConsumerName {
        let name = "\(Self.consumerPrefix)\(name)\(creation.map { "\(Self.creationMark)\($0)" } ?? "")"
        return keepsNewestOnly ? ConsumerName(name) : .every(name)
    }

    private static let consumerPrefix = "webhook:"
    /// Precedes ``creation`` in the names of consumers. No webhook's name contains it.
    private static let creationMark = "@"

    /// Whether a consumer belongs to a webhook that was created over HTTP on a cluster. Every other consumer is the host's own,
    /// whatever its name contains.
    static func isConsumerOfCreated(_ consumer: ConsumerName) -> Bool {
        let name = consumer.keepsEvery ? consumer.otherForm.rawValue : consumer.rawValue
        return name.hasPrefix(consumerPrefix) && name.contains(creationMark)
    }
}
#endif
