#if Service
import Foundation
import HTTPTypes
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import Logging
import Synchronization

/// All webhooks of a service: the configured ones, and the ones created over HTTP, which are in a file.
///
/// A configured webhook is changed in the configuration only. One created earlier over HTTP with the same name is then not
/// called; it continues where it was as soon as the configuration no longer has the name, as both are the same named consumer.
final class WebhookRegistry: Sendable {
    /// A webhook as the file has it.
    struct Created: Codable, Hashable, Sendable {
        var name: String
        var url: String
        /// The secrets that sign requests, the newest first.
        var secrets: [DatedSecret]
        var kinds: [ActivityKind]
        var changes: [String]
        var keepsNewestOnly: Bool

        var webhook: Webhook {
            var webhook = Webhook(name: name, url: url, secrets: secrets.map(\.text))
            (webhook.kinds, webhook.changes, webhook.keepsNewestOnly) = (kinds, changes, keepsNewestOnly)
            return webhook
        }
    }

    private struct State {
        var configured: [WebhookSender] = []
        var created: [Created] = []
        var senders: [String: WebhookSender] = [:]
        /// The names whose consumers are being created or removed: such a webhook can be neither created nor removed yet.
        var changing: Set<String> = []
        /// The running tasks of senders; `nil` while nothing is sent.
        var tasks: [String: Task<Void, Never>]?
    }

    /// The maximum number of webhooks created over HTTP: each costs every change a row in the store until it is accepted.
    static let createdMax = 64

    let letters: DeadLetters
    private let configuration: ServiceConfiguration
    private let disabled: DisabledWebhooks
    private let runtime: any ServiceRuntime
    private let logger: Logger
    private let state = Mutex(State())

    /// - Throws: ``ServiceError`` for an invalid webhook, and for a file with another format.
    init(_ configuration: ServiceConfiguration, _ runtime: any ServiceRuntime, _ logger: Logger) throws {
        (self.configuration, self.runtime, self.logger) = (configuration, runtime, logger)
        disabled = try DisabledWebhooks(
            file: configuration.disabledWebhooks, webhooks: configuration.webhooks, cluster: runtime as? ClusterRuntime,
            logger: logger)
        letters = try DeadLetters(file: configuration.deadLetters)
        let configured = try configuration.webhooks.map { try sender($0) }
        let created = try Self.read(configuration.createdWebhooks)
        let names = Set(configuration.webhooks.map(\.name))
        var senders: [String: WebhookSender] = [:]
        for entry in created {
            guard !names.contains(entry.name) else {
                logger.warning(
                    "created over HTTP, but not called: it is configured too", metadata: ["webhook": "\(entry.name)"])
                continue
            }
            senders[entry.name] = try sender(of: entry)
        }
        state.withLock { ($0.configured, $0.created, $0.senders) = (configured, created, senders) }
    }

    /// The senders of configured webhooks, then of webhooks created over HTTP, each in order.
    var senders: [WebhookSender] {
        state.withLock { state in state.configured + state.created.compactMap { state.senders[$0.name] } }
    }

    subscript(name: String) -> WebhookSender? { senders.first { $0.webhook.name == name } }

    func isConfigured(_ name: String) -> Bool { configuration.webhooks.contains { $0.name == name } }

    /// Creates the consumers: the service accepts commands only after this call.
    func begin() async { for sender in senders { await sender.begin() } }

    /// Sends changes until the task is cancelled.
    func run() async {
        state.withLock { state in
            state.tasks = [:]
            for sender in state.configured + state.senders.values { Self.start(sender, &state) }
        }
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        let tasks = state.withLock { state in
            defer { state.tasks = nil }
            return state.tasks ?? [:]
        }
        for task in tasks.values { task.cancel() }
        for task in tasks.values { await task.value }
    }

    private static func start(_ sender: WebhookSender, _ state: inout State) {
        let name = sender.webhook.name
        guard state.tasks?[name] == nil else { return }
        state.tasks?[name] = Task { await sender.run() }
    }

    // MARK: - Changes over HTTP

    /// Adds a webhook. It receives all changes after this.
    ///
    /// - Throws: ``Problem`` for one that cannot be; an error of the store or the file.
    func create(_ created: Created) async throws {
        let name = created.name
        let new: WebhookSender
        do throws(ServiceError) { new = try sender(of: created) } catch {
            throw Problem.unprocessable("badWebhook", "\(error)")
        }
        try change { state in
            guard state.senders[name] == nil, !state.changing.contains(name), !isConfigured(name) else {
                throw Problem(.conflict, "webhookExists", "There is a webhook with the name '\(name)'.")
            }
            guard state.created.count < Self.createdMax else {
                throw Problem(.conflict, "tooManyWebhooks", "There are \(Self.createdMax) webhooks, which is the limit.")
            }
            state.created.append(created)
            state.senders[name] = new
            state.changing.insert(name)
        }
        defer { state.withLock { _ = $0.changing.remove(name) } }
        do {
            // From here on changes are kept for it, before the sender reads them.
            try await runtime.beginConsumer(new.webhook.consumer)
        } catch {
            try? change { state in
                state.created.removeAll { $0.name == name }
                state.senders[name] = nil
            }
            throw error
        }
        state.withLock { Self.start(new, &$0) }
    }

    /// Removes a webhook that was created over HTTP, with the changes that wait for it. It is no longer called after a restart,
    /// which is written first: if that fails, nothing has changed.
    ///
    /// - Returns: `false` if there is no such webhook.
    /// - Throws: ``Problem`` while the webhook is being created; the error of the file;
    ///   ``/LiveActivityHost/RuntimeError/notDurable(reason:)`` if the webhook is removed, but its consumer is still in the
    ///   store.
    func remove(_ name: String) async throws -> Bool {
        let removed: (sender: WebhookSender, task: Task<Void, Never>?)? = try change { state in
            guard let sender = state.senders[name] else { return nil }
            guard state.changing.insert(name).inserted else {
                throw Problem(.conflict, "webhookChanging", "The webhook '\(name)' is being created. Try again.")
            }
            state.senders[name] = nil
            state.created.removeAll { $0.name == name }
            return (sender, state.tasks?.removeValue(forKey: name))
        }
        guard let (sender, task) = removed else { return false }
        defer { state.withLock { _ = $0.changing.remove(name) } }
        task?.cancel()
        await task?.value
        do {
            try letters.remove(of: name)
            try disabled.remove(sender.webhook)
        } catch {
            logger.error(
                "a removed webhook has left entries in files", metadata: ["webhook": "\(name)", "error": "\(error)"])
        }
        try await runtime.forgetConsumer(sender.webhook.consumer)
        return true
    }

    /// Signs requests with another secret, and for some time with the former ones too.
    ///
    /// - Returns: `false` if no webhook with this name was created over HTTP.
    func exchangeSecret(of name: String, for secret: String, keepingFormerUntil end: Date) throws -> Bool {
        let used: (WebhookSender, [(WebhookSecret, until: Date?)])? = try change { state in
            guard let sender = state.senders[name], let index = state.created.firstIndex(where: { $0.name == name }) else {
                return nil
            }
            let former = state.created[index].secrets.filter { $0.text != secret && ($0.until ?? end) > Date() }
            let secrets =
                [DatedSecret(text: secret, until: nil)]
                + former.prefix(3).map { DatedSecret(text: $0.text, until: min($0.until ?? end, end)) }
            let checked = try Self.checked(secrets)
            state.created[index].secrets = secrets
            return (sender, checked)
        }
        guard let (sender, secrets) = used else { return false }
        sender.replaceSecrets(secrets)
        return true
    }

    // MARK: - The file

    private func sender(of created: Created) throws(ServiceError) -> WebhookSender {
        let sender = try sender(created.webhook)
        sender.replaceSecrets(try Self.checked(created.secrets))
        return sender
    }

    private func sender(_ webhook: Webhook) throws(ServiceError) -> WebhookSender {
        try WebhookSender(
            webhook, allowsPrivate: configuration.allowsPrivateWebhooks, disabled: disabled, letters: letters, runtime, logger)
    }

    private static func checked(_ secrets: [DatedSecret]) throws(ServiceError) -> [(WebhookSecret, until: Date?)] {
        let found = try Webhook(name: "", url: "", secrets: secrets.map(\.text)).checkedSecrets()
        return zip(found, secrets).map { ($0, until: $1.until) }
    }

    private static func read(_ file: String?) throws(ServiceError) -> [Created] {
        guard let file, let created: [Created] = try PrivateFile.value(in: file, "a list of webhooks") else { return [] }
        guard Set(created.map(\.name)).count == created.count else {
            throw .badConfiguration(file: file, line: 0, reason: "two webhooks have the same name")
        }
        return created
    }

    /// Changes the list, and writes it first: if that fails nothing has changed.
    private func change<Value: Sendable>(_ body: (inout State) throws -> Value) throws -> Value {
        try state.withLock { state in
            var changed = state
            let value = try body(&changed)
            if changed.created != state.created, let file = configuration.createdWebhooks {
                try PrivateFile.write(try WireEncoder().encode(changed.created), to: file)
            }
            state = changed
            return value
        }
    }
}

/// A secret that signs requests until a date; `nil` for no end.
struct DatedSecret: Codable, Hashable, Sendable {
    var text: String
    var until: Date?
}
#endif
