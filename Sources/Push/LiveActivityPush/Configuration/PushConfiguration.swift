#if PushFiles
import LiveActivityCore

/// The configuration of `live-activities run --push`: keys, apps, rules and files, from a YAML file. `Documentation/Push.md`
/// has an example.
///
/// Every unknown member is an error with its line, so that a typo is found before anything is sent. Paths are relative to the
/// file's folder.
public struct PushConfiguration: Sendable {
    /// A provider key's ids and file.
    public struct Key: Hashable, Sendable {
        /// The key's id.
        public var id: String
        /// The team's id.
        public var team: String
        /// The `.p8` file.
        public var file: String
        var line: Int
    }

    public internal(set) var keys: [Key] = []
    public internal(set) var apps: [PushApp] = []
    /// An app's configuration for Firebase Cloud Messaging.
    struct FCM: Sendable {
        /// The service account's JSON file.
        var file: String
        var isForApple: Bool
        var line: Int
        /// A host that replaces Google's, also for access tokens.
        var host: String?
        var port = 443
        var trust: String?
    }

    var fcmOfApp: [PushAppID: FCM] = [:]
    /// The id of the key that signs each app's requests.
    public internal(set) var keyOfApp: [PushAppID: String] = [:]
    /// The rates, limits and rules of pushes.
    public internal(set) var policy = PushPolicy()
    /// The ledger's file; `nil` if the ledger is only in memory.
    public internal(set) var ledger: String?
    /// A file with the 32-byte key that encrypts the ledger, in Base64.
    public internal(set) var ledgerKeyFile: String?
    /// A file of JSON Lines with the tokens that apps send (``DeviceFeed``).
    public internal(set) var devices: String?
    /// The file to which the trace of every push is written, for `live-activities why`.
    public internal(set) var trace: String?
    /// The number of earlier days' files of ``trace`` that are kept.
    public internal(set) var traceDays = 7
    /// A host that replaces Apple's; `nil` for Apple's.
    public internal(set) var host: String?
    /// The port, 443 by default.
    public internal(set) var port = 443
    /// A file of certificates that replace the system's trusted certificates.
    public internal(set) var trust: String?
    /// The folder of the ledger, the trace and `devices` where their names are relative; `nil` for the configuration's folder.
    /// A file that is already beside the configuration stays there.
    public var stateFolder: String?
    let file: String
    /// The file's path, for messages.
    package var name: String { file }

    /// Reads a configuration from the text of a YAML file.
    ///
    /// - Parameters:
    ///   - yaml: The configuration as YAML.
    ///   - file: The file's path, for messages and for the paths in it.
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)`` for the first error.
    public init(yaml: String, file: String) throws(PushError) {
        self.file = file
        let root = try YAMLReader(yaml: yaml, file: file)
        let known = ["keys", "apps", "policy", "ledger", "ledger-key-file", "devices", "trace", "trace-days", "endpoint"]
        try root.members(known) { (name, node) throws(PushError) in
            switch name {
            case "keys": keys = try node.elements { (node) throws(PushError) in try Self.key(node) }
            case "apps": for app in try node.elements({ $0 }) { try addApp(app) }
            case "policy": try readPolicy(node)
            case "ledger": ledger = try node.text()
            case "ledger-key-file": ledgerKeyFile = try node.text()
            case "devices": devices = try node.text()
            case "trace": trace = try node.text()
            case "trace-days": traceDays = try node.integer(0...3_650)
            default: try readEndpoint(node)
            }
        }
        guard !apps.isEmpty else { throw root.error("'apps' is missing: it defines which app shows which kind") }
    }

    private mutating func readEndpoint(_ node: YAMLReader) throws(PushError) {
        try node.members(["host", "port", "trust"], required: ["host"]) { (name, node) throws(PushError) in
            switch name {
            case "host": host = try node.text()
            case "port": port = try node.integer(1...65_535)
            default: trust = try node.text()
            }
        }
    }

    private static func key(_ node: YAMLReader) throws(PushError) -> Key {
        var key = Key(id: "", team: "", file: "", line: node.line)
        try node.members(["id", "team", "file"], required: ["id", "team", "file"]) { (name, node) throws(PushError) in
            switch name {
            case "id": key.id = try node.text()
            case "team": key.team = try node.text()
            default: key.file = try node.text()
            }
        }
        return key
    }

    private mutating func addApp(_ node: YAMLReader) throws(PushError) {
        var bundle: BundleID?
        var environment: PushEnvironment?
        var key = ""
        var message: FCM?
        var kinds: [ActivityKind: PushKind] = [:]
        try node.members(
            ["bundle", "environment", "key", "kinds", "fcm"], required: ["bundle", "environment", "kinds"]
        ) { (name, node) throws(PushError) in
            switch name {
            case "bundle":
                let text = try node.text()
                do throws(PushError) { bundle = try BundleID(app: text) } catch { throw node.error("\(error)") }
            case "environment":
                let text = try node.text()
                guard let known = PushEnvironment(rawValue: text) else {
                    throw node.error("'\(text.abridged)' is not an environment: write 'production' or 'sandbox'")
                }
                environment = known
            case "key": key = try node.text()
            case "fcm": message = try Self.fcm(node)
            default: for (name, value) in try node.pairs() { kinds[ActivityKind(rawValue: name)] = try Self.kind(value) }
            }
        }
        guard let bundle, let environment else { return }
        let id = PushAppID(bundle, environment)
        guard keyOfApp[id] == nil else { throw node.error("\(id) occurs twice") }
        if let message {
            fcmOfApp[id] = message
            // The account's file, which is read later, contains the project.
            let service: PushService = message.isForApple ? .fcmApple(project: "") : .fcmAndroid(project: "")
            return apps.append(PushApp(id, kinds: kinds, service: service))
        }
        guard !key.isEmpty else { throw node.error("'key' is missing: name one of 'keys', or set 'fcm'") }
        apps.append(PushApp(id, kinds: kinds))
        keyOfApp[id] = key
        guard keys.isEmpty || keys.contains(where: { $0.id == key }) else {
            throw node.error("key '\(key.abridged)' is not among 'keys', which must come before 'apps'")
        }
    }

    private static func fcm(_ node: YAMLReader) throws(PushError) -> FCM {
        var message = FCM(file: "", isForApple: false, line: node.line)
        try node.members(["account", "for", "host", "port", "trust"], required: ["account", "for"]) {
            (name, node) throws(PushError) in
            switch name {
            case "account": message.file = try node.text()
            case "host": message.host = try node.text()
            case "port": message.port = try node.integer(1...65_535)
            case "trust": message.trust = try node.text()
            default:
                switch try node.text() {
                case "android": message.isForApple = false
                case "apple": message.isForApple = true
                default: throw node.error("write 'android', or 'apple' for pushes that FCM relays")
                }
            }
        }
        return message
    }

    private static func kind(_ node: YAMLReader) throws(PushError) -> PushKind {
        var kind = PushKind(attributesType: "")
        let known = [
            "attributes-type", "start-alert", "starts-by-push", "asks-for-token", "channel", "channels", "starts-in-channel",
            "channel-stores",
        ]
        try node.members(known, required: ["attributes-type"]) { (name, node) throws(PushError) in
            switch name {
            case "attributes-type": kind.attributesType = try node.text()
            case "start-alert": kind.startAlert = try alert(node)
            case "starts-by-push": kind.startsByPush = try node.bool()
            case "asks-for-token": kind.asksForToken = try node.bool()
            case "channel-stores": kind.channelStores = try node.bool()
            case "starts-in-channel": kind.startsInChannel = try node.bool()
            case "channels":
                var channels: [StartKey: ChannelID] = [:]
                for (key, value) in try node.pairs() { channels[StartKey(key)] = try channel(value) }
                kind.takeChannels(byKey: channels)
            default:
                if try node.text() == "of-activity" {
                    kind.takesChannelOfActivity = true
                } else {
                    let channel = try channel(node)
                    kind.channel = { _ in channel }
                }
            }
        }
        return kind
    }

    private static func channel(_ node: YAMLReader) throws(PushError) -> ChannelID {
        do throws(PushError) { return try ChannelID(try node.text()) } catch { throw node.error("\(error)") }
    }

    private static func alert(_ node: YAMLReader) throws(PushError) -> AlertConfiguration {
        var alert = AlertConfiguration(title: "", body: "")
        try node.members(["title", "body"], required: ["title", "body"]) { (name, node) throws(PushError) in
            let text = LocalizedStringResource.literal(try node.text())
            if name == "title" { alert.title = text } else { alert.body = text }
        }
        return alert
    }

    private mutating func readPolicy(_ node: YAMLReader) throws(PushError) {
        let known = [
            "spacing-s", "urgent-per-hour", "urgent-per-hour-frequent", "urgent-reserve", "update-lifetime-s", "proof-window-s",
            "alert-window-s", "reloads-widgets", "trace-steps", "activities-per-installation", "installations-per-owner",
        ]
        try node.members(known) { (name, node) throws(PushError) in
            switch name {
            case "spacing-s": policy.spacing = try node.seconds()
            case "urgent-per-hour": policy.urgentPerHour = try node.integer(0...1_000)
            case "urgent-per-hour-frequent": policy.urgentPerHourFrequent = try node.integer(0...1_000)
            case "urgent-reserve": policy.urgentReserve = try node.integer(0...1_000)
            case "update-lifetime-s": policy.updateLifetime = try node.seconds()
            case "proof-window-s": policy.proofWindow = try node.seconds()
            case "alert-window-s": policy.alertWindow = try node.seconds()
            case "activities-per-installation":
                policy.ledgerLimits.activitiesPerInstallation = try node.integer(1...10_000)
            case "installations-per-owner": policy.ledgerLimits.installationsPerOwner = try node.integer(1...10_000_000)
            case "reloads-widgets": policy.reloadsWidgets = try node.bool()
            default: policy.traceSteps = try node.integer(0...10_000)
            }
        }
    }
}
#endif
