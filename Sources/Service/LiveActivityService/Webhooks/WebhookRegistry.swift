#if Service
import Foundation
import HTTPTypes
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import Logging
import NIOPosix
import Synchronization

/// All webhooks of a service: the configured ones, and the ones created over HTTP, which are in a file, or on a cluster in its
/// settings.
///
/// A configured webhook is changed in the configuration only. One created earlier over HTTP with the same name is then not
/// called.
///
/// ``reconcile()`` starts and stops the senders so that they match the list, whichever node has changed it.
final class WebhookRegistry: Sendable {
    /// A webhook as it is stored.
    struct Created: Codable, Hashable, Sendable {
        var name: String
        var url: String
        /// The secrets that sign requests, the newest first.
        var secrets: [DatedSecret]
        var kinds: [ActivityKind]
        var changes: [String]
        var keepsNewestOnly: Bool
        /// The webhook's ``Webhook/creation``.
        var creation: String?

        var webhook: Webhook {
            var webhook = Webhook(name: name, url: url, secrets: secrets.map(\.text))
            (webhook.kinds, webhook.changes, webhook.keepsNewestOnly) = (kinds, changes, keepsNewestOnly)
            webhook.creation = creation
            return webhook
        }

        /// The part that a running sender cannot change.
        fileprivate var fixed: Self {
            var fixed = self
            fixed.secrets = []
            return fixed
        }
    }

    /// The sender of a created webhook, and the entry that it was made for.
    private struct Listed {
        var entry: Created
        var sender: WebhookSender
    }

    private struct State {
        var configured: [String: WebhookSender] = [:]
        var created: [String: Listed] = [:]
        /// The names whose consumers are being created or removed: such a webhook can be neither created nor removed yet.
        var changing: Set<String> = []
        /// Why this node does not call a webhook, as reported last.
        var uncalled: [String: String] = [:]
        /// The task of each sender's latest run, or of its removal, which begins after the task before. `nil` while nothing is
        /// sent.
        var tasks: [String: Task<Void, Never>]?
    }

    /// The maximum number of webhooks created over HTTP: each costs every change a row in the store until it is accepted.
    static let createdMax = 64

    let letters: DeadLetters
    private let configuration: ServiceConfiguration
    private let disabled: DisabledWebhooks
    private let created: SharedTable<Created>
    private let runtime: any ServiceRuntime
    private let settings: SharedSettings?
    let logger: Logger
    private let state = Mutex(State())

    /// The node of the cluster; `nil` outside a cluster.
    var cluster: ClusterRuntime? { runtime as? ClusterRuntime }

    /// - Parameter settings: The cluster's settings; `nil` for the configuration's files.
    /// - Throws: ``ServiceError`` for an invalid webhook, and for a file with another format.
    init(
        _ configuration: ServiceConfiguration, _ runtime: any ServiceRuntime, _ logger: Logger,
        in settings: SharedSettings? = nil
    ) throws {
        (self.configuration, self.runtime, self.logger, self.settings) = (configuration, runtime, logger, settings)
        disabled = try DisabledWebhooks(file: configuration.disabledWebhooks, in: settings)
        letters = try DeadLetters(file: configuration.deadLetters)
        created = try settings.map { SharedTable(in: $0, "webhook/") } ?? Self.table(configuration.createdWebhooks)
        for webhook in configuration.webhooks {
            // A node would mistake its consumer for the consumer of a removed webhook, and remove it with the waiting changes.
            guard settings == nil || !Webhook.isConsumerOfCreated(webhook.consumer) else {
                throw webhook.refused("on a cluster the name of a configured webhook must not contain '@'")
            }
            let sender = try sender(webhook)
            state.withLock { $0.configured[webhook.name] = sender }
        }
        for entry in created.values.values {
            guard !isConfigured(entry.name) else {
                logger.warning(
                    "created over HTTP, but not called: it is configured too", metadata: ["webhook": "\(entry.name)"])
                continue
            }
            let sender = try sender(of: entry)
            state.withLock { $0.created[entry.name] = Listed(entry: entry, sender: sender) }
        }
    }

    /// The senders of configured webhooks in their order, then the senders of created webhooks by name.
    var senders: [WebhookSender] { state.withLock { senders($0) } }

    private func senders(_ state: State) -> [WebhookSender] {
        configuration.webhooks.compactMap { state.configured[$0.name] }
            + state.created.sorted { $0.key < $1.key }.map(\.value.sender)
    }

    subscript(name: String) -> WebhookSender? { state.withLock { $0.configured[name] ?? $0.created[name]?.sender } }

    func isConfigured(_ name: String) -> Bool { configuration.webhooks.contains { $0.name == name } }

    func isDisabled(_ webhook: Webhook) -> Bool { disabled.contains(webhook) }

    /// The counters of the runtime, with the changes that wait for each webhook at this node.
    func statistics() -> RuntimeStatistics { runtime.statistics() }

    /// Creates the consumers: the service accepts commands only after this call.
    func begin() async { for sender in senders { await sender.begin() } }

    /// Sends changes until the task is cancelled.
    func run() async {
        state.withLock { state in
            state.tasks = [:]
            for sender in senders(state) { Self.start(sender, &state) }
        }
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        let tasks = state.withLock { state in
            defer { state.tasks = nil }
            return state.tasks ?? [:]
        }
        for task in tasks.values { task.cancel() }
        for task in tasks.values { await task.value }
    }

    /// Runs a sender after the former one of its name has ended: both read the same consumer, or the former removes it.
    private static func start(_ sender: WebhookSender, _ state: inout State) {
        let former = state.tasks?[sender.webhook.name]
        state.tasks?[sender.webhook.name] = Task {
            await former?.value
            await sender.run()
        }
    }

    // MARK: - Following the list

    /// Reads what other nodes have changed. Blocks.
    func read() throws {
        try settings?.refresh()
        reconcile()
    }

    /// Reads what other nodes have changed, for a request. What is known already is used if the cluster does not answer.
    func readBeside() async {
        guard settings != nil else { return }
        try? await NIOThreadPool.singleton.runIfActive { try self.read() }
    }

    /// Starts, stops and replaces senders as the list and the disabled webhooks require.
    func reconcile() {
        let list = created.values
        state.withLock { state in
            for (name, known) in state.created where list[name]?.fixed != known.entry.fixed && !state.changing.contains(name) {
                state.created[name] = nil
                end(known.sender, &state)
            }
            for (name, entry) in list where !isConfigured(name) && !state.changing.contains(name) {
                guard state.created[name]?.entry != entry else { continue }
                do throws(ServiceError) {
                    if let sender = state.created[name]?.sender {
                        sender.replaceSecrets(try Self.checked(entry.secrets))
                        state.created[name] = Listed(entry: entry, sender: sender)
                    } else {
                        let sender = try sender(of: entry)
                        state.created[name] = Listed(entry: entry, sender: sender)
                        Self.start(sender, &state)
                    }
                    state.uncalled[name] = nil
                } catch { report(error, uncalled: name, &state) }
            }
            for sender in state.configured.values { update(sender, &state) { $0.configured[$1.webhook.name] = $1 } }
            for sender in state.created.values.map(\.sender) {
                update(sender, &state) { $0.created[$1.webhook.name]?.sender = $1 }
            }
        }
    }

    /// Ends the run of a sender that is disabled, and replaces one that is enabled again.
    private func update(_ sender: WebhookSender, _ state: inout State, _ replace: (inout State, WebhookSender) -> Void) {
        let isOff = disabled.contains(sender.webhook)
        if isOff, !sender.statistics.isDisabled { sender.disable() }
        guard !isOff, sender.statistics.isDisabled else { return }
        do throws(ServiceError) {
            let new = try self.sender(like: sender, state)
            replace(&state, new)
            Self.start(new, &state)
            state.uncalled[sender.webhook.name] = nil
        } catch { report(error, uncalled: sender.webhook.name, &state) }
    }

    /// Reports why this node does not call a webhook, once for each reason: it is tried three times a second.
    private func report(_ error: ServiceError, uncalled name: String, _ state: inout State) {
        guard state.uncalled.updateValue("\(error)", forKey: name) != "\(error)" else { return }
        logger.error("webhook not called by this node", metadata: ["webhook": "\(name)", "error": "\(error)"])
    }

    private func sender(like sender: WebhookSender, _ state: State) throws(ServiceError) -> WebhookSender {
        if let entry = state.created[sender.webhook.name]?.entry { return try self.sender(of: entry) }
        return try self.sender(sender.webhook)
    }

    /// Ends a sender whose webhook another node has removed.
    private func end(_ sender: WebhookSender, _ state: inout State) {
        let former = state.tasks?[sender.webhook.name]
        former?.cancel()
        state.tasks?[sender.webhook.name] = Task {
            await former?.value
            self.dropLetters(of: sender.webhook)
            // After a failure ``forgetRemoved()`` repeats it.
            try? await self.runtime.forgetConsumer(sender.webhook.consumer)
        }
    }

    /// Removes the consumers of removed and disabled webhooks from the partitions that this node owns. A partition had no owner
    /// then, or was about to get another one.
    func forgetRemoved() async {
        // Read before the list: a consumer is created after its webhook is in the list.
        let consumers = runtime.statistics().consumers.keys
        guard let settings, (try? await NIOThreadPool.singleton.runIfActive({ try settings.refresh() })) != nil else { return }
        let listed = Set(created.values.values.map(\.webhook.consumer))
        let ended = Set(senders.filter { disabled.contains($0.webhook) && $0.statistics.isDisabled }.map(\.webhook.consumer))
        for consumer in consumers {
            let isRemoved = Webhook.isConsumerOfCreated(consumer) && !listed.contains(consumer)
            if isRemoved || ended.contains(consumer) { try? await runtime.forgetConsumer(consumer) }
        }
    }

    private func dropLetters(of webhook: Webhook) {
        do { try letters.remove(of: webhook.name) } catch {
            logger.error(
                "a removed webhook has left dead letters", metadata: ["webhook": "\(webhook.name)", "error": "\(error)"])
        }
    }

    // MARK: - Changes over HTTP

    /// Adds a webhook. It receives all changes after this, on a cluster from all nodes.
    ///
    /// - Throws: ``Problem`` for one that cannot be; an error of the store, the file or the cluster.
    func create(_ wanted: Created) async throws {
        var entry = wanted
        if cluster != nil { entry.creation = String(UInt64.random(in: .min ... .max), radix: 36) }
        let (name, new) = (entry.name, entry)
        let sender: WebhookSender
        do throws(ServiceError) { sender = try self.sender(of: new) } catch {
            throw Problem.unprocessable("badWebhook", "\(error)")
        }
        let exists = Problem(.conflict, "webhookExists", "There is a webhook with the name '\(name)'.")
        guard !isConfigured(name), state.withLock({ $0.changing.insert(name).inserted }) else { throw exists }
        defer { state.withLock { _ = $0.changing.remove(name) } }
        try await created.changeBeside { created in
            guard created[name] == nil else { throw exists }
            guard created.count < Self.createdMax else {
                throw Problem(.conflict, "tooManyWebhooks", "There are \(Self.createdMax) webhooks, which is the limit.")
            }
            created[name] = new
        }
        state.withLock { $0.created[name] = Listed(entry: new, sender: sender) }
        do {
            // From here on changes are kept for it, before the sender reads them.
            try await beginConsumer(new.webhook)
        } catch {
            state.withLock { $0.created[name] = nil }
            do { try await created.changeBeside { if $0[name] == new { $0[name] = nil } } } catch {
                logger.error(
                    "a webhook whose creation failed is still in the list: remove it",
                    metadata: ["webhook": "\(name)", "error": "\(error)"])
            }
            throw error
        }
        state.withLock { Self.start(sender, &$0) }
    }

    private func beginConsumer(_ webhook: Webhook) async throws(RuntimeError) {
        if let cluster { return try await cluster.createConsumer(webhook.consumer) }
        try await runtime.beginConsumer(webhook.consumer)
    }

    /// Removes a webhook that was created over HTTP, with the changes that wait for it. It is no longer called after a restart,
    /// which is written first: if that fails, nothing has changed.
    ///
    /// - Returns: `false` if there is no such webhook.
    /// - Throws: ``Problem`` while the webhook is being created; the error of the file or the cluster;
    ///   ``/LiveActivityHost/RuntimeError/notDurable(reason:)`` if the webhook is removed, but its consumer is still in the
    ///   store.
    func remove(_ name: String) async throws -> Bool {
        guard state.withLock({ $0.changing.insert(name).inserted }) else {
            throw Problem(.conflict, "webhookChanging", "The webhook '\(name)' is being created. Try again.")
        }
        defer { state.withLock { _ = $0.changing.remove(name) } }
        guard let removed = try await created.changeBeside({ $0.removeValue(forKey: name) })?.webhook else { return false }
        let task = state.withLock { state in
            state.created[name] = nil
            return state.tasks?.removeValue(forKey: name)
        }
        task?.cancel()
        await task?.value
        dropLetters(of: removed)
        do { try await NIOThreadPool.singleton.runIfActive { [disabled] in try disabled.remove(removed) } } catch {
            logger.error("a removed webhook is still disabled", metadata: ["webhook": "\(name)", "error": "\(error)"])
        }
        try await runtime.forgetConsumer(removed.consumer)
        return true
    }

    /// Stops calling a webhook, as after 410, or calls it again: it then receives all changes after this.
    ///
    /// - Throws: The error of the file, the store or the cluster.
    func setEnabled(_ sender: WebhookSender, _ isEnabled: Bool) async throws {
        let webhook = sender.webhook
        try await NIOThreadPool.singleton.runIfActive { [disabled] in
            if isEnabled { try disabled.remove(webhook) } else { try disabled.insert(webhook) }
        }
        if isEnabled, sender.statistics.isDisabled {
            // The former run removes the consumer at its end.
            await state.withLock { $0.tasks?[webhook.name] }?.value
            try await beginConsumer(webhook)
        }
        reconcile()
    }

    /// Signs requests with another secret, and for some time with the former ones too. Blocks.
    ///
    /// - Returns: `false` if no webhook with this name was created over HTTP.
    func exchangeSecret(of name: String, for secret: String, keepingFormerUntil end: Date) throws -> Bool {
        let isKnown = try created.change { created in
            guard var entry = created[name] else { return false }
            let former = entry.secrets.filter { $0.text != secret && ($0.until ?? end) > Date() }
            entry.secrets =
                [DatedSecret(text: secret, until: nil)]
                + former.prefix(3).map { DatedSecret(text: $0.text, until: min($0.until ?? end, end)) }
            _ = try Self.checked(entry.secrets)
            created[name] = entry
            return true
        }
        reconcile()
        return isKnown
    }

    // MARK: - Senders and the file

    private func sender(of created: Created) throws(ServiceError) -> WebhookSender {
        let sender = try sender(created.webhook)
        sender.replaceSecrets(try Self.checked(created.secrets))
        return sender
    }

    private func sender(_ webhook: Webhook) throws(ServiceError) -> WebhookSender {
        try WebhookSender(
            webhook, allowsPrivate: configuration.allowsPrivateWebhooks, userAgent: configuration.userAgent, disabled: disabled,
            letters: letters, runtime, logger)
    }

    private static func checked(_ secrets: [DatedSecret]) throws(ServiceError) -> [(WebhookSecret, until: Date?)] {
        let found = try Webhook(name: "", url: "", secrets: secrets.map(\.text)).checkedSecrets()
        return zip(found, secrets).map { ($0, until: $1.until) }
    }

    private static func table(_ file: String?) throws(ServiceError) -> SharedTable<Created> {
        guard let file else { return SharedTable() }
        let created: [Created] = try PrivateFile.value(in: file, "a list of webhooks") ?? []
        let byName = Dictionary(created.map { ($0.name, $0) }) { first, _ in first }
        guard byName.count == created.count else {
            throw .badConfiguration(file: file, line: 0, reason: "two webhooks have the same name")
        }
        return SharedTable(byName) { created in
            try PrivateFile.write(try WireEncoder().encode(created.values.sorted { $0.name < $1.name }), to: file)
        }
    }
}

/// A secret that signs requests until a date; `nil` for no end.
struct DatedSecret: Codable, Hashable, Sendable {
    var text: String
    var until: Date?
}
#endif
