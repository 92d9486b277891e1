#if Service
import Foundation
public import LiveActivities
import LiveActivityCore
import LiveActivityPush

/// The YAML settings of a service and of its runtime and store.
///
/// ```yaml
/// host: 0.0.0.0
/// port: 8080
/// state: /var/lib/live-activities
/// push: push.yaml
/// webhooks:
///   - name: billing
///     url: https://billing.example.org/hooks
///     secrets: [billing.secret]      # files with one whsec_… each
/// ```
///
/// Paths are relative to the file's folder. An unknown name is an error that gives its line.
public struct ServiceSettings: Sendable {
    /// The configuration of the service.
    public var service = ServiceConfiguration()
    /// The folder of the store, the tokens and the keys; `nil` for the default folder of the user.
    public var state: String?
    /// Whether activities are kept in memory only.
    public var isInMemory = false
    /// The durability that a command has when it is answered.
    public var durability = Durability.strict
    /// The limits of the journal of commands; `nil` for no journal.
    public var journal: JournalLimits? { keepsJournal ? journalLimits : nil }
    private var keepsJournal = true
    private var journalLimits = JournalLimits()
    /// Whether opening a store fails if any of its rows is damaged.
    public var refusesDamage = false
    /// The number of shards of a new store; `nil` for the default.
    public var shards: Int?

    private let file: String

    /// Reads a settings file.
    ///
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)``.
    public init(file: String) throws(ServiceError) {
        let text: String
        do { text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self) } catch {
            throw .badConfiguration(file: file, line: 0, reason: "the file cannot be read")
        }
        try self.init(yaml: text, file: file)
    }

    /// Reads settings from text; error messages give `file` as its name.
    public init(yaml: String, file: String) throws(ServiceError) {
        self.file = file
        do throws(PushError) {
            let root = try YAMLReader(yaml: yaml, file: file)
            try read(root)
        } catch {
            guard case .badConfiguration(let file, let line, let reason) = error else {
                throw .badConfiguration(file: file, line: 0, reason: "\(error)")
            }
            throw .badConfiguration(file: file, line: line, reason: reason)
        }
    }

    private func path(_ name: String) -> String {
        guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
        return file[...slash] + name
    }

    private mutating func read(_ root: YAMLReader) throws(PushError) {
        try root.members([
            "host", "port", "state", "memory", "durability", "journal", "shards", "tokens", "origins", "tls", "limits",
            "streams",
            "webhooks", "allowPrivateWebhooks", "push", "drainTimeout", "drainDelay", "publicMetrics", "strictStore",
            "auditDays", "journalDays", "journalCommands",
        ]) { (name, node) throws(PushError) in
            switch name {
            case "host": service.host = try node.text()
            case "port": service.port = try node.integer(0...65_535)
            case "state": state = path(try node.text())
            case "memory": isInMemory = try node.bool()
            case "durability":
                switch try node.text() {
                case "strict": durability = .strict
                case "relaxed": durability = .relaxed
                default: throw node.error("'durability' must be strict or relaxed")
                }
            case "journal": keepsJournal = try node.bool()
            case "journalDays": journalLimits.age = Double(try node.integer(1...3_650)) * 86_400
            case "journalCommands": journalLimits.entries = try node.integer(100...100_000_000)
            case "strictStore": refusesDamage = try node.bool()
            case "shards": shards = try node.integer(1...LiveActivityRuntime.shardsMax)
            case "tokens": service.tokens = path(try node.text())
            case "origins": service.origins = try node.elements { (node) throws(PushError) in try Self.origin(node) }
            case "tls": service.tls = try tls(node)
            case "limits": try limits(node)
            case "streams": try streams(node)
            case "webhooks": service.webhooks = try node.elements { (node) throws(PushError) in try webhook(node) }
            case "allowPrivateWebhooks": service.allowsPrivateWebhooks = try node.bool()
            case "push": service.push = path(try node.text())
            case "drainTimeout": service.drainTimeout = try node.seconds()
            case "drainDelay": service.drainDelay = try node.seconds()
            case "auditDays": service.auditDays = try node.integer(1...3_650)
            case "publicMetrics": service.protectsMetrics = !(try node.bool())
            default: break
            }
        }
    }

    private static func origin(_ node: YAMLReader) throws(PushError) -> String {
        let text = try node.text()
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.hasSuffix("/") else {
            throw node.error("an origin must have the form https://example.org, without a path")
        }
        return text
    }

    private func tls(_ node: YAMLReader) throws(PushError) -> ServiceConfiguration.TLS {
        var (certificate, key) = ("", "")
        try node.members(["certificate", "key"], required: ["certificate", "key"]) { (name, node) throws(PushError) in
            let file = path(try node.text())
            if name == "certificate" { certificate = file } else { key = file }
        }
        return ServiceConfiguration.TLS(certificate: certificate, key: key)
    }

    private mutating func limits(_ node: YAMLReader) throws(PushError) {
        var limits = service.limits
        try node.members([
            "bodyBytes", "batchBytes", "batchEvents", "headerBytes", "headerCount", "headerTimeout", "bodyTimeout",
            "idleTimeout",
            "requestsPerSecond", "burst", "connections", "streams", "activitiesPerOwner",
        ]) { (name, node) throws(PushError) in
            switch name {
            case "bodyBytes": limits.bodyBytes = try node.integer(1_024...(1 << 30))
            case "batchBytes": limits.batchBytes = try node.integer(1_024...(1 << 30))
            case "batchEvents": limits.batchEvents = try node.integer(1...1_000_000)
            case "headerBytes": limits.headerBytes = try node.integer(1_024...(1 << 20))
            case "headerCount": limits.headerCount = try node.integer(10...10_000)
            case "headerTimeout": limits.headerTimeout = try node.seconds()
            case "bodyTimeout": limits.bodyTimeout = try node.seconds()
            case "idleTimeout": limits.idleTimeout = try node.seconds()
            case "requestsPerSecond": limits.requestsPerSecond = Double(try node.integer(1...1_000_000))
            case "burst": limits.burst = Double(try node.integer(1...10_000_000))
            case "connections": limits.connections = try node.integer(1...10_000_000)
            case "streams": limits.streams = try node.integer(0...10_000_000)
            case "activitiesPerOwner": limits.activitiesPerOwner = try node.integer(1...1_000_000)
            default: break
            }
        }
        service.limits = limits
    }

    private mutating func streams(_ node: YAMLReader) throws(PushError) {
        var streams = service.streams
        try node.members(["heartbeat", "retry", "history", "waiting"]) { (name, node) throws(PushError) in
            switch name {
            case "heartbeat":
                streams.heartbeat = try node.seconds()
                guard streams.heartbeat >= 0.001 else {
                    throw node.error("'streams.heartbeat' must be a number of seconds, at least 0.001")
                }
            case "retry": streams.retry_ms = Int(try node.seconds() * 1_000)
            case "history": streams.history = try node.integer(16...16_777_216)
            case "waiting": streams.waiting = try node.integer(16...1_048_576)
            default: break
            }
        }
        service.streams = streams
    }

    private func webhook(_ node: YAMLReader) throws(PushError) -> Webhook {
        var hook = Webhook(name: "", url: "", secrets: [])
        try node.members(["name", "url", "secrets", "kinds", "changes", "keep"], required: ["name", "url", "secrets"]) {
            (name, node) throws(PushError) in
            switch name {
            case "name": hook.name = try node.text()
            case "url": hook.url = try node.text()
            case "secrets":
                for (file, secrets) in try node.elements({ (node) throws(PushError) in try secrets(node) }) {
                    hook.secretFiles.append(file)
                    hook.secrets += secrets
                }
            case "kinds": hook.kinds = try node.elements { (node) throws(PushError) in ActivityKind(try node.text()) }
            case "keep":
                switch try node.text() {
                case "every": hook.keepsNewestOnly = false
                case "newest": hook.keepsNewestOnly = true
                default: throw node.error("'keep' must be every or newest")
                }
            case "changes":
                hook.changes = try node.elements { (node) throws(PushError) in
                    let change = try node.text()
                    guard Webhook.changeNames.contains(change) else { throw node.error(Webhook.unknownChange(change)) }
                    return change
                }
            default: break
            }
        }
        return hook
    }

    /// Reads the secrets in the file that a setting names. A secret in the settings themselves would be visible wherever they
    /// are shown.
    private func secrets(_ node: YAMLReader) throws(PushError) -> (file: String, secrets: [String]) {
        let name = path(try node.text())
        do throws(ServiceError) { return (name, try WebhookSecretFiles.secrets(in: name)) } catch {
            throw node.error("'\(name)' cannot be read")
        }
    }
}
#endif
